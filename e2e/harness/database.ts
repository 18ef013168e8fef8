import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from './product.ts';

interface Credentials {
  readonly port: number;
  readonly appPassword: string;
  readonly ownerPassword: string;
  readonly superuserPassword: string;
}

type PasswordName = Exclude<keyof Credentials, 'port'>;

/** Runs a statement on the product's own database, as another writer of the same database would. */
export async function inDatabase(product: Product, text: string, values: readonly unknown[] = []): Promise<void> {
  await run(product.dataDir, 'backcounter_app', 'appPassword', (client) => client.query(text, [...values]));
}

/** Runs statements as the owner of the tables, who can bypass their rules: to move timestamps into the past. */
export async function asOwner(dataDir: string, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  return run(dataDir, 'backcounter_owner', 'ownerPassword', (client) =>
    values.length === 0 ? client.query(text) : client.query(text, [...values]),
  );
}

/** Runs a statement as the superuser, for cluster-wide changes. */
export function asSuperuser(dataDir: string, text: string): Promise<pg.QueryResult> {
  return run(dataDir, 'postgres', 'superuserPassword', (client) => client.query(text));
}

/** A locked table: `held` waits until another connection waits for it. */
interface TableLock {
  held(): Promise<void>;
  release(): Promise<void>;
}

/** Blocks writers of a table, or readers as well, until it is released or the database ends. */
export async function lockTable(
  dataDir: string,
  table: string,
  mode: 'exclusive' | 'access exclusive',
): Promise<TableLock> {
  const client = clientOf(dataDir, 'backcounter_owner', 'ownerPassword');
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`begin; lock table ${table} in ${mode} mode`);
  const waiting = 'select from pg_locks where relation = $1::regclass and not granted';
  return {
    async held() {
      while ((await client.query(waiting, [table])).rowCount === 0) await sleep(5);
    },
    release: () => client.end(),
  };
}

/** Keeps a periodic task of the product from running, as a busy second server would. Returns the release. */
export async function holdMaintenance(dataDir: string, task: string): Promise<() => Promise<void>> {
  const client = clientOf(dataDir, 'backcounter_app', 'appPassword');
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`backcounter.housekeeping.${task}`]);
  return () => client.end();
}

async function run<Answer>(
  dataDir: string,
  user: string,
  password: PasswordName,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = clientOf(dataDir, user, password);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function clientOf(dataDir: string, user: string, password: PasswordName): pg.Client {
  const [file] = globSync('**/database.json', { cwd: dataDir });
  if (file === undefined) throw new Error(`No database on ${dataDir}`);
  const credentials = JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Credentials;
  return new pg.Client({
    host: '127.0.0.1',
    port: credentials.port,
    user,
    password: credentials[password],
    database: 'backcounter',
  });
}
