import { randomBytes } from 'node:crypto';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { errorCodeOf } from '../../../db/error-code.ts';
import {
  KEY_FILE,
  NEXT_KEY_FILE,
  openNextBox,
  openSealedBox,
  PREVIOUS_KEY_FILE,
  type SealedBox,
} from './sealed-box.ts';
import { lockSecretKeys } from './secret-keys.ts';

/** Longer than a running server needs to reread the files. */
const PAUSE_MS = 6_000;

/**
 * Rotates the data key: reseals everything in the database with the next key, then swaps the files. If killed at any
 * point, the files still open everything, and another rotation completes it. `pause` waits for running servers.
 */
export async function rotateDataKey(db: Kysely<Database>, dataDir: string, pause = pauseFor): Promise<void> {
  await sql`SET LOCAL lock_timeout = '30s'`.execute(db);
  await lockSecretKeys(db);
  const next = join(dataDir, NEXT_KEY_FILE);
  try {
    await writeFile(next, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    // Left by an interrupted rotation, which may have sealed with it.
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  await pause(PAUSE_MS);
  await sealAgain(db, await openNextBox(dataDir));
  const [present, previous] = [join(dataDir, KEY_FILE), join(dataDir, PREVIOUS_KEY_FILE)];
  await copyFile(present, `${previous}.new`);
  await rename(`${previous}.new`, previous);
  await rename(next, present);
}

/** Reseals with the current key anything a server has sealed with the previous one since the rotation. */
export async function leavePreviousDataKey(db: Kysely<Database>, dataDir: string, pause = pauseFor): Promise<void> {
  await pause(PAUSE_MS);
  await lockSecretKeys(db);
  await sealAgain(db, await openSealedBox(dataDir));
}

/** Called after `leavePreviousDataKey` is committed; cookies sealed with the previous key become invalid. */
export async function removePreviousDataKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, PREVIOUS_KEY_FILE), { force: true });
}

async function sealAgain(db: Kysely<Database>, box: SealedBox): Promise<void> {
  const sealed = [
    { table: sql.table('identity.secret_key'), column: sql.ref('sealed') },
    { table: sql.table('identity.person'), column: sql.ref('totp_secret') },
  ];
  for (const { table, column } of sealed) {
    const { rows } = await sql<{ id: string; sealed: Buffer }>`
      SELECT id::text, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL FOR UPDATE`.execute(db);
    for (const row of rows) {
      const again = box.seal(box.open(row.sealed, row.id), row.id);
      await sql`UPDATE ${table} SET ${column} = ${again} WHERE id::text = ${row.id}`.execute(db);
    }
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
