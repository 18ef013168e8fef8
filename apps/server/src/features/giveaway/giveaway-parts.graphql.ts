import { currencyExponent, type GiveawayAction } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { addActionRight } from '../../crud/action-right.graphql.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import type { GiveawayCampaign, GiveawayPrize, GiveawayRow, GiveawayStore } from './giveaway.list.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';
import { registrationNeedOf } from './giveaway-record.ts';

const ACTIONS: Readonly<Record<GiveawayAction, string>> = {
  EDIT: 'Change its fields; after publication only titles and descriptions.',
  PUBLISH: 'Publish its rules, prizes and dates.',
  REGISTER: 'Record its registration numbers.',
  ANNOUNCE: 'Notify the winners.',
  SETTLE: 'End it.',
  CANCEL: 'Cancel it.',
  DUPLICATE: 'Create a draft with the same terms.',
};

/** Adds the types of a giveaway's parts. */
export function addGiveawayParts(builder: Builder, enums: GiveawayEnums) {
  const store = builder.objectRef<GiveawayStore>('GiveawayStore').implement({
    description: 'The store that sponsors a giveaway.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      sid: t.exposeString('sid', { description: 'Its SID.' }),
      name: t.exposeString('name', { description: 'Its name.' }),
    }),
  });
  const campaign = addCampaignName(builder);
  const prize = addPrize(builder, enums, campaign);
  return { store, campaign, prize, figures: addFigures(builder), registration: addRegistration(builder) };
}

type CampaignNameRef = ObjectRef<BuilderTypes, GiveawayCampaign>;

function addCampaignName(builder: Builder): CampaignNameRef {
  return builder.objectRef<GiveawayCampaign>('GiveawayCampaign').implement({
    description: 'A campaign whose codes can be won.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      name: t.exposeString('name', { description: 'Its name.' }),
    }),
  });
}

function addPrize(builder: Builder, { prizeKind }: GiveawayEnums, campaign: CampaignNameRef) {
  return builder.objectRef<GiveawayPrize>('GiveawayPrize').implement({
    description: 'One or more equal prizes of a giveaway.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      rank: t.exposeInt('rank', { description: 'Order of the draw; 1 is drawn first.' }),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText', description: 'Title, by language.' }),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, { locale }) => localName(titleI18n, locale),
      }),
      quantity: t.exposeInt('quantity', { description: 'Number of equal prizes.' }),
      kind: t.expose('kind', { type: prizeKind, description: 'Kind of the prize.' }),
      points: t.exposeInt('points', orNull('Points of each prize; null unless POINTS.')),
      campaign: t.expose('campaign', orNull('Each winner gets one of its codes; null unless COUPON.', campaign)),
      valueMinor: t.expose(
        'valueMinor',
        orNull('Value of each prize in minor units of `currency`; null if not stated.', 'SafeInt'),
      ),
      currency: t.exposeString('currency', orNull('Currency of the value, ISO 4217; null without a value.')),
      currencyExponent: t.int({
        nullable: true,
        description: 'Decimal places of the minor unit; null without a currency.',
        resolve: ({ currency }) => (currency === null ? null : currencyExponent(currency)),
      }),
      imageUrl: t.exposeString('imageUrl', orNull('Path of its picture on this server; null without one.')),
    }),
  });
}

function addFigures(builder: Builder) {
  return builder.objectRef<GiveawayRow>('GiveawayFigures').implement({
    description: 'Figures of a giveaway as they are now.',
    fields: (t) => ({
      entries: t.exposeInt('entries', { description: 'Entries that take part.' }),
      tickets: t.expose('tickets', { type: 'SafeInt', description: 'Tickets of the entries that take part.' }),
      withdrawn: t.exposeInt('withdrawn', { description: 'Entries that were withdrawn.' }),
      disqualified: t.exposeInt('disqualified', { description: 'Entries that staff disqualified.' }),
      prizes: t.exposeInt('prizeCount', { description: 'Number of prizes, over all kinds.' }),
      escrowPoints: t.expose('escrowPoints', { type: 'SafeInt', description: 'Total points of all prizes.' }),
      escrowFunded: t.expose('escrowFunded', {
        type: 'SafeInt',
        description: 'Points that were put into escrow at publication.',
      }),
      escrowBalance: t.expose('escrowBalance', {
        type: 'SafeInt',
        description: 'Balance of the giveaway wallet.',
      }),
      pointsPaid: t.expose('pointsPaid', {
        type: 'SafeInt',
        description: 'Points paid for entries that can still be refunded.',
      }),
      openPrizes: t.expose('openPrizes', {
        type: 'SafeInt',
        description: 'Prizes that were drawn but are neither given nor forfeited.',
      }),
      refundsOpen: t.expose('refundsOpen', {
        type: 'SafeInt',
        description: 'Entries of a canceled giveaway whose points have not been refunded yet.',
      }),
    }),
  });
}

function addRegistration(builder: Builder) {
  return builder.objectRef<GiveawayRow>('GiveawayRegistration').implement({
    description: 'Registration of the prizes in New York and Florida.',
    fields: (t) => ({
      isNeeded: t.boolean({
        description: 'True if accounts in the United States can win prizes worth more than 5,000 US dollars in total.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now) !== null,
      }),
      totalMinor: t.field({
        type: 'SafeInt',
        nullable: true,
        description: 'Value of all prizes in minor units of US dollars; null if no registration is needed.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now)?.totalMinor ?? null,
      }),
      newYork: t.exposeString('newYork', orNull('Registration number of New York; null without one.')),
      florida: t.exposeString('florida', orNull('Registration number of Florida; null without one.')),
      isNewYorkLate: t.boolean({
        description: 'Fewer than 30 days are left before the opening.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now)?.isNewYorkLate ?? false,
      }),
      isFloridaLate: t.boolean({
        description: 'Fewer than 7 days are left before the opening.',
        resolve: (row, _args, { now }) => registrationNeedOf(row, now)?.isFloridaLate ?? false,
      }),
    }),
  });
}

/** Adds the type of an action that the caller may or may not take. */
export function addGiveawayRight(builder: Builder) {
  return addActionRight(builder, 'Giveaway', 'a giveaway', ACTIONS);
}
