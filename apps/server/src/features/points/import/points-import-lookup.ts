import { POINTS_LIMITS } from '@backcounter/domain';
import { sql } from 'kysely';
import type { EffectContext } from '../../../graphql/request-context.ts';
import type { ImportRow, ImportValue } from '../../../imports/import-definition.ts';
import type { NewTransfer } from '../../../ledger/post-transfer.ts';
import { isUuid } from '../../../listing/list-filter.ts';

/** The account or store of a row. */
export interface ImportOwner {
  readonly type: 'account' | 'store';
  readonly id: string;
  readonly walletId: string;
  readonly state: string;
  readonly zone: string;
}

const KEYS = {
  number: { table: 'account', column: 'public_no', cast: 'bigint' },
  id: { table: 'account', column: 'id', cast: 'uuid' },
  firebaseId: { table: 'account', column: 'firebase_id', cast: 'text' },
  email: { table: 'account', column: 'email_key', cast: 'text' },
  sid: { table: 'store', column: 'sid', cast: 'text' },
} as const;

/** Finds the owners of rows, and locks them in id order: two files post the entries of an owner one after the other. */
export async function findOwners(
  { db }: EffectContext,
  match: string,
  rows: readonly ImportRow[],
  isDryRun: boolean,
): Promise<(value: ImportValue | undefined) => ImportOwner | null> {
  const { table, column, cast } = KEYS[match as keyof typeof KEYS];
  const keyOf = (value: ImportValue | undefined) => {
    const text = String(value ?? '').trim();
    if (match === 'sid') return text.toUpperCase();
    return match === 'firebaseId' ? text : text.toLowerCase();
  };
  const keys = [...new Set(rows.map(({ values }) => keyOf(values[match])))].filter(
    (key) => match !== 'id' || isUuid(key),
  );
  const { rows: found } = await sql<ImportOwner & { readonly key: string }>`
    with held as materialized (
      select id, ${sql.ref(column)}::text as key, state::text as state, timezone as zone from ${sql.table(table)}
      where ${sql.ref(column)} = any(${keys}::${sql.raw(cast)}[]) order by id ${isDryRun ? sql`` : sql`for no key update`})
    select h.key, h.id, h.state, h.zone, ${table} as type, w.id as "walletId"
    from held h join points_wallet w on w.owner_type = ${table.toUpperCase()}::wallet_owner_type and w.owner_id = h.id`.execute(
    db,
  );
  const owners = new Map(found.map((owner) => [owner.key, owner]));
  return (value) => owners.get(keyOf(value)) ?? null;
}

/** Instants of rows, at the places of their owners unless a row names an offset; null: now. */
export async function instantsOf(
  { db }: EffectContext,
  rows: readonly ImportRow[],
  owners: readonly (ImportOwner | null)[],
): Promise<(Date | 'future' | 'range' | null)[]> {
  const { rows: found } = await sql<{ at: Date | null; problem: 'future' | 'range' | null }>`
    select case when problem is null then at end as at, problem
    from unnest(${rows.map(({ values }) => values['occurredAt'] ?? null)}::text[], ${owners.map((owner) => owner?.zone ?? 'UTC')}::text[])
        with ordinality as given (text, zone, n)
      cross join lateral (select case when text ~ '[+-][0-9]{2}:?[0-9]{2}$' then text::timestamptz else text::timestamp at time zone zone end as at) as read
      cross join lateral (select case when at > clock_timestamp() then 'future'
        when at <= clock_timestamp() - make_interval(years => ${POINTS_LIMITS.importYears}::int) then 'range' end as problem) as checked
    order by n`.execute(db);
  return found.map(({ at, problem }) => problem ?? at);
}

/** Points of an entry of the same wallet, code and receipt that was posted before and not reversed; null without one. */
export async function entriesByReceipt(
  { db }: EffectContext,
  transfers: readonly NewTransfer[],
): Promise<(transfer: NewTransfer) => number | null> {
  const keyOf = (transfer: NewTransfer) =>
    [transfer.code, transfer.debitWalletId, transfer.creditWalletId, transfer.reference?.id].join(' ');
  const receipts = [...new Set(transfers.flatMap(({ reference }) => reference?.id ?? []))];
  if (receipts.length === 0) return () => null;
  const { rows } = await sql<{ code: string; debit: string; credit: string; receipt: string; points: number }>`
    select t.code::text, t.debit_wallet_id as debit, t.credit_wallet_id as credit, t.ref_id as receipt, t.amount as points
    from points_transfer t where t.ref_type in ('IMPORT', 'TRANSFER') and t.ref_id = any(${receipts}::text[]) and t.reversal_of is null
      and not exists (select from points_transfer r where r.reversal_of = t.id)
    order by t.recorded_at desc`.execute(db);
  const known = new Map(
    rows.map(({ code, debit, credit, receipt, points }) => [[code, debit, credit, receipt].join(' '), points]),
  );
  return (transfer) => (transfer.reference?.id == null ? null : (known.get(keyOf(transfer)) ?? null));
}
