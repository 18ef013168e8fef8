import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const TITLE = "What's included in the latest release(s)";
const NUMBER = '2.9.0';
const HOSTILE = '<img src=x onerror=alert(1)> {{x}}';

let product: Product;
let browser: Browser;
let admin: Visit;
let page: Page;
beforeAll(async () => {
  [product, browser] = await Promise.all([startOwnProduct(), launchBrowser()]);
  await markReleasesRead(product.url);
  admin = await visitAs(browser, product.url, 'admin', '/admin/releases', {
    ...AXE_NEEDS,
    expected: [/status of 4\d\d/],
  });
  page = admin.page;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

const button = (name: string, at: Page = page) => at.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const popup = (at: Page = page) => at.getByRole('dialog', { name: TITLE });
const cards = (at: Page = page) => at.locator('li[data-key]:has(> header > h2)');
const changesOf = (list: Locator) => list.locator('li[data-key]');
/** An input of a list or a change, by its part. */
const part = (card: Locator, name: 'list' | 'type' | 'title' | 'text') => card.locator(`[name^="${name}."]`).first();
const titlesIn = (list: Locator) =>
  changesOf(list).evaluateAll((all) =>
    all.map((each) => each.querySelector<HTMLInputElement>('[name^="title."]')?.value),
  );
const saved = (at: Page = page) => at.getByText('Action Completed Successfully!').last();
const state = (word: string) => page.locator('div:has(> h1)').getByText(word, { exact: true });

/** Adds a change at the end of a list. */
async function write(list: Locator, type: string, title: string, text: string): Promise<void> {
  const change = changesOf(list).last();
  await choose(part(change, 'type'), type);
  await part(change, 'title').fill(title);
  await part(change, 'text').fill(text);
}

describe('an administrator', () => {
  it('writes a release: suggested numbers, problems on their fields, order by keyboard and drag, nothing lost by mistake [releases 2]', async () => {
    await page.getByRole('link', { name: '2.8.0' }).waitFor();
    for (const word of ['Draft', 'Published', 'Withdrawn'])
      await page.getByText(word, { exact: true }).first().waitFor();
    expect(await violations(admin)).toEqual([]);
    await button('New release').click();
    // 2.8.0 is already a draft: this is the next free number.
    await page.getByRole('button', { name: `${NUMBER} new features` }).click();
    expect(await page.getByLabel('Version').inputValue()).toBe(NUMBER);

    const [first, second] = [cards().nth(0), cards().nth(1)];
    await part(first, 'list').fill('Accounts');
    await write(first, 'Feature', 'cards by number', `${'x'.repeat(99)}yz is cut.`);
    await first.getByText(/^109 of 4,000 characters\. Readers see the first 100/).waitFor();
    await first.getByRole('button', { name: 'Add change' }).click();
    await write(first, 'Bug', HOSTILE, 'Shown as it is typed.');
    await button('Add list').click();
    // An empty field shows the problem and has the focus.
    await part(second, 'list').fill('Lists');
    await button('Create draft').click();
    await changesOf(second).getByText('Required', { exact: true }).first().waitFor();
    expect(await part(second, 'title').evaluate((input) => input === document.activeElement)).toBe(true);
    await write(second, 'Improvement', 'faster', 'Twice as fast.');

    // By keyboard from the end of one list into the next one, and by drag to its end.
    await page.getByRole('button', { name: `Move ${HOSTILE}`, exact: true }).focus();
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    expect(await titlesIn(second)).toEqual([HOSTILE, 'faster']);
    expect(
      await page
        .getByRole('button', { name: `Move ${HOSTILE}`, exact: true })
        .evaluate((it) => it === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await titlesIn(second)).toEqual([HOSTILE, 'faster']);
    const last = changesOf(second).last();
    const box = await last.boundingBox();
    await page
      .getByRole('button', { name: `Move ${HOSTILE}`, exact: true })
      .dragTo(last, { targetPosition: { x: 40, y: (box?.height ?? 0) - 6 } });
    expect(await titlesIn(second)).toEqual(['faster', HOSTILE]);

    // A removed item is restored unchanged.
    await button('Remove Lists').click();
    expect(await cards().count()).toBe(1);
    await button('Undo').click();
    expect(await titlesIn(second)).toEqual(['faster', HOSTILE]);
    await page.getByText(/^\d+ changes: Version, new: Lists/).waitFor();
    expect(await violations(admin)).toEqual([]);
    await button('Create draft').click();
    await saved().waitFor();
    await page.getByRole('heading', { level: 1, name: NUMBER }).waitFor();
    await state('Draft').waitFor();
  });

  it('previews it in the real popup, which posts nothing [releases 2]', async () => {
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/releases/')) posted.push(request.url());
    });
    await button('Preview').click();
    await popup().getByRole('heading', { name: NUMBER }).waitFor();
    await popup().getByText('Cards by number').waitFor();
    await popup().getByText(HOSTILE).waitFor();
    await popup()
      .getByText(`${'x'.repeat(99)}y ...`)
      .waitFor();
    expect(await popup().getAttribute('class')).toBe('light desktop');
    await page.getByText('Dark', { exact: true }).click();
    await page.getByText('Phone', { exact: true }).click();
    await page.getByText('Right to left', { exact: true }).click();
    await page.locator('dialog.dark.mobile[dir="rtl"]').waitFor();
    expect((await popup().boundingBox())?.width).toBeLessThanOrEqual(375);
    expect(await violations(admin)).toEqual([]);
    await popup().getByRole('button', { name: 'Mark as Read' }).click();
    await popup().waitFor({ state: 'detached' });
    expect(await button('Preview').evaluate((it) => it === document.activeElement)).toBe(true);
    expect(posted).toEqual([]);
  });

  it('loses nothing when a colleague edits the same draft [releases 3]', async () => {
    await button('Edit').click();
    await cards().first().waitFor();
    const colleague = await visitAs(browser, product.url, 'admin', admin.path, { expected: [/status of 4\d\d/] });
    const other = colleague.page;
    await cards(other).first().waitFor();
    await cards(other).first().getByRole('button', { name: 'Add change' }).click();
    await write(cards(other).first(), 'Feature', 'from a colleague', 'Written at the same time.');
    await part(cards(other).first(), 'text').fill('Their words.');
    await button('Save changes', other).click();
    await saved(other).waitFor();
    await colleague.close();

    const list = cards().first();
    await list.getByRole('button', { name: 'Add change' }).click();
    await write(list, 'Improvement', 'of mine', 'Also at the same time.');
    await part(list, 'text').fill('My words.');
    await button('Save changes').click();
    const merge = page.getByRole('dialog').filter({ hasText: 'Their words.' });
    await merge.getByRole('radio', { name: /My words\.$/ }).check();
    await merge
      .getByText(/from a colleague/)
      .first()
      .waitFor();
    await merge.getByRole('button', { name: 'Save', exact: false }).last().click();
    await saved().waitFor();
    await page.getByText('from a colleague', { exact: true }).waitFor();
    for (const text of ['of mine', 'My words.']) await page.getByText(text, { exact: true }).waitFor();
  });

  it('publishes it: others see it at their next start, the changelog and its feeds at once, until it is withdrawn [releases 2]', async () => {
    const feed = async () => (await fetch(`${product.url}/changelog/backcounter/feed.json`)).text();
    expect(await feed()).not.toContain(NUMBER);
    await button('Publish').click();
    await dialog(`Publish ${NUMBER}?`)
      .getByText(/people haven’t read it and see it at their next start/)
      .waitFor();
    await dialog(`Publish ${NUMBER}?`).getByRole('button', { name: 'Publish' }).dblclick();
    await state('Published').waitFor();
    expect(await feed()).toContain(NUMBER);

    const reader = await visitAs(browser, product.url, 'marketing', '/accounts');
    await popup(reader.page).getByRole('heading', { name: NUMBER }).waitFor();
    expect(await popup(reader.page).getByRole('heading', { level: 3 }).count()).toBe(1);
    await popup(reader.page).getByRole('button', { name: 'Mark as Read' }).click();
    await popup(reader.page).waitFor({ state: 'detached' });
    await reader.page.goto(`/changelog/backcounter`);
    await reader.page.getByRole('heading', { name: NUMBER }).waitFor();

    // From now on only texts can be corrected.
    await page.reload();
    await page.getByText(/^1 person read it/).waitFor();
    await popup().getByRole('button', { name: 'Mark as Read' }).click();
    await popup().waitFor({ state: 'detached' });
    await button('Correct texts').click();
    await page.getByText(/^This release was published, so only/).waitFor();
    expect(await page.getByLabel('Version').isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^(Move|Remove|Add) / }).count()).toBe(0);
    await part(cards().first(), 'title').fill('cards by their number');
    await button('Save changes').click();
    await page.getByText('cards by their number', { exact: true }).waitFor();
    expect(await feed()).toContain('ards by their number');

    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await dialog(`Withdraw ${NUMBER}?`).getByLabel('Reason').fill('Too early');
    await dialog(`Withdraw ${NUMBER}?`).getByRole('button', { name: 'Withdraw' }).click();
    await state('Withdrawn').waitFor();
    expect(await feed()).not.toContain(NUMBER);
    await reader.page.reload();
    await reader.page.getByRole('heading', { name: '2.7.0' }).waitFor();
    expect(await reader.page.getByRole('heading', { name: NUMBER }).count()).toBe(0);
    expect(reader.troubles).toEqual([]);
    await reader.close();

    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('“Too early”').waitFor();
    await page.getByText('cards by number', { exact: true }).first().waitFor();
    expect(admin.troubles).toEqual([]);
  });

  it('has one draft less after discarding it; other roles have no access', async () => {
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Duplicate as next version' }).click();
    const copy = dialog(`Duplicate ${NUMBER}`);
    await copy.getByLabel('Version', { exact: true }).fill('2.0.0');
    await copy.getByRole('button', { name: 'Duplicate as next version' }).click();
    await copy.getByText('Must be higher than every published version').waitFor();
    await copy.getByRole('button', { name: '2.10.0 new features' }).click();
    await copy.getByRole('button', { name: 'Duplicate as next version' }).click();
    await page.getByRole('heading', { level: 1, name: '2.10.0' }).waitFor();
    await button('Cancel').click();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await dialog('Discard the draft of 2.10.0?').getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor();
    await page.getByRole('link', { name: NUMBER }).waitFor();
    expect(await page.getByRole('link', { name: '2.10.0' }).count()).toBe(0);
    expect(admin.troubles).toEqual([]);

    const marketing = await visitAs(browser, product.url, 'marketing', '/admin/releases');
    await marketing.page.waitForURL(/\/no-access/);
    await marketing.close();
  });
});
