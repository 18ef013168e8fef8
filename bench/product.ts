import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../e2e/harness/free-port.ts';
import { answers, startNode, stop, TREE, waitUntil } from './child.ts';
import { renew, type Session, signIn } from './sign-in.ts';
import { isShort } from './size.ts';

const renewBeforeMs = 120_000;
/** A million accounts with their history take a quarter of an hour on two CPUs, once per folder. */
const SEED_LIMIT_MS = 3_600_000;
const SHORT_ACCOUNTS = 400;
/** Without these, the benchmarks would measure the limits of machine clients and exports, and missing devices. */
const SETTINGS = {
  EXPORTED_ROWS_PER_DAY: '1000000000',
  MACHINE_REQUESTS_PER_SECOND: '100000',
  PUSH_SANDBOX: 'unregistered=0,unavailable=0,latency=20,received=0,opened=0',
};

/** The running product as benchmarks use it. */
export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  /** URLs of its embedded database: for the owner of the tables, and for the application. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** From the spawn of the process until /readyz answered 200. */
  readonly readyMs: number;
  /** From the database's first accepted connection until /readyz answered 200. */
  readonly readyAfterDatabaseMs: number;
  /** Access token of the demo ADMIN, valid for at least two more minutes. */
  token(): Promise<string>;
  stop(): Promise<void>;
}

interface ProductOptions {
  readonly accounts: number;
  /** Data folder of a benchmark that adds more than the demo data. */
  readonly folder?: string;
}

/** The product of all benchmarks in the short form: starting one for each would take most of their time. */
let shared: Promise<Product> | null = null;

/** Starts the product on a persistent data folder, so that a large seed is made once. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  if (!isShort) return start(options);
  shared ??= startShared();
  return { ...(await shared), stop: async () => undefined };
}

async function startShared(): Promise<Product> {
  const folder = 'bench-short';
  const dataDir = join(TREE, '.cache', folder);
  await rm(dataDir, { recursive: true, force: true });
  const product = await start({ accounts: SHORT_ACCOUNTS, folder });
  return {
    ...product,
    stop: async () => {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a second server on the data of a product; it only serves the API and uses another database URL. */
export function startBeside({ dataDir, ownerUrl }: Product, appUrl: string): Promise<Product> {
  return serve(dataDir, { ownerUrl, appUrl }, { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, ROLES: 'api' });
}

/** Stops the shared product, if any. */
export async function stopShared(): Promise<void> {
  await (await shared)?.stop();
}

function start({ accounts, folder }: ProductOptions): Promise<Product> {
  const dataDir = join(TREE, '.cache', folder ?? `bench-${accounts}`);
  return serve(dataDir, null, { SEED_ACCOUNTS: String(accounts) });
}

/** @param database Its URLs; null: the embedded one. */
async function serve(
  dataDir: string,
  database: Pick<Product, 'ownerUrl' | 'appUrl'> | null,
  settings: Record<string, string>,
): Promise<Product> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started = performance.now();
  const child = startNode(join(TREE, 'apps/server/src/main.ts'), {
    ...SETTINGS,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO: 'true',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  let databaseAt = Number.NaN;
  try {
    await waitUntil(
      child,
      async () => {
        if (Number.isNaN(databaseAt) && (database || (await accepts(dataDir)))) databaseAt = performance.now();
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
    dataDir,
    ...(database ?? (await addresses(dataDir))),
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

/** True when the embedded database accepts connections; false before its first run on the folder. */
async function accepts(dataDir: string): Promise<boolean> {
  try {
    const client = new pg.Client({ connectionString: (await addresses(dataDir)).ownerUrl });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** The embedded cluster stores its passwords and port in a file of the data folder (docs/operations.md). */
async function addresses(dataDir: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const { ownerPassword, appPassword, port } = JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8')) as {
    ownerPassword: string;
    appPassword: string;
    port: number;
  };
  const url = (user: string, password: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${port}/backcounter`;
  return { ownerUrl: url('backcounter_owner', ownerPassword), appUrl: url('backcounter_app', appPassword) };
}
