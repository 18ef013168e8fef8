import type { ClientBase } from 'pg';
import { COLLEAGUES } from '../history.ts';
import { NEWEST_ACCOUNTS } from './newest-accounts.ts';

/** Points debited manually, less than any first purchase earns. */
const DEBITED = 5;
/** Maximum transfers per account. */
const TRANSFERS_MAX = 10;
/** Minimum for the newest accounts, which may be only fifteen minutes old. */
const NEWEST_TRANSFERS_MIN = 3;

/** SQL of a fraction from 0 to 1 that depends only on the account, the number of its transfer and the purpose. */
const share = (purpose: number): string =>
  `((hashint8extended(hashtextextended(a.id::text, ${purpose}), a.n) & 2147483647) / 2147483648.0::float8)`;

/** Plans the points of accounts in temporary tables: who earns and spends when. */
export async function planPoints(client: ClientBase, now: Date): Promise<void> {
  await client.query(STORES);
  await client.query('analyze seed_points_store');
  await client.query(MOVES, [now]);
  await client.query('analyze seed_points_move');
}

/**
 * Generates a year of points from the plan of `planPoints`: stores get points each month, accounts earn and spend them
 * there, colleagues make a few corrections, and giveaways transfer what `seed_giveaway_transfer` lists. Entries are
 * numbered, balanced and chained as if each transfer had been posted at its time. The same accounts, stores and instant
 * always generate the same rows.
 */
export async function seedPoints(client: ClientBase): Promise<void> {
  await client.query(`insert into staff_user (sub, display_name) values ('demo-pos', 'Demo point of sale'), ('system', 'Backcounter')
    on conflict do nothing`);
  await client.query(`create temporary table seed_points on commit drop as ${TRANSFERS}`, [
    COLLEAGUES.map(({ sub }) => sub),
  ]);
  await client.query('analyze seed_points');
  await client.query(`
    insert into points_transfer (id, debit_wallet_id, credit_wallet_id, amount, code, reason, occurred_at, recorded_at,
      ref_type, ref_id, idempotency_key, created_by, reversal_of)
    select id, debit, credit, amount, code, reason, at, at,
      case when code::text like 'MANUAL%' or code = 'REVERSAL' then 'STAFF'::points_ref_type when receipt is null then null when code::text like 'GIVEAWAY%' then 'GIVEAWAY'::points_ref_type when code = 'COUPON_REWARD' then 'REDEMPTION'::points_ref_type else 'TRANSFER'::points_ref_type end, receipt,
      'seed:' || id, by, reverses from seed_points order by id`);
  await client.query(`create aggregate pg_temp.seed_points_chain (uuid, bigint, uuid, bigint, bigint, timestamptz) (
    sfunc = points_entry_hash, stype = bytea, initcond = '\\x${'00'.repeat(32)}')`);
  await client.query(ENTRIES);
  await client.query(SYSTEM_ENTRIES);
  await client.query(WALLETS);
  await client.query(`update coupon_redemption r set points_transfer_id = t.id from seed_points t
    where t.code = 'COUPON_REWARD' and t.receipt = r.id::text`);
  await client.query(REFUSALS);
  await client.query('drop aggregate pg_temp.seed_points_chain (uuid, bigint, uuid, bigint, bigint, timestamptz)');
}

/** Sales of the last weeks that a till sent too late, or while the store had no points. */
const REFUSALS = `
  insert into machine_refusal (id, account_id, day, place, client_sub, operation, store_id, receipt, points, reason, occurred_at)
  select md5(r.id::text)::uuid, r.account, r.day, row_number() over (partition by r.account, r.day order by r.id), 'demo-pos', 'transferPoints',
    r.store, 'R-' || upper(left(md5(r.id::text), 8)), r.amount, case r.n % 3 when 0 then 'client.out-of-bounds' else 'points.insufficient' end, r.at
  from (
    select p.id, a.owner_id as account, s.owner_id as store, p.amount, p.at - interval '7 minutes' as at,
      (p.at at time zone 'UTC')::date as day, row_number() over (order by p.at desc, p.id) as n
    from seed_points p join points_wallet a on a.id = p.credit and a.owner_type = 'ACCOUNT' join points_wallet s on s.id = p.debit and s.owner_type = 'STORE'
    where p.code = 'EARN' order by p.at desc, p.id limit 60
  ) r`;

/**
 * Stores that are active or were until recently, numbered within their country, and across all countries for accounts
 * in countries without a store.
 */
const STORES = `
  create temporary table seed_points_store on commit drop as
  with open as (
    select s.country_code::text as country, s.opened_on, w.id as wallet, s.id, s.state <> 'ACTIVE' as is_shut,
      case s.state when 'ACTIVE' then 'infinity' else s.state_changed_at end as until
    from store s join points_wallet w on w.owner_type = 'STORE' and w.owner_id = s.id
    where s.state = 'ACTIVE' or (s.state = 'SUSPENDED' and exists (
      select from store o where o.country_code = s.country_code and o.state = 'ACTIVE'))
  )
  select country, wallet, opened_on, until, row_number() over (partition by country order by is_shut, opened_on, id) - 1 as place,
    count(*) over (partition by country) as stores from open
  union all
  select '*', wallet, opened_on, until, row_number() over (order by is_shut, opened_on, id) - 1, count(*) over () from open`;

/**
 * Moves of accounts, in order: earn, earn, spend half of the last amount, repeat. It happens in shopping hours, except
 * on the account's first and last day, until a suspension or closure. The store is drawn by number and then looked up
 * by key; comparing every store of the country for each move would take an hour for a million accounts.
 */
const MOVES = `
  create temporary table seed_points_move on commit drop as
  with countries as (select country, stores, wallet as first from seed_points_store where place = 0), spans as (
    select a.id, a.wallet, a.country, c.stores, c.first, a.noise, a.began, a.ended, n, a.moves
    from (
      select a.id, w.id as wallet, hashtextextended(a.id::text, 70) & 2147483647 as noise,
        case when exists (select from seed_points_store s where s.country = a.country_code) then a.country_code::text else '*' end as country,
        greatest(a.created_at, $1::timestamptz - interval '365 days') as began,
        case a.state when 'ACTIVE' then $1::timestamptz - interval '20 minutes' else a.state_changed_at end as ended,
        greatest((hashtextextended(a.id::text, 71) & 2147483647) % ${TRANSFERS_MAX + 3} - 2, case when newest.id is not null then ${NEWEST_TRANSFERS_MIN} end)::int as moves,
        case when newest.id is null then interval '1 hour' else interval '5 minutes' end as time_needed
      from account a join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id
        left join (${NEWEST_ACCOUNTS}) as newest on newest.id = a.id
      where a.state <> 'ERASED'
    ) as a join countries c on c.country = a.country join generate_series(1, ${TRANSFERS_MAX}) as n on n <= a.moves
    where a.ended > a.began + a.time_needed
  ), drawn as (
    select a.*, ${share(1)} as which, (20 + floor(power(${share(2)}, 2) * 480))::bigint as earned,
      a.began + (a.ended - a.began) * ((a.n - ${share(3)} * 0.5) / (a.moves + 1)) as about, ${share(4)} as hour,
      (a.ended - a.began) / (a.moves + 1) > interval '4 days' as is_shopping
    from spans a
  ), timed as materialized (
    select id, wallet, country, first, n, moves, noise, earned, date_trunc('milliseconds', case when is_shopping
      then date_trunc('day', about, 'UTC') + interval '8 hours' + interval '12 hours' * hour
      when date_trunc('day', about, 'UTC') in (date_trunc('day', began, 'UTC'), date_trunc('day', ended, 'UTC')) then about
      else date_trunc('day', about, 'UTC') + interval '8 hours' + (about - date_trunc('day', about, 'UTC')) / 2 end) as at,
      floor(stores * power(which, 1.6))::bigint as place
    from drawn d
  )
  select t.id, t.wallet, t.n, t.noise, t.at,
    case when t.n = t.moves and t.noise % 29 = 0 then 'MANUAL_CREDIT' when t.n % 3 = 0 then 'SPEND' else 'EARN' end as code,
    case when t.n % 3 = 0 then (lag(t.earned) over (partition by t.id order by t.n)) / 2 else t.earned end as amount,
    case when s.opened_on <= t.at::date and t.at < s.until then s.wallet else t.first end as store
  from timed t
    join seed_points_store s on s.country = t.country and s.place = t.place`;

/** SQL of the id of a transfer, ordered by time. */
const transferId = (at: string, noise: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || overlay(left(md5(${noise}), 19) placing '8' from 4 for 1))::uuid`;

/**
 * All transfers, with ids ordered by time; each store gets the points that it gives away in a month in advance, and a
 * few more.
 */
const TRANSFERS = `
  with corrected as (
    select id, n, noise, wallet, amount, at, code,
      case when code = 'MANUAL_CREDIT' and noise % 58 = 0 then 'REVERSAL' when code = 'EARN' and n = 1 and noise % 31 = 1 then 'MANUAL_DEBIT' end as by_hand
    from seed_points_move
  ), moved as (
    select case code when 'SPEND' then wallet when 'EARN' then store else '00000000-0000-7000-8000-000000000003' end as debit,
      case code when 'SPEND' then store else wallet end as credit, amount, code::points_transfer_code as code, at,
      case code when 'MANUAL_CREDIT' then (array['Goodwill after a complaint', 'Receipt handed in later', 'Points of a lost card'])[1 + noise % 3] end as reason,
      case when code <> 'MANUAL_CREDIT' then 'R-' || upper(left(md5(id::text || n), 8)) end as receipt,
      case code when 'MANUAL_CREDIT' then ($1::text[])[1 + noise % ${COLLEAGUES.length}] else 'demo-pos' end as by, id::text || n as noise, null::uuid as reverses
    from seed_points_move
  ), undone as (
    select wallet, '00000000-0000-7000-8000-000000000003'::uuid, case by_hand when 'REVERSAL' then amount else least(amount, ${DEBITED}) end,
      by_hand::points_transfer_code, at + interval '3 minutes' as at,
      case by_hand when 'REVERSAL' then 'Given to the wrong account' else 'Bag for the purchase, paid with points at checkout' end, null,
      ($1::text[])[1 + (noise + 1) % ${COLLEAGUES.length}], id::text || n || by_hand,
      case by_hand when 'REVERSAL' then ${transferId('at', 'id::text || n')} end
    from corrected where by_hand is not null
  ), issued as (
    select '00000000-0000-7000-8000-000000000001'::uuid, store, (ceil(sum(amount) * 1.15 / 1000) * 1000)::bigint,
      'ISSUE'::points_transfer_code, date_trunc('month', at, 'UTC') as at, 'Points for the month', null, 'system', store::text || date_trunc('month', at, 'UTC'), null::uuid
    from seed_points_move where code = 'EARN' group by store, date_trunc('month', at, 'UTC')
  ), rewarded as (
    select '00000000-0000-7000-8000-000000000004'::uuid, w.id, r.points::bigint, 'COUPON_REWARD'::points_transfer_code, r.confirmed_at as at, null,
      r.id::text, 'demo-pos', r.id::text, null::uuid
    from coupon_redemption r join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = r.account_id
    where r.points is not null and r.state = 'CONFIRMED'
  ), given as (
    select debit, credit, amount, code, at, reason, ref, by, noise, null::uuid from seed_giveaway_transfer
  )
  select ${transferId('at', 'noise')} as id, t.*
  from (select * from moved union all select * from undone union all select * from issued union all select * from rewarded union all select * from given) as t`;

const SIDES = `
  select debit as wallet, id, -amount as delta, at from seed_points union all select credit, id, amount, at from seed_points`;

const ENTRIES = `
  insert into points_entry (wallet_id, seq, transfer_id, delta, balance_after, occurred_at, recorded_at, prev_hash, hash)
  select wallet, seq, id, delta, balance, at, at, coalesce(lag(hash) over chain, decode(repeat('00', 32), 'hex')), hash
  from (
    select *, pg_temp.seed_points_chain(wallet, seq, id, delta, balance, at) over chain as hash
    from (
      select *, row_number() over chain as seq, (sum(delta) over chain)::bigint as balance from (${SIDES}) as side
      where not is_system_wallet(wallet) window chain as (partition by wallet order by at, id)
    ) as numbered window chain as (partition by wallet order by at, id)
  ) as chained window chain as (partition by wallet order by at, id)
  order by wallet, at, id`;

const SYSTEM_ENTRIES = `
  insert into points_entry (wallet_id, seq, transfer_id, delta, occurred_at, recorded_at)
  select wallet, nextval('points_system_seq'), id, delta, at, at
  from (select * from (${SIDES}) as side where is_system_wallet(wallet) order by at, id) as side`;

const WALLETS = `
  update points_wallet w set balance = s.credited - s.debited, credited_total = s.credited, debited_total = s.debited,
    last_seq = s.seq, last_hash = (select e.hash from points_entry e where e.wallet_id = w.id and e.seq = s.seq), last_recorded_at = s.at
  from (
    select wallet, count(*) as seq, max(at) as at, coalesce(sum(delta) filter (where delta > 0), 0)::bigint as credited,
      coalesce(-sum(delta) filter (where delta < 0), 0)::bigint as debited
    from (${SIDES}) as side where not is_system_wallet(wallet) group by wallet
  ) as s
  where w.id = s.wallet`;
