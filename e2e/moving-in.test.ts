import { zipSync } from 'fflate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { chooseImport, importDialog as dialog } from './harness/import.ts';
import { plainPng } from './harness/png.ts';
import { productUrl } from './harness/product-url.ts';
import { visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

it('brings the opening balances of another system, and reverses the file [points 15]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/stores?import=', AXE_NEEDS);
  const { nodes } = await asked<{ nodes: { id: string; number: number; points: number }[] }>(
    visit,
    '{ answer: accounts(first: 1, filter: { state: { in: [ACTIVE] } }) { nodes { id number points } } }',
    {},
  );
  const [account] = nodes;
  if (account === undefined) throw new Error('The demo has no accounts.');
  const balance = async () =>
    (
      await asked<{ points: number }>(visit, 'query($id: ID!) { answer: account(id: $id) { points } }', {
        id: account.id,
      })
    ).points;
  await dialog(visit).getByLabel('Choose a file').waitFor();
  await choose(dialog(visit).getByRole('combobox', { name: 'Import' }), 'Points: opening balances and past entries');
  await dialog(visit).getByText('Each row is an entry').waitFor();
  const file = [
    'Kontonummer;Punktestand;Datum;Beleg',
    `${account.number};120;2023-12-31;`,
    `${account.number};x;2023-12-31;`,
  ];
  await chooseImport(visit, 'salden.csv', file.join('\r\n'));
  await dialog(visit).getByLabel('Field for Punktestand').waitFor();
  expect(await dialog(visit).getByLabel('Field for Datum').textContent()).toBe('Occurred');
  await dialog(visit).getByRole('button', { name: 'Check' }).click();
  const totals = dialog(visit).getByText('Balance of 1 account or store: ');
  await totals.waitFor();
  const figure = (value: number) => value.toLocaleString('en-US');
  const before = account.points;
  expect(await totals.textContent()).toContain(`${figure(before)} → ${figure(before + 120)} points`);
  await visit.settled();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await dialog(visit).getByRole('button', { name: 'Import 1 row' }).click();
  await dialog(visit).getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await balance()).toBe(before + 120);

  await dialog(visit).getByRole('button', { name: 'Import another file' }).click();
  await dialog(visit).getByRole('button', { name: 'Reverse salden.csv' }).click();
  await dialog(visit).getByText('This reverses 1 entry: 120 points.').waitFor();
  await dialog(visit).getByLabel('Reason').fill('Wrong day');
  await visit.settled();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await dialog(visit).getByRole('button', { name: 'Reverse this import' }).click();
  await dialog(visit).getByText('1 reversed').waitFor();
  expect(await balance()).toBe(before);
  await visit.close();
});

it('sets pictures of accounts from a ZIP that is dropped, and lists what fits no account [import 12]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/accounts?import=', AXE_NEEDS);
  const { nodes } = await asked<{ nodes: { id: string; number: number; hasPicture: boolean; firebaseId: string }[] }>(
    visit,
    '{ answer: accounts(first: 100, filter: { state: { in: [ACTIVE] } }) { nodes { id number hasPicture firebaseId } } }',
    {},
  );
  const account = nodes.find(({ hasPicture, firebaseId }) => !hasPicture && firebaseId !== null);
  if (account === undefined) throw new Error('All accounts of the demo have pictures.');
  await dialog(visit).getByLabel('Choose a file').waitFor();
  await choose(dialog(visit).getByRole('combobox', { name: 'Import' }), 'Pictures of accounts, in a ZIP');
  await dialog(visit).getByText('Each is named by the number').waitFor();
  await visit.settled();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await chooseImport(visit, 'old.rar', 'Rar!\x1a\x07\x00');
  await dialog(visit).getByRole('alert').getByText('RAR can’t be imported. Open it and save it as ZIP').waitFor();

  const archive = zipSync({
    [`photos/${account.number}.png`]: plainPng(640, 480, [30, 140, 70]),
    'photos/unknown.png': plainPng(64, 64, [30, 140, 70]),
    '__MACOSX/photos/._x': Buffer.from('x'),
  });
  const dropped = await visit.page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'pictures.zip', { type: 'application/zip' }));
      return transfer;
    },
    [...archive],
  );
  await dialog(visit).getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped });
  await dialog(visit).getByRole('heading', { name: 'Checked. Nothing has changed yet' }).waitFor();
  await dialog(visit).getByText('Skipped: system files').waitFor();
  await dialog(visit).getByRole('button', { name: 'Refused files' }).click();
  const refused = dialog(visit).getByRole('textbox', { name: /, row / });
  await refused.waitFor();
  expect(await refused.inputValue()).toBe('photos/unknown.png');
  expect(await refused.isEditable()).toBe(false);
  await visit.settled();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await dialog(visit).getByRole('button', { name: 'Back to the result' }).click();
  await visit.settled();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await dialog(visit).getByRole('button', { name: 'Set 1 picture' }).focus();
  await visit.page.keyboard.press('Enter');
  await dialog(visit).getByRole('heading', { name: 'Imported' }).waitFor();
  await dialog(visit).getByRole('button', { name: 'Close', exact: true }).last().click();
  await visit.go(`/accounts?q=${account.number}`);
  const row = visit.page.getByRole('row').filter({ has: visit.page.locator(`a[href*="${account.id}"]`) });
  await row.locator('img[data-loaded]').first().waitFor();
  expect(visit.troubles.filter((trouble) => !/400/.test(trouble))).toEqual([]);
  await visit.close();
});
