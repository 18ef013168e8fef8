import { randomBytes } from 'node:crypto';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../../db/error-code.ts';
import type { StatementRunner } from '../../ports/identity.ts';
import {
  KEY_FILE,
  NEXT_KEY_FILE,
  openNextBox,
  openSealedBox,
  PREVIOUS_KEY_FILE,
  type SealedBox,
} from './sealed-box.ts';
import { lockSecretKeys } from './secret-keys.ts';

/** Longer than a running server needs to read the files again. */
const PAUSE_MS = 6_000;

/**
 * Goes over to another data key: what the present one sealed in the database is sealed with the next one, then the files change places. Killed at any
 * point it leaves files that open everything, and a second rotation completes it. `pause` waits for running servers.
 */
export async function rotateDataKey(db: StatementRunner, dataDir: string, pause = pauseFor): Promise<void> {
  await db.query("SET LOCAL lock_timeout = '30s'", []);
  await lockSecretKeys(db);
  const next = join(dataDir, NEXT_KEY_FILE);
  try {
    await writeFile(next, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    // Left by a rotation that was killed, which may have sealed with it.
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  await pause(PAUSE_MS);
  await sealAgain(db, await openNextBox(dataDir));
  const [present, previous] = [join(dataDir, KEY_FILE), join(dataDir, PREVIOUS_KEY_FILE)];
  await copyFile(present, `${previous}.new`);
  await rename(`${previous}.new`, previous);
  await rename(next, present);
}

/** Seals with the present key what a server has sealed with the one before since the rotation. */
export async function leavePreviousDataKey(db: StatementRunner, dataDir: string, pause = pauseFor): Promise<void> {
  await pause(PAUSE_MS);
  await lockSecretKeys(db);
  await sealAgain(db, await openSealedBox(dataDir));
}

/** Once `leavePreviousDataKey` is committed: cookies that the key before sealed end. */
export async function removePreviousDataKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, PREVIOUS_KEY_FILE), { force: true });
}

async function sealAgain(db: StatementRunner, box: SealedBox): Promise<void> {
  const sealed = [
    { table: 'identity.secret_key', column: 'sealed' },
    { table: 'identity.person', column: 'totp_secret' },
  ];
  for (const { table, column } of sealed) {
    const { rows } = await db.query<{ id: string; sealed: Buffer }>(
      `SELECT id::text, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL FOR UPDATE`,
      [],
    );
    for (const row of rows) {
      const again = box.seal(box.open(row.sealed, row.id), row.id);
      await db.query(`UPDATE ${table} SET ${column} = $2 WHERE id::text = $1`, [row.id, again]);
    }
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
