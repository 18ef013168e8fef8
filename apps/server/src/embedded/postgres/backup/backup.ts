import { createWriteStream } from 'node:fs';
import { chown, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { errorCodeOf } from '../../../db/error-code.ts';
import { APP_VERSION } from '../../../db/migrate/app-version.ts';
import { StartupError } from '../../../db/startup-error.ts';
import { locateBinaries } from '../binaries.ts';
import { dataDirOf } from '../cluster.ts';
import { lockDataDir } from '../instance-lock.ts';
import { clearLeftover } from '../leftover.ts';
import { type OsUser, userForPostgres } from '../os-user.ts';
import { place, unwritable } from '../placement.ts';
import { sizeIfPresent } from '../read-if-present.ts';
import type { PartReceiver } from './archive-reader.ts';
import { writeArchive } from './backup-archive.ts';
import { ABOUT, type FileDigest, FORMAT, FORMAT_VERSION, type LogRange, MANIFEST } from './backup-manifest.ts';
import { type BackupContent, readBackup, verifyBackup } from './backup-reader.ts';
import { type CopiedPart, copyCluster, filesOf } from './cluster-copy.ts';
import type { UnpackedCluster } from './point-in-time.ts';

const UNPACKED = 'restore.partial';
/**
 * Parts of a data folder not backed up as files: the cluster is copied separately, the rest belongs to one machine or
 * moment.
 */
const NOT_OURS = new Set(['postgres', 'postgres.location', UNPACKED, '.partial']);
const REPLACED = 'before-restore-';

/**
 * Writes a data folder into one file while the product is running: the database as of the end of the backup, keys,
 * passwords and files. The file contains all secrets, so only this user may read it.
 *
 * @param superuserUrl of the running database
 * @param compressionLevel 0 to 9; by default a speed that a disk keeps up with
 * @returns the size of its content in bytes before compression
 * @throws StartupError if the folder cannot be read or the file not written
 */
export async function writeBackup(
  dataDir: string,
  superuserUrl: string,
  file: string,
  compressionLevel?: number,
): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version') AS version");
    const about = { format: FORMAT, version: FORMAT_VERSION, product: APP_VERSION };
    const postgres = rows[0]?.version ?? '';
    let log: LogRange | null = null;
    const parts = async function* (): AsyncGenerator<CopiedPart> {
      yield { name: ABOUT, content: `${JSON.stringify({ ...about, postgres: Number.parseInt(postgres, 10) })}\n` };
      log = yield* placedIn('postgres/', copyCluster(client));
      // After the database, so that every file its rows name exists.
      yield* placedIn('data/', filesOf(dataDir, isOurs));
    };
    const manifestOf = (files: readonly FileDigest[]): CopiedPart => ({
      name: MANIFEST,
      content: `${JSON.stringify({ product: APP_VERSION, postgres, ...log, files })}\n`,
    });
    return await writeArchive(file, parts(), manifestOf, compressionLevel);
  } catch (cause) {
    if (!(cause instanceof Error) || errorCodeOf(cause) === undefined) throw cause;
    throw new StartupError(`The backup ${file} could not be written: ${cause.message}.`, { cause });
  } finally {
    await client.end();
  }
}

const isOurs = (name: string): boolean =>
  !name.split('/').some((each) => NOT_OURS.has(each) || each.startsWith(REPLACED));

async function* placedIn<Result>(
  folder: string,
  parts: AsyncGenerator<CopiedPart, Result>,
): AsyncGenerator<CopiedPart, Result> {
  for (;;) {
    const next = await parts.next();
    if (next.done) return next.value;
    yield { ...next.value, name: folder + next.value.name };
  }
}

export interface RestoredBackup {
  readonly content: BackupContent;
  /** Name of the folders with the earlier contents; null if there were none. */
  readonly kept: string | null;
}

/**
 * Replaces a data folder by a backup. The earlier contents are kept beside it, and stay in use until the backup is
 * fully unpacked.
 *
 * @param recover replays the archived log before anything is replaced
 * @throws StartupError before anything is changed, if the file is damaged, not a backup or unusable by this version, or
 * the product is running on the folder
 */
export async function restoreBackup(
  dataDir: string,
  file: string,
  recover?: (unpacked: UnpackedCluster) => Promise<void>,
): Promise<RestoredBackup> {
  const binaries = await locateBinaries();
  const content = await verifyBackup(file);
  if (content.postgresMajor !== binaries.major)
    throw new StartupError(
      `The backup ${file} contains PostgreSQL ${content.postgresMajor}, but this version has ${binaries.major}. Restore it with the version that wrote it.`,
    );
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
    await readBackup(file, await unpackInto({ postgres: cluster, data: rest }));
    if (user !== null) await handOver(cluster, user);
    await recover?.({ cluster, data: rest, home, user, binaries: placed });
    const kept = await putAside(folder, home);
    await rename(cluster, dataDirOf(home));
    for (const name of await readdir(rest)) await rename(path.join(rest, name), path.join(folder, name));
    await rmdir(rest);
    return { content, kept };
  } finally {
    await lock.release();
  }
}

/** Unsafe names never get here: the archive's directory would have been refused. */
async function unpackInto(folders: Readonly<Record<string, string>>): Promise<PartReceiver> {
  for (const folder of Object.values(folders)) await mkdir(folder, { mode: 0o700 });
  return async ({ name, isFolder }, content) => {
    const [room = '', ...below] = name.split('/');
    const target = path.join(folders[room] ?? '', ...below);
    await mkdir(isFolder ? target : path.dirname(target), { recursive: true, mode: 0o700 });
    if (!isFolder) await pipeline(content, createWriteStream(target, { mode: 0o600 }));
  };
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

/** Makes PostgreSQL's user the owner of the cluster. */
async function handOver(folder: string, user: OsUser): Promise<void> {
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), user.uid, user.gid);
}
