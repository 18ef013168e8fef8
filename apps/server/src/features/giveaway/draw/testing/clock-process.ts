/**
 * Freezes, draws and proves due giveaways in the database of its first argument, with the files in its second, until it is
 * killed. Tests kill it in the middle of a step.
 */
import { createDatabase, createPool } from '../../../../db/client.ts';
import { openDiskFiles } from '../../../../embedded/files/disk.files.ts';
import { Housekeeping } from '../../../../housekeeping/housekeeping.ts';
import { giveawayClock } from '../due-giveaways.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const pool = createPool({ url, max: 2, statementTimeoutMs: 60_000, acquireTimeoutMs: 5_000 });
new Housekeeping(createDatabase(pool), giveawayClock(await openDiskFiles(folder)), 100).start();
// Housekeeping timers do not keep the process alive.
setInterval(() => undefined, 1_000);
