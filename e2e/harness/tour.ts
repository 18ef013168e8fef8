import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { send } from './api.ts';
import { type Person, type RecordName, type Screen, screens } from './people.ts';
import { type Visit, visitAs } from './visit.ts';

/** One record of each kind; the campaign names no streamer of the demo. */
const RECORDS = {
  // Seen lately: those that other tests import have no name.
  account:
    'accounts(first: 1, filter: { state: { in: [ACTIVE] }, lastSeen: { withinDays: 20 } }) { nodes { id title: displayName } }',
  store: 'stores(first: 1) { nodes { id title: name } }',
  notification: 'notifications(first: 1) { nodes { id title } }',
  giveaway: 'giveaways(first: 1) { nodes { id title } }',
  campaign: 'campaigns(first: 1, search: "Black week") { nodes { id title: name } }',
  release: 'releases(first: 1) { nodes { id title: number } }',
};

/** All screens of a product, with a record of each kind. */
export async function screensOf(browser: Browser, url: string): Promise<readonly Screen[]> {
  const admin = await visitAs(browser, url, 'admin', '/no-access');
  const find = async (list: string): Promise<RecordName> => {
    const { body } = await send(admin, `query E2eRecord { list: ${list} }`);
    const [first] = (body.data?.['list'] as unknown as { nodes: readonly RecordName[] } | undefined)?.nodes ?? [];
    if (!first) throw new Error(`No record: ${list} ${JSON.stringify(body)}`);
    return first;
  };
  const all = screens({
    account: await find(RECORDS.account),
    store: await find(RECORDS.store),
    notification: await find(RECORDS.notification),
    giveaway: await find(RECORDS.giveaway),
    campaign: await find(RECORDS.campaign),
    release: await find(RECORDS.release),
  });
  await admin.close();
  return all;
}

/** Opens each of the screens that a person may open. */
export async function openEach(visit: Visit, all: readonly Screen[], person: Person): Promise<void> {
  const { page } = visit;
  for (const { path, title } of all.filter(({ people }) => people.includes(person))) {
    // The start page by its URL, others by links.
    if (path === '/') await page.goto(path);
    else await visit.go(path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    // The title is not enough: the content has loaded without an error.
    await expect.poll(() => page.locator('main .bc-skeleton').count(), { message: path }).toBe(0);
    expect(await page.getByRole('main').getByRole('alert').allTextContents(), path).toEqual([]);
  }
  await visit.settled();
}
