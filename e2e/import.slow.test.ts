import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { chooseImport as chooseFile, importDialog as dialog } from './harness/import.ts';
import { productUrl } from './harness/product-url.ts';
import { visitAs } from './harness/visit.ts';
import { workbookOf } from './harness/workbook.ts';

const url = productUrl();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('imports topics from a sheet of a workbook, also on a phone', async () => {
  const phone = { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true };
  const visit = await visitAs(browser, url, 'admin', '/admin/topics?import=', { ...AXE_NEEDS, ...phone });
  const { body } = await send(visit, '{ topicCategories(first: 1) { nodes { code } } }');
  const { nodes } = (body.data as unknown as { topicCategories: { nodes: { code: string }[] } }).topicCategories;
  const content = workbookOf({
    Notes: [['nothing here']],
    Topics: [
      ['Category', 'Code', 'Name', 'Name (de-DE)', 'Description', 'Kind'],
      [nodes[0]?.code ?? '', 'e2e-from-a-file', 'From a file', 'Aus einer Datei', 'Made by a workbook', 'marketing'],
      ['no-such-category', 'e2e-lost', 'Lost', '', 'Nobody finds it', 'marketing'],
    ],
  });
  await chooseFile(visit, 'topics.xlsx', content);
  await choose(dialog(visit).getByLabel('Sheet'), 'Topics');
  await dialog(visit).getByLabel('Field for Category').waitFor();
  expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await dialog(visit).getByRole('button', { name: 'Check' }).click();
  await dialog(visit).getByRole('button', { name: 'Import 1 row' }).click();
  await dialog(visit).getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

it('asks for the encoding of an old file by its lines, and takes the headings from below a title [import 7]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/admin/badge-categories?import=', AXE_NEEDS);
  const cyrillic = [0xce, 0xeb, 0xfc, 0xe3, 0xe0];
  const rows = [Buffer.from('Categories;\r\ncode;name\r\ne2e-old;'), Buffer.from([...cyrillic, 0x0d, 0x0a])];
  await chooseFile(visit, 'old.csv', Buffer.concat(rows));
  const choice = dialog(visit).getByRole('button', { name: /Ольга/ });
  await choice.waitFor();
  expect(await dialog(visit).getByRole('button', { name: 'Check' }).isDisabled()).toBe(true);
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  expect(await dialog(visit).getByLabel('Heading row').textContent()).toBe('2: code · name');
  await choice.click();
  await choice.waitFor({ state: 'hidden' });
  await dialog(visit).getByRole('button', { name: 'Check' }).click();
  await dialog(visit).getByRole('button', { name: 'Import 1 row' }).waitFor();
  await dialog(visit).getByRole('button', { name: 'Change columns' }).click();
  await dialog(visit).getByRole('button', { name: 'Choose another file' }).click();
  await chooseFile(visit, 'page.csv', '<html><table><tr><td>a</td></tr></table></html>');
  await dialog(visit).getByText('HTML can’t be imported. Open it and save it as CSV or XLSX').waitFor();
  expect(visit.troubles.filter((trouble) => !/400/.test(trouble))).toEqual([]);
  await visit.close();
});

it('asks for the order of dates where two fit, and shows how they are read [import 9]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/stores?import=', AXE_NEEDS);
  await chooseFile(visit, 'days.csv', 'sid,name,Country,areaCode,openedOn\nE2EDAY01,Day,Deutschland,DE-BE,03.04.90\n');
  const format = dialog(visit).getByLabel('Format of openedOn');
  await format.waitFor();
  await dialog(visit).getByText('Choose how to read: openedOn').waitFor();
  const check = dialog(visit).getByRole('button', { name: 'Check' });
  expect(await check.isDisabled()).toBe(true);
  await choose(format, 'Day, month, year');
  await dialog(visit)
    .getByText(/3 Apr 1990|Apr 3, 1990/)
    .waitFor();
  await visit.settled();
  expect(await check.isEnabled()).toBe(true);
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await dialog(visit).getByRole('button', { name: 'Choose another file' }).click();
  await dialog(visit).getByLabel('Choose a file').waitFor({ state: 'attached' });
  expect(visit.troubles).toEqual([]);
  await visit.close();
});
