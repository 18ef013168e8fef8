import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Product } from './product.ts';

interface Credentials {
  readonly port: number;
  readonly appPassword: string;
}

/** Runs a statement on the product's own database, as another writer of the same database would. */
export async function inDatabase(product: Product, text: string, values: readonly unknown[] = []): Promise<void> {
  const [file] = globSync('**/database.json', { cwd: product.dataDir });
  if (file === undefined) throw new Error(`No database on ${product.dataDir}`);
  const { port, appPassword } = JSON.parse(readFileSync(join(product.dataDir, file), 'utf8')) as Credentials;
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'backcounter_app',
    password: appPassword,
    database: 'backcounter',
  });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}
