import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { RedemptionStateRef } from '../redemption/redemption.graphql.ts';
import { type OwnStreamer, ownStreamer } from './campaign-visibility.ts';
import {
  OWN_DAYS_MAX,
  OWN_USES_MAX,
  type OwnFigures,
  type OwnPeriod,
  type OwnUse,
  readOwnDays,
  readOwnMonths,
  readOwnPending,
  readOwnUses,
  readOwnUsesToday,
} from './own-figures.ts';

/** The streamer of the caller, with their own uses and commission in campaigns they are on. */
export function addOwnStreamer(builder: Builder, state: RedemptionStateRef): void {
  const { period, pending } = addFigures(builder);
  const use = addUse(builder, state);
  const own = builder.objectRef<OwnStreamer>('OwnStreamer').implement({
    description: 'The streamer that the caller signs in as. Figures are their own, of campaigns that they are on.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the streamer.' }),
      displayName: t.exposeString('displayName', { description: 'Display name.' }),
      usesToday: t.field({
        type: 'SafeInt',
        description:
          'Number of confirmed uses since midnight in the time zone of each campaign, without those rolled back.',
        resolve: (_streamer, _args, context) => readOwnUsesToday(context),
      }),
      pending: t.field({
        type: [pending],
        description: 'Uses that are held now, and the commission that they will bring when they are confirmed.',
        resolve: (_streamer, _args, context) => readOwnPending(context),
      }),
      days: t.field({
        type: [period],
        description: `The last ${OWN_DAYS_MAX} days with uses, newest first, by currency.`,
        resolve: (_streamer, _args, context) => readOwnDays(context),
      }),
      months: t.field({
        type: [period],
        description: 'Months with uses, newest first, by currency.',
        resolve: (_streamer, _args, context) => readOwnMonths(context),
      }),
      recentUses: t.field({
        type: [use],
        description: `The newest ${OWN_USES_MAX} uses of their codes.`,
        resolve: (_streamer, _args, context) => readOwnUses(context),
      }),
    }),
  });
  builder.queryField('myStreamer', (t) =>
    t.field({
      type: own,
      nullable: true,
      description: 'The streamer that the caller signs in as; null: no streamer.',
      extensions: needs('campaign.read'),
      resolve: (_root, _args, context) => ownStreamer(context),
    }),
  );
}

function addFigures(builder: Builder) {
  const figures = builder.interfaceRef<OwnFigures>('OwnFigures').implement({
    description: 'Uses and commission of the calling streamer.',
    fields: (t) => ({
      currency: t.exposeString(
        'currency',
        orNull('Currency of the commission, ISO 4217; null where the campaigns have none.'),
      ),
      uses: t.expose('uses', { type: 'SafeInt', description: 'Number of uses, without those rolled back.' }),
      commissionMinor: t.expose('commissionMinor', {
        type: 'SafeInt',
        description: 'Commission on them in minor units.',
      }),
    }),
  });
  const pending = builder.objectRef<OwnFigures>('OwnPending').implement({
    description: 'Uses of the calling streamer that are held now.',
    interfaces: [figures],
  });
  const period = builder.objectRef<OwnPeriod>('OwnPeriod').implement({
    description: 'Confirmed uses of the calling streamer in a day or month.',
    interfaces: [figures],
    fields: (t) => ({ from: t.expose('from', { type: 'Date', description: 'First day of the period.' }) }),
  });
  return { period, pending };
}

function addUse(builder: Builder, state: RedemptionStateRef) {
  return builder.objectRef<OwnUse>('OwnUse').implement({
    description: 'A use of a code of the calling streamer, without its account.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the redemption.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When the use was reserved.' }),
      codeLast4: t.exposeString('codeLast4', { description: 'Last four characters of the code.' }),
      campaignId: t.exposeID('campaignId', { description: 'Id of the campaign.' }),
      campaignName: t.exposeString('campaignName', { description: 'Name of the campaign.' }),
      storeName: t.exposeString('storeName', orNull('Where it was used; null without a store.')),
      commissionMinor: t.expose(
        'commissionMinor',
        orNull('Commission in minor units; null before the confirmation, and where there is none.', 'SafeInt'),
      ),
      currency: t.exposeString('currency', orNull('Currency of the commission, ISO 4217; null without one.')),
    }),
  });
}
