import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import type { addCampaignStatistics } from './campaign-statistics.graphql.ts';
import { followAlerts, followRedemptions, type TickerEntry } from './redemption-ticker.ts';

/** What happens with codes, as it happens. */
export function addRedemptionTicker(builder: Builder, alert: ReturnType<typeof addCampaignStatistics>): void {
  const entry = builder.objectRef<TickerEntry>('RedemptionTickerEntry').implement({
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Of the redemption.' }),
      kind: t.expose('kind', {
        type: builder.enumType('RedemptionTickerKind', { values: ['CONFIRMED', 'ROLLED_BACK'] as const }),
      }),
      at: t.expose('at', { type: 'DateTime' }),
      codeLast4: t.exposeString('codeLast4'),
      storeName: t.exposeString('storeName', { nullable: true }),
      streamerName: t.exposeString('streamerName', { nullable: true }),
      orderMinor: t.expose('orderMinor', { type: 'SafeInt', nullable: true }),
      discountMinor: t.expose('discountMinor', { type: 'SafeInt', nullable: true }),
      points: t.exposeInt('points', { nullable: true }),
      currency: t.exposeString('currency', { nullable: true }),
    }),
  });
  builder.subscriptionField('campaignTicker', (t) =>
    t.field({
      type: [entry],
      description:
        'What is confirmed and rolled back, newest first: the last twenty at once, then what is new, at most once a second and twenty at a time.',
      extensions: needs('campaign.statistics'),
      args: { campaignId: t.arg.id({ required: true }) },
      subscribe: (_root, { campaignId }, context) => followRedemptions(context, campaignId),
      resolve: (entries) => entries,
    }),
  );
  builder.subscriptionField('campaignAlertsRaised', (t) =>
    t.field({
      type: [alert],
      description: 'The newest hundred alerts at once, then each as it is raised, of one campaign or of all.',
      extensions: needs('campaign.read-all'),
      args: { campaignId: t.arg.id() },
      subscribe: (_root, { campaignId }, context) => followAlerts(context, campaignId ?? null),
      resolve: (alerts) => alerts,
    }),
  );
}
