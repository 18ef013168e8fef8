import type pg from 'pg';
import { AREAS } from './test-accounts.ts';

/** Id of the n-th store of `insertStores`. */
export function storeId(index: number): string {
  return `01900000-0000-7000-8000-5000${index.toString(16).padStart(8, '0')}`;
}

/**
 * Inserts stores 1 to n, deterministically: every fifth is a draft, every seventh suspended, the rest active; several
 * share a name and a city.
 */
export async function insertStores(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into store (id, sid, name, country_code, area_id, city, opened_on, state, state_reason, created_at, updated_at)
     select ('01900000-0000-7000-8000-5000' || lpad(to_hex(n), 8, '0'))::uuid, 'ST' || lpad(n::text, 5, '0'),
       (array['Harbour', 'Market Hall', 'Old Mill', 'Station'])[1 + n % 4] || case when n % 3 = 0 then '' else ' ' || n end,
       case when n % 3 = 0 then 'US' else 'DE' end, case when n % 3 = 0 then $2::uuid else $1::uuid end,
       case when n % 6 = 0 then null else (array['München', 'Austin', 'Nürnberg'])[1 + n % 3] end,
       case when n % 5 = 0 then null else '2020-01-01'::date + n % 2000 end,
       (case when n % 5 = 0 then 'DRAFT' when n % 7 = 0 then 'SUSPENDED' else 'ACTIVE' end)::store_state,
       case when n % 5 <> 0 and n % 7 = 0 then 'test' end,
       '2026-01-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 minute', '2026-01-01T00:00:00Z'
     from generate_series(1, $3::int) as n`,
    [AREAS.bavaria, AREAS.texas, count],
  );
}
