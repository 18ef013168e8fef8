import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../startup-error.ts';
import { readSqlSources, SOURCE_DIR, type SqlSource } from './sql-source.ts';

/** Folder of the product's migrations. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url));
const STEP_FILE = /^(\d{4}_\w+\.(expand|data|contract))\.sql$/;
const OLDEST_VERSION = /^-- oldest version: (\d+\.\d+\.\d+)$/m;

/**
 * `expand` adds something that older versions ignore, `data` fills it in batches, and `contract` removes what only
 * versions before its oldest version need.
 */
export type StepKind = 'expand' | 'data' | 'contract';

/** A step of the schema since version 0.2.0. */
export interface Step {
  /** File name without `.sql`. */
  readonly name: string;
  readonly kind: StepKind;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
  /** Oldest version that can run after a contract step; null for other kinds. */
  readonly oldestVersion: string | null;
}

/** The SQL of one version of the product. */
export interface MigrationFiles {
  readonly dir: string;
  /** Steps in numerical order. */
  readonly steps: readonly Step[];
  /** Sources in the order of application; the foundation is first. */
  readonly sources: readonly SqlSource[];
}

/** Reads the migrations and sources of this copy of the product. */
export async function readMigrationFiles(dir = MIGRATIONS_DIR, sourceDir = SOURCE_DIR): Promise<MigrationFiles> {
  const names = (await readdir(dir)).filter((name) => STEP_FILE.test(name)).sort();
  return {
    dir,
    steps: await Promise.all(names.map((name) => readStep(dir, name))),
    sources: await readSqlSources(sourceDir),
  };
}

/** Statements that create the tables of version 0.1.0 in a new database: those before the foundation, and the rest. */
export async function readBaseline(dir: string): Promise<[string, string]> {
  const folder = path.join(dir, 'baseline');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const [first = '', ...rest] = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return [first, rest.join('\n')];
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
