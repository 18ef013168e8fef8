import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../e2e/harness/product.ts';
import { answers, startNode, stop, waitUntil } from './child.ts';
import { renew, type Session, signIn } from './sign-in.ts';

const root = join(import.meta.dirname, '..');
const renewBeforeMs = 120_000;
/** A million accounts with their history take a quarter of an hour on two processors, once for a folder. */
const SEED_LIMIT_MS = 3_600_000;

/** The running product and what benchmarks need of it. */
export interface Product {
  readonly url: string;
  readonly pid: number;
  /** Address of its embedded database for the owner of the tables. */
  readonly ownerUrl: string;
  /** From the spawn of the process until /readyz answered 200. */
  readonly readyMs: number;
  /** From the first connection that the database took until /readyz answered 200. */
  readonly readyAfterDatabaseMs: number;
  /** Access token of the demo ADMIN, good for two more minutes at least. */
  token(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the product on a data folder that is kept, so that a large seed is made once; `folder` is for who fills it and throws it away. */
export async function startProduct(options: { accounts: number; folder?: string }): Promise<Product> {
  const port = await freePort();
  const dataDir = join(root, '.cache', options.folder ?? `bench-${options.accounts}`);
  const url = `http://localhost:${port}`;
  const started = performance.now();
  const child = startNode(join(root, 'apps/server/src/main.ts'), {
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'true',
    SEED_ACCOUNTS: String(options.accounts),
    LOG_LEVEL: 'warn',
  });
  let databaseAt = Number.NaN;
  try {
    await waitUntil(
      child,
      async () => {
        if (Number.isNaN(databaseAt) && (await accepts(dataDir))) databaseAt = performance.now();
        return answers(`${url}/readyz`);
      },
      SEED_LIMIT_MS,
    );
  } catch (error) {
    await stop(child);
    throw error;
  }
  const readyAt = performance.now();
  let session: Session | undefined;
  return {
    url,
    pid: child.pid ?? 0,
    ownerUrl: await ownerUrl(dataDir),
    readyMs: readyAt - started,
    readyAfterDatabaseMs: readyAt - databaseAt,
    async token() {
      if (session && session.expiresAt - Date.now() < renewBeforeMs) session = await renew(url, session);
      session ??= await signIn(url, 'admin@demo.test');
      return session.accessToken;
    },
    stop: () => stop(child),
  };
}

/** True when the embedded database takes connections; false before it has ever run on the folder. */
async function accepts(dataDir: string): Promise<boolean> {
  try {
    const client = new pg.Client({ connectionString: await ownerUrl(dataDir) });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The embedded cluster keeps its passwords and port in a file of the data folder (docs/operations.md). */
async function ownerUrl(dataDir: string): Promise<string> {
  const file = join(dataDir, 'database.json');
  const { ownerPassword, port } = JSON.parse(await readFile(file, 'utf8')) as { ownerPassword: string; port: number };
  return `postgres://backcounter_owner:${ownerPassword}@127.0.0.1:${port}/backcounter`;
}
