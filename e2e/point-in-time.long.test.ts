import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSuperuser } from './harness/database.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { PersonClient } from './harness/person-client.ts';
import type { Product } from './harness/product.ts';

const ADJUST =
  'mutation E2eAdjust($input: AdjustPointsInput!) { adjustPoints(input: $input) { pointsTransfer { id } } }';
const WALLET = 'query E2eWallet($id: ID!) { pointsWallet(owner: { type: STORE, id: $id }) { balance } }';

let outside: string;
let product: Product;
let client: PersonClient;
let store: string;
async function signIn(): Promise<void> {
  client = new PersonClient(product.url);
  await client.refresh();
}

async function balance(): Promise<number> {
  return (await client.ask<{ pointsWallet: { balance: number } }>(WALLET, { id: store })).pointsWallet.balance;
}

async function give(amount: number): Promise<void> {
  const input = {
    amount,
    direction: 'CREDIT',
    key: `e2e-${amount}`,
    owner: { type: 'STORE', id: store },
    reason: 'Test',
  };
  await client.ask(ADJUST, { input });
}

/** An instant after all previous answers and before all later changes. */
async function now(): Promise<string> {
  const { rows } = await asSuperuser(
    product.dataDir,
    "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS at, pg_sleep(0.005)",
  );
  const at: unknown = rows[0]?.at;
  if (!(at instanceof Date)) throw new Error('The database told no time');
  return at.toISOString();
}

/** The time up to which the archive reaches. */
function archivedUntil(): string {
  const [file] = globSync('*/00000001.json', { cwd: join(outside, 'log') });
  if (file === undefined) return '';
  return (JSON.parse(readFileSync(join(outside, 'log', file), 'utf8')) as { until: string | null }).until ?? '';
}

/** Part of `npm run test:long`. `npm test` restores a database without the product (archived-log.slow.test.ts). */
describe('the product with an archived log', () => {
  beforeAll(async () => {
    outside = mkdtempSync(join(tmpdir(), 'backcounter-archive-'));
    chmodSync(outside, 0o755);
    product = await startOwnProduct({ env: { WAL_ARCHIVE: join(outside, 'log') } });
    await signIn();
    const { stores } = await client.ask<{ stores: { nodes: { id: string }[] } }>(
      '{ stores(first: 1) { nodes { id } } }',
    );
    store = stores.nodes[0]?.id ?? '';
  });
  afterAll(async () => {
    await product?.remove();
    rmSync(outside, { recursive: true, force: true });
  });

  it('restores a lost data folder to an instant between two changes, and to the end, with a valid ledger', async () => {
    const backup = join(outside, 'base.backup');
    await product.command('backup', backup);
    const before = await balance();
    await give(7);
    const between = await now();
    await give(11);
    const end = await now();
    await asSuperuser(product.dataDir, 'SELECT pg_switch_wal()');
    await expect.poll(archivedUntil).toSatisfy((until: string) => until > end);
    const deep = (await (await fetch(`${product.url}/readyz?deep`)).json()) as { checks: Record<string, unknown> };
    expect(deep.checks['archive']).toBe(true);

    await product.kill();
    // PostgreSQL still writes for a moment.
    rmSync(product.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    const restored = async (until: string): Promise<number> => {
      await product.command('restore', backup, '--until', until);
      await product.startAgain();
      await signIn();
      expect(await product.command('verify', 'ledger')).toMatch(/: 0 faults\.$/m);
      return balance();
    };
    expect(await restored(between)).toBe(before + 7);
    await product.stop();
    await expect(product.command('restore', backup, '--until', '2999-01-01T00:00:00Z')).rejects.toThrow(
      'The archived log ends at',
    );
    expect(await restored(end)).toBe(before + 18);
  });
});
