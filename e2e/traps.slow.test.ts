import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountLinks } from './harness/account-links.ts';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit, visitAs } from './harness/visit.ts';

// Mistakes of other back offices. Each trap is tested here or, as docs/spec-coverage.md lists, elsewhere.

const url = productUrl();
let browser: Browser;
let visit: Visit;
let page: Page;
type Variables = Readonly<Record<string, unknown>>;
/** Calls that are kept from the server until they are released. */
let held: { readonly matches: (variables: Variables) => boolean; readonly released: PromiseWithResolvers<void> } | null;
function hold(matches: (variables: Variables) => boolean): () => void {
  const released = Promise.withResolvers<void>();
  held = { matches, released };
  return released.resolve;
}
beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitAs(browser, url, 'admin', '/dashboard');
  page = visit.page;
  // One route for the whole file: ending it while the console asks for something can lose the request.
  await page.route('**/graphql', async (route) => {
    const { variables } = route.request().postDataJSON() as { variables?: Variables };
    if (held?.matches(variables ?? {})) await held.released.promise;
    await route.fallback();
  });
});
afterAll(async () => {
  const troubles = visit?.troubles;
  await visit?.close();
  await browser?.close();
  expect(troubles).toEqual([]);
});

const rowLinks = () => accountLinks(page);
const chips = () => page.getByRole('button', { name: /^Remove filter / });

describe('trap: a flash of the empty screen before data', () => {
  it('while the first page loads the list shows neither that it is empty nor that nothing matches [ux 6] [trap 8]', async () => {
    const release = hold(({ search }) => search === 'anna');
    // Records everything rendered in between, however briefly.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(window, { seenTexts: seen });
      new MutationObserver(() => {
        for (const text of ['No accounts yet', 'Nothing matches'])
          if (document.body?.textContent?.includes(text)) seen.add(text);
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto('/accounts?q=anna');
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    // Placeholders shown at once would flash before a fast answer: they are invisible for 150 ms.
    const opacities = await page
      .locator('.bc-skeleton')
      .first()
      .evaluate((bar) => {
        const fades = bar.getAnimations();
        return [149, 300].map((ms) => {
          for (const fade of fades) {
            fade.pause();
            fade.currentTime = ms;
          }
          return Number(getComputedStyle(bar).opacity);
        });
      });
    expect(opacities[0]).toBe(0);
    expect(opacities[1]).toBeGreaterThan(0.3);
    release();
    await rowLinks().first().waitFor();
    const seen = await page.evaluate(() => [...(window as unknown as { seenTexts: Set<string> }).seenTexts]);
    expect(seen).toEqual([]);
  });
});

describe('while rows are refetched', () => {
  it('the old ones stay, dimmed and marked as busy, for another search as for a refresh [ux 6]', async () => {
    await visit.go('/accounts');
    await rowLinks().first().waitFor();
    await visit.settled();
    const grid = page.getByRole('grid', { name: 'Accounts' });
    const shown = await rowLinks().allTextContents();
    const look = () =>
      grid.evaluate((element) => ({
        busy: element.getAttribute('aria-busy'),
        opacity: getComputedStyle(element.querySelector(':scope > [role="presentation"]') ?? element).opacity,
      }));
    const asking = [
      () => page.getByRole('searchbox').fill('lar'),
      async () => {
        await page.getByRole('button', { name: 'List options' }).click();
        await page.getByRole('menuitem', { name: 'Refresh' }).click();
      },
    ];
    for (const ask of asking.reverse()) {
      const release = hold(({ first }) => first !== undefined);
      await ask();
      await expect.poll(look).toEqual({ busy: 'true', opacity: '0.6' });
      expect(await rowLinks().allTextContents()).toEqual(shown);
      expect(await page.locator('.bc-skeleton').count()).toBe(0);
      release();
      await expect.poll(look).toEqual({ busy: 'false', opacity: '1' });
    }
  });
});

describe('trap: a “See all” link ignores the filter it promised', () => {
  it('“All results” of the palette opens the list with exactly that search, and shows the rows found first [trap 7]', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('combobox').fill('mar');
    const all = palette.getByRole('option', { name: /^All results in Accounts/ });
    await all.waitFor();
    const people = palette.locator('[role=option][href^="/accounts/"] > bdi');
    const found = await people.allTextContents();
    expect(found.length).toBeGreaterThan(1);
    await all.click();
    await expect.poll(() => visit.path).toBe('/accounts?q=mar');
    expect(await page.getByRole('searchbox').inputValue()).toBe('mar');
    // Previous rows stay until the answer arrives.
    await expect.poll(() => rowLinks().allTextContents()).toEqual(expect.arrayContaining(found));
  });
});

describe('trap: a filter of the session is applied after a colleague’s link was opened', () => {
  it("the list shows the link's rows, without earlier filters [trap 12]", async () => {
    await page.goto('/accounts?state=SUSPENDED&sort=number');
    await rowLinks().first().waitFor();
    await expect.poll(() => chips().count()).toBe(1);
    await page.goto('/accounts?pushConsent=yes');
    await rowLinks().first().waitFor();
    await visit.settled();
    expect(visit.path).toBe('/accounts?pushConsent=yes');
    expect(await chips().count()).toBe(1);
    await page.getByRole('button', { name: /^Remove filter .*[Pp]ush/ }).waitFor();
  });
});

describe('trap: the unsaved prompt fires on an in-page dialog', () => {
  it('neither a dialog of the record nor the palette prompts, and the input stays [ux 22] [trap 3]', async () => {
    const [target] = await accounts(visit, { state: { in: ['ACTIVE'] } }, 1);
    await page.goto(`/accounts/${target?.id}?edit`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Typed and not saved');
    await page.getByText('1 change: Name').waitFor();
    const question = page.getByRole('dialog', { name: /unsaved|not saved|Leave/i });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.waitFor();
    expect(await question.count()).toBe(0);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    const picture = page.getByRole('button', { name: 'Change picture' });
    if ((await picture.count()) > 0) {
      await picture.click();
      await page.getByRole('dialog').waitFor();
      expect(await question.count()).toBe(0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    expect(await name.inputValue()).toBe('Typed and not saved');
    // Restores the value, so that leaving no longer prompts.
    await name.fill(target?.displayName ?? '');
  });
});

describe('trap: two tabs overwrite each other’s remembered route', () => {
  it('each tab returns from sign-in to the URL requested in it [trap 11]', async () => {
    const fresh = await Visit.open(browser, url);
    const second = await fresh.context.newPage();
    await fresh.page.goto('/accounts?state=SUSPENDED');
    await fresh.page.getByLabel('E-mail').waitFor();
    await second.goto('/admin/topics?q=news');
    await second.getByLabel('E-mail').waitFor();
    await fresh.fillSignIn('admin');
    await expect.poll(() => fresh.path).toBe('/accounts?state=SUSPENDED');
    // The other tab was sent to the provider with its own URL, and now resumes the new session.
    await second.reload();
    if ((await second.getByLabel('E-mail').count()) > 0) {
      await second.getByLabel('E-mail').fill('admin@demo.test');
      await second.getByLabel('Password', { exact: true }).fill('backcounter');
      await second.getByLabel('Password', { exact: true }).press('Enter');
    }
    await second.waitForURL((address) => address.pathname === '/admin/topics' && address.search === '?q=news');
    await fresh.close();
  });
});
