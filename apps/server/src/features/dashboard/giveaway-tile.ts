import type { RequestContext } from '../../graphql/request-context.ts';
import { type FilterInput, type FilterKind, ignoredOf, placesOf } from './dashboard-scope.ts';
import { tileReader } from './tile-reader.ts';

/** A giveaway that is open for entries. */
export interface OpenGiveaway {
  readonly id: string;
  readonly code: string;
  readonly titleI18n: unknown;
  readonly closesAt: string;
  readonly timezone: string;
  readonly entries: number;
  readonly entriesToday: number;
  readonly isMoreToday: boolean;
}

/** The giveaways that are open now. */
export interface GiveawayTile {
  readonly open: number;
  readonly closingSoonest: readonly OpenGiveaway[];
  /** Time zone of the day of `entriesToday`. */
  readonly timezone: string;
  readonly asOf: Date;
  readonly ignoresFilters: readonly FilterKind[];
}

/** More entries per day than this are reported as "more than". */
const TODAY_MAX = 10_000;

const OPEN = `
  select z.name as zone, g.* from (select reporting_time_zone() as name) z left join lateral (
    select r.id, r.code, r.title_i18n as "titleI18n", r.closes_at as "closesAt", r.timezone, coalesce(t.entries, 0)::int as entries,
      least(d.n, ${TODAY_MAX})::int as "entriesToday", d.n > ${TODAY_MAX} as "isMoreToday", r.open
    from (
      select g.*, count(*) over () as open from giveaway g
      where g.state = 'PUBLISHED' and g.closes_at > $1::timestamptz and giveaway_status(g.state, g.opens_at, g.closes_at, $1::timestamptz) = 'OPEN'
        and ($2::text[] is null or g.country_codes::text[] && $2::text[])
      order by g.closes_at, g.id limit $3) r
      left join giveaway_tally t on t.giveaway_id = r.id
      cross join lateral (select count(*) as n from (select from giveaway_entry e
        where e.giveaway_id = r.id and e.state = 'VALID' and e.entered_at >= date_trunc('day', $1::timestamptz, z.name)
        limit ${TODAY_MAX + 1}) as found) d
  ) g on true order by g."closesAt", g.id`;

/**
 * Returns the open giveaways of any of the countries, ordered by closing time.
 * @throws AppError `field.invalid` for too many places, `query.timed-out`
 */
export async function giveawayTile(context: RequestContext, filter: FilterInput, first: number): Promise<GiveawayTile> {
  const { countries } = placesOf(filter);
  type Row = { readonly zone: string; readonly open: number | null } & OpenGiveaway;
  const rows = await tileReader(context).rows<Row>(OPEN, [context.now, countries, first]);
  return {
    open: rows[0]?.open ?? 0,
    closingSoonest: rows.filter(({ open }) => open !== null),
    timezone: rows[0]?.zone ?? 'UTC',
    asOf: context.now,
    ignoresFilters: ignoredOf(filter, ['PERIOD', 'AREA']),
  };
}
