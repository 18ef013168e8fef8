import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accounts, send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { barOf, boxOf, jobsOf } from './harness/selection.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
afterEach(async () => {
  const { troubles } = visit;
  await visit.close();
  expect(troubles).toEqual([]);
});

const open = async (path: string) => {
  visit = await visitAs(browser, url, 'admin', path, AXE_NEEDS);
  await visit.page.getByRole('grid').getByRole('link').first().waitFor();
  await visit.settled();
};
const box = (row: number) => boxOf(visit.page, row);
const bar = () => barOf(visit.page);
const says = (text: string) => bar().getByText(text, { exact: true }).waitFor();
const dialog = () => visit.page.getByRole('dialog');
const rowCount = () => visit.page.locator('[data-row]').count();
const focused = () => visit.page.evaluate(() => document.activeElement?.textContent ?? '');
const jobs = () => jobsOf(visit);

/** A country with some active accounts, so that other demo accounts do not change. */
async function country(): Promise<{ readonly code: string; readonly active: number }> {
  const active = await send(
    visit,
    '{ accounts(first: 100, filter: { state: { in: [ACTIVE] } }) { nodes { country { code } } } }',
  );
  const { nodes } = (active.body.data as unknown as { accounts: { nodes: { country: { code: string } }[] } }).accounts;
  const codes = nodes.map((node) => node.country.code);
  const code = [...new Set(codes)].find((one) => codes.filter((each) => each === one).length >= 5) ?? '';
  const all = await accounts(visit, { state: { in: ['ACTIVE'] }, country: { in: [code] } }, 100);
  return { code, active: all.length };
}

it('selects all matches but two by mouse, and suspends exactly those, once even if started twice [ux 9, 19] [bulk 2]', async () => {
  await open('/accounts?state=ACTIVE');
  const { code, active } = await country();
  await visit.page.goto(`/accounts?country=${code}&state=ACTIVE`);
  await box(4).waitFor();
  const path = visit.path;
  await box(0).click();
  await says('1 selected');
  // Neither the checkbox nor a click with Shift opens a record.
  await box(3).click({ modifiers: ['Shift'] });
  await says('4 selected');
  expect(visit.path).toBe(path);

  await bar()
    .getByRole('button', { name: `Select all ${active} matching` })
    .click();
  await says(`All ${active} matching selected`);
  await box(1).click();
  await box(2).click();
  const words = `${active - 2} selected: all matching except 2`;
  await says(words);
  await visit.page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click();
  await visit.settled();
  await says(words);
  expect(await violations(visit, 'main')).toEqual([]);

  const before = (await jobs()).length;
  await bar().getByRole('button', { name: 'Suspend' }).click();
  await dialog()
    .getByText(`${active - 2} will be suspended`)
    .waitFor();
  await expect.poll(focused).toBe('Cancel');
  expect(await dialog().getByRole('heading').textContent()).toBe(`Suspend ${active - 2} accounts?`);
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  expect(await dialog().getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true);
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Asked for by the bank');
  await visit.page.keyboard.press('Control+Enter');
  await visit.page.keyboard.press('Control+Enter');
  await expect.poll(() => dialog().count()).toBe(0);
  expect(await bar().count()).toBe(0);
  // The list refetches when the job ends: the two are left.
  await expect.poll(rowCount).toBe(2);
  const [job, ...others] = await jobs();
  expect(others).toHaveLength(before);
  expect(job?.outcomes).toEqual([{ outcome: 'DONE', reason: null, count: active - 2 }]);
});

it('undoes a change of many accounts from its job; an account that changed since then stays', async () => {
  await open('/accounts');
  const { code, active } = await country();
  const selection = `{ filter: { country: { in: ["${code}"] }, state: { in: [ACTIVE] } } }`;
  const input = `{ action: EDIT, patch: { locale: "fr-CA" }, selection: ${selection} }`;
  const started = await send(visit, `mutation { startAccountBulk(input: ${input}) { job { id } } }`);
  const { id } = (started.body.data as unknown as { startAccountBulk: { job: { id: string } } }).startAccountBulk.job;
  await expect
    .poll(async () => (await jobs()).find((job) => job.id === id)?.state, { timeout: 20_000 })
    .toBe('SUCCEEDED');
  const [changed] = await accounts(visit, { country: { in: [code] }, state: { in: ['ACTIVE'] } }, 1);
  const edit = `{ id: "${changed?.id}", expectedVersion: ${changed?.version}, patch: { locale: "fr-CH" } }`;
  expect(
    (await send(visit, `mutation { updateAccount(input: ${edit}) { account { id } } }`)).body.errors,
  ).toBeUndefined();

  await visit.page.goto(`/admin/jobs?open=${id}`);
  await visit.page.getByRole('button', { name: 'Undo…' }).click();
  await dialog()
    .getByText(`${active - 1} will be restored`)
    .waitFor();
  await dialog().getByText('Changed since then', { exact: true }).waitFor();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  await visit.screenshot('undo-dialog');
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Wrong language');
  await visit.page.keyboard.press('Control+Enter');
  await visit.page.getByRole('heading', { name: /\(undo\)/ }).waitFor();
  await expect
    .poll(async () => (await jobs())[0]?.outcomes, { timeout: 20_000 })
    .toEqual([
      { outcome: 'DONE', reason: null, count: active - 1 },
      { outcome: 'SKIPPED', reason: 'changed-since', count: 1 },
    ]);
  await visit.page.getByRole('button', { name: 'Undo…' }).waitFor();
  await visit.screenshot('undo-drawer');
  const left = await send(visit, `{ account(id: "${changed?.id}") { locale } }`);
  expect(left.body.data).toEqual({ account: { locale: 'fr-CH' } });
});
