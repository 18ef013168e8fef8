import type { RequestContext } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';

/** A quarter-hour of a day in a store. */
export interface StoreOnlineSlot {
  /** Its beginning. */
  readonly at: string;
  /** Accounts online; null if they were not counted. */
  readonly online: number | null;
  /** At the same time of day a week earlier. */
  readonly weekBefore: number | null;
}

/** The accounts online in a store on one day, in the store's time zone. */
export interface StoreOnlineDay {
  readonly day: string;
  readonly slots: readonly StoreOnlineSlot[];
}

/** A store without a row in a sample had no one in it, unless the sample is incomplete. */
const counted = (sample: string, count: string) =>
  `coalesce(${count}.online, case when ${sample}.is_complete then 0 end)`;

const SLOTS = `
  with place as (
    select s.id, known_zone(s.timezone) as zone, coalesce($2::date, ($3::timestamptz at time zone known_zone(s.timezone))::date) as day
    from store s where s.id = $1::uuid)
  select p.day::text as day, t.at, ${counted('ns', 'n')} as online, ${counted('bs', 'b')} as "weekBefore"
  from place p
  cross join generate_series(p.day::timestamp at time zone p.zone,
    (p.day + 1)::timestamp at time zone p.zone - interval '1 second', interval '15 minutes') as t (at)
  left join store_online_sample ns on ns.slot = t.at
  left join store_online n on n.slot = ns.slot and n.store_id = p.id
  left join store_online_sample bs on bs.slot = ((t.at at time zone p.zone) - interval '7 days') at time zone p.zone
  left join store_online b on b.slot = bs.slot and b.store_id = p.id
  order by t.at`;

/**
 * Returns a day of a store that exists, by default today by the store's clock; null if the presence backend does not
 * support it.
 */
export async function readStoreOnlineDay(
  { sql, signal, now, services }: RequestContext,
  storeId: string,
  day: string | null,
): Promise<StoreOnlineDay | null> {
  if (services.realtime === null) return null;
  const slots = await sql.rows<StoreOnlineSlot & { readonly day: string }>(statementFor(SLOTS), [storeId, day, now], {
    signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return { day: slots[0]?.day ?? '', slots };
}
