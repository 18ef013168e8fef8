import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** Folder that names of sources are relative to. */
export const SOURCE_DIR = fileURLToPath(new URL('../..', import.meta.url));
/** Functions used in constraints, defaults and indexes of tables. */
export const FOUNDATION = 'db/foundation.sql';
/** Current functions, triggers and views, in the order of application: a file may use definitions of earlier ones. */
export const SQL_SOURCES = [
  'db/states.sql',
  'db/reporting.sql',
  'audit/audit.sql',
  'embedded/identity/person.sql',
  'attention/attention.sql',
  'graphql/live/live-session.sql',
  'jobs/jobs.sql',
  'live/live.sql',
  'ledger/transfer.sql',
  'ledger/reversal.sql',
  'ledger/wallet.sql',
  'features/account/account.sql',
  'features/account/account-edit.sql',
  'features/account/account-undo.sql',
  'features/account/search/account-search.sql',
  'features/store/store.sql',
  'features/topic/topic.sql',
  'features/badge/badge.sql',
  'features/campaign/campaign.sql',
  'features/campaign/coupon/coupon.sql',
  'features/campaign/redemption/redemption-check.sql',
  'features/campaign/redemption/redemption-counters.sql',
  'features/campaign/redemption/reservation.sql',
  'features/campaign/redemption/redemption.sql',
  'features/campaign/coupon/check/coupon-check.sql',
  'references/member-card.sql',
  'references/machine-refusals.sql',
  'features/machine-client/machine-client.sql',
  'features/notification/notification.sql',
  'features/notification/dispatch/delivery.sql',
  'features/notification/dispatch/dispatch.sql',
  'features/export/schedule/export-schedule.sql',
  'features/giveaway/giveaway.sql',
  'features/giveaway/entry/entry.sql',
  'features/giveaway/winner/winner.sql',
  'features/giveaway/draw/draw.sql',
  'features/approval/approval.sql',
  'features/release/release.sql',
  'features/translation/translation.sql',
  'features/config-entry/config-entry.sql',
  'metrics/metrics.sql',
  'features/account/account.metrics.sql',
  'features/store/store.metrics.sql',
  'features/points/points.metrics.sql',
  'features/campaign/redemption/redemption.metrics.sql',
  'features/notification/notification.metrics.sql',
  'features/giveaway/giveaway.metrics.sql',
  'metrics/metrics.reporting.sql',
  'features/account/account.reporting.sql',
  'features/store/store.reporting.sql',
  'features/points/points.reporting.sql',
  'features/campaign/campaign.reporting.sql',
  'features/notification/notification.reporting.sql',
  'features/giveaway/giveaway.reporting.sql',
] as const;

/** A file of repeatable statements. */
export interface SqlSource {
  /** Path below `apps/server/src`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** Reads the sources of this copy of the product, the foundation first. */
export function readSqlSources(dir = SOURCE_DIR): Promise<SqlSource[]> {
  return Promise.all(
    [FOUNDATION, ...SQL_SOURCES].map(async (name) => {
      const sql = await readFile(path.join(dir, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Checksums of the sources applied to a database, by name; empty without a record of them. */
export async function readAppliedSources(client: Client): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'SELECT name, checksum FROM public.schema_source',
    );
    return new Map(rows.map(({ name, checksum }) => [name, checksum]));
  } catch (error) {
    if (errorCodeOf(error) === '42P01') return new Map();
    throw error;
  }
}

/** Runs a source and records it, in a transaction. The runner owns the table of the record, so no step creates it. */
export async function applySource(client: Client, { name, sql, checksum }: SqlSource, version: string): Promise<void> {
  await client.query(sql);
  const { rows } = await client.query<{ isRecorded: boolean }>(
    `SELECT to_regclass('public.schema_source') IS NOT NULL AS "isRecorded"`,
  );
  if (rows[0]?.isRecorded === false) await client.query(RECORD);
  await client.query(
    `INSERT INTO public.schema_source (name, checksum, version) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, version = excluded.version, applied_at = now()`,
    [name, checksum, version],
  );
}

const RECORD = `
  CREATE TABLE public.schema_source (
    name text COLLATE "C" PRIMARY KEY,
    checksum text NOT NULL,
    version text NOT NULL,
    applied_at timestamptz(3) NOT NULL DEFAULT now()
  );
  COMMENT ON TABLE public.schema_source IS 'Files of functions, triggers and views, as they were applied last (decision 0139).';
  COMMENT ON COLUMN public.schema_source.name IS 'Path below apps/server/src.';
  COMMENT ON COLUMN public.schema_source.checksum IS 'SHA-256 of the file.';
  COMMENT ON COLUMN public.schema_source.version IS 'Version of the process that applied it.';
  SELECT grant_to_application('SELECT', 'TABLE public.schema_source')`;
