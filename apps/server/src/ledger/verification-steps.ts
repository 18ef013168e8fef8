import type { LedgerFaultKind } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** A fault of the ledger. */
export interface LedgerFault {
  readonly fault: LedgerFaultKind;
  readonly walletId: string | null;
  /** Number of the entry in its wallet. */
  readonly seq: number | null;
  readonly transferId: string | null;
}

/** Result of one step. */
export interface StepResult<C> {
  /** Start of the next step; null at the end. */
  readonly next: C | null;
  readonly seen: number;
  readonly faultCount: number;
  /** The first faults found. */
  readonly faults: readonly LedgerFault[];
}

/** An entry, by wallet and number. */
export interface EntryPosition {
  readonly walletId: string;
  readonly seq: number;
}

/** Sorts before the first wallet. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const SAMPLES = 20;

interface StepRow {
  readonly seen: number;
  readonly lastId: string | null;
  readonly lastSeq: number | null;
  readonly faultCount: number;
  readonly faults: readonly LedgerFault[];
}

/**
 * Checks that each transfer has exactly one entry of its amount in each of its wallets.
 * @param after id of the last transfer checked; null at the start
 */
export async function checkTransfers(
  db: Kysely<Database>,
  after: string | null,
  rows: number,
): Promise<StepResult<string>> {
  const result = await sql<StepRow>`
    with batch as materialized (
      select id, debit_wallet_id, credit_wallet_id, amount from points_transfer
      where id > ${after ?? NOBODY}::uuid order by id limit ${rows}
    ), fault as materialized (
      select 'TRANSFER' as fault, null::uuid as "walletId", null::bigint as seq, t.id as "transferId" from batch t
      where not coalesce((
        select count(*) = 2 and count(*) filter (where e.wallet_id = t.debit_wallet_id and e.delta = -t.amount) = 1
          and count(*) filter (where e.wallet_id = t.credit_wallet_id and e.delta = t.amount) = 1
        from points_entry e where e.transfer_id = t.id), false)
    )
    select (select count(*)::int from batch) as seen, (select id from batch order by id desc limit 1) as "lastId",
      null::bigint as "lastSeq", ${faultsOf()}`.execute(db);
  return resultOf(result.rows[0], rows, ({ lastId }) => lastId);
}

/**
 * Checks that each entry matches its transfer and, except in system wallets, continues the previous entry's number,
 * balance and hash.
 * @param after the last entry checked; null at the start
 * @param walletId limits the check to this wallet
 */
export async function checkEntries(
  db: Kysely<Database>,
  after: EntryPosition | null,
  rows: number,
  walletId: string | null = null,
): Promise<StepResult<EntryPosition>> {
  const at = after ?? { walletId: walletId ?? NOBODY, seq: 0 };
  const own = walletId === null ? sql`` : sql`and e.wallet_id = ${walletId}::uuid`;
  const result = await sql<StepRow>`
    with batch as materialized (
      select e.*, false as is_before from points_entry e
      where (e.wallet_id, e.seq) > (${at.walletId}::uuid, ${at.seq}::bigint) ${own} order by e.wallet_id, e.seq limit ${rows}
    ), chained as (
      select b.*, lag(b.seq) over chain as seq_before, lag(b.balance_after) over chain as balance_before, lag(b.hash) over chain as hash_before
      from (
        select * from batch
        union all select e.*, true from points_entry e where e.wallet_id = ${at.walletId}::uuid and e.seq = ${at.seq}::bigint
      ) as b
      window chain as (partition by b.wallet_id order by b.seq)
    ), checked as (
      select c.wallet_id, c.seq, c.transfer_id, case
        when t.id is null or (t.debit_wallet_id, -t.amount) is distinct from (c.wallet_id, c.delta)
          and (t.credit_wallet_id, t.amount) is distinct from (c.wallet_id, c.delta) then 'TRANSFER'
        when is_system_wallet(c.wallet_id) then null
        when c.seq <> coalesce(c.seq_before, 0) + 1 then 'GAP'
        when c.balance_after is distinct from coalesce(c.balance_before, 0) + c.delta then 'BALANCE'
        when c.prev_hash is distinct from coalesce(c.hash_before, decode(repeat('00', 32), 'hex')) then 'CHAIN'
        when c.hash is distinct from
          points_entry_hash(c.prev_hash, c.wallet_id, c.seq, c.transfer_id, c.delta, c.balance_after, c.occurred_at) then 'HASH'
        when c.seq = 1 and not exists (select from points_wallet w where w.id = c.wallet_id) then 'WALLET'
      end as fault
      from chained c left join points_transfer t on t.id = c.transfer_id where not c.is_before
    ), fault as materialized (
      select fault, wallet_id as "walletId", seq, transfer_id as "transferId" from checked where fault is not null
    ), last as (select wallet_id, seq from batch order by wallet_id desc, seq desc limit 1)
    select (select count(*)::int from batch) as seen, (select wallet_id from last) as "lastId", (select seq from last) as "lastSeq",
      ${faultsOf()}`.execute(db);
  return resultOf(result.rows[0], rows, ({ lastId, lastSeq }) =>
    lastId === null || lastSeq === null ? null : { walletId: lastId, seq: lastSeq },
  );
}

/**
 * Checks that each wallet matches its newest entry and the sums of its entries.
 * @param after id of the last wallet checked; null at the start
 * @param walletId limits the check to this wallet
 */
export async function checkWallets(
  db: Kysely<Database>,
  after: string | null,
  rows: number,
  walletId: string | null = null,
): Promise<StepResult<string>> {
  const own = walletId === null ? sql`w.id > ${after ?? NOBODY}::uuid` : sql`w.id = ${walletId}::uuid`;
  const result = await sql<StepRow>`
    with batch as materialized (
      select w.* from points_wallet w where ${own} and w.owner_type <> 'SYSTEM' order by w.id limit ${rows}
    ), fault as materialized (
      select 'WALLET' as fault, w.id as "walletId", null::bigint as seq, null::uuid as "transferId"
      from batch w
        left join lateral (
          select e.seq, e.balance_after, e.hash from points_entry e where e.wallet_id = w.id order by e.seq desc limit 1) as last on true
        cross join lateral (
          select coalesce(sum(e.delta) filter (where e.delta > 0), 0) as credited, coalesce(-sum(e.delta) filter (where e.delta < 0), 0) as debited
          from points_entry e where e.wallet_id = w.id) as total
      where (w.last_seq, w.balance, w.last_hash) is distinct from
          (coalesce(last.seq, 0), coalesce(last.balance_after, 0), coalesce(last.hash, decode(repeat('00', 32), 'hex')))
        or (w.credited_total, w.debited_total) is distinct from (total.credited, total.debited)
    )
    select (select count(*)::int from batch) as seen, (select id from batch order by id desc limit 1) as "lastId",
      null::bigint as "lastSeq", ${faultsOf()}`.execute(db);
  return resultOf(result.rows[0], rows, ({ lastId }) => lastId);
}

/** Checks that points held equal points issued. A single statement sees a consistent state. */
export async function checkWhole(db: Kysely<Database>): Promise<StepResult<never>> {
  const { rows } = await sql<{ isRight: boolean }>`
    select (select coalesce(sum(balance), 0) from points_wallet where owner_type <> 'SYSTEM')
      = (select coalesce(-sum(e.delta), 0) from points_entry e
         where e.wallet_id in (select id from points_wallet where owner_type = 'SYSTEM')) as "isRight"`.execute(db);
  const isRight = rows[0]?.isRight === true;
  const faults: LedgerFault[] = isRight ? [] : [{ fault: 'WHOLE', walletId: null, seq: null, transferId: null }];
  return { next: null, seen: 0, faultCount: faults.length, faults };
}

function faultsOf() {
  return sql`(select count(*)::int from fault) as "faultCount",
    (select coalesce(json_agg(f), '[]') from (select * from fault order by "walletId", seq, "transferId" limit ${sql.lit(SAMPLES)}) as f) as faults`;
}

function resultOf<C>(row: StepRow | undefined, rows: number, positionOf: (row: StepRow) => C | null): StepResult<C> {
  if (row === undefined) throw new Error('A ledger check returned no row.');
  const { seen, faultCount, faults } = row;
  return { next: seen < rows ? null : positionOf(row), seen, faultCount, faults };
}
