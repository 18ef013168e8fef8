import type pg from 'pg';

/**
 * Faults of a ledger, found by statements that are independent of the product's own; empty if there are none. The pool
 * must be the owner's.
 */
export async function ledgerFaults(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(`
    with entries as (
      select e.*, w.owner_type, row_number() over chain as position, lag(hash) over chain as hash_before,
        sum(delta) over chain as sum
      from points_entry e join points_wallet w on w.id = e.wallet_id
      window chain as (partition by e.wallet_id order by e.seq)
    )
    select 'transfer ' || transfer_id || ' sums to ' || sum(delta) as fault from points_entry group by transfer_id
      having sum(delta) <> 0 or count(*) <> 2
    union all select 'transfer ' || t.id || ' has no entries' from points_transfer t
      where not exists (select from points_entry e where e.transfer_id = t.id)
    union all select 'entry ' || wallet_id || '/' || seq || ' has a gap before it' from entries
      where owner_type <> 'SYSTEM' and seq <> position
    union all select 'entry ' || wallet_id || '/' || seq || ' has a wrong balance' from entries
      where owner_type <> 'SYSTEM' and balance_after is distinct from sum
    union all select 'entry ' || wallet_id || '/' || seq || ' is not chained' from entries
      where owner_type <> 'SYSTEM' and prev_hash is distinct from coalesce(hash_before, decode(repeat('00', 32), 'hex'))
    union all select 'entry ' || wallet_id || '/' || seq || ' has a wrong hash' from entries
      where owner_type <> 'SYSTEM' and hash is distinct from sha256(prev_hash || uuid_send(wallet_id) || int8send(seq)
        || uuid_send(transfer_id) || int8send(delta) || int8send(balance_after)
        || int8send((extract(epoch from occurred_at) * 1000000)::bigint))
    union all select 'wallet ' || w.id || ' is not the sum of its entries' from points_wallet w
      left join lateral (select coalesce(sum(delta), 0) as sum, coalesce(max(seq), 0) as seq from points_entry e where e.wallet_id = w.id) s on true
      where w.owner_type <> 'SYSTEM' and (w.balance, w.last_seq) is distinct from (s.sum, s.seq)
    union all select 'the whole is not what was issued' from (
      select (select coalesce(sum(balance), 0) from points_wallet where owner_type <> 'SYSTEM') as held,
        (select coalesce(-sum(e.delta), 0) from points_entry e join points_wallet w on w.id = e.wallet_id where w.owner_type = 'SYSTEM') as issued
    ) as whole where held <> issued`);
  return rows.map(({ fault }) => fault);
}
