import { defineStates } from './state-machine.ts';

/** The stored state of a campaign. */
export const CAMPAIGN_STATES = ['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELED', 'ARCHIVED'] as const;
/** One of the states. */
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/**
 * States of a campaign and the actions between them. Its current status also depends on the time (`campaignStatusAt`).
 */
export const CAMPAIGN_MACHINE = defineStates({
  record: 'campaign',
  states: CAMPAIGN_STATES,
  initial: ['DRAFT'],
  actions: {
    EDIT: { from: ['DRAFT', 'ACTIVE', 'PAUSED'], to: null, permission: 'campaign.edit' },
    ACTIVATE: {
      from: ['DRAFT'],
      to: 'ACTIVE',
      permission: 'campaign.run',
      reason: 'optional',
      conditions: [
        { word: 'ended', says: 'its end is ahead' },
        { word: 'without-coupons', says: 'coupons were ordered', code: 'campaign.without-coupons' },
      ],
      extraPermissions: [
        {
          word: 'large',
          when: 'with a reason and the code typed, for a large worst case',
          permission: 'campaign.run-large',
        },
      ],
      effects: ['divide-limits'],
    },
    PAUSE: {
      from: ['ACTIVE'],
      to: 'PAUSED',
      permission: 'campaign.run',
      reason: 'required',
      effects: ['close-limits', 'tell-partners'],
    },
    RESUME: {
      from: ['PAUSED'],
      to: 'ACTIVE',
      permission: 'campaign.run',
      reason: 'optional',
      conditions: [{ word: 'ended', says: 'its end is ahead' }],
      effects: ['open-limits', 'tell-partners'],
    },
    CANCEL: {
      from: ['ACTIVE', 'PAUSED'],
      to: 'CANCELED',
      permission: 'campaign.run',
      reason: 'required',
      typed: 'code',
      extraPermissions: [
        { word: 'redeemed', when: 'once a code was redeemed', permission: 'campaign.cancel-redeemed' },
      ],
      effects: ['close-limits', 'release-reservations', 'tell-partners'],
      isDestructive: true,
    },
    ARCHIVE: {
      from: ['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELED'],
      to: 'ARCHIVED',
      permission: 'campaign.run',
      reason: 'optional',
      conditions: [
        { word: 'not-ended', in: ['ACTIVE', 'PAUSED'], says: 'its end is over' },
        { word: 'has-reservations', says: 'no coupon is reserved', code: 'campaign.has-reservations' },
      ],
    },
    DUPLICATE: { from: CAMPAIGN_STATES, to: null, permission: 'campaign.edit' },
  },
  automatic: {
    PAUSE_FOR_GUESSES: {
      from: ['ACTIVE'],
      to: 'PAUSED',
      when: 'too many unknown codes were tried within 5 minutes',
      effects: ['close-limits', 'alert-staff', 'tell-partners'],
    },
  },
});
/** Action on a campaign, in display order. */
export type CampaignAction = keyof typeof CAMPAIGN_MACHINE.actions;
