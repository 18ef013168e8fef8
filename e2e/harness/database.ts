import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Product } from './product.ts';

interface Credentials {
  readonly port: number;
  readonly appPassword: string;
  readonly ownerPassword: string;
}

/** Runs a statement on the product's own database, as another writer of the same database would. */
export async function inDatabase(product: Product, text: string, values: readonly unknown[] = []): Promise<void> {
  await run(product.dataDir, 'backcounter_app', 'appPassword', (client) => client.query(text, [...values]));
}

/** Runs statements as the owner of the tables, who may also go around their rules: to move something into the past. */
export async function asOwner(dataDir: string, text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
  return run(dataDir, 'backcounter_owner', 'ownerPassword', (client) =>
    values.length === 0 ? client.query(text) : client.query(text, [...values]),
  );
}

async function run<Answer>(
  dataDir: string,
  user: string,
  password: 'appPassword' | 'ownerPassword',
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const [file] = globSync('**/database.json', { cwd: dataDir });
  if (file === undefined) throw new Error(`No database on ${dataDir}`);
  const credentials = JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Credentials;
  const client = new pg.Client({
    host: '127.0.0.1',
    port: credentials.port,
    user,
    password: credentials[password],
    database: 'backcounter',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
