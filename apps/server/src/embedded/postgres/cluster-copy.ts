import type { Dirent, ReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { errorCodeOf } from '../../db/error-code.ts';

/** A part of a copy: a file, a text that is to be a file, or an empty folder. */
export interface CopiedPart {
  /** Path in the copy, with slashes. */
  readonly name: string;
  readonly content: Readable | string | null;
}

/** Folders whose content belongs to the running server alone (PostgreSQL, "Making a Base Backup Using the Low Level API"). */
const RUNNING_ONLY =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|(^|\/)(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|pg_internal\.init.*|pgsql_tmp.*|[^/]*\.tmp)$/;
/** Says where recovery begins, so it must be no older than anything else: it comes last. */
const CONTROL_FILE = 'global/pg_control';

/**
 * A copy of a cluster that goes on working meanwhile: its files as they are read, then what it logged from before the first to after the last, with
 * which a start makes them consistent. Take the parts one after the other; each before the next.
 *
 * @param client as the superuser, for this alone
 */
export async function* copyCluster(client: pg.Client): AsyncGenerator<CopiedPart> {
  const { rows } = await client.query<{ dir: string }>("SELECT current_setting('data_directory') AS dir");
  const dir = rows[0]?.dir ?? '';
  // Keeps the server from reusing what it logs from now on; gone with the connection.
  await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [
    `backup_${process.pid}_${Date.now()}`,
  ]);
  const start = await client.query<{ segment: string }>(
    "SELECT pg_walfile_name(pg_backup_start('backcounter', fast => true)) AS segment",
  );
  yield* filesOf(dir, (name) => name !== CONTROL_FILE && !RUNNING_ONLY.test(name));
  yield* fileIn(dir, CONTROL_FILE);
  const stop = await client.query<{ segment: string; label: string; tablespaces: string }>(
    'SELECT pg_walfile_name(lsn) AS segment, labelfile AS label, spcmapfile AS tablespaces FROM pg_backup_stop(wait_for_archive => false)',
  );
  const [first = '', { segment: last = '', label = '', tablespaces = '' } = {}] = [
    start.rows[0]?.segment,
    stop.rows[0],
  ];
  yield { name: 'backup_label', content: label };
  if (tablespaces !== '') yield { name: 'tablespace_map', content: tablespaces };
  const segments = (await readdir(path.join(dir, 'pg_wal'))).filter((name) => /^[\dA-F]{24}$/.test(name));
  for (const segment of segments.sort())
    if (segment >= first && segment <= last) yield* fileIn(dir, `pg_wal/${segment}`);
}

/** Files and folders below a folder whose names are wanted, by name; what goes away meanwhile is left out. */
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
