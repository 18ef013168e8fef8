import type { CampaignAction, Exposure } from '@backcounter/domain';
import { addActionRight } from '../../crud/action-right.graphql.ts';
import type { EntityRefs } from '../../crud/record.graphql.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import {
  type CampaignArea,
  type CampaignRow,
  type CampaignStore,
  type CampaignStreamer,
  LAST_HOUR_MAX,
  type PartnerFigures,
} from './campaign.list.ts';
import { shownCode } from './campaign-record.ts';

const ACTIONS: Readonly<Record<CampaignAction, string>> = {
  EDIT: '`updateCampaign`.',
  ACTIVATE: '`activateCampaign`.',
  PAUSE: '`pauseCampaign`.',
  RESUME: '`resumeCampaign`.',
  CANCEL: '`cancelCampaign`.',
  ARCHIVE: '`archiveCampaign`.',
  DUPLICATE: '`duplicateCampaign`.',
};

/** Stores and areas where a campaign is valid. */
export function addPlaceTypes(builder: Builder) {
  const store = builder.objectRef<CampaignStore>('CampaignStore').implement({
    description: 'A store where a campaign is valid.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the store.' }),
      sid: t.exposeString('sid', { description: 'Sid of the store.' }),
      name: t.exposeString('name', { description: 'Name of the store.' }),
    }),
  });
  const area = builder.objectRef<CampaignArea>('CampaignArea').implement({
    description: 'An area in whose stores a campaign is valid.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the area.' }),
      code: t.exposeString('code', { description: 'Code of the area.' }),
      countryCode: t.exposeString('countryCode', { description: 'Country, ISO 3166-1 alpha-2.' }),
      name: t.string({
        description: 'Name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  return { store, area };
}

/** A streamer on a campaign. */
export function addStreamerPlaceType(builder: Builder, { enums }: EntityRefs) {
  const { platform, state } = enums;
  if (platform === undefined || state === undefined) throw new Error('Streamers have lost an enum.');
  return builder.objectRef<CampaignStreamer>('CampaignStreamer').implement({
    description: 'A streamer on a campaign.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the streamer.' }),
      displayName: t.exposeString('displayName', { description: 'Display name.' }),
      platform: t.field({ type: platform, description: 'Where they stream.', resolve: (row) => row.platform }),
      state: t.field({ type: state, description: 'State of the streamer.', resolve: (row) => row.state }),
      sharedCouponId: t.exposeID('sharedCouponId', orNull('Coupon of the shared code; null without a code.')),
      code: t.string({
        nullable: true,
        description: 'The shared code, or its end where the caller may not see codes; null without one.',
        resolve: ({ code }, _args, { caller }) => shownCode(code, caller).code,
      }),
      isCodeMasked: t.boolean({
        description: 'Whether `code` is only the end of the code.',
        resolve: ({ code }, _args, { caller }) => shownCode(code, caller).isMasked,
      }),
      couponQuota: t.exposeInt('couponQuota', { description: 'Number of codes that the streamer may order.' }),
      couponsOrdered: t.exposeInt('couponsOrdered', { description: 'Number of codes that the streamer has ordered.' }),
      commissionBp: t.exposeInt('commissionBp', {
        description: 'Commission on each order in basis points (100 is 1 %).',
      }),
    }),
  });
}

/** Figures of a whole campaign. */
export function addFigures(builder: Builder) {
  return builder.objectRef<CampaignRow>('CampaignFigures').implement({
    description: 'Figures of a campaign.',
    fields: (t) => ({
      coupons: t.expose('coupons', { type: 'SafeInt', description: 'Number of codes.' }),
      reserved: t.expose('reserved', { type: 'SafeInt', description: 'Number of uses that are held now.' }),
      redeemed: t.field({
        type: 'SafeInt',
        description: 'Number of confirmed uses.',
        resolve: ({ used, reserved }) => Math.max(0, Number(used) - Number(reserved)),
      }),
      discountMinor: t.expose('discountUsedMinor', {
        type: 'SafeInt',
        description: 'Discounts that were given or are held, in minor units.',
      }),
      discountHeldMinor: t.expose('discountHeldMinor', {
        type: 'SafeInt',
        description: 'The held part of `discountMinor`.',
      }),
      points: t.expose('pointsUsed', { type: 'SafeInt', description: 'Points that were given or are held.' }),
      redemptionsLimit: t.exposeInt('redemptionsLimit', orNull('Most uses of all codes together; null: no limit.')),
      budgetMinor: t.expose('budgetMinor', orNull('Budget in minor units; null without a budget.', 'SafeInt')),
      budgetUse: t.int({
        nullable: true,
        description: 'Percentage of the budget that was given or is held, rounded down; null without a budget.',
        resolve: ({ discountUsedMinor, budgetMinor }) =>
          budgetMinor === null ? null : Math.floor((100 * Number(discountUsedMinor)) / Number(budgetMinor)),
      }),
    }),
  });
}

/** Results of streamers, and the current activity of a campaign. */
export function addMomentTypes(builder: Builder) {
  const partner = builder.objectRef<PartnerFigures>('CampaignPartnerFigures').implement({
    description: 'Results of a streamer in a campaign.',
    fields: (t) => ({
      streamerId: t.exposeID('streamerId', { description: 'The streamer.' }),
      redeemed: t.expose('redeemed', {
        type: 'SafeInt',
        description: 'Number of confirmed uses that were not rolled back.',
      }),
      commissionMinor: t.expose('commissionMinor', {
        type: 'SafeInt',
        description: 'Commission on them, in minor units.',
      }),
    }),
  });
  const pulse = builder
    .objectRef<{ readonly lastHour: number; readonly refusedToday: number }>('CampaignPulse')
    .implement({
      description: 'Current activity of a campaign.',
      fields: (t) => ({
        lastHour: t.int({
          description: `Number of redemptions confirmed within the last 60 minutes; at most ${LAST_HOUR_MAX}.`,
          resolve: ({ lastHour }) => Math.min(lastHour, LAST_HOUR_MAX),
        }),
        isLastHourMore: t.boolean({
          description: 'Whether there were more than `lastHour`.',
          resolve: ({ lastHour }) => lastHour > LAST_HOUR_MAX,
        }),
        refusedToday: t.expose('refusedToday', {
          type: 'SafeInt',
          description: 'Number of codes refused since midnight in the time zone of the campaign.',
        }),
      }),
    });
  return { partner, pulse };
}

/** The maximum cost of a campaign. */
export function addExposure(builder: Builder) {
  return builder.objectRef<Exposure>('CampaignExposure').implement({
    description: 'The worst case: every code used as often as it can be, for the largest discount.',
    fields: (t) => ({
      uses: t.expose('uses', { type: 'SafeInt', description: 'Number of uses.' }),
      discountMinor: t.expose('discountMinor', orNull('Discounts in minor units; null: no ceiling.', 'SafeInt')),
      points: t.expose('points', { type: 'SafeInt', description: 'Points.' }),
      needsAdmin: t.exposeBoolean('needsAdmin', {
        description: 'Whether an administrator has to activate it, with a reason and the code typed again.',
      }),
    }),
  });
}

/** Actions on a campaign. */
export function addRight(builder: Builder) {
  return addActionRight(builder, 'Campaign', 'a campaign', ACTIONS);
}
