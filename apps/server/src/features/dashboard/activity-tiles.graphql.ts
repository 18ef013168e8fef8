import type { Builder } from '../../graphql/builder.ts';
import { type DashboardSources, NOTIFICATION_FIGURES, type NotificationFigure } from './dashboard-sources.ts';
import {
  daysTogether,
  figureOf,
  type MetricTile,
  metricTile,
  TILE_EXTENSIONS,
  type TileTypes,
} from './tile.graphql.ts';

/** Points, notifications, redemptions and entries by day. */
export function addActivityTiles(builder: Builder, types: TileTypes, sources: DashboardSources): void {
  addPointsTile(builder, types, sources);
  addNotificationTile(builder, types, sources);
  addRedemptionTile(builder, types, sources);
  addEntryTile(builder, types, sources);
}

function addPointsTile(builder: Builder, { tile, filter, figure }: TileTypes, sources: DashboardSources): void {
  const day = builder
    .objectRef<{ readonly day: string; readonly issued: number; readonly spent: number }>('DashboardPointsDay')
    .implement({
      fields: (t) => ({
        day: t.expose('day', { type: 'Date' }),
        issued: t.expose('issued', { type: 'SafeInt' }),
        spent: t.expose('spent', { type: 'SafeInt' }),
      }),
    });
  const type = builder.objectRef<MetricTile<'points.issued' | 'points.spent'>>('DashboardPoints').implement({
    description: 'By the day on which it happened, in the place of the store, else of the account.',
    interfaces: [tile],
    fields: (t) => ({
      issued: t.field({
        type: figure,
        description: 'Points that accounts got, less what was taken back.',
        resolve: figureOf('points.issued'),
      }),
      spent: t.field({
        type: figure,
        description: 'Points that accounts gave for something, less what they got back.',
        resolve: figureOf('points.spent'),
      }),
      days: t.field({
        type: [day],
        resolve: (points) => daysTogether(points, { issued: 'points.issued', spent: 'points.spent' }),
      }),
    }),
  });
  builder.queryField('dashboardPoints', (t) =>
    t.field({
      type,
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }) },
      resolve: (_root, args, context) => metricTile(context, sources.points, args.filter),
    }),
  );
}

/** Steps of the funnel under the names of their fields. */
const FUNNEL = NOTIFICATION_FIGURES.filter((name) => name !== 'started');
type Funnel = Exclude<NotificationFigure, 'started'>;

function addNotificationTile(builder: Builder, { tile, filter, figure }: TileTypes, sources: DashboardSources): void {
  const day = builder
    .objectRef<{ readonly day: string } & Readonly<Record<Funnel, number>>>('DashboardNotificationDay')
    .implement({
      fields: (t) => ({
        day: t.expose('day', { type: 'Date' }),
        recipients: t.expose('recipients', { type: 'SafeInt' }),
        sent: t.expose('sent', { type: 'SafeInt' }),
        received: t.expose('received', { type: 'SafeInt' }),
        opened: t.expose('opened', { type: 'SafeInt' }),
        failed: t.expose('failed', { type: 'SafeInt' }),
        skipped: t.expose('skipped', { type: 'SafeInt' }),
      }),
    });
  const type = builder
    .objectRef<MetricTile<`notifications.${NotificationFigure}`>>('DashboardNotifications')
    .implement({
      description: 'What has become of the notifications that were to go out in the period.',
      interfaces: [tile],
      fields: (t) => ({
        notifications: t.field({
          type: figure,
          description: 'How many there were, canceled ones not counted.',
          resolve: figureOf('notifications.started'),
        }),
        recipients: t.field({ type: figure, resolve: figureOf('notifications.recipients') }),
        sent: t.field({
          type: figure,
          description: 'Includes what is further on, as received does.',
          resolve: figureOf('notifications.sent'),
        }),
        received: t.field({ type: figure, resolve: figureOf('notifications.received') }),
        opened: t.field({ type: figure, resolve: figureOf('notifications.opened') }),
        failed: t.field({ type: figure, resolve: figureOf('notifications.failed') }),
        skipped: t.field({ type: figure, resolve: figureOf('notifications.skipped') }),
        days: t.field({
          type: [day],
          resolve: (funnel) =>
            daysTogether(
              funnel,
              Object.fromEntries(FUNNEL.map((name) => [name, `notifications.${name}`])) as Record<
                Funnel,
                `notifications.${Funnel}`
              >,
            ),
        }),
      }),
    });
  builder.queryField('dashboardNotifications', (t) =>
    t.field({
      type,
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }) },
      resolve: (_root, args, context) => metricTile(context, sources.notifications, args.filter, ['COUNTRY', 'AREA']),
    }),
  );
}

function addRedemptionTile(builder: Builder, { tile, filter, figure }: TileTypes, sources: DashboardSources): void {
  const day = builder
    .objectRef<{ readonly day: string; readonly confirmed: number; readonly rolledBack: number }>(
      'DashboardRedemptionDay',
    )
    .implement({
      fields: (t) => ({
        day: t.expose('day', { type: 'Date' }),
        confirmed: t.expose('confirmed', { type: 'SafeInt' }),
        rolledBack: t.expose('rolledBack', { type: 'SafeInt' }),
      }),
    });
  const type = builder
    .objectRef<MetricTile<'redemptions.confirmed' | 'redemptions.rolled_back'>>('DashboardRedemptions')
    .implement({
      description: 'In the place of the store, else of the account.',
      interfaces: [tile],
      fields: (t) => ({
        confirmed: t.field({
          type: figure,
          description: 'By the day of confirmation; those that were rolled back since stay.',
          resolve: figureOf('redemptions.confirmed'),
        }),
        rolledBack: t.field({
          type: figure,
          description: 'By the day on which they were rolled back.',
          resolve: figureOf('redemptions.rolled_back'),
        }),
        days: t.field({
          type: [day],
          resolve: (redemptions) =>
            daysTogether(redemptions, { confirmed: 'redemptions.confirmed', rolledBack: 'redemptions.rolled_back' }),
        }),
      }),
    });
  builder.queryField('dashboardRedemptions', (t) =>
    t.field({
      type,
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }) },
      resolve: (_root, args, context) => metricTile(context, sources.redemptions, args.filter),
    }),
  );
}

function addEntryTile(builder: Builder, { tile, filter, figure, day }: TileTypes, sources: DashboardSources): void {
  const type = builder.objectRef<MetricTile<'giveaways.entries'>>('DashboardGiveawayEntries').implement({
    description: 'In the place of the account.',
    interfaces: [tile],
    fields: (t) => ({
      entries: t.field({
        type: figure,
        description: 'Entries that were made, whatever became of them.',
        resolve: figureOf('giveaways.entries'),
      }),
      days: t.field({ type: [day], resolve: ({ metrics }) => metrics.days('giveaways.entries') }),
    }),
  });
  builder.queryField('dashboardGiveawayEntries', (t) =>
    t.field({
      type,
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }) },
      resolve: (_root, args, context) => metricTile(context, sources.giveaways, args.filter),
    }),
  );
}
