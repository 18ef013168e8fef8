import { createHash } from 'node:crypto';
import { chmod, chown, cp, mkdir, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '../../db/error-code.ts';
import { StartupError } from '../../db/startup-error.ts';
import { binariesIn, type PostgresBinaries } from './binaries.ts';
import { isReachable, type OsUser } from './os-user.ts';
import { readIfPresent, sizeIfPresent } from './read-if-present.ts';

/** Location of the embedded PostgreSQL. */
export interface Placement {
  /** Contains `data`, `postgres.log` and copied binaries; owned by PostgreSQL's user. */
  readonly home: string;
  readonly binaries: PostgresBinaries;
}

const POINTER = 'postgres.location';
const RELOCATION_BASE = '/var/lib/backcounter';

/**
 * Chooses folders that PostgreSQL can reach: normally the data folder, and the binaries where npm installed them. If
 * this process is root, PostgreSQL runs as another user, who may not reach a parent folder (a clone under /root). Data
 * or binaries then move to a folder of that user, and the data folder keeps a pointer.
 *
 * @throws StartupError if a folder cannot be written
 */
export async function place(
  dataDir: string,
  binaries: PostgresBinaries,
  user: OsUser | null,
  relocationBase = RELOCATION_BASE,
): Promise<Placement> {
  await makeFolder(dataDir);
  const home = await chooseHome(await realpath(dataDir), user, relocationBase);
  if (user === null) return { home, binaries };
  await chown(home, user.uid, user.gid);
  if (await isReachable(binaries.postgres, user)) return { home, binaries };
  return { home, binaries: await copyBinaries(binaries, home, user) };
}

async function chooseHome(dataDir: string, user: OsUser | null, relocationBase: string): Promise<string> {
  const pointer = path.join(dataDir, POINTER);
  const pointed = (await readIfPresent(pointer))?.trim();
  const inside = path.join(dataDir, 'postgres');
  if (pointed !== undefined && pointed !== '') {
    await makeFolder(pointed);
    return pointed;
  }
  await makeFolder(inside);
  if (user === null) return inside;
  // The user will own the home itself, so only its parents matter.
  if (await isReachable(dataDir, user)) return inside;
  const moved = relocatedHome(dataDir, relocationBase);
  await makeFolder(relocationBase, 0o755);
  await makeFolder(moved);
  if ((await sizeIfPresent(path.join(inside, 'data'))) !== null) {
    throw new StartupError(
      `The user ${user.name}, who runs PostgreSQL, can no longer reach ${inside}. Make its parent folders traversable (chmod o+x), or move DATA_DIR.`,
    );
  }
  await writeFile(pointer, `${moved}\n`, { mode: 0o600 });
  return moved;
}

/** The home for a data folder that PostgreSQL's user cannot reach. */
export function relocatedHome(dataDir: string, relocationBase = RELOCATION_BASE): string {
  return path.join(relocationBase, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  try {
    // Undoes the umask, but only for a new folder; permissions of an existing one belong to its owner.
    if ((await mkdir(folder, { recursive: true, mode })) !== undefined) await chmod(folder, mode);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

/** The error for a folder that cannot be written. */
export function unwritable(folder: string, cause: unknown): StartupError {
  const why = errorCodeOf(cause);
  return new StartupError(
    `The folder ${folder} cannot be written${why === undefined ? '' : ` (${why})`}. Change its permissions, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** Copies the required binaries; an incomplete or unusable copy is replaced. */
async function copyBinaries(binaries: PostgresBinaries, home: string, user: OsUser): Promise<PostgresBinaries> {
  const copy = binariesIn(path.join(home, `native-${binaries.version}`), binaries.version);
  if ((await sizeIfPresent(copy.postgres)) !== null && (await isReachable(copy.postgres, user))) return copy;
  const partial = `${copy.root}.partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(binaries.root, partial, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  });
  await openToAll(partial);
  await rm(copy.root, { recursive: true, force: true });
  await rename(partial, copy.root);
  return copy;
}

/**
 * Makes a folder's content readable by everyone, and executable where its owner may run it, because a strict umask
 * makes npm's files private.
 */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const inside = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(inside, 0o755);
    else if (entry.isFile()) await chmod(inside, ((await stat(inside)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
