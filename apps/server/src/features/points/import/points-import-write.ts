import { randomUUID } from 'node:crypto';
import { AppError, POINTS_LIMITS, SYSTEM_WALLETS } from '@backcounter/domain';
import { sql } from 'kysely';
import { actorOf } from '../../../audit/record-audit.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import type { ImportRow, ImportTotals, ImportWork } from '../../../imports/import-definition.ts';
import { type NewTransfer, postTransfers, type TransferRefusal } from '../../../ledger/post-transfer.ts';
import type { ImportOwner } from './points-import-lookup.ts';

/** Why an entry was not posted. */
export type EntryRefusal = TransferRefusal | 'too-many-points';

/** A file and what is known of its rows. */
export type PointsFile = Awaited<ReturnType<typeof holdFile>>;

/** An entry to post. */
export interface NewEntry {
  readonly row: number;
  readonly owner: ImportOwner;
  readonly isOut: boolean;
  readonly transfer: NewTransfer;
}

interface Step {
  readonly work: ImportWork;
  readonly isDryRun: boolean;
}

/**
 * The file with this content, from any sender. A run locks it, so that its rows are posted once.
 * @throws AppError `state.invalid-transition` while a job reverses it
 */
export async function holdFile({ db, caller }: EffectContext, { work, isDryRun }: Step, rows: readonly ImportRow[]) {
  if (!isDryRun)
    await sql`
      insert into points_import (file_sha256, file_name, created_by) values (${work.sha256}, ${work.fileName}, ${caller.sub})
      on conflict (file_sha256) do nothing`.execute(db);
  const { rows: found } = await sql<{ id: string; isReversing: boolean }>`
    select i.id, exists (select from job j where j.id = i.reversal_job_id and j.state in ('QUEUED', 'RUNNING')) as "isReversing"
    from points_import i where i.file_sha256 = ${work.sha256} ${isDryRun ? sql`` : sql`for update`}`.execute(db);
  const id = found[0]?.id ?? randomUUID();
  if (found[0]?.isReversing === true)
    throw new AppError('state.invalid-transition', {
      message: 'The file is being reversed.',
      details: { allowed: [] },
    });
  if (!isDryRun)
    await sql`update points_import set run_job_id = ${work.jobId}, reversal_job_id = null
      where id = ${id} and (run_job_id, reversal_job_id) is distinct from (${work.jobId}::uuid, null)`.execute(db);
  const { rows: before } = await sql<{ row: number; transfer: string; isReversed: boolean }>`
    select r.row_no as row, r.transfer_id as transfer, exists (select from points_transfer t where t.reversal_of = r.transfer_id) as "isReversed"
    from points_import_row r where r.import_id = ${id} and r.row_no = any(${rows.map(({ number }) => number)}::int[])`.execute(
    db,
  );
  const reversed = new Map(before.filter(({ isReversed }) => isReversed).map(({ row, transfer }) => [row, transfer]));
  return {
    id,
    name: work.fileName,
    /** Rows that were posted and not reversed. */
    posted: new Set(before.filter(({ isReversed }) => !isReversed).map(({ row }) => row)),
    // A row that was reversed may be posted again, which is another transfer.
    keyOf: (row: number) => [id, row, reversed.get(row)?.slice(-12)].filter((part) => part !== undefined).join(':'),
  };
}

/**
 * Posts entries and counts them. A dry run posts them too, on top of what it has counted before, and undoes it: what
 * the ledger would refuse it says.
 */
export async function postEntries(
  context: EffectContext,
  { file, work, isDryRun }: Step & { readonly file: PointsFile },
  entries: readonly NewEntry[],
): Promise<(EntryRefusal | null)[]> {
  const { db, caller } = context;
  const budget = await budgetOf(context, work.jobId);
  const refusals: (EntryRefusal | null)[] = [];
  const fitting = entries.filter(({ transfer: { amount } }, index) => {
    const fits = amount <= budget.left;
    if (fits) budget.left -= amount;
    refusals[index] = fits ? null : 'too-many-points';
    return fits;
  });
  const wallets = [...new Set(fitting.map(({ owner }) => owner.walletId))];
  if (isDryRun) await sql`savepoint entries`.execute(db);
  if (isDryRun) await postTransfers(db, await assumed(context, work.jobId, wallets), caller.sub);
  const outcomes = await postTransfers(
    db,
    fitting.map(({ transfer }) => transfer),
    caller.sub,
  );
  const posted: (NewEntry & { readonly transferId: string })[] = [];
  const deltas = new Map<string, number>();
  for (const [at, entry] of fitting.entries()) {
    const outcome = outcomes[at];
    if (outcome?.outcome === 'REFUSED') refusals[entries.indexOf(entry)] = outcome.refusal;
    if (outcome?.outcome !== 'POSTED') continue;
    posted.push({ ...entry, transferId: outcome.transferId });
    const { owner, isOut, transfer } = entry;
    deltas.set(owner.walletId, (deltas.get(owner.walletId) ?? 0) + (isOut ? -transfer.amount : transfer.amount));
  }
  const { rows: balances } = await sql<{ id: string; balance: number }>`
    select id, balance from points_wallet where id = any(${[...deltas.keys()]}::uuid[])`.execute(db);
  if (isDryRun) await sql`rollback to savepoint entries`.execute(db);
  else await keepEntries(context, file, posted);
  const before = balances.map(({ id, balance }) => ({
    id,
    delta: deltas.get(id) ?? 0,
    balance: balance - (deltas.get(id) ?? 0),
  }));
  await count(context, work, before, posted);
  return refusals;
}

/** Points that a file may still move. */
async function budgetOf({ db }: EffectContext, jobId: string): Promise<{ left: number }> {
  const totals = await readTotals(db, jobId);
  return { left: POINTS_LIMITS.importFileMax - (totals?.credited ?? 0) - (totals?.debited ?? 0) };
}

/** Transfers that repeat the earlier batches of a dry run. */
async function assumed({ db }: EffectContext, jobId: string, wallets: readonly string[]): Promise<NewTransfer[]> {
  const { rows } = await sql<{ wallet: string; delta: number }>`
    select wallet_id as wallet, delta from points_import_wallet
    where job_id = ${jobId} and wallet_id = any(${wallets}::uuid[]) and delta <> 0`.execute(db);
  return rows.map(({ wallet, delta }) => ({
    debitWalletId: delta > 0 ? SYSTEM_WALLETS.CORRECTION : wallet,
    creditWalletId: delta > 0 ? wallet : SYSTEM_WALLETS.CORRECTION,
    amount: Math.abs(delta),
    code: delta > 0 ? 'MANUAL_CREDIT' : 'MANUAL_DEBIT',
    reason: 'dry run',
    key: randomUUID(),
  }));
}

/** Keeps which row is which transfer, with an audit row for each. */
async function keepEntries(
  { db, caller, requestId }: EffectContext,
  file: PointsFile,
  posted: readonly (NewEntry & { readonly transferId: string })[],
): Promise<void> {
  const items = posted.map(({ row, owner: { type, id, walletId }, transferId, transfer: { amount } }) => ({
    row,
    type,
    id,
    wallet: walletId,
    transfer: transferId,
    amount,
  }));
  const [sub, , , roles] = actorOf(caller);
  await sql`
    with items as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as i(row int, type text, id text, wallet uuid, transfer uuid, amount bigint)
    ), kept as (
      insert into points_import_row (import_id, row_no, wallet_id, transfer_id, points)
      select ${file.id}::uuid, row, wallet, transfer, amount from items
      on conflict (import_id, row_no) do update
        set wallet_id = excluded.wallet_id, transfer_id = excluded.transfer_id, points = excluded.points
    )
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes)
    select ${sub}, ${roles}::text[], ${requestId}, 'points.import', i.type, i.id, 'DONE',
      jsonb_build_object('points', jsonb_build_array(e.balance_after - e.delta, e.balance_after), 'transfer', jsonb_build_array(null, i.transfer))
    from items i join points_entry e on e.transfer_id = i.transfer and e.wallet_id = i.wallet order by i.row`.execute(
    db,
  );
}

/** Adds a batch to the sums of the job. */
async function count(
  { db }: EffectContext,
  { jobId, importId }: ImportWork,
  wallets: readonly { readonly id: string; readonly delta: number; readonly balance: number }[],
  posted: readonly NewEntry[],
): Promise<void> {
  const sum = (isOut: boolean) =>
    posted.reduce((total, entry) => (entry.isOut === isOut ? total + entry.transfer.amount : total), 0);
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wallets)}::jsonb) as g(id uuid, delta bigint, balance bigint)
    ), kept as (
      insert into points_import_wallet (job_id, import_id, wallet_id, delta) select ${jobId}::uuid, ${importId}::uuid, id, delta from given
      on conflict (job_id, wallet_id) do update set delta = points_import_wallet.delta + excluded.delta
      returning wallet_id, xmax = 0 as is_new
    )
    insert into points_import_total as t (job_id, wallets, before, credited, debited)
    select ${jobId}::uuid, count(*), coalesce(sum(g.balance), 0), ${sum(false)}::bigint, ${sum(true)}::bigint
    from kept k join given g on g.id = k.wallet_id where k.is_new
    on conflict (job_id) do update set wallets = t.wallets + excluded.wallets, before = t.before + excluded.before,
      credited = t.credited + excluded.credited, debited = t.debited + excluded.debited`.execute(db);
}

/** The sums of a job; null before its first rows. */
export async function readTotals(db: EffectContext['db'], jobId: string): Promise<ImportTotals | null> {
  const { rows } = await sql<ImportTotals>`
    select wallets, before, credited, debited from points_import_total where job_id = ${jobId}`.execute(db);
  return rows[0] ?? null;
}
