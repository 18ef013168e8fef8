import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { createDatabase, createPool, type Database } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import { openScratch } from '../embedded/postgres/scratch.ts';
import { beginProof, endProof, type ProofResult } from '../features/backup/backup-proof.ts';
import { describeBackup, newestBackup } from './backup-folder.ts';
import { runningAddresses } from './connect.ts';
import { proveBackup } from './prove-backup.ts';

const INTERRUPTED: ProofResult = { outcome: 'INTERRUPTED', takenAt: null, counts: {}, faultCount: 0, faults: [] };
const STOPPED_CODE = 130;

/**
 * `npm run backup -- prove [FILE]`: proves a backup, by default the newest in BACKUP_DIR, and prints the result; exits
 * with 1 if it is not proven. The result is recorded if the server is running. A signal, or the end of the parent
 * process, stops the proof.
 *
 * @throws StartupError if there is nothing to prove
 */
export async function proveFromCommand(config: Config, given: string | undefined): Promise<void> {
  const file = given === undefined ? await newestIn(config.backupDir) : path.resolve(given);
  const backup = await describeBackup(file);
  const scratch = await openScratch(config.dataDir);
  const record = await openRecord(config.dataDir);
  try {
    const id = record === null ? null : await beginProof(record.db, backup);
    const startedMs = performance.now();
    const say = (line: string): void => console.error(line);
    const result = await Promise.race([proveBackup(file, backup, scratch, say), stopped()]);
    if (record !== null && id !== null) await endProof(record.db, id, result);
    const lines = linesOf(backup.name, result, performance.now() - startedMs);
    for (const line of lines) console.log(line);
    process.send?.(lines);
    if (record === null) console.log('The server is not running, so this result is not recorded.');
    if (result.outcome !== 'PROVEN') process.exitCode = result.outcome === 'INTERRUPTED' ? STOPPED_CODE : 1;
  } finally {
    await record?.close();
    await scratch.close();
  }
  // A stopped process may still be working on deleted files.
  if (process.exitCode === STOPPED_CODE) process.exit();
}

async function newestIn(folder: string | null): Promise<string> {
  if (folder === null) throw new StartupError('Set BACKUP_DIR or name a file: npm run backup -- prove FILE.');
  const newest = await newestBackup(folder);
  if (newest === null) throw new StartupError(`No backup (*.zip) in ${folder}. Create one with npm run backup.`);
  return path.join(folder, newest.name);
}

/** The database of the running server; null if none is running. */
async function openRecord(dataDir: string): Promise<{ db: Kysely<Database>; close(): Promise<void> } | null> {
  const addresses = await runningAddresses(dataDir);
  if (addresses === null) return null;
  const pool = createPool({
    url: addresses.app,
    max: 1,
    applicationName: 'backcounter-proof',
    acquireTimeoutMs: 5_000,
  });
  return { db: createDatabase(pool), close: () => pool.end() };
}

function stopped(): Promise<ProofResult> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(INTERRUPTED);
    // A process group may receive a signal twice; the second must not interrupt the cleanup.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
    if (process.channel) {
      process.channel.unref();
      process.once('disconnect', stop);
    }
  });
}

function linesOf(name: string, { outcome, takenAt, counts, faultCount, faults }: ProofResult, ms: number): string[] {
  if (outcome === 'INTERRUPTED') return ['Stopped. The test restore was removed.'];
  const rows = Object.entries(counts).map(([kind, count]) => `${count} ${COUNT_LABELS[kind] ?? kind}`);
  const content = rows.length === 0 ? '' : ` ${rows.join(', ')}.`;
  const verdict = outcome === 'PROVEN' ? 'is proven' : 'is NOT proven';
  return [
    `${name}${takenAt === null ? '' : `, taken ${takenAt.toISOString()},`} ${verdict} (${(ms / 1000).toFixed(1)} s).${content}`,
    ...faults.map((fault) => `  ${fault}`),
    ...(faultCount > faults.length ? [`  … and ${faultCount - faults.length} more.`] : []),
  ];
}

const COUNT_LABELS: Readonly<Record<string, string>> = { drawEntries: 'draw entries', auditEvents: 'audit events' };
