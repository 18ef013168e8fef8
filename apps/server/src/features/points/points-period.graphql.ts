import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import {
  type ChartMovement,
  type ChartStep,
  type ExplanationPart,
  type PointsChart,
  type PointsExplanation,
  readChart,
  readExplanation,
} from './points-period.ts';
import type { PointsTypes } from './points-types.graphql.ts';

const STEPS: Readonly<Record<ChartStep, string>> = { DAY: 'A day.', WEEK: 'A week.', MONTH: 'A month.' };

/** Adds the balance chart of a wallet and the breakdown of its changes. */
export function addPointsPeriods(builder: Builder, { code }: PointsTypes): void {
  const point = builder.objectRef<PointsChart['points'][number]>('PointsChartPoint').implement({
    description: 'Balance at one step.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'First day of the step.' }),
      balance: t.expose('balance', {
        type: 'SafeInt',
        description: 'Balance at the end of the step, or of the period.',
      }),
    }),
  });
  const movement = builder.objectRef<ChartMovement>('PointsChartMovement').implement({
    description: 'A transfer that moved the balance most in a step.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'First day of the step.' }),
      code: t.expose('code', { type: code, description: 'Purpose of the transfer.' }),
      delta: t.expose('delta', { type: 'SafeInt', description: 'Points in; negative: points out.' }),
      transferId: t.exposeID('transferId', { description: 'The transfer.' }),
    }),
  });
  const chart = builder.objectRef<PointsChart>('PointsChart').implement({
    description: 'Balance of a wallet over time.',
    fields: (t) => ({
      step: t.expose('step', {
        type: addEnum(builder, 'PointsChartStep', 'Interval between the points of a chart.', STEPS),
        description: 'Interval between its points.',
      }),
      points: t.field({
        type: [point],
        description: 'The balance at each step.',
        resolve: ({ points }) => [...points],
      }),
      movements: t.field({
        type: [movement],
        description: 'Transfers that moved the balance most, by day; at most four.',
        resolve: ({ movements }) => [...movements],
      }),
    }),
  });
  const part = builder.objectRef<ExplanationPart>('PointsExplanationPart').implement({
    description: 'Points in and out of one kind in one month.',
    fields: (t) => ({
      month: t.expose('month', { type: 'Date', description: 'First day of the month.' }),
      code: t.expose('code', { type: code, description: 'Purpose of the transfers.' }),
      credited: t.expose('credited', { type: 'SafeInt', description: 'Points in.' }),
      debited: t.expose('debited', { type: 'SafeInt', description: 'Points out.' }),
      transfers: t.expose('transfers', { type: 'SafeInt', description: 'Number of transfers.' }),
    }),
  });
  const explanation = builder.objectRef<PointsExplanation>('PointsExplanation').implement({
    description: 'How one balance became another.',
    fields: (t) => ({
      opening: t.expose('opening', { type: 'SafeInt', description: 'Balance at the start of the period.' }),
      closing: t.expose('closing', { type: 'SafeInt', description: 'Balance at the end of the period.' }),
      parts: t.field({
        type: [part],
        description: 'Points in and out by month and kind.',
        resolve: ({ parts }) => [...parts],
      }),
    }),
  });
  builder.queryField('pointsChart', (t) =>
    t.field({
      type: chart,
      description: 'Balance of a wallet at the end of each day, week or month, whichever gives at most 400 points.',
      extensions: needs('points.read'),
      args: {
        walletId: t.arg.id({ required: true, description: 'The wallet.' }),
        from: t.arg({ type: 'DateTime', required: true, description: 'Start of the period.' }),
        to: t.arg({
          type: 'DateTime',
          required: true,
          description: 'End of the period, exclusive.',
        }),
        zone: t.arg.string({ required: true, description: 'IANA time zone in which days begin.' }),
      },
      resolve: (_root, args, context) => readChart(context, args),
    }),
  );
  builder.queryField('pointsExplanation', (t) =>
    t.field({
      type: explanation,
      description: 'Changes of a wallet in a period: points in and out by month and kind.',
      extensions: needs('points.read'),
      args: {
        walletId: t.arg.id({ required: true, description: 'The wallet.' }),
        from: t.arg({ type: 'DateTime', required: true, description: 'Start of the period.' }),
        to: t.arg({
          type: 'DateTime',
          required: true,
          description: 'End of the period, exclusive.',
        }),
        zone: t.arg.string({ required: true, description: 'IANA time zone in which days begin.' }),
      },
      resolve: (_root, args, context) => readExplanation(context, args),
    }),
  );
}
