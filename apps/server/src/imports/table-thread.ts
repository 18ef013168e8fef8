import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '@backcounter/domain';
import { errorCodeOf } from '../db/error-code.ts';
import type { ByteRange } from '../ports/files.ts';
import type { Files, TableFile, TableLook } from './reading/table.ts';
import type { TableReading } from './reading/table-format.ts';
import { TableError } from './table-error.ts';
import type { TableRow } from './table-row.ts';

/** Task of a thread: read the rows of a file, or find out how to read it. */
export type ThreadTask = TableFile | { readonly key: string; readonly given: Given };
/** Known facts of a file; without the format of pictures it is a table. */
export type Given = Partial<TableReading> & { readonly format?: 'ZIP' };

/** From the thread: requests for bytes, results, and at the end the problem with the file, if any. */
export type ThreadAnswer =
  | { readonly open: number; readonly range: ByteRange | undefined }
  | { readonly pull: number }
  | { readonly drop: number }
  | { readonly rows: readonly TableRow[] }
  | { readonly look: TableLook }
  | { readonly problem: Pick<TableError, 'rule' | 'row' | 'kind'> | null };

/** To the thread: bytes of a source (null at its end), or the wish for more rows. */
export type ThreadMessage =
  | { readonly source: number; readonly sizeBytes: number }
  | { readonly source: number; readonly chunk: Uint8Array | null }
  | { readonly more: true };

/**
 * Limits of a thread: memory, and the processor time until it has results, which other load does not lengthen. A look
 * ends before the database ends the idle transaction around it.
 */
const MEMORY_MB = 192;
const CPU_MS = { look: 4_000, rows: 30_000 };
const WATCH_MS = 250;
/** Files looked at together. Others wait, about as long as a look may take. */
const LOOKS_MAX = 2;
const WAITS_MAX = 40;
const WAIT_MS = 100;
const WORKER = new URL('./reading/table.worker.ts', import.meta.url);

let looks = 0;

/**
 * Detects how to read an uploaded file, and reads its heading and first rows.
 * @throws TableError also `heading-missing` and `file-too-complex`; AppError `service.unavailable` after 4 s of others' looks
 */
export async function lookAtTable(files: Files, key: string, given: Given): Promise<TableLook> {
  for (let waits = 0; looks >= LOOKS_MAX; waits += 1) {
    if (waits === WAITS_MAX) throw new AppError('service.unavailable', { details: { retryAfterSeconds: 2 } });
    await delay(WAIT_MS);
  }
  looks += 1;
  try {
    for await (const answer of readInThread(WORKER, files, { key, given }, CPU_MS.look))
      if ('look' in answer) return answer.look;
    throw new Error('The file was not looked at');
  } finally {
    looks -= 1;
  }
}

/** Streams all rows of a file, heading first, in constant memory. @throws TableError also `file-too-complex` */
export async function* tableRows(files: Files, file: TableFile, cpuMs = CPU_MS.rows): AsyncGenerator<TableRow> {
  for await (const answer of readInThread(WORKER, files, file, cpuMs)) if ('rows' in answer) yield* answer.rows;
}

/**
 * Runs a reader in a thread of its own, so that a file made to take long or much memory stops no one else.
 * @throws TableError the problem that the reader reported, or `file-too-complex` beyond the limits of a thread
 */
export async function* readInThread(
  reader: URL,
  files: Files,
  task: ThreadTask,
  cpuMs: number,
): AsyncGenerator<Extract<ThreadAnswer, { rows: unknown } | { look: unknown }>> {
  const worker = new Worker(reader, {
    workerData: task,
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 4 },
  });
  const sources = new Map<number, { readonly content: Readable; readonly chunks: AsyncIterator<Buffer> }>();
  const send = (message: ThreadMessage): void => worker.postMessage(message);
  let failure: unknown = null;
  const stop = (error: unknown): void => {
    failure ??= error;
    void worker.terminate();
  };
  const serve = async (request: ThreadAnswer): Promise<void> => {
    if ('open' in request) {
      const { content, sizeBytes } = await files.read(task.key, request.range);
      sources.set(request.open, { content, chunks: content[Symbol.asyncIterator]() });
      send({ source: request.open, sizeBytes });
    } else if ('pull' in request) {
      const chunk = await sources
        .get(request.pull)
        ?.chunks.next()
        .catch((error) => {
          if (sources.has(request.pull)) throw error;
        });
      send({ source: request.pull, chunk: chunk?.value ?? null });
    } else if ('drop' in request) {
      sources.get(request.drop)?.content.destroy();
      sources.delete(request.drop);
    }
  };
  worker.on('message', (request: ThreadAnswer) => void serve(request).catch(stop)).on('error', stop);
  let allowedMs = cpuMs;
  let hasResults = false;
  const watch = setInterval(async () => {
    const used = await worker.cpuUsage().catch(() => null);
    if (used === null) return;
    const usedMs = (used.user + used.system) / 1_000;
    if (hasResults) allowedMs = usedMs + cpuMs;
    hasResults = false;
    if (usedMs > allowedMs) stop(new TableError('file-too-complex'));
  }, WATCH_MS);
  try {
    for await (const [answer] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[ThreadAnswer]>) {
      if ('problem' in answer) {
        if (answer.problem === null) return;
        throw new TableError(answer.problem.rule, answer.problem.row, { kind: answer.problem.kind });
      }
      if (!('rows' in answer || 'look' in answer)) continue;
      hasResults = true;
      yield answer;
      send({ more: true });
    }
    throw new Error('The thread has ended');
  } catch (error) {
    const cause = failure ?? error;
    const isTooLarge = errorCodeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isTooLarge ? new TableError('file-too-complex', 0, { cause }) : cause;
  } finally {
    clearInterval(watch);
    for (const { content } of sources.values()) content.destroy();
    await worker.terminate();
  }
}
