import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { asOwner } from './harness/database.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { ended } from './harness/product.ts';
import { readJournal } from './harness/till.ts';

const SALES = process.env['TEST_LONG'] === '1' ? 10_000 : 2_000;
const KILLS = 12;
/** Every third kill is the server's. */
const SERVER_EVERY = 3;

// Longer: thousands of sales, and starts of the product.
it(`a till makes ${SALES} sales while it and the server are killed, and both have the same books [machines 9]`, {
  timeout: 1_800_000,
}, async () => {
  const product = await startOwnProduct();
  onTestFinished(() => product.remove());
  const journal = join(product.dataDir, 'till.journal');
  let errors = '';
  const begin = () => {
    const args = [
      '--conditions=source',
      join(import.meta.dirname, 'harness/till.ts'),
      product.url,
      journal,
      `${SALES}`,
    ];
    const child = spawn(process.execPath, args);
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk));
    return child;
  };
  let till = begin();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await steps(till, 1 + Math.floor((Math.random() * SALES * 2) / KILLS));
    if (kill % SERVER_EVERY === 0) {
      await product.kill();
      await product.startAgain();
    } else if (till.exitCode === null) {
      till.kill('SIGKILL');
      await ended(till);
      till = begin();
    }
  }
  expect({ code: await ended(till, 1_200_000), errors }).toEqual({ code: 0, errors: '' });

  const noted = readJournal(journal);
  const points = Object.fromEntries(
    [...noted.values()].flatMap((step) => (step.points ? [[step.key, Math.abs(step.points)]] : [])),
  );
  const { rows: transfers } = await asOwner(
    product.dataDir,
    `select idempotency_key as key, amount::int from points_transfer where idempotency_key ~ '^(sale|spend|return)-\\d+$'`,
  );
  expect(Object.fromEntries(transfers.map(({ key, amount }) => [key, amount]))).toEqual(points);
  expect(transfers).toHaveLength(Object.keys(points).length);
  const states = new Map<string, string>();
  for (const { redemption } of noted.values()) if (redemption?.id) states.set(redemption.id, redemption.state);
  const { rows: redemptions } = await asOwner(
    product.dataDir,
    `select id, state from coupon_redemption where idempotency_key ~ '^coupon-\\d+$'`,
  );
  expect(new Map(redemptions.map(({ id, state }) => [id, state]))).toEqual(states);
  expect(new Set(states.values())).toEqual(new Set(['CONFIRMED', 'ROLLED_BACK']));
  expect([...noted.keys()].filter((key) => key.startsWith('sale-'))).toHaveLength(SALES);
});

/** Waits for a number of steps, or for the end of the process. */
function steps(till: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    till.once('exit', () => resolve());
    till.stdout?.on('data', (chunk: Buffer) => {
      left -= chunk.toString().split('\n').length - 1;
      if (left <= 0) resolve();
    });
    if (till.exitCode !== null) resolve();
  });
}
