import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from './startup-error.ts';

/** Where the migrations of the product are. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url));
const STEP_FILE = /^(\d{4}_\w+\.(expand|data|contract))\.sql$/;
const OLDEST_VERSION = /^-- oldest version: (\d+\.\d+\.\d+)$/m;

/**
 * `expand` adds something that older versions don't mind, `data` fills it in batches, and `contract` removes what only versions before its
 * oldest version need.
 */
export type StepKind = 'expand' | 'data' | 'contract';

/** A step of the schema since version 0.2.0. */
export interface Step {
  /** The file name without `.sql`. */
  readonly name: string;
  readonly kind: StepKind;
  readonly sql: string;
  /** SHA-256 of the file, in hexadecimal. */
  readonly checksum: string;
  /** Of a contract step: the oldest version that can run after it. */
  readonly oldestVersion: string | null;
}

/** The migrations of one version of the product, in the order of their numbers. */
export interface MigrationFiles {
  readonly dir: string;
  /** Names of those of version 0.1.0, which have no kind. */
  readonly baseline: readonly string[];
  readonly steps: readonly Step[];
}

/** Reads the migrations that this copy of the product has. */
export async function readMigrationFiles(dir = MIGRATIONS_DIR): Promise<MigrationFiles> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  const steps = names.filter((name) => STEP_FILE.test(name));
  return {
    dir,
    baseline: names.filter((name) => !STEP_FILE.test(name)).map((name) => name.slice(0, -'.sql'.length)),
    steps: await Promise.all(steps.map((name) => readStep(dir, name))),
  };
}

async function readStep(dir: string, file: string): Promise<Step> {
  const sql = await readFile(path.join(dir, file), 'utf8');
  const [, name = '', kind] = STEP_FILE.exec(file) ?? [];
  const oldestVersion = kind === 'contract' ? (OLDEST_VERSION.exec(sql)?.[1] ?? null) : null;
  if (kind === 'contract' && oldestVersion === null)
    throw new StartupError(`The migration ${file} has no line such as "-- oldest version: 0.3.0".`);
  return {
    name,
    kind: kind as StepKind,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    oldestVersion,
  };
}
