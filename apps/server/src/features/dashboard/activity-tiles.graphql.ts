import type { Builder } from '../../graphql/schema/builder.ts';
import { type DashboardSources, NOTIFICATION_FIGURES, type NotificationFigure } from './dashboard-sources.ts';
import {
  daysTogether,
  figureOf,
  type MetricTile,
  metricTile,
  TILE_EXTENSIONS,
  type TileTypes,
  tileArgs,
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
      description: 'Points of one day.',
      fields: (t) => ({
        day: t.expose('day', { type: 'Date', description: 'The day.' }),
        issued: t.expose('issued', { type: 'SafeInt', description: 'Points that accounts received.' }),
        spent: t.expose('spent', { type: 'SafeInt', description: 'Points that accounts spent.' }),
      }),
    });
  const type = builder.objectRef<MetricTile<'points.issued' | 'points.spent'>>('DashboardPoints').implement({
    description: 'Points by the day of the transfer and the place of the store, or else of the account.',
    interfaces: [tile],
    fields: (t) => ({
      issued: t.field({
        type: figure,
        description: 'Points that accounts received, less those revoked.',
        resolve: figureOf('points.issued'),
      }),
      spent: t.field({
        type: figure,
        description: 'Points that accounts spent, less those refunded.',
        resolve: figureOf('points.spent'),
      }),
      days: t.field({
        type: [day],
        description: 'The figures by day.',
        resolve: (points) => daysTogether(points, { issued: 'points.issued', spent: 'points.spent' }),
      }),
    }),
  });
  builder.queryField('dashboardPoints', (t) =>
    t.field({
      type,
      description: 'Points that accounts received and spent.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
      resolve: (_root, args, context) => metricTile(context, sources.points, args.filter),
    }),
  );
}

/** Steps of the funnel, which are also the names of their fields. */
const FUNNEL = NOTIFICATION_FIGURES.filter((name) => name !== 'started');
type Funnel = Exclude<NotificationFigure, 'started'>;

function addNotificationTile(builder: Builder, { tile, filter, figure }: TileTypes, sources: DashboardSources): void {
  const day = builder
    .objectRef<{ readonly day: string } & Readonly<Record<Funnel, number>>>('DashboardNotificationDay')
    .implement({
      description: 'Recipients of notifications of one day, by step.',
      fields: (t) => ({
        day: t.expose('day', { type: 'Date', description: 'The day.' }),
        recipients: t.expose('recipients', { type: 'SafeInt', description: 'Number of recipients.' }),
        sent: t.expose('sent', {
          type: 'SafeInt',
          description: 'Recipients to whom it was sent, including those of the later steps.',
        }),
        received: t.expose('received', {
          type: 'SafeInt',
          description: 'Recipients whose device received it, including those who opened it.',
        }),
        opened: t.expose('opened', { type: 'SafeInt', description: 'Recipients who opened it.' }),
        failed: t.expose('failed', { type: 'SafeInt', description: 'Recipients to whom it could not be sent.' }),
        skipped: t.expose('skipped', { type: 'SafeInt', description: 'Recipients who were skipped.' }),
      }),
    });
  const type = builder
    .objectRef<MetricTile<`notifications.${NotificationFigure}`>>('DashboardNotifications')
    .implement({
      description: 'Results of the notifications of the period.',
      interfaces: [tile],
      fields: (t) => ({
        notifications: t.field({
          type: figure,
          description: 'Number of notifications, without canceled ones.',
          resolve: figureOf('notifications.started'),
        }),
        recipients: t.field({
          type: figure,
          description: 'Number of recipients.',
          resolve: figureOf('notifications.recipients'),
        }),
        sent: t.field({
          type: figure,
          description: 'Recipients to whom it was sent, including those of the later steps.',
          resolve: figureOf('notifications.sent'),
        }),
        received: t.field({
          type: figure,
          description: 'Recipients whose device received it, including those who opened it.',
          resolve: figureOf('notifications.received'),
        }),
        opened: t.field({
          type: figure,
          description: 'Recipients who opened it.',
          resolve: figureOf('notifications.opened'),
        }),
        failed: t.field({
          type: figure,
          description: 'Recipients to whom it could not be sent.',
          resolve: figureOf('notifications.failed'),
        }),
        skipped: t.field({
          type: figure,
          description: 'Recipients who were skipped.',
          resolve: figureOf('notifications.skipped'),
        }),
        days: t.field({
          type: [day],
          description: 'The figures by day.',
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
      description: 'Notifications that were due in the period, with their delivery.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
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
      description: 'Redemptions of one day.',
      fields: (t) => ({
        day: t.expose('day', { type: 'Date', description: 'The day.' }),
        confirmed: t.expose('confirmed', {
          type: 'SafeInt',
          description: 'Number of redemptions confirmed on that day.',
        }),
        rolledBack: t.expose('rolledBack', {
          type: 'SafeInt',
          description: 'Number of redemptions rolled back on that day.',
        }),
      }),
    });
  const type = builder
    .objectRef<MetricTile<'redemptions.confirmed' | 'redemptions.rolled_back'>>('DashboardRedemptions')
    .implement({
      description: 'Redemptions by the place of the store, or else of the account.',
      interfaces: [tile],
      fields: (t) => ({
        confirmed: t.field({
          type: figure,
          description: 'Number of redemptions by day of confirmation, including those rolled back later.',
          resolve: figureOf('redemptions.confirmed'),
        }),
        rolledBack: t.field({
          type: figure,
          description: 'Number of redemptions by day of rollback.',
          resolve: figureOf('redemptions.rolled_back'),
        }),
        days: t.field({
          type: [day],
          description: 'The figures by day.',
          resolve: (redemptions) =>
            daysTogether(redemptions, { confirmed: 'redemptions.confirmed', rolledBack: 'redemptions.rolled_back' }),
        }),
      }),
    });
  builder.queryField('dashboardRedemptions', (t) =>
    t.field({
      type,
      description: 'Redemptions that were confirmed and rolled back.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
      resolve: (_root, args, context) => metricTile(context, sources.redemptions, args.filter),
    }),
  );
}

function addEntryTile(builder: Builder, { tile, filter, figure, day }: TileTypes, sources: DashboardSources): void {
  const type = builder.objectRef<MetricTile<'giveaways.entries'>>('DashboardGiveawayEntries').implement({
    description: 'Entries of giveaways by the place of the account.',
    interfaces: [tile],
    fields: (t) => ({
      entries: t.field({
        type: figure,
        description: 'Number of entries made, whatever their state now.',
        resolve: figureOf('giveaways.entries'),
      }),
      days: t.field({
        type: [day],
        description: 'Number of entries of each day.',
        resolve: ({ metrics }) => metrics.days('giveaways.entries'),
      }),
    }),
  });
  builder.queryField('dashboardGiveawayEntries', (t) =>
    t.field({
      type,
      description: 'Entries of giveaways.',
      extensions: TILE_EXTENSIONS,
      args: tileArgs(t, filter),
      resolve: (_root, args, context) => metricTile(context, sources.giveaways, args.filter),
    }),
  );
}
