import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { chooseImport as chooseFile, importDialog as dialog } from './harness/import.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const count = (visit: Visit, name: string) =>
  dialog(visit).locator('dl > div').filter({ hasText: name }).locator('dd').textContent();
const press = async (visit: Visit, name: string | RegExp) => {
  await dialog(visit).getByRole('button', { name }).focus();
  await visit.page.keyboard.press('Enter');
};
const isFocusInside = (visit: Visit) =>
  dialog(visit).evaluate((element) => element.contains(document.activeElement) && document.activeElement !== element);
const text = async (download: Download) => readFile(await download.path(), 'utf8');

it('imports accounts with errors by keyboard, and imports them again from the corrected file of rejected rows [import 2]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/accounts', AXE_NEEDS);
  const { page } = visit;
  await page.getByRole('grid', { name: 'Accounts' }).getByRole('link').first().waitFor();
  await visit.settled();
  const more = page.getByRole('button', { name: 'List options' });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Import…' }).focus();
  await page.keyboard.press('Enter');
  await dialog(visit).getByLabel('Choose a file').waitFor();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);

  await chooseFile(visit, 'scan.pdf', '%PDF-1.7');
  await dialog(visit)
    .getByRole('alert')
    .getByText('PDF can’t be imported. Open it and save it as CSV or XLSX')
    .waitFor();
  await chooseFile(visit, 'empty.csv', 'firebaseId,countryCode\n');
  await press(visit, 'Check');
  await dialog(visit).getByText('No rows below the headings').waitFor();
  expect(await dialog(visit).getByRole('button', { name: 'Nothing to import' }).isDisabled()).toBe(true);
  await press(visit, 'Choose another file');

  // As written by a spreadsheet in Germany.
  const file = [
    'Firebase-ID;Name;E-Mail-Adresse;Telefon;Staat;Geburtsdatum;Notiz',
    'e2e-import-1;Jörg Müller;e2e.import.1@example.org;+4930123456;DE;1990-12-31;=1+1',
    'e2e-import-2;"=HYPERLINK(""x"")";nobody;030 1234;DE;31.13.1990;',
    'e2e-import-1;Twice;;;DE;;',
    'e2e-import-3;Ines;;;XX;;',
  ].join('\r\n');
  await chooseFile(visit, 'kunden.csv', Buffer.from(file, 'latin1'));
  const meaning = dialog(visit).getByLabel('Field for Staat');
  await meaning.waitFor();
  expect(await isFocusInside(visit)).toBe(true);
  expect(await dialog(visit).getByLabel('Encoding').textContent()).toBe('Windows-1252');
  await dialog(visit).getByText('Required fields without a column: Country code').waitFor();
  expect(await dialog(visit).getByRole('button', { name: 'Check' }).isDisabled()).toBe(true);
  await choose(meaning, 'Country code (required)');
  await dialog(visit).getByText('Required fields without a column').waitFor({ state: 'hidden' });
  await visit.settled();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await press(visit, 'Check');
  await dialog(visit).getByRole('heading', { name: 'Checked. Nothing has changed yet' }).waitFor();
  expect(await isFocusInside(visit)).toBe(true);
  expect(await count(visit, 'New')).toBe('1');
  expect(await count(visit, 'Refused')).toBe('3');
  expect(await violations(visit, '[role=dialog]')).toEqual([]);

  // Closing the dialog or reloading the page loses nothing, and the focus returns to its former place.
  await page.keyboard.press('Escape');
  await dialog(visit).waitFor({ state: 'hidden' });
  await expect.poll(() => more.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goto('/accounts?import=');
  await press(visit, /^Continue kunden.csv from/);
  await dialog(visit).getByRole('heading', { name: 'Checked. Nothing has changed yet' }).waitFor();
  await press(visit, 'Import 1 row');
  await dialog(visit).getByRole('heading', { name: 'Imported' }).waitFor();
  // The dialog shows it, so no toast does.
  expect(await page.getByText(/kunden\.csv: 1 done/).count()).toBe(0);
  const link = dialog(visit).getByRole('link', { name: 'Download 3 rows to correct' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  const refused = await text(download);
  expect(refused.split('\r\n')[0]).toBe(
    '\ufeffFirebase-ID,Name,E-Mail-Adresse,Telefon,Staat,Geburtsdatum,Notiz,import_problem',
  );
  expect(refused).toContain(`"'=HYPERLINK(""x"")"`);

  await press(visit, 'Import another file');
  const corrected = refused.replace('nobody', '').replace('030 1234', '').replace('31.13.1990', '1990-12-31');
  await chooseFile(visit, 'corrected.csv', corrected);
  // The mapping of these headings is remembered.
  await dialog(visit).getByLabel('Field for Staat').waitFor();
  expect(await dialog(visit).getByLabel('Field for Staat').textContent()).toBe('Country code (required)');
  await press(visit, 'Check');
  await press(visit, /^Import \d rows?$/);
  await dialog(visit).getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await count(visit, 'Refused')).toBe('1');
  await page.keyboard.press('Escape');
  await dialog(visit).waitFor({ state: 'hidden' });
  const { body } = await send(
    visit,
    '{ accounts(first: 5, search: "e2e.import.1@example.org") { nodes { displayName email country { code } } } }',
  );
  expect(body.data?.['accounts']).toEqual({
    nodes: [{ displayName: 'Twice', email: 'e2e.import.1@example.org', country: { code: 'DE' } }],
  });
  expect(visit.troubles.filter((trouble) => !/400/.test(trouble))).toEqual([]);
  await visit.close();
});

it('corrects a birthday and a country of all rows alike in place, by keyboard, and imports them [import 9]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/accounts?import=', AXE_NEEDS);
  const { page } = visit;
  const rows = ['1,Ada,DE,1990-12-31', '2,Bo,DE,31 Decmber 1990', '3,Cy,Germny,1991-01-02', '4,Di,Germny,1992-01-02'];
  const file = ['firebaseId,displayName,countryCode,birthDate', ...rows.map((row) => `e2e-correct-${row}`)].join('\n');
  await chooseFile(visit, 'one-bad-birthday.csv', file);
  await press(visit, 'Check');
  await press(visit, 'Correct here');
  const cell = (name: string) => dialog(visit).getByRole('textbox', { name });
  await cell('birthDate, row 3').focus();
  await dialog(visit).getByRole('paragraph').filter({ hasText: 'date' }).first().waitFor();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1990-12-31');
  await page.keyboard.press('Enter');
  await dialog(visit).getByText('Corrected, was “31 Decmber 1990”').waitFor();
  expect(await cell('countryCode, row 4').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Enter');
  await dialog(visit).getByText('3 corrected, not checked yet.').waitFor();
  // A reload loses nothing.
  await page.goto('/accounts?import=');
  await press(visit, /^Continue one-bad-birthday.csv from/);
  await press(visit, 'Correct here');
  await press(visit, 'Check 3 again');
  await press(visit, 'Import 4 now');
  await dialog(visit).getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await count(visit, 'New')).toBe('4');
  await page.keyboard.press('Escape');
  await dialog(visit).waitFor({ state: 'hidden' });
  const { body } = await send(
    visit,
    '{ accounts(first: 9, sort: { key: CREATED, direction: DESC }) { nodes { displayName birthDate country { code } } } }',
  );
  expect(body.data?.['accounts']).toEqual({
    nodes: expect.arrayContaining([
      { displayName: 'Bo', birthDate: '1990-12-31', country: { code: 'DE' } },
      { displayName: 'Di', birthDate: '1992-01-02', country: { code: 'DE' } },
    ]),
  });
  await visit.close();
});
