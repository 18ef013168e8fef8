import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

// All readers of a product get its publications, so this test has a product of its own.
let product: Product;
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  [product, browser] = await Promise.all([startOwnProduct(), launchBrowser()]);
  // Release notes would cover the page.
  await markReleasesRead(product.url, ['admin', 'manager']);
  visit = await visitAs(browser, product.url, 'admin', '/admin/translations', AXE_NEEDS);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});

const KEY = 'shell.page.accounts';
const languages = () => visit.page.getByRole('region', { name: 'Languages' });
const rowOf = (key: string) => visit.page.getByRole('grid').getByRole('row').filter({ hasText: key });
const editor = (key: string) => visit.page.getByRole('dialog', { name: key });
const field = (key: string) => editor(key).locator('textarea[name="value"]');
const navigation = (visitor: Visit) => visitor.page.getByRole('navigation').first();

async function openLanguage(name: string): Promise<void> {
  await visit.go('/admin/translations');
  await languages().getByRole('link', { name, exact: true }).click();
  await visit.page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Finds a text by its key and opens it. */
async function openText(key: string): Promise<Locator> {
  await visit.page.getByRole('searchbox').fill(key);
  await rowOf(key).first().getByRole('link').click();
  await field(key).waitFor();
  return field(key);
}

async function publish(language: string, note: string): Promise<void> {
  await visit.page.getByRole('button', { name: 'Publish' }).click();
  const dialog = visit.page.getByRole('dialog', { name: `Publish ${language}` });
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A reader whose browser is in German. */
async function reader(): Promise<Visit> {
  const german = await visitAs(browser, product.url, 'manager', '/campaigns', { locale: 'de-DE' });
  await navigation(german).waitFor();
  return german;
}

it('languages show their progress; an invalid text is refused in its field, and input is never lost', async () => {
  await languages().getByRole('link', { name: 'Deutsch' }).waitFor();
  await visit.settled();
  expect(await violations(visit)).toEqual([]);
  await openLanguage('Deutsch');
  const text = await openText('shell.page.campaigns');
  expect(await text.inputValue()).toBe('Kampagnen');
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);

  await text.fill('Kampagnen {');
  await editor('shell.page.campaigns').getByText('A brace is not closed').waitFor();
  await visit.page.keyboard.press('Control+Enter');
  expect(await editor('shell.page.campaigns').getByRole('button', { name: 'Save and next' }).isDisabled()).toBe(true);
  await text.fill('Kampagnen {stranger}');
  await editor('shell.page.campaigns').getByText('Not in the English text: stranger').waitFor();
  await visit.settled();
  expect(await violations(visit)).toEqual([]);

  // Leaving keeps the input in this browser; it is restored on return, and after Escape.
  await text.fill('Aktionen');
  await visit.page.keyboard.press('Escape');
  await editor('shell.page.campaigns').waitFor({ state: 'hidden' });
  await rowOf('shell.page.campaigns').first().getByRole('link').click();
  await editor('shell.page.campaigns').getByText('Your unsaved text was restored.').waitFor();
  expect(await text.inputValue()).toBe('Aktionen');
  await visit.page.keyboard.press('Control+Enter');
  await visit.page.getByText('Nothing left to do in this list').first().waitFor();
  await rowOf('shell.page.campaigns').filter({ hasText: 'Aktionen' }).waitFor();
});

it('a text that a colleague has saved in between shows three versions, and nothing is overwritten silently', async () => {
  await visit.page.keyboard.press('Escape');
  const text = await openText(KEY);
  const id = new URL(visit.page.url()).searchParams.get('open');
  const { body } = await send(
    visit,
    `mutation E2eTranslation($id: ID!, $version: Int!) { saveTranslation(input: { id: $id, expectedVersion: $version, value: "Kunden" }) { translation { id } } }`,
    { id, version: 1 },
  );
  expect(body.errors).toBeUndefined();
  await text.fill('Kundenkonten');
  await visit.page.keyboard.press('Control+Enter');
  const conflict = visit.page.getByRole('dialog', { name: 'Someone else saved this record' });
  await conflict.getByText('Kunden', { exact: true }).first().waitFor();
  await conflict.getByRole('radio', { name: /Kundenkonten/ }).check();
  await conflict.getByRole('button', { name: 'Save merged' }).click();
  await rowOf(KEY).filter({ hasText: 'Kundenkonten' }).waitFor();
  await visit.page.keyboard.press('Escape');
});

it('readers get a publication at their next visit, and the previous one after a rollback', async () => {
  const german = await reader();
  await navigation(german).getByText('Kampagnen', { exact: true }).waitFor();
  await publish('Deutsch', 'Actions, not campaigns');
  await german.page.reload();
  await navigation(german).getByText('Aktionen', { exact: true }).waitFor();

  await visit.page.getByRole('tab', { name: 'Publications' }).click();
  const rows = visit.page.getByRole('grid').getByRole('row');
  await rows.filter({ hasText: 'Actions, not campaigns' }).waitFor();
  await visit.settled();
  expect(await violations(visit)).toEqual([]);
  await rows.filter({ hasText: 'Shipped with the product' }).first().getByRole('link').click();
  const dialog = visit.page.getByRole('dialog', { name: /^Roll back to/ });
  await dialog.getByText('Aktionen').waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not agreed yet');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await german.page.reload();
  await navigation(german).getByText('Kampagnen', { exact: true }).waitFor();
  await german.close();
});

it('a changed English text makes its translations stale: the change is shown, and they are confirmed by keyboard', async () => {
  await openLanguage('English');
  const text = await openText(KEY);
  await text.fill('Customer accounts');
  await visit.page.keyboard.press('Control+Enter');
  await rowOf(KEY).filter({ hasText: 'Customer accounts' }).waitFor();
  await visit.page.keyboard.press('Escape');
  await visit.page.evaluate(() => Object.assign(window, { wasNotReloaded: true }));
  await publish('English', 'Whose accounts');
  await visit.page.getByRole('button', { name: 'Show the new texts' }).click();
  await navigation(visit).getByText('Customer accounts', { exact: true }).waitFor();
  expect(await visit.page.evaluate(() => 'wasNotReloaded' in window)).toBe(true);

  await openLanguage('Deutsch');
  await visit.page.getByRole('link', { name: 'Stale 1' }).click();
  await rowOf(KEY).getByRole('link').click();
  await editor(KEY).locator('ins').filter({ hasText: 'Customer' }).waitFor();
  await visit.page.keyboard.press('Control+Shift+Enter');
  await visit.page.getByText('Nothing left to do in this list').first().waitFor();
  await visit.page.keyboard.press('Escape');
  await rowOf(KEY).waitFor({ state: 'hidden' });
});

it('a file of texts is validated first, reports the invalid row, and fills in the others', async () => {
  const dialog = visit.page.getByRole('dialog', { name: 'Import into Texts' });
  const choose = (name: string, content: string) =>
    dialog
      .getByLabel('Choose a file')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  await openLanguage('Deutsch');
  await visit.page.getByRole('button', { name: 'List options' }).click();
  await visit.page.getByRole('menuitem', { name: 'Import…' }).click();
  await choose(
    'texts.csv',
    'key,value.de-DE\nshell.page.stores,Filialen {\nshell.page.giveaways,Verlosungen E2E\nno.such,x\n',
  );
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByRole('button', { name: 'Correct here' }).click();
  expect(await dialog.getByLabel('value.de-DE, row 2').inputValue()).toBe('Filialen {');
  await dialog.getByRole('button', { name: 'Back to the result' }).click();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.getByText('Imported', { exact: true }).waitFor();

  // A published file is imported into the language of its name.
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  expect(await dialog.getByLabel('Choose a file').getAttribute('accept')).toContain('.json');
  await choose('de-DE.json', '{"shell": {"page": {"jobs": "Jobs E2E"}}}');
  await dialog.getByRole('button', { name: 'Check', exact: true }).waitFor();
  expect(await dialog.getByLabel('Separator').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await dialog.getByText('Imported', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await visit.page.getByRole('searchbox').fill('E2E');
  await rowOf('shell.page.giveaways').filter({ hasText: 'Verlosungen E2E' }).waitFor();
  await rowOf('shell.page.jobs').filter({ hasText: 'Jobs E2E' }).waitFor();
});

it('the trail links a change to its text, and labels its fields', async () => {
  await visit.go('/admin/audit');
  const row = visit.page.getByRole('grid').getByRole('row').filter({ hasText: 'Jobs E2E' }).first();
  await row.getByRole('link').first().click();
  const event = visit.page.getByRole('dialog');
  await event
    .locator('dt')
    .filter({ hasText: /^Text$/ })
    .waitFor();
  await event.getByRole('link', { name: 'Text Jobs E2E' }).click();
  expect(await field('shell.page.jobs').inputValue()).toBe('Jobs E2E');
  await visit.page.keyboard.press('Escape');
});

it('screens can be shown in pseudo-texts in this browser only, and restored', async () => {
  await visit.go('/admin/translations');
  await visit.page.getByRole('button', { name: 'Check screens' }).click();
  await visit.page.getByRole('menuitem', { name: 'Longer, with accents' }).click();
  await visit.page.getByRole('heading', { level: 1, name: '[Ţŕåñšļåţîöñš~~~~]' }).waitFor();
  // Made from English as edited above.
  await navigation(visit).getByText('[Çûšţöɱéŕ', { exact: false }).waitFor();
  await visit.page.getByRole('button', { name: '[Éñð' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Translations' }).waitFor();
  expect(visit.troubles).toEqual([]);
});
