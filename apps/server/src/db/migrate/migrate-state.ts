import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { compareVersions } from './app-version.ts';
import type { MigrationFiles, Step, StepKind } from './migrate-files.ts';

/** Last migration of version 0.1.0. */
const LAST_OF_BASELINE = '0340_personal_columns';

/** A step that was started or applied. */
export interface RecordedStep {
  readonly name: string;
  readonly kind: StepKind;
  readonly checksum: string;
  /** Version of the process that ran it. */
  readonly version: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Null while a data step has batches left. */
  readonly appliedAt: string | null;
  readonly durationMs: number | null;
  /** Rows changed so far by a data step. */
  readonly rowsChanged: number;
}

/** Versions of the product that can run on a database. */
export interface VersionRange {
  readonly oldest: string;
  /** Newest version that has run. */
  readonly newest: string;
  /** Start of the record of steps and processes, in ISO 8601. */
  readonly since: string;
}

/** A database compared with the migrations of this copy of the product. */
export interface MigrationState {
  /** Null before the first start of a version that records it. */
  readonly range: VersionRange | null;
  /** Names in `schema_migration`; empty in a new database. */
  readonly baseline: readonly string[];
  readonly recorded: readonly RecordedStep[];
  /** Steps not applied, and data steps with batches left. */
  readonly pending: readonly Step[];
  /** Names of steps whose file differs from the applied one. */
  readonly changed: readonly string[];
}

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Compares a database with the migrations of this copy of the product; one query if the database has a record of steps.
 */
export async function readMigrationState(client: Client, files: MigrationFiles): Promise<MigrationState> {
  const { range, baseline, recorded } = (await readRecord(client)) ?? {
    range: null,
    baseline: await readBaselineNames(client),
    recorded: [],
  };
  const byName = new Map(recorded.map((step) => [step.name, step]));
  return {
    range,
    baseline,
    recorded,
    pending: files.steps.filter(({ name }) => (byName.get(name)?.appliedAt ?? null) === null),
    changed: files.steps
      .filter(({ name, checksum }) => (byName.get(name)?.checksum ?? checksum) !== checksum)
      .map(({ name }) => name),
  };
}

type DatabaseRecord = Pick<MigrationState, 'range' | 'baseline' | 'recorded'>;

/** Null if the database has no record. */
async function readRecord(client: Client): Promise<DatabaseRecord | null> {
  const rows = await unlessMissing(
    client.query<DatabaseRecord>(
      `SELECT json_build_object('oldest', oldest_version, 'newest', newest_version, 'since', since) AS range,
         (SELECT json_agg(name ORDER BY id) FROM public.schema_migration) AS baseline,
         (SELECT coalesce(json_agg(json_build_object('name', name, 'kind', kind, 'checksum', checksum, 'version', version,
              'startedAt', started_at, 'appliedAt', applied_at, 'durationMs', duration_ms, 'rowsChanged', rows_changed)
            ORDER BY name COLLATE "C"), '[]') FROM public.schema_step) AS recorded
       FROM public.schema_range`,
    ),
  );
  return rows?.[0] ?? null;
}

async function readBaselineNames(client: Client): Promise<string[]> {
  const rows = await unlessMissing(
    client.query<{ name: string }>('SELECT name FROM public.schema_migration ORDER BY id'),
  );
  return rows?.map(({ name }) => name) ?? [];
}

async function unlessMissing<Row extends pg.QueryResultRow>(
  query: Promise<pg.QueryResult<Row>>,
): Promise<Row[] | null> {
  try {
    return (await query).rows;
  } catch (error) {
    if (errorCodeOf(error) === '42P01') return null;
    throw error;
  }
}

/** A sentence if this version can't run on the database, with both versions; else null. */
export function versionProblem({ range }: Pick<MigrationState, 'range'>, version: string): string | null {
  if (range === null || compareVersions(version, range.oldest) >= 0) return null;
  return `This is version ${version} of Backcounter, and the database was upgraded by version ${range.newest} and serves ${range.oldest} and later: update this copy`;
}

/** A sentence if a file of an applied step was changed; else null. */
export function changedStepProblem({ changed }: Pick<MigrationState, 'changed'>): string | null {
  const [name] = changed;
  if (name === undefined) return null;
  return `The file ${name}.sql differs from the one that this database was migrated with: restore the file, and put the change into a new step`;
}

/**
 * A sentence if the database is older than the last migration of version 0.1.0; null if it is new or has all of them.
 */
function tooOldProblem({ baseline }: Pick<MigrationState, 'baseline'>): string | null {
  if (baseline.length === 0 || baseline.includes(LAST_OF_BASELINE)) return null;
  return 'The database was last migrated by a build before version 0.1.0: start version 0.1.0 on it once, then this version';
}

/** @throws StartupError with a remedy if this version can't run on the database */
export function refuseForeign(state: MigrationState, version: string): void {
  const outdated = versionProblem(state, version);
  if (outdated !== null) throw new StartupError(`${outdated}, or point DATA_DIR or DATABASE_URL elsewhere.`);
  const changed = tooOldProblem(state) ?? changedStepProblem(state);
  if (changed !== null) throw new StartupError(`${changed}.`);
}
