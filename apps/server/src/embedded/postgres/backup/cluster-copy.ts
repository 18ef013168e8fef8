import type { Dirent, ReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { errorCodeOf } from '../../../db/error-code.ts';
import type { LogRange } from './backup-manifest.ts';

/** A part of a copy: a file, a text to store as a file, or an empty folder. */
export interface CopiedPart {
  /** Path in the copy, with slashes. */
  readonly name: string;
  readonly content: Readable | string | null;
}

/** Content that belongs to the running server only (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const RUNNING_ONLY =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|[^/]*\.tmp)$/;
const CLOCK = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Copied last, because it says where recovery starts and must not be older than anything else. */
const CONTROL_FILE = 'global/pg_control';

/**
 * Copies a running cluster: first its files, then the log written during the copy, which makes them consistent at the
 * next start. Consume the parts in sequence.
 *
 * @param client as the superuser, for exclusive use
 * @returns the part of the log that makes the copy consistent
 */
export async function* copyCluster(client: pg.Client): AsyncGenerator<CopiedPart, LogRange> {
  const { dir } = await one<{ dir: string }>(client, "SELECT current_setting('data_directory') AS dir");
  // Keeps the server from recycling the log; removed with the connection.
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
    `backup_${process.pid}_${Date.now()}`,
  ]);
  const start = await one<{ segment: string; lsn: string; at: string }>(
    client,
    `SELECT pg_walfile_name(lsn) AS segment, lsn, ${CLOCK} AS at FROM pg_backup_start('backcounter', fast => true) AS lsn`,
  );
  yield* filesOf(dir, (name) => name !== CONTROL_FILE && !RUNNING_ONLY.test(name));
  yield* fileIn(dir, CONTROL_FILE);
  const stop = await one<{ segment: string; lsn: string; at: string; label: string; tablespaces: string }>(
    client,
    `SELECT pg_walfile_name(lsn) AS segment, lsn, ${CLOCK} AS at, labelfile AS label, spcmapfile AS tablespaces
       FROM pg_backup_stop(wait_for_archive => false)`,
  );
  yield { name: 'backup_label', content: stop.label };
  if (stop.tablespaces !== '') yield { name: 'tablespace_map', content: stop.tablespaces };
  const segments = (await readdir(path.join(dir, 'pg_wal'))).filter((name) => /^[\dA-F]{24}$/.test(name));
  for (const segment of segments.sort())
    if (segment >= start.segment && segment <= stop.segment) yield* fileIn(dir, `pg_wal/${segment}`);
  return {
    startedAt: start.at,
    takenAt: stop.at,
    timeline: Number.parseInt(start.segment.slice(0, 8), 16),
    startLsn: start.lsn,
    stopLsn: stop.lsn,
  };
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<Row> {
  const { rows } = await client.query<Row>(sql);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row: ${sql}`);
  return row;
}

/** Files and folders accepted by `isWanted`, sorted by name; skips those removed during the copy. */
export async function* filesOf(
  dir: string,
  isWanted: (name: string) => boolean,
  below = '',
): AsyncGenerator<CopiedPart> {
  for (const entry of await entriesIn(path.join(dir, below))) {
    const name = below + entry.name;
    if (!isWanted(name)) continue;
    if (entry.isFile()) yield* fileIn(dir, name);
    if (!entry.isDirectory()) continue;
    yield { name, content: null };
    yield* filesOf(dir, isWanted, `${name}/`);
  }
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(nothingIfGone);
  return (entries ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function* fileIn(dir: string, name: string): AsyncGenerator<CopiedPart> {
  const content = await openIfThere(path.join(dir, name));
  if (content !== null) yield { name, content };
}

async function openIfThere(file: string): Promise<ReadStream | null> {
  const handle = await open(file).catch(nothingIfGone);
  return handle?.createReadStream() ?? null;
}

function nothingIfGone(error: unknown): null {
  if (errorCodeOf(error) === 'ENOENT') return null;
  throw error;
}
