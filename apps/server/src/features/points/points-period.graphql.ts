import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import {
  CHART_STEPS,
  type ChartMovement,
  type ExplanationPart,
  type PointsChart,
  type PointsExplanation,
  readChart,
  readExplanation,
} from './points-period.ts';
import type { PointsTypes } from './points-types.graphql.ts';

/** A wallet over time: its chart, and what its balance is made of. */
export function addPointsPeriods(builder: Builder, { code }: PointsTypes): void {
  const point = builder.objectRef<PointsChart['points'][number]>('PointsChartPoint').implement({
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'First day of the step.' }),
      balance: t.expose('balance', { type: 'SafeInt', description: 'At the end of the step, or of the period.' }),
    }),
  });
  const movement = builder.objectRef<ChartMovement>('PointsChartMovement').implement({
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'First day of the step.' }),
      code: t.expose('code', { type: code }),
      delta: t.expose('delta', { type: 'SafeInt' }),
      transferId: t.exposeID('transferId'),
    }),
  });
  const chart = builder.objectRef<PointsChart>('PointsChart').implement({
    fields: (t) => ({
      step: t.expose('step', { type: builder.enumType('PointsChartStep', { values: CHART_STEPS }) }),
      points: t.field({ type: [point], resolve: ({ points }) => [...points] }),
      movements: t.field({
        type: [movement],
        description: 'The transfers that moved the balance most, by day; at most four.',
        resolve: ({ movements }) => [...movements],
      }),
    }),
  });
  const part = builder.objectRef<ExplanationPart>('PointsExplanationPart').implement({
    fields: (t) => ({
      month: t.expose('month', { type: 'Date', description: 'First day of the month.' }),
      code: t.expose('code', { type: code }),
      credited: t.expose('credited', { type: 'SafeInt' }),
      debited: t.expose('debited', { type: 'SafeInt' }),
      transfers: t.expose('transfers', { type: 'SafeInt' }),
    }),
  });
  const explanation = builder.objectRef<PointsExplanation>('PointsExplanation').implement({
    fields: (t) => ({
      opening: t.expose('opening', { type: 'SafeInt' }),
      closing: t.expose('closing', { type: 'SafeInt' }),
      parts: t.field({ type: [part], resolve: ({ parts }) => [...parts] }),
    }),
  });
  builder.queryField('pointsChart', (t) =>
    t.field({
      type: chart,
      description: 'Balance at the end of each day, week or month, whichever gives at most 400 points.',
      extensions: needs('points.read'),
      args: {
        walletId: t.arg.id({ required: true }),
        from: t.arg({ type: 'DateTime', required: true }),
        to: t.arg({ type: 'DateTime', required: true }),
        zone: t.arg.string({ required: true, description: 'IANA zone in which days begin.' }),
      },
      resolve: (_root, args, context) => readChart(context, args),
    }),
  );
  builder.queryField('pointsExplanation', (t) =>
    t.field({
      type: explanation,
      description: 'From the balance before to the balance after: points in and out by month and kind.',
      extensions: needs('points.read'),
      args: {
        walletId: t.arg.id({ required: true }),
        from: t.arg({ type: 'DateTime', required: true }),
        to: t.arg({ type: 'DateTime', required: true }),
        zone: t.arg.string({ required: true }),
      },
      resolve: (_root, args, context) => readExplanation(context, args),
    }),
  );
}
