import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountData, accounts } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { plainPng } from './harness/png.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const GREEN = { name: 'green.png', mimeType: 'image/png', buffer: plainPng(640, 480, [30, 140, 70]) };

let browser: Browser;
let admin: Visit;
let target: AccountData;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts');
  const active = await accounts(admin, { state: { in: ['ACTIVE'] }, hasEmail: true }, 30);
  const [first] = active;
  if (!first) throw new Error('There is no account');
  target = first;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const dialog = (visit: Visit) => visit.page.getByRole('dialog');
const crop = (visit: Visit) => dialog(visit).getByRole('group', { name: 'Crop' });
const face = (visit: Visit) => visit.page.locator('[data-record-picture] img');
const open = async (visit: Visit) => {
  await visit.page.goto(`/accounts/${target.id}`);
  await visit.page.getByRole('button', { name: 'Change picture' }).click();
  await dialog(visit).waitFor();
};
const choose = (visit: Visit, file: typeof GREEN) => dialog(visit).locator('input[type=file]').setInputFiles(file);
/** Colour in the middle of the picture in the page header. */
const colour = (visit: Visit) =>
  face(visit).evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  });

/** A palette may change colours slightly. */
const shows = (visit: Visit, wanted: readonly number[]) =>
  expect
    .poll(async () => (await colour(visit).catch(() => [])).map((part, at) => Math.abs(part - (wanted[at] ?? 0)) < 4))
    .toEqual([true, true, true]);

describe('the picture of an account', () => {
  it('changes from a file after a preview, and shows at once [spec 8.5]', async () => {
    await open(admin);
    const use = dialog(admin).getByRole('button', { name: 'Use picture' });
    expect(await use.isDisabled()).toBe(true);
    await choose(admin, GREEN);
    await crop(admin).waitFor();
    await use.dblclick();
    await dialog(admin).waitFor({ state: 'hidden' });
    await admin.page.getByText('Action Completed Successfully!').first().waitFor();
    await shows(admin, [30, 140, 70]);
    await admin.page.getByRole('tab', { name: 'History' }).click();
    await admin.page.getByText('Picture set').first().waitFor();
  });

  it('is cropped by keyboard to the part that was chosen', async () => {
    await open(admin);
    await choose(admin, { ...GREEN, buffer: plainPng(600, 300, [200, 40, 40], [30, 60, 200]) });
    await crop(admin).focus();
    // From the middle, where both colours meet, to the end: the picture moves left.
    for (let step = 0; step < 60; step += 1) await admin.page.keyboard.press('ArrowLeft');
    await dialog(admin).getByRole('button', { name: 'Use picture' }).click();
    await dialog(admin).waitFor({ state: 'hidden' });
    await shows(admin, [30, 60, 200]);
  });

  it('refuses a file that is no picture: the dialog shows the reason and stays open', async () => {
    await open(admin);
    const problem = dialog(admin).getByRole('alert');
    await choose(admin, { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') });
    await problem.getByText('Not a PNG, JPEG or WebP').waitFor();
    await choose(admin, { ...GREEN, buffer: Buffer.alloc(10_000_001) });
    await problem.getByText('larger than 10 MB').waitFor();
    await choose(admin, { ...GREEN, buffer: GREEN.buffer.subarray(0, 30) });
    await problem.getByText('damaged').waitFor();
    await choose(admin, { ...GREEN, buffer: plainPng(8100, 5000, [1, 2, 3]) });
    await problem.getByText('more than 40 megapixels').waitFor();
    await choose(admin, GREEN);
    await problem.waitFor({ state: 'hidden' });
    await admin.page.keyboard.press('Escape');
    await dialog(admin).waitFor({ state: 'hidden' });
    expect(
      await admin.page.getByRole('button', { name: 'Change picture' }).evaluate((it) => it === document.activeElement),
    ).toBe(true);
  });

  it('can be dropped; an upload can be canceled and restarted', async () => {
    await open(admin);
    const transfer = await admin.page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], 'blue.png', { type: 'image/png' }));
        return data;
      },
      [...plainPng(300, 300, [20, 60, 160])],
    );
    await dialog(admin).locator('[data-file-drop]').dispatchEvent('drop', { dataTransfer: transfer });
    await dialog(admin).getByText('blue.png').waitFor();
    await admin.page.route('**/files/uploads?*', () => undefined);
    await dialog(admin).getByRole('button', { name: 'Use picture' }).click();
    await dialog(admin).getByRole('status').waitFor();
    await dialog(admin).getByRole('button', { name: 'Cancel' }).click();
    await dialog(admin).getByRole('status').waitFor({ state: 'hidden' });
    await admin.page.unroute('**/files/uploads?*');
    await dialog(admin).getByRole('button', { name: 'Use picture' }).click();
    await dialog(admin).waitFor({ state: 'hidden' });
    await shows(admin, [20, 60, 160]);
  });

  it('is removed after a confirmation, and initials replace it', async () => {
    await open(admin);
    await dialog(admin).getByRole('button', { name: 'Remove picture' }).click();
    await dialog(admin).getByText('Initials are shown instead').waitFor();
    await dialog(admin).getByRole('button', { name: 'Remove picture' }).click();
    await dialog(admin).waitFor({ state: 'hidden' });
    await face(admin).waitFor({ state: 'detached' });
    await admin.page.locator('[data-record-picture] [data-initials]').waitFor();
  });

  it('its dialog has no axe findings on a desktop in light mode and on a phone in dark mode', async () => {
    const visit = await visitAs(browser, url, 'admin', `/accounts/${target.id}`, AXE_NEEDS);
    await open(visit);
    await choose(visit, GREEN);
    await crop(visit).waitFor();
    expect(await violations(visit, '[role=dialog]')).toEqual([]);
    await visit.page.setViewportSize({ width: 375, height: 740 });
    await visit.setColours('dark');
    expect(await violations(visit, '[role=dialog]')).toEqual([]);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await visit.close();
  });

  it("caused no violation of the page's security policy", () => {
    expect(admin.troubles).toEqual([]);
  });
});
