import { CAMPAIGN_ALERT_KINDS } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import {
  type BudgetFigures,
  type CampaignAlert,
  type PartyFigures,
  type RedemptionFigures,
  type RejectionFigures,
  readAlerts,
  readBudget,
  readBudgetDays,
  readDays,
  readRejections,
  readStores,
  readStreamers,
  readTotals,
  type StatisticsScope,
  statisticsScope,
} from './campaign-statistics.ts';

/** What a campaign has brought: by day, store, partner and reason of refusal, and what is left of its limits. */
export function addCampaignStatistics(builder: Builder): ReturnType<typeof addAlerts> {
  const statistics = addStatisticsType(builder);
  builder.queryField('campaignStatistics', (t) =>
    t.field({
      type: statistics,
      description:
        'Figures of a campaign by its days, up to this moment; without a period the last 90 days. The person of a streamer gets those of own codes.',
      extensions: needs('campaign.statistics'),
      args: {
        campaignId: t.arg.id({ required: true }),
        from: t.arg({ type: 'Date' }),
        to: t.arg({ type: 'Date', description: 'The last day.' }),
      },
      resolve: (_root, args, context) => statisticsScope(context, args),
    }),
  );
  return addAlerts(builder);
}

function addFigures(builder: Builder) {
  return builder.interfaceRef<RedemptionFigures>('RedemptionFigures').implement({
    description: 'Confirmed redemptions. Amounts are of those that were not rolled back.',
    fields: (t) => ({
      confirmed: t.expose('confirmed', { type: 'SafeInt' }),
      rolledBack: t.expose('rolledBack', {
        type: 'SafeInt',
        description: 'How many of the confirmed were rolled back since.',
      }),
      orderMinor: t.expose('orderMinor', { type: 'SafeInt' }),
      discountMinor: t.expose('discountMinor', { type: 'SafeInt' }),
      points: t.expose('points', { type: 'SafeInt' }),
      commissionMinor: t.expose('commissionMinor', { type: 'SafeInt' }),
    }),
  });
}

function addStatisticsType(builder: Builder) {
  const figures = addFigures(builder);
  const totals = builder.objectRef<RedemptionFigures>('CampaignTotals').implement({ interfaces: [figures] });
  const day = builder.objectRef<RedemptionFigures & { readonly day: string }>('CampaignDay').implement({
    interfaces: [figures],
    fields: (t) => ({ day: t.expose('day', { type: 'Date' }) }),
  });
  const store = builder.objectRef<PartyFigures>('CampaignStoreFigures').implement({
    interfaces: [figures],
    fields: (t) => ({
      storeId: t.exposeID('id', { nullable: true, description: 'Null: redemptions that name no store.' }),
      sid: t.string({ nullable: true, resolve: ({ sid }) => sid ?? null }),
      name: t.exposeString('name', { nullable: true }),
    }),
  });
  const streamer = builder.objectRef<PartyFigures>('CampaignStreamerFigures').implement({
    interfaces: [figures],
    fields: (t) => ({
      streamerId: t.exposeID('id', { nullable: true, description: 'Null: codes of no streamer.' }),
      name: t.exposeString('name', { nullable: true }),
    }),
  });
  const rejection = builder.objectRef<RejectionFigures>('CampaignRejections').implement({
    fields: (t) => ({
      day: t.expose('day', { type: 'Date' }),
      reason: t.exposeString('reason', { description: 'A `RedemptionOutcome`.' }),
      n: t.expose('n', { type: 'SafeInt' }),
    }),
  });
  const budget = builder.objectRef<BudgetFigures>('CampaignBudget').implement({
    description: 'What is used of the limits at this moment, what is held included.',
    fields: (t) => ({
      usedMinor: t.expose('usedMinor', { type: 'SafeInt' }),
      budgetMinor: t.expose('budgetMinor', { type: 'SafeInt', nullable: true }),
      redemptions: t.expose('redemptions', { type: 'SafeInt' }),
      redemptionsLimit: t.expose('redemptionsLimit', { type: 'SafeInt', nullable: true }),
    }),
  });
  const budgetDay = builder
    .objectRef<{ readonly day: string; readonly spentMinor: number }>('CampaignBudgetDay')
    .implement({
      fields: (t) => ({
        day: t.expose('day', { type: 'Date' }),
        spentMinor: t.expose('spentMinor', { type: 'SafeInt', description: 'Given away up to the end of the day.' }),
      }),
    });
  return builder.objectRef<StatisticsScope>('CampaignStatistics').implement({
    fields: (t) => ({
      currency: t.exposeString('currency', { nullable: true }),
      timezone: t.exposeString('timezone', { description: 'In which days begin.' }),
      from: t.expose('from', { type: 'Date' }),
      to: t.expose('to', { type: 'Date' }),
      totals: t.field({ type: totals, resolve: (scope, _args, context) => readTotals(context, scope) }),
      days: t.field({
        type: [day],
        description: 'Days on which something was redeemed.',
        resolve: (scope, _args, context) => readDays(context, scope),
      }),
      stores: t.field({
        type: [store],
        description: 'The hundred with the most.',
        resolve: (scope, _args, context) => readStores(context, scope),
      }),
      streamers: t.field({
        type: [streamer],
        description: 'The hundred with the most.',
        resolve: (scope, _args, context) => readStreamers(context, scope),
      }),
      rejections: t.field({
        type: [rejection],
        description: 'Refused codes by day and reason. None for the person of a streamer.',
        resolve: (scope, _args, context) => readRejections(context, scope),
      }),
      budget: t.field({
        type: budget,
        nullable: true,
        description: 'Null for the person of a streamer.',
        resolve: (scope, _args, context) => readBudget(context, scope),
      }),
      budgetDays: t.field({
        type: [budgetDay],
        description: 'None for the person of a streamer.',
        resolve: (scope, _args, context) => readBudgetDays(context, scope),
      }),
    }),
  });
}

function addAlerts(builder: Builder) {
  const alert = builder.objectRef<CampaignAlert>('CampaignAlert').implement({
    description: 'So much of a limit is used up, or codes were guessed and the campaign was paused.',
    fields: (t) => ({
      id: t.exposeID('id'),
      campaignId: t.exposeID('campaignId'),
      kind: t.expose('kind', { type: builder.enumType('CampaignAlertKind', { values: CAMPAIGN_ALERT_KINDS }) }),
      percent: t.exposeInt('percent', { nullable: true, description: '50, 80, 95 or 100.' }),
      raisedAt: t.expose('raisedAt', { type: 'DateTime' }),
    }),
  });
  builder.queryField('campaignAlerts', (t) =>
    t.field({
      type: [alert],
      description: 'The newest hundred, of one campaign or of all.',
      extensions: needs('campaign.read-all'),
      args: { campaignId: t.arg.id() },
      resolve: (_root, { campaignId }, context) => readAlerts(context, campaignId ?? null),
    }),
  );
  return alert;
}
