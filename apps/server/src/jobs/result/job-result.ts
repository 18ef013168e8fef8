import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JOB_LIMITS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/files.ts';
import type { JobRun, ResultFile } from '../job-definition.ts';
import { csvLine } from './csv.ts';

const PAGE = 5_000;

/** The store for job files and their cleanup. */
export interface ResultStore {
  readonly store: FileStore;
  /** Marks the file as unowned from `dueAt` on. */
  readonly noteGarbage: (key: string, dueAt: Date) => Promise<void>;
}

/**
 * Streams a file to the store in constant memory. Its removal is scheduled before it is written, so that a process that
 * dies leaves nothing behind.
 */
export async function storeResult(
  { store, noteGarbage }: ResultStore,
  key: string,
  file: ResultFile,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly sha256: Buffer }> {
  // One hour after the link expires, so that started downloads can finish.
  await noteGarbage(key, new Date(clock.now().getTime() + (keptHours(file) + 1) * 3_600_000));
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const part of file.content) {
      const bytes =
        typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length);
      hash.update(bytes);
      yield bytes;
    }
  }
  // A separate stream can be aborted at once when the job must stop, even while the content waits for its next part.
  const content = new PassThrough();
  const filled = Promise.allSettled([pipeline(hashed, content, { signal })]);
  try {
    // An error of the content also fails the write.
    await store.write(key, content);
  } catch (error) {
    content.destroy();
    signal.throwIfAborted();
    throw error;
  }
  await filled;
  return { rows: file.rows(), sha256: hash.digest() };
}

/** Hours for which a file can be downloaded. */
export function keptHours(file: ResultFile): number {
  return file.keptHours ?? JOB_LIMITS.resultHours;
}

/** Writes skipped and failed records as CSV, if there are any. */
export async function writeProblems(run: JobRun): Promise<void> {
  const any = await run.db.selectFrom('job_problem').select('job_id').where('job_id', '=', run.id).executeTakeFirst();
  if (any === undefined) return;
  let rows = 0;
  async function* content(): AsyncGenerator<string> {
    yield csvLine(['record', 'id', 'outcome', 'reason']);
    for await (const page of problemPages(run.db, run.id)) {
      rows += page.length;
      yield page.map((row) => csvLine([row.label ?? '', row.record_id, row.outcome, row.reason])).join('');
    }
  }
  await run.writeResult({ ending: 'csv', content: content(), rows: () => rows });
}

async function* problemPages(db: Kysely<Database>, id: string) {
  let after = '';
  for (;;) {
    const page = await db
      .selectFrom('job_problem')
      .select(['record_id', 'label', 'outcome', 'reason'])
      .where('job_id', '=', id)
      .where('record_id', '>', after)
      .orderBy('record_id')
      .limit(PAGE)
      .execute();
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.record_id;
  }
}

/** Deletes old ended jobs with their problems; true if more may be left. Called by housekeeping. */
export async function deleteOldJobs(trx: Kysely<Database>): Promise<boolean> {
  const batch = 100;
  const { numAffectedRows } = await sql`
    delete from job where id in (
      select id from job where finished_at < now() - make_interval(days => ${JOB_LIMITS.retentionDays})
      order by finished_at limit ${batch} for update skip locked)`.execute(trx);
  return numAffectedRows === BigInt(batch);
}
