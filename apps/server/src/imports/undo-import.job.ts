import { isDeepStrictEqual } from 'node:util';
import { AppError, IMPORT_ENTITIES, JOB_LIMITS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Entity } from '../crud/entity.ts';
import type { EntityRow, EntityValues } from '../crud/entity-declaration.ts';
import { peekRecord } from '../crud/read-record.ts';
import { archiveRecord, restoreRecord, updateRecord } from '../crud/write-record.ts';
import type { Database } from '../db/client.ts';
import { isRefusedValue } from '../db/database-error.ts';
import type { EffectContext, RequestContext } from '../graphql/request-context.ts';
import type { BulkPreview, PreviewGroup } from '../jobs/bulk/bulk-preview.ts';
import { type UndoneJob, type UndoSample, undoneJob } from '../jobs/bulk/bulk-undo.ts';
import { defineJob, type JobKind } from '../jobs/job-definition.ts';
import { contextOf, type ImportDefinitions } from './import-job.ts';

/** The kind of job that undoes an import of reference data. */
export const UNDO_IMPORT = 'import.undo';
const BATCH_ROWS = 100;
/** Rows that a dry run reads at most. */
const PREVIEW_ROWS = 500;

const undoParams = z.strictObject({
  entity: z.enum(IMPORT_ENTITIES),
  undone: undoneJob,
  reason: z.string().nullable(),
});
type UndoParams = z.output<typeof undoParams>;

/** A change of a record by the undone job. */
interface Change {
  /** Place in the trail. */
  readonly place: string;
  readonly id: string;
  readonly action: string;
  readonly values: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** Restores records that an import changed and archives those that it created, each by the rules of a single change. */
export function undoImportJob(definitions: ImportDefinitions): JobKind<UndoParams> {
  const entityOf = (name: UndoParams['entity']): Entity => {
    const record = definitions.get(name)?.record;
    if (record === undefined) throw new AppError('record.not-found');
    return record;
  };
  return defineJob<UndoParams>({
    kind: UNDO_IMPORT,
    params: undoParams,
    permission: 'import.use',
    permissionsFor: ({ entity }) => [definitions.get(entity)?.permission ?? []].flat(),
    summarise: ({ entity, reason, undone }) => ({ undoOf: undone.id, entity, reason }),
    undo: { job: (params, { undone, reason }) => ({ kind: UNDO_IMPORT, params: { ...params, undone, reason } }) },
    approval: ({ db }, { entity: name, undone, reason }) => {
      const count = async () => (await changesOf(db, entityOf(name), undone, null, null)).length;
      return {
        action: 'BULK',
        value: count,
        entityType: null,
        entityId: null,
        read: async () => ({
          title: name,
          fields: Object.entries({ entity: name, undone, reason }).map(([key, after]) => ({
            key,
            before: null,
            after,
          })),
          figures: [{ key: 'reaches', value: await count() }],
          records: [undone],
        }),
      };
    },
    previewUndo: (context, { entity, undone }) => preview(context, entityOf(entity), undone),
    run: async (run, { entity: name, undone, reason }) => {
      const entity = entityOf(name);
      await run.countOnce(async () => (await changesOf(run.db, entity, undone, null, null)).length);
      await run.batches<string>(async (trx, cursor) => {
        const changes = await changesOf(trx, entity, undone, cursor, BATCH_ROWS);
        const last = changes.at(-1);
        if (last === undefined) return null;
        const outcomes: Record<string, number> = {};
        for (const change of changes) {
          run.signal.throwIfAborted();
          const problem = await undoChange(contextOf(run, trx), entity, change, undone.isForced, reason);
          const outcome = problem === null ? 'DONE' : `${problem.outcome} ${problem.reason}`;
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          if (problem !== null)
            await sql`insert into job_problem (job_id, record_id, label, outcome, reason)
              values (${run.id}, ${change.id}, ${problem.label}, ${problem.outcome}, ${problem.reason})`.execute(trx);
        }
        return { cursor: last.place, done: changes.length, outcomes };
      });
    },
  });
}

/** Changes by the undone job in the order of the trail. */
async function changesOf(
  db: Kysely<Database>,
  { noun, trail = noun }: Entity,
  { requestId }: UndoneJob,
  after: string | null,
  limit: number | null,
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select e.id::text as place, e.entity_id as id, e.action, e.changes || coalesce(e.personal_changes, '{}') as values
    from staff_audit_event e
    where e.request_id = ${requestId} and e.entity_type = ${trail} and e.outcome = 'DONE' and e.id > ${after ?? 0}::bigint
    order by e.id limit ${limit}`.execute(db);
  return rows;
}

/** Values to restore, or what else undoes the change; a text says why it is skipped. */
function stepOf(
  entity: Entity,
  { action, values }: Change,
  current: EntityRow,
  isForced: boolean,
): { readonly patch: EntityValues } | 'ARCHIVE' | 'RESTORE' | { readonly reason: string } {
  const step = action.slice(action.indexOf('.') + 1);
  if (step === 'create' || step === 'restore') {
    if (current['state'] === 'DRAFT') return { reason: 'is-draft' };
    if (!isForced && step === 'create' && current.version > 1) return { reason: 'changed-since' };
    return current.archivedAt === null ? 'ARCHIVE' : { reason: 'already-set' };
  }
  if (step === 'archive') return current.archivedAt === null ? { reason: 'already-set' } : 'RESTORE';
  const fields = Object.keys(entity.record.patch.shape).filter((field) => values[field] !== undefined);
  const is = (field: string, side: 0 | 1) => isDeepStrictEqual(current[field] ?? null, values[field]?.[side] ?? null);
  if (fields.every((field) => is(field, 0))) return { reason: 'already-set' };
  if (!isForced && fields.some((field) => !is(field, 0) && !is(field, 1))) return { reason: 'changed-since' };
  return { patch: Object.fromEntries(fields.map((field) => [field, values[field]?.[0] ?? null])) };
}

const labelOf = (current: EntityRow) => String(current['code'] ?? current['sid'] ?? current.id);

/** Undoes one change; its problem, or null. */
async function undoChange(
  context: EffectContext,
  entity: Entity,
  change: Change,
  isForced: boolean,
  reason: string | null,
): Promise<{ readonly label: string; readonly outcome: 'FAILED' | 'SKIPPED'; readonly reason: string } | null> {
  await sql`savepoint undo_change`.execute(context.db);
  const current = await peekRecord(context, entity, change.id);
  const problem = (outcome: 'FAILED' | 'SKIPPED', why: string) => ({ label: labelOf(current), outcome, reason: why });
  try {
    const step = stepOf(entity, change, current, isForced);
    const expected = { id: change.id, expectedVersion: current.version };
    if (step === 'ARCHIVE') await archiveRecord(context, entity, expected, reason);
    else if (step === 'RESTORE') await restoreRecord(context, entity, expected, reason);
    else if ('reason' in step) return problem('SKIPPED', step.reason);
    else await updateRecord(context, entity, expected, step.patch);
  } catch (error) {
    if (!(error instanceof AppError) && !isRefusedValue(error)) throw error;
    await sql`rollback to savepoint undo_change`.execute(context.db);
    return problem('FAILED', 'not-stored');
  }
  return null;
}

async function preview(context: RequestContext, entity: Entity, undone: UndoneJob): Promise<BulkPreview<UndoSample>> {
  const found = await changesOf(context.db, entity, undone, null, PREVIEW_ROWS + 1);
  const changes = found.slice(0, PREVIEW_ROWS);
  const groups = new Map<string | null, Omit<PreviewGroup<UndoSample>, 'samples'> & { samples: UndoSample[] }>();
  for (const change of changes) {
    const current = await peekRecord(context, entity, change.id);
    const step = stepOf(entity, change, current, undone.isForced);
    const reason = typeof step === 'object' && 'reason' in step ? step.reason : null;
    const { count, samples } = groups.get(reason) ?? { count: 0, samples: [] as UndoSample[] };
    if (samples.length < JOB_LIMITS.samplesMax) samples.push({ id: change.id, label: labelOf(current) });
    groups.set(reason, { outcome: reason === null ? 'DONE' : 'SKIPPED', reason, count: count + 1, samples });
  }
  const kind = found.length > PREVIEW_ROWS ? 'LOWER_BOUND' : 'EXACT';
  return { upTo: context.now.toISOString(), kind, total: changes.length, groups: [...groups.values()] };
}
