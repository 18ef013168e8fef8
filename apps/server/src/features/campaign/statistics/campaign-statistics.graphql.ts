import type { CampaignAlertKind } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
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

const ALERT_KINDS: Readonly<Record<CampaignAlertKind, string>> = {
  BUDGET: 'A share of the budget is used up.',
  REDEMPTIONS: 'A share of the limit of uses is used up.',
  LEAK: 'Codes were guessed, and the campaign was paused.',
};

/** The type of an alert. */
export type AlertRef = ObjectRef<BuilderTypes, CampaignAlert>;

/** Statistics of a campaign by day, store, streamer and reason of refusal, and the use of its limits. */
export function addCampaignStatistics(builder: Builder): AlertRef {
  const statistics = addStatisticsType(builder);
  builder.queryField('campaignStatistics', (t) =>
    t.field({
      type: statistics,
      description: 'Statistics of a campaign by day, up to now. Streamers get those of their own codes.',
      extensions: needs('campaign.statistics'),
      args: {
        campaignId: t.arg.id({ required: true, description: 'The campaign.' }),
        from: t.arg({ type: 'Date', description: 'First day; absent: 90 days back, or the start of the campaign.' }),
        to: t.arg({
          type: 'Date',
          description: 'Last day; absent: today, or the end of the campaign. At most 400 days after `from`.',
        }),
      },
      resolve: (_root, args, context) => statisticsScope(context, args),
    }),
  );
  return addAlerts(builder);
}

function addFigures(builder: Builder) {
  return builder.interfaceRef<RedemptionFigures>('RedemptionFigures').implement({
    description: 'Figures of confirmed redemptions; amounts exclude those that were rolled back.',
    fields: (t) => ({
      confirmed: t.expose('confirmed', {
        type: 'SafeInt',
        description: 'Number of confirmed redemptions, rolled back or not.',
      }),
      rolledBack: t.expose('rolledBack', {
        type: 'SafeInt',
        description: 'Number of confirmed redemptions that were rolled back later.',
      }),
      orderMinor: t.expose('orderMinor', { type: 'SafeInt', description: 'Sum of the orders in minor units.' }),
      discountMinor: t.expose('discountMinor', {
        type: 'SafeInt',
        description: 'Sum of the discounts in minor units.',
      }),
      points: t.expose('points', { type: 'SafeInt', description: 'Sum of the points.' }),
      commissionMinor: t.expose('commissionMinor', {
        type: 'SafeInt',
        description: 'Sum of the commissions in minor units.',
      }),
    }),
  });
}

function addStatisticsType(builder: Builder) {
  const figures = addFigures(builder);
  const totals = builder
    .objectRef<RedemptionFigures>('CampaignTotals')
    .implement({ description: 'Sums of the period.', interfaces: [figures] });
  const day = builder.objectRef<RedemptionFigures & { readonly day: string }>('CampaignDay').implement({
    description: 'Figures of one day.',
    interfaces: [figures],
    fields: (t) => ({ day: t.expose('day', { type: 'Date', description: 'The day.' }) }),
  });
  const store = builder.objectRef<PartyFigures>('CampaignStoreFigures').implement({
    description: 'Figures of one store.',
    interfaces: [figures],
    fields: (t) => ({
      storeId: t.exposeID('id', orNull('The store; null: redemptions without a store.')),
      sid: t.string({
        nullable: true,
        description: 'Sid of the store; null without a store.',
        resolve: ({ sid }) => sid ?? null,
      }),
      name: t.exposeString('name', orNull('Name of the store; null without a store.')),
    }),
  });
  const streamer = builder.objectRef<PartyFigures>('CampaignStreamerFigures').implement({
    description: 'Figures of one streamer.',
    interfaces: [figures],
    fields: (t) => ({
      streamerId: t.exposeID('id', orNull('The streamer; null: codes without a streamer.')),
      name: t.exposeString('name', orNull('Display name; null without a streamer.')),
    }),
  });
  const rejection = builder.objectRef<RejectionFigures>('CampaignRejections').implement({
    description: 'Refused codes of one day and reason.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'The day.' }),
      reason: t.exposeString('reason', { description: 'A `RedemptionOutcome`.' }),
      n: t.expose('n', { type: 'SafeInt', description: 'Number of refused codes.' }),
    }),
  });
  const budget = builder.objectRef<BudgetFigures>('CampaignBudget').implement({
    description: 'Current use of the limits, including held uses.',
    fields: (t) => ({
      usedMinor: t.expose('usedMinor', {
        type: 'SafeInt',
        description: 'Discounts that were given or are held, in minor units.',
      }),
      budgetMinor: t.expose('budgetMinor', orNull('Budget in minor units; null without a budget.', 'SafeInt')),
      redemptions: t.expose('redemptions', {
        type: 'SafeInt',
        description: 'Number of uses that are confirmed or held.',
      }),
      redemptionsLimit: t.expose(
        'redemptionsLimit',
        orNull('Most uses of all codes together; null: no limit.', 'SafeInt'),
      ),
    }),
  });
  const budgetDay = builder
    .objectRef<{ readonly day: string; readonly spentMinor: number }>('CampaignBudgetDay')
    .implement({
      description: 'Budget spent up to the end of one day.',
      fields: (t) => ({
        day: t.expose('day', { type: 'Date', description: 'The day.' }),
        spentMinor: t.expose('spentMinor', {
          type: 'SafeInt',
          description: 'Discounts given up to the end of the day, in minor units.',
        }),
      }),
    });
  return builder.objectRef<StatisticsScope>('CampaignStatistics').implement({
    description: 'Figures of a campaign in a period.',
    fields: (t) => ({
      currency: t.exposeString(
        'currency',
        orNull('Currency of the amounts, ISO 4217; null where the campaign has none.'),
      ),
      timezone: t.exposeString('timezone', { description: 'Time zone in which days begin.' }),
      from: t.expose('from', { type: 'Date', description: 'First day of the period.' }),
      to: t.expose('to', { type: 'Date', description: 'Last day of the period.' }),
      totals: t.field({
        type: totals,
        description: 'Sums of the period.',
        resolve: (scope, _args, context) => readTotals(context, scope),
      }),
      days: t.field({
        type: [day],
        description: 'Days with redemptions.',
        resolve: (scope, _args, context) => readDays(context, scope),
      }),
      stores: t.field({
        type: [store],
        description: 'The 100 stores with the most redemptions.',
        resolve: (scope, _args, context) => readStores(context, scope),
      }),
      streamers: t.field({
        type: [streamer],
        description: 'The 100 streamers with the most redemptions.',
        resolve: (scope, _args, context) => readStreamers(context, scope),
      }),
      rejections: t.field({
        type: [rejection],
        description: 'Refused codes by day and reason; empty for streamers.',
        resolve: (scope, _args, context) => readRejections(context, scope),
      }),
      budget: t.field({
        type: budget,
        nullable: true,
        description: 'Current use of the limits; null for streamers.',
        resolve: (scope, _args, context) => readBudget(context, scope),
      }),
      budgetDays: t.field({
        type: [budgetDay],
        description: 'Budget spent by the end of each day; empty for streamers.',
        resolve: (scope, _args, context) => readBudgetDays(context, scope),
      }),
    }),
  });
}

function addAlerts(builder: Builder): AlertRef {
  const alert = builder.objectRef<CampaignAlert>('CampaignAlert').implement({
    description: 'A share of a limit is used up, or codes were guessed and the campaign was paused.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the alert.' }),
      campaignId: t.exposeID('campaignId', { description: 'The campaign.' }),
      kind: t.expose('kind', {
        type: addEnum(builder, 'CampaignAlertKind', 'Kind of an alert.', ALERT_KINDS),
        description: 'Kind of the alert.',
      }),
      percent: t.exposeInt('percent', orNull('50, 80, 95 or 100 percent of the limit; null for LEAK.')),
      raisedAt: t.expose('raisedAt', { type: 'DateTime', description: 'When it was raised.' }),
    }),
  });
  builder.queryField('campaignAlerts', (t) =>
    t.field({
      type: [alert],
      description: 'The newest 100 alerts.',
      extensions: needs('campaign.read-all'),
      args: { campaignId: t.arg.id({ description: 'Only alerts of this campaign; absent: of all.' }) },
      resolve: (_root, { campaignId }, context) => readAlerts(context, campaignId ?? null),
    }),
  );
  return alert;
}
