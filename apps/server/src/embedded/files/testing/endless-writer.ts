/** A process that writes the same file repeatedly and reports each write in progress, for tests that kill it. */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { openDiskFiles } from '../disk.files.ts';

const store = await openDiskFiles(process.argv[2] ?? '');
const PIECE = Buffer.alloc(100_000, 'new');

async function* pieces(): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < 30; piece += 1) {
    if (piece === 10) process.send?.('in the middle');
    await setImmediate();
    yield PIECE;
  }
}

for (;;) await store.write('exports/big', Readable.from(pieces(), { objectMode: false }));
