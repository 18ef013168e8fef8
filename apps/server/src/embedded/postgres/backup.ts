import { chown, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { errorCodeOf } from '../../db/error-code.ts';
import { StartupError } from '../../db/startup-error.ts';
import { textInArchive, unpackArchive, writeArchive } from './backup-archive.ts';
import { locateBinaries } from './binaries.ts';
import { dataDirOf } from './cluster.ts';
import { type CopiedPart, copyCluster, filesOf } from './cluster-copy.ts';
import { lockDataDir } from './instance-lock.ts';
import { clearLeftover } from './leftover.ts';
import { type OsUser, userForPostgres } from './os-user.ts';
import { place, unwritable } from './placement.ts';
import type { UnpackedCluster } from './point-in-time.ts';
import { sizeIfPresent } from './read-if-present.ts';

const ABOUT = 'backup.json';
const about = z
  .string()
  .regex(/^\{.*\}\n$/)
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.object({ format: z.literal('backcounter-backup'), version: z.literal(1), postgres: z.int() }));
const UNPACKED = 'restore.partial';
/** What is in a data folder and not in a backup: the cluster is copied in its own way, the rest belongs to one machine or one moment. */
const NOT_OURS = new Set(['postgres', 'postgres.location', UNPACKED, '.partial']);
const REPLACED = 'before-restore-';

/**
 * Writes a data folder into one file while the product works on it: the database as it is at the end, keys, passwords and files. Whoever has the file
 * has all of it, so only this user may read it.
 *
 * @param superuserUrl of the running database
 * @returns what it holds, in bytes before they were compressed.
 * @throws StartupError when the folder cannot be read, or the file not written.
 */
export async function writeBackup(dataDir: string, superuserUrl: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    return await writeArchive(file, partsOf(dataDir, client));
  } catch (cause) {
    if (!(cause instanceof Error) || errorCodeOf(cause) === undefined) throw cause;
    throw new StartupError(`There is no backup in ${file}: ${cause.message}.`, { cause });
  } finally {
    await client.end();
  }
}

async function* partsOf(dataDir: string, client: pg.Client): AsyncGenerator<CopiedPart> {
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  const said = { format: 'backcounter-backup', version: 1, postgres: rows[0]?.major };
  yield { name: ABOUT, content: `${JSON.stringify(said)}\n` };
  for await (const part of copyCluster(client)) yield { ...part, name: `postgres/${part.name}` };
  // After the database: each file that a row of it names is there by now.
  const isOurs = (name: string) => !name.split('/').some((each) => NOT_OURS.has(each) || each.startsWith(REPLACED));
  for await (const part of filesOf(dataDir, isOurs)) yield { ...part, name: `data/${part.name}` };
}

/**
 * Puts what a backup holds in the place of a data folder. What was there before is kept beside it, and stays in use until all of the backup is
 * unpacked.
 *
 * @param recover replays more than the backup holds, before anything is replaced
 * @returns the name of the folders that keep what was there before; null when there was nothing.
 * @throws StartupError when the product runs on the folder, or the file is no backup that this version can use.
 */
export async function restoreBackup(
  dataDir: string,
  file: string,
  recover?: (unpacked: UnpackedCluster) => Promise<void>,
): Promise<string | null> {
  const binaries = await locateBinaries();
  await checkUsable(file, binaries.major);
  const user = await userForPostgres();
  await mkdir(dataDir, { recursive: true, mode: user === null ? 0o700 : 0o711 }).catch((cause) => {
    throw unwritable(dataDir, cause);
  });
  const folder = await realpath(dataDir);
  const lock = await lockDataDir(folder);
  try {
    const { home, binaries: placed } = await place(folder, binaries, user);
    await clearLeftover(dataDirOf(home));
    const [cluster, rest] = [path.join(home, UNPACKED), path.join(folder, UNPACKED)];
    await clearLeftover(cluster);
    for (const earlier of [cluster, rest]) await rm(earlier, { recursive: true, force: true });
    await unpackArchive(file, 'postgres/', cluster);
    await unpackArchive(file, 'data/', rest);
    if (user !== null) await handOver(cluster, user);
    await recover?.({ cluster, home, user, binaries: placed });
    const kept = await putAside(folder, home);
    await rename(cluster, dataDirOf(home));
    for (const name of await readdir(rest)) await rename(path.join(rest, name), path.join(folder, name));
    await rmdir(rest);
    return kept;
  } finally {
    await lock.release();
  }
}

async function checkUsable(file: string, major: number): Promise<void> {
  const said = await textInArchive(file, ABOUT).catch((cause) => {
    throw new StartupError(`The file ${file} cannot be read (${errorCodeOf(cause)}).`, { cause });
  });
  const parsed = about.safeParse(said);
  if (!parsed.success) throw new StartupError(`The file ${file} is no backup of Backcounter.`);
  if (parsed.data.postgres === major) return;
  throw new StartupError(
    `The backup ${file} holds PostgreSQL ${parsed.data.postgres} and this version has ${major}: restore it with the version that wrote it.`,
  );
}

async function putAside(folder: string, home: string): Promise<string | null> {
  const name = `${REPLACED}${new Date().toISOString().replaceAll(':', '-')}`;
  const old = (await readdir(folder)).filter((each) => !NOT_OURS.has(each) && !each.startsWith(REPLACED));
  const hasCluster = (await sizeIfPresent(dataDirOf(home))) !== null;
  if (hasCluster) await rename(dataDirOf(home), path.join(home, name));
  if (old.length > 0) await mkdir(path.join(folder, name), { mode: 0o700 });
  for (const each of old) await rename(path.join(folder, each), path.join(folder, name, each));
  return hasCluster || old.length > 0 ? name : null;
}

/** Gives the cluster to the user whom PostgreSQL runs as. */
async function handOver(folder: string, user: OsUser): Promise<void> {
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), user.uid, user.gid);
}
