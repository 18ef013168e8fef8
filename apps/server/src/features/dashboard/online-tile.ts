import { LIMITS } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type FilterInput, type FilterKind, ignoredOf, placesOf } from './dashboard-scope.ts';
import { placeSql } from './metric-days.ts';
import { tileReader } from './tile-reader.ts';

/** A store with people online in it. */
export interface OnlineStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
  readonly countryCode: string;
  readonly online: number;
}

/** The people online now, by store. */
export interface OnlineTile {
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
export async function onlineTile(context: RequestContext, filter: FilterInput, first: number): Promise<OnlineTile> {
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
