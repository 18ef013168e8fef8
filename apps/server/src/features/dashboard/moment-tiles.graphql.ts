import { AppError, LIMITS } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { type CampaignTile, campaignTile, type RunningCampaign } from './campaign-tile.ts';
import { type FilterInput, type FilterKind, ignoredOf, placesOf } from './dashboard-scope.ts';
import { type GiveawayTile, giveawayTile, type OpenGiveaway } from './giveaway-tile.ts';
import { placeSql } from './metric-days.ts';
import { TILE_EXTENSIONS, type TileTypes, tileArgs } from './tile.graphql.ts';
import { tileReader } from './tile-reader.ts';

const FIRST_MAX = 20;

/** Tiles of the current state, without days. */
export function addMomentTiles(builder: Builder, types: TileTypes): void {
  addCampaignTile(builder, types);
  addGiveawayTile(builder, types);
  addOnlineTile(builder, types);
}

function addCampaignTile(builder: Builder, { filter, filterKind }: TileTypes): void {
  const limit = addEnum(builder, 'DashboardCampaignLimit', 'A limit of a campaign.', {
    BUDGET: 'The budget.',
    REDEMPTIONS: 'The limit of uses of all codes together.',
  });
  const campaign = builder.objectRef<RunningCampaign>('DashboardCampaign').implement({
    description: 'A running campaign, and how much of its limits is used.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the campaign.' }),
      code: t.exposeString('code', { description: 'Code of the campaign.' }),
      name: t.exposeString('name', { description: 'Name of the campaign.' }),
      endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone of the campaign.' }),
      rewardType: t.exposeString('rewardType', { description: 'A `CampaignReward`.' }),
      usedPercent: t.exposeFloat(
        'usedPercent',
        orNull('Percentage of the most used limit that is used or held; null without a limit.'),
      ),
      limitKind: t.expose('limitKind', orNull('The most used limit; null without a limit.', limit)),
      redemptions: t.expose('redemptions', {
        type: 'SafeInt',
        description: 'Number of uses that are confirmed or held.',
      }),
      redemptionsLimit: t.expose(
        'redemptionsLimit',
        orNull('Most uses of all codes together; null: no limit.', 'SafeInt'),
      ),
      pointsUsed: t.expose(
        'pointsUsed',
        orNull('Points awarded or held; null unless the reward is points.', 'SafeInt'),
      ),
      usedMinor: t.expose(
        'usedMinor',
        orNull('Discounts granted or held, in minor units; null where the caller may not see money.', 'SafeInt'),
      ),
      budgetMinor: t.expose(
        'budgetMinor',
        orNull('Budget in minor units; null without a budget, or where the caller may not see money.', 'SafeInt'),
      ),
      currency: t.exposeString(
        'currency',
        orNull('Currency of the amounts, ISO 4217; null without amounts, or where the caller may not see money.'),
      ),
      exhaustsAt: t.expose(
        'exhaustsAt',
        orNull('When the limit is reached at the pace of yesterday and today; null: not before the end.', 'DateTime'),
      ),
    }),
  });
  const type = builder.objectRef<CampaignTile>('DashboardCampaigns').implement({
    description: 'Campaigns that are running now.',
    fields: (t) => ({
      running: t.exposeInt('running', { description: 'Number of running campaigns.' }),
      mostUsed: t.expose('mostUsed', { type: [campaign], description: 'Those with the highest usage.' }),
      asOf: t.expose('asOf', { type: 'DateTime', description: 'When they were read.' }),
      ignoresFilters: t.expose('ignoresFilters', {
        type: [filterKind],
        description: 'Filters given that this tile cannot apply.',
      }),
    }),
  });
  builder.queryField('dashboardCampaigns', (t) =>
    t.field({
      type,
      description: 'Campaigns that are running now.',
      extensions: TILE_EXTENSIONS,
      args: { ...tileArgs(t, filter), first: firstArg(t, 5) },
      resolve: (_root, args, context) => campaignTile(context, args.filter ?? {}, countOf(args.first)),
    }),
  );
}

function addGiveawayTile(builder: Builder, { filter, filterKind }: TileTypes): void {
  const giveaway = builder.objectRef<OpenGiveaway>('DashboardGiveaway').implement({
    description: 'A giveaway that is open for entries.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the giveaway.' }),
      code: t.exposeString('code', { description: 'Code of the giveaway.' }),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText', description: 'Title, by language.' }),
      closesAt: t.expose('closesAt', { type: 'DateTime', description: 'When it stops taking entries.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone of the giveaway.' }),
      entries: t.exposeInt('entries', { description: 'Number of valid entries.' }),
      entriesToday: t.exposeInt('entriesToday', { description: 'Number of valid entries of today; at most 10,000.' }),
      isMoreToday: t.exposeBoolean('isMoreToday', {
        description: 'Whether more than `entriesToday` entries were made today.',
      }),
    }),
  });
  const type = builder.objectRef<GiveawayTile>('DashboardOpenGiveaways').implement({
    description: 'Giveaways that are open for entries now.',
    fields: (t) => ({
      open: t.exposeInt('open', { description: 'Number of open giveaways.' }),
      closingSoonest: t.expose('closingSoonest', { type: [giveaway], description: 'Those that close first.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone in which today began.' }),
      asOf: t.expose('asOf', { type: 'DateTime', description: 'When they were read.' }),
      ignoresFilters: t.expose('ignoresFilters', {
        type: [filterKind],
        description: 'Filters given that this tile cannot apply.',
      }),
    }),
  });
  builder.queryField('dashboardOpenGiveaways', (t) =>
    t.field({
      type,
      description: 'Giveaways that are open for entries; filtered by the countries whose accounts may enter.',
      extensions: TILE_EXTENSIONS,
      args: { ...tileArgs(t, filter), first: firstArg(t, 5) },
      resolve: (_root, args, context) => giveawayTile(context, args.filter ?? {}, countOf(args.first)),
    }),
  );
}

function addOnlineTile(builder: Builder, { filter, filterKind }: TileTypes): void {
  const store = builder.objectRef<OnlineStore>('DashboardOnlineStore').implement({
    description: 'A store in which people are online.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the store.' }),
      sid: t.exposeString('sid', { description: 'Sid of the store.' }),
      name: t.exposeString('name', { description: 'Name of the store.' }),
      countryCode: t.exposeID('countryCode', { description: 'Country, ISO 3166-1 alpha-2.' }),
      online: t.exposeInt('online', { description: 'Number of people in it.' }),
    }),
  });
  const type = builder.objectRef<OnlineTile>('DashboardOnlineStores').implement({
    description: 'People who are online now.',
    fields: (t) => ({
      isAvailable: t.exposeBoolean('isAvailable', {
        description: 'Whether this server knows which people are online.',
      }),
      online: t.exposeInt('online', orNull('Number of people online, anywhere; null if unknown.')),
      inStores: t.exposeInt('inStores', { description: 'Number of people in stores of the requested places.' }),
      storeCount: t.exposeInt('storeCount', { description: 'Number of those stores with anyone in them.' }),
      stores: t.expose('stores', { type: [store], description: 'Those with the most people.' }),
      asOf: t.expose('asOf', { type: 'DateTime', description: 'When they were read.' }),
      ignoresFilters: t.expose('ignoresFilters', {
        type: [filterKind],
        description: 'Filters given that this tile cannot apply.',
      }),
    }),
  });
  builder.queryField('dashboardOnlineStores', (t) =>
    t.field({
      type,
      description: 'People online, by store.',
      extensions: TILE_EXTENSIONS,
      args: { ...tileArgs(t, filter), first: firstArg(t, 10) },
      resolve: (_root, args, context) => onlineTile(context, args.filter ?? {}, countOf(args.first)),
    }),
  );
}

function firstArg(t: Pick<PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>, 'arg'>, defaultValue: number) {
  return t.arg.int({ defaultValue, description: `Number of items to list; 1 to ${FIRST_MAX}.` });
}

/** @throws AppError `field.invalid` */
function countOf(first: number | null | undefined): number {
  const count = first ?? 0;
  if (count >= 1 && count <= FIRST_MAX) return count;
  throw new AppError('field.invalid', {
    message: `Must be between 1 and ${FIRST_MAX}.`,
    details: { fields: { first: [{ rule: 'invalid' }] } },
  });
}

/** A store with people online in it. */
interface OnlineStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
  readonly countryCode: string;
  readonly online: number;
}

/** The people online now, by store. */
interface OnlineTile {
  readonly isAvailable: boolean;
  readonly online: number | null;
  readonly inStores: number;
  readonly storeCount: number;
  readonly stores: readonly OnlineStore[];
  readonly asOf: Date;
  readonly ignoresFilters: readonly FilterKind[];
}

const STORES = `
  select s.id, s.sid, s.name, s.country_code as "countryCode", v.online, sum(v.online) over ()::bigint as "inStores", count(*) over () as "storeCount"
  from unnest($1::text[], $2::int[]) as v (sid, online) join store s on s.sid = v.sid
  where ${placeSql('s', 3)} order by v.online desc, s.sid limit $5`;

/**
 * Returns the stores with the most people, from the realtime store.
 * @throws AppError `service.unavailable` if the realtime store does not answer, `field.invalid` for too many places,
 * `query.timed-out`
 */
async function onlineTile(context: RequestContext, filter: FilterInput, first: number): Promise<OnlineTile> {
  const { realtime } = context.services;
  const moment = { asOf: context.now, ignoresFilters: ignoredOf(filter, ['PERIOD']) };
  if (realtime === null) return { isAvailable: false, online: null, inStores: 0, storeCount: 0, stores: [], ...moment };
  const { countries, areas } = placesOf(filter);
  const [online, busiest] = await Promise.all([realtime.count(), realtime.busiestStores(LIMITS.liveFilterMax)]);
  type Row = OnlineStore & { readonly inStores: number; readonly storeCount: number };
  const stores = await tileReader(context).rows<Row>(STORES, [
    busiest.map(({ storeSid }) => storeSid),
    busiest.map((store) => store.online),
    countries,
    areas,
    first,
  ]);
  const [{ inStores, storeCount } = { inStores: 0, storeCount: 0 }] = stores;
  return { isAvailable: true, online, inStores, storeCount, stores, ...moment };
}
