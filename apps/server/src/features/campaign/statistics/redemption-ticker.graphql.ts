import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { AlertRef } from './campaign-statistics.graphql.ts';
import { followAlerts, followRedemptions, type TickerEntry } from './redemption-ticker.ts';

/** Live events of codes. */
export function addRedemptionTicker(builder: Builder, alert: AlertRef): void {
  const entry = builder.objectRef<TickerEntry>('RedemptionTickerEntry').implement({
    description: 'A recent event of a code.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the redemption.' }),
      kind: t.expose('kind', {
        type: addEnum(builder, 'RedemptionTickerKind', 'Kind of an event of a code.', {
          CONFIRMED: 'A use was confirmed.',
          ROLLED_BACK: 'A confirmed use was rolled back.',
        }),
        description: 'Kind of the event.',
      }),
      at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
      codeLast4: t.exposeString('codeLast4', { description: 'Last four characters of the code.' }),
      storeName: t.exposeString('storeName', orNull('Where it was used; null without a store.')),
      streamerName: t.exposeString('streamerName', orNull('Streamer of the code; null without one.')),
      orderMinor: t.expose(
        'orderMinor',
        orNull('Price of the order in minor units; null where it was not given.', 'SafeInt'),
      ),
      discountMinor: t.expose(
        'discountMinor',
        orNull('Discount in minor units; null where the reward is no discount.', 'SafeInt'),
      ),
      points: t.exposeInt('points', orNull('Points of this use; null where the reward is not points.')),
      currency: t.exposeString('currency', orNull('Currency of the amounts, ISO 4217; null without amounts.')),
    }),
  });
  builder.subscriptionField('campaignTicker', (t) =>
    t.field({
      type: [entry],
      description:
        'Confirmations and rollbacks, newest first: the last 20 immediately, then new ones, at most once a second and 20 at a time.',
      extensions: needs('campaign.statistics'),
      args: { campaignId: t.arg.id({ required: true, description: 'The campaign.' }) },
      subscribe: (_root, { campaignId }, context) => followRedemptions(context, campaignId),
      resolve: (entries) => entries,
    }),
  );
  builder.subscriptionField('campaignAlertsRaised', (t) =>
    t.field({
      type: [alert],
      description: 'The newest 100 alerts immediately, then each new one.',
      extensions: needs('campaign.read-all'),
      args: { campaignId: t.arg.id({ description: 'Only alerts of this campaign; absent: of all.' }) },
      subscribe: (_root, { campaignId }, context) => followAlerts(context, campaignId ?? null),
      resolve: (alerts) => alerts,
    }),
  );
}
