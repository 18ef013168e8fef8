import { reason } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { actorOf, rememberActor } from '../../../audit/record-audit.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import { defineJob, type JobRun } from '../../../jobs/job-definition.ts';
import { csvLine } from '../../../jobs/result/csv.ts';

/** Entries of a batch: those of an owner are reversed together, up to this many. */
const BATCH = 500;
const PAGE = 1_000;

interface Cursor {
  readonly wallet: string;
  readonly row: number;
}

/** Reverses the entries of a file, those of an owner together or not at all. */
export const pointsReversalJob = defineJob({
  kind: 'points.reverse-import',
  permission: 'points.reverse',
  params: z.strictObject({
    /** The file, or the job that imported it. */
    importId: z.uuid(),
    fileName: z.string(),
    /** Null in dry runs. */
    reason: reason.nullable(),
    undoOf: z.uuid().nullable().default(null),
  }),
  summarise: ({ fileName, undoOf }) => ({ fileName, undoOf }),
  approval: async ({ db }, { importId: given, fileName, reason: why }) => {
    const importId = await fileOf(db, given);
    const points = async () => (await openPoints(db, importId)).points;
    return {
      action: 'POINTS_ADJUST',
      value: points,
      entityType: null,
      entityId: null,
      read: async () => ({
        title: fileName,
        fields: [{ key: 'reason', before: null, after: why }],
        figures: [{ key: 'points', value: await points() }],
        records: [importId, await openPoints(db, importId)],
      }),
    };
  },
  previewUndo: async ({ db, now }, { importId }) => {
    const groups = await openGroups(db, await fileOf(db, importId));
    return {
      upTo: now.toISOString(),
      kind: 'EXACT',
      total: groups.reduce((sum, { count }) => sum + count, 0),
      groups: groups.map((group) => ({ ...group, outcome: group.reason === null ? 'DONE' : 'SKIPPED', samples: [] })),
    };
  },
  run: async (run, params) => {
    const importId = await fileOf(run.db, params.importId);
    // No one imports the file while it is reversed.
    await sql`update points_import set reversal_job_id = ${run.id} where id = ${importId}`.execute(run.db);
    await run.batches<Cursor>(async (trx, cursor) => {
      const entries = await openEntries(trx, importId, cursor, BATCH);
      const last = entries.at(-1);
      if (last === undefined) return null;
      // The last owner may have more entries.
      const isCut = entries.length === BATCH && entries[0]?.wallet !== last.wallet;
      const whole = isCut ? entries.filter(({ wallet }) => wallet !== last.wallet) : entries;
      const end = whole.at(-1) ?? last;
      const outcomes = await reverse(run, trx, whole, params.reason ?? '');
      return { cursor: { wallet: end.wallet, row: end.row }, done: whole.length, outcomes };
    });
    await writeRest(run, importId);
  },
});

/** The id of a file, given as such or by the job that imported it. */
async function fileOf(db: Kysely<Database>, given: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from points_import where id = ${given} or run_job_id = ${given}`.execute(db);
  // A job whose file was imported again since then has none left to reverse.
  return rows[0]?.id ?? given;
}

/** Entries of a file that are not reversed, by the reason why those of an owner would stay. */
async function openGroups(db: Kysely<Database>, importId: string) {
  const { rows } = await sql<{ reason: string | null; count: number }>`
    with owner as (
      select r.wallet_id, count(*) as entries, sum(case when t.credit_wallet_id = r.wallet_id then r.points else -r.points end) as points,
        bool_or(t.credit_wallet_id = r.wallet_id) as goes
      from points_import_row r join points_transfer t on t.id = r.transfer_id
      where r.import_id = ${importId} and not exists (select from points_transfer v where v.reversal_of = r.transfer_id) group by r.wallet_id)
    select case when o.goes and w.frozen then 'wallet.frozen' when o.goes and w.balance < o.points then 'points.insufficient' end as reason,
      sum(o.entries)::int as count
    from owner o join points_wallet w on w.id = o.wallet_id group by 1 order by 1 nulls first`.execute(db);
  return rows;
}

/** The entries of a file that are not reversed: their number and points. */
async function openPoints(db: Kysely<Database>, importId: string) {
  const { rows } = await sql<{ entries: number; points: number }>`
    select count(*)::int as entries, coalesce(sum(r.points), 0)::float8 as points from points_import_row r
    where r.import_id = ${importId} and not exists (select from points_transfer v where v.reversal_of = r.transfer_id)`.execute(
    db,
  );
  return rows[0] ?? { entries: 0, points: 0 };
}

interface OpenEntry extends Cursor {
  readonly transfer: string;
  readonly type: 'account' | 'store';
  readonly owner: string;
  readonly label: string;
  readonly receipt: string | null;
  readonly points: number;
}

/** Entries of a file that are not reversed, by wallet and the last row first. */
async function openEntries(
  db: Kysely<Database>,
  importId: string,
  after: Cursor | null,
  limit: number,
): Promise<OpenEntry[]> {
  const { rows } = await sql<OpenEntry>`
    select r.wallet_id as wallet, r.row_no as row, r.transfer_id as transfer, lower(w.owner_type::text) as type, w.owner_id as owner,
      coalesce(s.sid, a.public_no::text) as label, t.ref_id as receipt, case when t.credit_wallet_id = w.id then r.points else -r.points end as points
    from points_import_row r join points_transfer t on t.id = r.transfer_id join points_wallet w on w.id = r.wallet_id
      left join account a on w.owner_type = 'ACCOUNT' and a.id = w.owner_id left join store s on w.owner_type = 'STORE' and s.id = w.owner_id
    where r.import_id = ${importId} and not exists (select from points_transfer v where v.reversal_of = r.transfer_id)
      ${after === null ? sql`` : sql`and (r.wallet_id, r.row_no) < (${after.wallet}::uuid, ${after.row}::int)`}
    order by r.wallet_id desc, r.row_no desc limit ${limit}`.execute(db);
  return rows;
}

async function reverse(
  run: JobRun,
  trx: DatabaseTransaction,
  entries: readonly OpenEntry[],
  why: string,
): Promise<Record<string, number>> {
  const { caller, requestId } = run;
  const answers = await callFunction(trx, 'reverse_points_transfers', {
    originals: entries.map(({ transfer }) => transfer),
    with_reason: why,
    by_sub: caller.sub,
  });
  const counts: Record<string, number> = {};
  const reversed = answers.flatMap(({ place, outcome, refusal, transfer }) => {
    const entry = entries[(place ?? 0) - 1];
    const key = outcome === 'REFUSED' ? `SKIPPED ${refusal}` : 'DONE reversed';
    counts[key] = (counts[key] ?? 0) + 1;
    return outcome === 'POSTED' && entry !== undefined
      ? [{ type: entry.type, id: entry.owner, wallet: entry.wallet, original: entry.transfer, transfer }]
      : [];
  });
  await rememberActor({ db: trx, caller });
  const [sub, , , roles] = actorOf(caller);
  await sql`
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select ${sub}, ${roles}::text[], ${requestId}, 'points.reverse', i.type, i.id, 'DONE', ${why}, jsonb_build_object(
      'transfer', jsonb_build_array(i.original, i.transfer), 'points', jsonb_build_array(e.balance_after - e.delta, e.balance_after))
    from jsonb_to_recordset(${JSON.stringify(reversed)}::jsonb) as i(type text, id text, wallet uuid, original uuid, transfer uuid)
      join points_entry e on e.transfer_id = i.transfer and e.wallet_id = i.wallet order by e.wallet_id, e.seq`.execute(
    trx,
  );
  return counts;
}

/** Lists the entries that stay, as a file. */
async function writeRest(run: JobRun, importId: string): Promise<void> {
  let rows = 0;
  async function* content(): AsyncGenerator<string> {
    yield `\ufeff${csvLine(['row', 'owner', 'points', 'receipt'])}`;
    let page: OpenEntry[] = [];
    do {
      page = await openEntries(run.db, importId, page.at(-1) ?? null, PAGE);
      rows += page.length;
      for (const { row, label, points, receipt } of page)
        yield csvLine([String(row), label, String(points), receipt ?? '']);
    } while (page.length === PAGE);
  }
  if ((await openEntries(run.db, importId, null, 1)).length === 0) return;
  await run.writeResult({ ending: 'csv', content: content(), rows: () => rows });
}
