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
/** What is in a data folder and not in a backup: the cluster is copied in its own way, the rest belongs to one machine or one moment. */
const NOT_OURS = new Set(['postgres', 'postgres.location', UNPACKED, '.partial']);
const REPLACED = 'before-restore-';

/**
 * Writes a data folder into one file while the product works on it: the database as it is at the end, keys, passwords and files. Whoever has the file
 * has all of it, so only this user may read it.
 *
 * @param superuserUrl of the running database
 * @param compressionLevel 0 to 9; by default a speed that a disk keeps up with
 * @returns what it holds, in bytes before they were compressed.
 * @throws StartupError when the folder cannot be read, or the file not written.
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
      // After the database: each file that a row of it names is there by now.
      yield* placedIn('data/', filesOf(dataDir, isOurs));
    };
    const manifestOf = (files: readonly FileDigest[]): CopiedPart => ({
      name: MANIFEST,
      content: `${JSON.stringify({ product: APP_VERSION, postgres, ...log, files })}\n`,
    });
    return await writeArchive(file, parts(), manifestOf, compressionLevel);
  } catch (cause) {
    if (!(cause instanceof Error) || errorCodeOf(cause) === undefined) throw cause;
    throw new StartupError(`There is no backup in ${file}: ${cause.message}.`, { cause });
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
  /** The name of the folders that keep what was there before; null when there was nothing. */
  readonly kept: string | null;
}

/**
 * Puts what a backup holds in the place of a data folder. What was there before is kept beside it, and stays in use until all of the backup is
 * unpacked.
 *
 * @param recover replays more than the backup holds, before anything is replaced
 * @throws StartupError before anything is touched, where the file is damaged, no backup or none that this version can use; or when the product runs on the
 * folder.
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
      `The backup ${file} holds PostgreSQL ${content.postgresMajor} and this version has ${binaries.major}: restore it with the version that wrote it.`,
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

/** Names that lead out of a folder do not come here: the directory of the archive is refused with the first of them. */
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

/** Gives the cluster to the user whom PostgreSQL runs as. */
async function handOver(folder: string, user: OsUser): Promise<void> {
  await chown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), user.uid, user.gid);
}
