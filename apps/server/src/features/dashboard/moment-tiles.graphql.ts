import { AppError } from '@backcounter/domain';
import type { Builder } from '../../graphql/builder.ts';
import { CAMPAIGN_LIMITS, type CampaignTile, campaignTile, type RunningCampaign } from './campaign-tile.ts';
import { type GiveawayTile, giveawayTile, type OpenGiveaway } from './giveaway-tile.ts';
import { type OnlineStore, type OnlineTile, onlineTile } from './online-tile.ts';
import { TILE_EXTENSIONS, type TileTypes } from './tile.graphql.ts';

const FIRST_MAX = 20;

/** What is the case at this moment: tiles without days. */
export function addMomentTiles(builder: Builder, types: TileTypes): void {
  addCampaignTile(builder, types);
  addGiveawayTile(builder, types);
  addOnlineTile(builder, types);
}

function addCampaignTile(builder: Builder, { filter, filterKind }: TileTypes): void {
  const limit = builder.enumType('DashboardCampaignLimit', { values: CAMPAIGN_LIMITS });
  const campaign = builder.objectRef<RunningCampaign>('DashboardCampaign').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      name: t.exposeString('name'),
      endsAt: t.expose('endsAt', { type: 'DateTime' }),
      timezone: t.exposeString('timezone'),
      rewardType: t.exposeString('rewardType', { description: 'A `CampaignReward`.' }),
      usedPercent: t.exposeFloat('usedPercent', {
        nullable: true,
        description: 'Of the limit that is used up most, what is held included; null: it has none.',
      }),
      limitKind: t.expose('limitKind', { type: limit, nullable: true, description: 'Which limit that is.' }),
      redemptions: t.expose('redemptions', { type: 'SafeInt' }),
      redemptionsLimit: t.expose('redemptionsLimit', { type: 'SafeInt', nullable: true }),
      pointsUsed: t.expose('pointsUsed', { type: 'SafeInt', nullable: true }),
      usedMinor: t.expose('usedMinor', {
        type: 'SafeInt',
        nullable: true,
        description: 'Null for whoever may not see money, as the budget and its currency are.',
      }),
      budgetMinor: t.expose('budgetMinor', { type: 'SafeInt', nullable: true }),
      currency: t.exposeString('currency', { nullable: true }),
      exhaustsAt: t.expose('exhaustsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When that limit is reached if it goes on as since yesterday; null: not before the end.',
      }),
    }),
  });
  const type = builder.objectRef<CampaignTile>('DashboardCampaigns').implement({
    fields: (t) => ({
      running: t.exposeInt('running'),
      mostUsed: t.expose('mostUsed', { type: [campaign], description: 'Those of whose limits most is used up.' }),
      asOf: t.expose('asOf', { type: 'DateTime' }),
      ignoresFilters: t.expose('ignoresFilters', { type: [filterKind] }),
    }),
  });
  builder.queryField('dashboardCampaigns', (t) =>
    t.field({
      type,
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }), first: t.arg.int({ defaultValue: 5, description: '1 to 20.' }) },
      resolve: (_root, args, context) => campaignTile(context, args.filter ?? {}, countOf(args.first)),
    }),
  );
}

function addGiveawayTile(builder: Builder, { filter, filterKind }: TileTypes): void {
  const giveaway = builder.objectRef<OpenGiveaway>('DashboardGiveaway').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      titleI18n: t.expose('titleI18n', { type: 'LocalizedText' }),
      closesAt: t.expose('closesAt', { type: 'DateTime' }),
      timezone: t.exposeString('timezone'),
      entries: t.exposeInt('entries', { description: 'Valid ones.' }),
      entriesToday: t.exposeInt('entriesToday', { description: 'Valid ones of today, 10,000 at most.' }),
      isMoreToday: t.exposeBoolean('isMoreToday', { description: 'There are more of today than that.' }),
    }),
  });
  const type = builder.objectRef<GiveawayTile>('DashboardOpenGiveaways').implement({
    fields: (t) => ({
      open: t.exposeInt('open'),
      closingSoonest: t.expose('closingSoonest', { type: [giveaway] }),
      timezone: t.exposeString('timezone', { description: 'In which today began.' }),
      asOf: t.expose('asOf', { type: 'DateTime' }),
      ignoresFilters: t.expose('ignoresFilters', { type: [filterKind] }),
    }),
  });
  builder.queryField('dashboardOpenGiveaways', (t) =>
    t.field({
      type,
      description: 'Giveaways that take entries, of those countries whose accounts may enter.',
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }), first: t.arg.int({ defaultValue: 5, description: '1 to 20.' }) },
      resolve: (_root, args, context) => giveawayTile(context, args.filter ?? {}, countOf(args.first)),
    }),
  );
}

function addOnlineTile(builder: Builder, { filter, filterKind }: TileTypes): void {
  const store = builder.objectRef<OnlineStore>('DashboardOnlineStore').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      sid: t.exposeString('sid'),
      name: t.exposeString('name'),
      countryCode: t.exposeID('countryCode'),
      online: t.exposeInt('online'),
    }),
  });
  const type = builder.objectRef<OnlineTile>('DashboardOnlineStores').implement({
    fields: (t) => ({
      isAvailable: t.exposeBoolean('isAvailable', {
        description: 'False where this server cannot tell who is online.',
      }),
      online: t.exposeInt('online', { nullable: true, description: 'Everybody, in a store or not, in every place.' }),
      inStores: t.exposeInt('inStores', { description: 'In stores of the places that are asked for.' }),
      storeCount: t.exposeInt('storeCount', { description: 'Such stores in which somebody is.' }),
      stores: t.expose('stores', { type: [store], description: 'Those with the most people.' }),
      asOf: t.expose('asOf', { type: 'DateTime' }),
      ignoresFilters: t.expose('ignoresFilters', { type: [filterKind] }),
    }),
  });
  builder.queryField('dashboardOnlineStores', (t) =>
    t.field({
      type,
      extensions: TILE_EXTENSIONS,
      args: { filter: t.arg({ type: filter }), first: t.arg.int({ defaultValue: 10, description: '1 to 20.' }) },
      resolve: (_root, args, context) => onlineTile(context, args.filter ?? {}, countOf(args.first)),
    }),
  );
}

/** @throws AppError `field.invalid` */
function countOf(first: number | null | undefined): number {
  const count = first ?? 0;
  if (count >= 1 && count <= FIRST_MAX) return count;
  throw new AppError('field.invalid', {
    message: `Between 1 and ${FIRST_MAX} can be asked for.`,
    details: { fields: { first: [{ rule: 'invalid' }] } },
  });
}
