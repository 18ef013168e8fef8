import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Id of the drawn giveaway of the demo, whose proof file the product has written. */
async function drawnGiveaway(visit: Visit): Promise<string> {
  const { body } = await send(
    visit,
    'query E2eDrawn { giveaways(first: 1, search: "AUTUMN-HARVEST") { nodes { id } } }',
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  const [found] = (body.data['giveaways'] as unknown as { nodes: { id: string }[] }).nodes;
  return found?.id ?? '';
}

it('verifies a draw in the browser from its proof file, rejects a changed file, and proves an entry [draw 10]', async () => {
  // With the real security policy, under which the worker must start.
  const visit = await visitAs(browser, url, 'marketing', '/giveaways', { acceptDownloads: true });
  const { page } = visit;
  const proof = `/giveaways/${await drawnGiveaway(visit)}/transactions?tab=proof`;
  await visit.go(proof);
  await page.getByRole('heading', { name: '4. Winners derived' }).waitFor();
  await page.getByText('Operator-committed, not publicly random').waitFor();
  await page.getByRole('button', { name: 'Verify in this browser' }).press('Enter');
  await page.getByRole('heading', { name: 'Verified in this browser' }).waitFor();
  const checks = page.locator('li[data-passed]');
  expect(await checks.count()).toBe(12);
  expect(await page.locator('li[data-passed="false"]').count()).toBe(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('draw-AUTUMN-HARVEST.json');
  const text = await readFile(await download.path(), 'utf8');
  const { content, digest } = JSON.parse(text) as { content: { entries: string[][] }; digest: string };
  const written = text.slice('{"content":'.length, -`,"digest":"${digest}"}`.length);
  expect(createHash('sha256').update(written).digest('hex')).toBe(digest);

  const forged = join(tmpdir(), `forged-${process.pid}.json`);
  await writeFile(forged, text.replace('"position":1,', '"position":2,'));
  await page.locator('input[type="file"]').setInputFiles(forged);
  await page.getByRole('heading', { name: 'The proof is not valid' }).waitFor();
  const failed = await page.locator('li[data-passed="false"]').allInnerTexts();
  expect(failed.map((each) => each.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining('File is unchanged'),
    expect.stringContaining('All positions match the draw key'),
  ]);
  await writeFile(forged, '<html>');
  await page.locator('input[type="file"]').setInputFiles(forged);
  await expect.poll(() => checks.count()).toBe(1);

  const asked = page.getByRole('textbox', { name: 'Account number or entry ID' });
  await asked.fill('nobody');
  await asked.press('Enter');
  await page.getByText('Enter an account number such as #1042').waitFor();
  await asked.fill(content.entries[20]?.[0] ?? '');
  await asked.press('Enter');
  await page.getByText(/Its leaf leads to the published root in \d+ steps/).waitFor();
  await page.getByText(/Place 21 of \d/).waitFor();
  expect(visit.troubles).toEqual([]);
  await visit.close();
  await rm(forged);
});

it('has no axe findings on a desktop and on a phone [draw 10]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/giveaways', AXE_NEEDS);
  await visit.go(`/giveaways/${await drawnGiveaway(visit)}/transactions?tab=proof`);
  await visit.page.getByRole('button', { name: 'Verify in this browser' }).click();
  await visit.page.getByRole('heading', { name: 'Verified in this browser' }).waitFor();
  expect(await violations(visit)).toEqual([]);
  await visit.page.setViewportSize({ width: 375, height: 760 });
  await visit.setColours('dark');
  expect(await violations(visit)).toEqual([]);
  await visit.close();
});
