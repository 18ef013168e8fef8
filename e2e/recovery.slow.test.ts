import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountLinks } from './harness/account-links.ts';
import { type AccountData, account, accounts, send } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { lockTable } from './harness/database.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const UPDATE = `mutation E2eUpdate($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id version } } }`;
/** Browser messages while the server is down. */
const AWAY = [/Failed to load resource/, /ERR_/, /net::/, /Failed to fetch/];

let product: Product;
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  [product, browser] = await Promise.all([startOwnProduct(), launchBrowser()]);
  await markReleasesRead(product.url, ['admin']);
  visit = await visitAs(browser, product.url, 'admin', '/accounts', { expected: AWAY });
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
  await product?.remove();
});

/**
 * Renames accounts in sequence, and triggers the fault while the last rename is held in the database. Returns the
 * acknowledged names.
 */
async function renameUntil(blow: () => void | Promise<void>): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  const rename = async ({ id, version }: AccountData): Promise<void> => {
    const displayName = `Renamed ${version} ${acknowledged.size}`;
    const input = { id, expectedVersion: version, patch: { displayName } };
    const { body } = await send(visit, UPDATE, { input });
    if (body.data?.['updateAccount']) acknowledged.set(id, displayName);
  };
  const targets = await accounts(visit, { state: { in: ['ACTIVE'] } }, 21);
  const [last, ...others] = targets as [AccountData, ...AccountData[]];
  for (const target of others) await rename(target);
  expect(acknowledged.size).toBe(20);
  const lock = await lockTable(product.dataDir, 'account', 'exclusive');
  // The server may go down before it answers.
  const answered = Promise.allSettled([rename(last)]);
  await lock.held();
  await blow();
  await lock.release();
  await answered;
  return acknowledged;
}

async function expectKept(acknowledged: ReadonlyMap<string, string>): Promise<void> {
  for (const [id, displayName] of acknowledged) expect((await account(visit, id)).displayName).toBe(displayName);
}

describe('kill -9 of the database', () => {
  it('the process stays up, recovers, and has every acknowledged change', async () => {
    let database: ReturnType<typeof product.killDatabase> | undefined;
    const acknowledged = await renameUntil(() => {
      database = product.killDatabase();
    });
    await database?.replaced();
    await expectKept(acknowledged);
  });

  it('the page recovers without a reload [ux 8]', async () => {
    const database = product.killDatabase();
    await visit.page.getByRole('searchbox').fill('100003');
    await database.replaced();
    const rows = accountLinks(visit.page);
    const retry = visit.page.getByRole('button', { name: 'Retry' });
    await expect
      .poll(
        async () => {
          if (await retry.isVisible()) await retry.click();
          return rows.count();
        },
        { interval: 500 },
      )
      .toBe(1);
  });
});

describe('kill -9 of the server', () => {
  it('after a restart every acknowledged change is stored and the person is still signed in', async () => {
    const acknowledged = await renameUntil(() => product.kill());
    await product.startAgain();
    await expectKept(acknowledged);
    await visit.page.goto('/accounts');
    await accountLinks(visit.page).first().waitFor();
    expect(visit.path).toBe('/accounts');
  });
});
