import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { TableError } from '../table-error.ts';
import type { TableRow } from '../table-row.ts';
import type { ThreadAnswer, ThreadMessage, ThreadTask } from '../table-thread.ts';
import { type Files, lookAtTable, tableRows } from './table.ts';
import { lookAtPictures, pictureRows } from './zip-pictures.ts';

/** Rows, and characters or bytes of pictures, per message. */
const ROWS = 500;
const CHARACTERS = 250_000;

if (parentPort === null) throw new Error('Not a worker thread');
const port = parentPort;
const sources = new Map<number, { opened(sizeBytes: number): void; push(chunk: Uint8Array | null): void }>();
/** Batches that the other thread still takes: one is read ahead. */
let wanted = 2;
let want = Promise.withResolvers<void>();

port.on('message', (message: ThreadMessage) => {
  if ('more' in message) {
    wanted += 1;
    want.resolve();
  } else if ('sizeBytes' in message) sources.get(message.source)?.opened(message.sizeBytes);
  else sources.get(message.source)?.push(message.chunk);
});

const answer = (content: ThreadAnswer, moved: readonly ArrayBuffer[] = []): void => port.postMessage(content, moved);

/** The file store of the other thread; without metadata that reading does not use. */
const files: Files = {
  read: (_key, range) =>
    new Promise((resolve) => {
      const source = sources.size;
      const content = new Readable({
        read: () => answer({ pull: source }),
        destroy: (error, done) => {
          answer({ drop: source });
          done(error);
        },
      });
      sources.set(source, {
        opened: (sizeBytes) => resolve({ content, sizeBytes } as Awaited<ReturnType<Files['read']>>),
        push: (chunk) => content.push(chunk),
      });
      answer({ open: source, range });
    }),
};

async function sendRows(rows: AsyncGenerator<TableRow>): Promise<void> {
  let batch: TableRow[] = [];
  let characters = 0;
  const send = async (): Promise<void> => {
    while (wanted === 0) {
      await want.promise;
      want = Promise.withResolvers();
    }
    wanted -= 1;
    answer(
      { rows: batch },
      batch.flatMap(({ entry }) => (entry !== undefined && 'bytes' in entry ? [entry.bytes.buffer] : [])),
    );
    batch = [];
    characters = 0;
  };
  try {
    for await (const row of rows) {
      batch.push(row);
      for (const cell of row.cells) characters += cell.length;
      if (row.entry !== undefined && 'bytes' in row.entry) characters += row.entry.bytes.length;
      if (batch.length >= ROWS || characters >= CHARACTERS) await send();
    }
  } finally {
    await send();
  }
}

const task = workerData as ThreadTask;
try {
  const isZip = ('given' in task ? task.given : task).format === 'ZIP';
  if ('given' in task)
    answer({ look: await (isZip ? lookAtPictures(files, task.key) : lookAtTable(files, task.key, task.given)) });
  else await sendRows(isZip ? pictureRows(files, task.key) : tableRows(files, task));
  answer({ problem: null });
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  answer({ problem: { rule: error.rule, row: error.row, kind: error.kind } });
}
