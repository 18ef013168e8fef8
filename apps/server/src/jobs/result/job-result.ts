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

/** Where files of jobs are kept, and how it is noted when they are to be removed. */
export interface ResultStore {
  readonly store: FileStore;
  /** Notes that the file belongs to nobody from an instant on. */
  readonly noteGarbage: (key: string, dueAt: Date) => Promise<void>;
}

/**
 * Streams a file to the store with flat memory. That it is to be removed is noted before it is written, so that a process that dies
 * leaves nothing behind for ever.
 */
export async function storeResult(
  { store, noteGarbage }: ResultStore,
  key: string,
  file: ResultFile,
  clock: Clock,
  signal: AbortSignal,
): Promise<{ readonly rows: number; readonly sha256: Buffer }> {
  // An hour longer than its link, so that a download that has begun ends.
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
  // A stream of its own breaks off at once when the job has to stop, even while the content waits for its next part.
  const content = new PassThrough();
  const filled = Promise.allSettled([pipeline(hashed, content, { signal })]);
  try {
    // What breaks the content breaks the write, with the same error.
    await store.write(key, content);
  } catch (error) {
    content.destroy();
    signal.throwIfAborted();
    throw error;
  }
  await filled;
  return { rows: file.rows(), sha256: hash.digest() };
}

/** Hours for which a file can be fetched. */
export function keptHours(file: ResultFile): number {
  return file.keptHours ?? JOB_LIMITS.resultHours;
}

/** Writes the records that the job left out or failed on as CSV, if there are any. */
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

/** Forgets jobs that ended long ago, with their problems; true when more may be left. For housekeeping. */
export async function deleteOldJobs(trx: Kysely<Database>): Promise<boolean> {
  const batch = 100;
  const { numAffectedRows } = await sql`
    delete from job where id in (
      select id from job where finished_at < now() - make_interval(days => ${JOB_LIMITS.retentionDays})
      order by finished_at limit ${batch} for update skip locked)`.execute(trx);
  return numAffectedRows === BigInt(batch);
}
