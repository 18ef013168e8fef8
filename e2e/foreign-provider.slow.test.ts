import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { FOREIGN_PROVIDERS, type ForeignPerson, type ForeignProvider } from './harness/foreign-provider.ts';
import { freePort } from './harness/free-port.ts';
import { ageStoredUser } from './harness/host-page.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { Visit } from './harness/visit.ts';

/** Other providers publish no releases, which the popup logs. */
const NO_RELEASES = /^changelog-plugin: Changelog initialization error: the provider answered 404/;

/** The console with third-party providers: sign-in must not depend on the embedded one. */
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

describe.each(FOREIGN_PROVIDERS)('$name', ({ start, isThere, name }) => {
  if (!isThere()) {
    it.skip(`is not installed: the console is untested with ${name}`);
    return;
  }
  let provider: ForeignProvider;
  let product: Product;
  let visit: Visit;
  beforeAll(async () => {
    const port = await freePort();
    provider = await start(`http://localhost:${port}`);
    product = await startOwnProduct({ port, env: provider.env });
  });
  afterAll(async () => {
    await product?.remove();
    await provider?.stop();
  });

  /** Ignores errors of a provider's own pages, and its lack of the product's extensions (theme, releases). */
  async function signIn(person: ForeignPerson, path: string): Promise<void> {
    visit = await Visit.open(browser, product.url, { expected: [new RegExp(provider.url), NO_RELEASES] });
    await visit.page.goto(path);
    await visit.page.waitForURL((address) => address.origin === provider.url);
    await provider.signIn(visit.page, person);
    await visit.page.waitForURL((address) => address.origin === product.url && address.pathname !== '/login');
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  const accessToken = () =>
    visit.page.evaluate(() => {
      const entry = Object.values({ ...localStorage }).find((value) => value.includes('access_token'));
      return entry === undefined ? '' : (JSON.parse(entry) as { access_token: string }).access_token;
    });

  /** Status of an API call with this token, and the code of its error. */
  async function apiAnswer(token: string): Promise<unknown[]> {
    const answer = await fetch(`${product.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ accounts(first: 1) { nodes { id } } }' }),
    });
    const body = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
    return [answer.status, body.errors?.[0]?.extensions.code];
  }

  it('leads a signed-in person without roles to /no-access', async () => {
    await signIn('nobody', '/accounts');
    expect(new URL(visit.page.url()).pathname).toBe('/no-access');
    expect(await apiAnswer(await accessToken())).toEqual([200, 'access.denied']);
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  describe('a person with two roles', () => {
    beforeAll(() => signIn('carl', '/admin/areas'));
    afterAll(() => visit?.close());

    it("sees the pages of the token's roles [sign-in 4]", async () => {
      expect(new URL(visit.page.url()).pathname).toBe('/no-access');
      await visit.page.goto('/campaigns');
      await visit.page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(visit.path).toBe('/campaigns');
      expect(visit.troubles).toEqual([]);
    });

    it('gains nothing by a forged token [spec 5.9]', async () => {
      const [header = '', payload = '', signature = ''] = (await accessToken()).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const asAdmin = encode({ ...claims, scope: 'openid ADMIN', resource_access: { global_roles: ['ADMIN'] } });
      const idToken = await visit.page.evaluate(() => {
        const entry = Object.values({ ...localStorage }).find((value) => value.includes('id_token'));
        return entry === undefined ? '' : (JSON.parse(entry) as { id_token: string }).id_token;
      });
      for (const token of [
        `${header}.${asAdmin}.${signature}`,
        `${header}.${encode({ ...claims, exp: Number(claims['exp']) + 3600 })}.${signature}`,
        `${encode({ alg: 'none' })}.${asAdmin}.`,
        idToken,
      ]) {
        expect(await apiAnswer(token)).toEqual([401, 'session.required']);
      }
    });
  });

  // glewlwyd has no claim that could be overridden.
  if (name !== 'glewlwyd')
    it("keeps a chosen language on the product's server, where it overrides the claim [languages 6]", async () => {
      await signIn('carl', '/campaigns');
      await visit.page.getByRole('button', { name: /^(Language|Langue) / }).click();
      await visit.page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      await visit.page.getByRole('heading', { level: 1, name: 'Kampagnen' }).waitFor();
      await visit.settled();
      await visit.close();
      await signIn('carl', '/campaigns');
      await visit.page.getByRole('heading', { level: 1, name: 'Kampagnen' }).waitFor();
      expect(await visit.page.evaluate(() => localStorage.getItem('sdk-locale'))).toBe('de-DE');
      expect(visit.troubles).toEqual([]);
      await visit.close();
    });

  describe('an administrator', () => {
    beforeAll(() => signIn('ada', '/accounts?state=SUSPENDED#rows'));
    afterAll(() => visit?.close());

    it("returns after sign-in to the requested path, query and hash, with the token's rights [spec 4.1, 7.18]", async () => {
      expect(visit.path).toBe('/accounts?state=SUSPENDED#rows');
      expect(await apiAnswer(await accessToken())).toEqual([200, undefined]);
      await visit.page.goto('/admin/areas');
      await visit.page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(visit.path).toBe('/admin/areas');
      expect(visit.troubles).toEqual([]);
    });

    it.each([
      ['with the refresh token', false],
      ['through the hidden frame without one', true],
    ])('has the session renewed %s, without leaving the page [spec 4.3, 7.14]', async (_name, isBare) => {
      const before = await accessToken();
      const renewal = visit.page.waitForResponse(
        (answer) => new URL(answer.url()).pathname === provider.tokenPath && answer.request().method() === 'POST',
      );
      await ageStoredUser(visit.page, 30, isBare);
      await visit.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
      const answer = await renewal;
      const isByRefreshToken = answer.request().postData()?.includes('grant_type=refresh_token');
      expect([answer.status(), isByRefreshToken]).toEqual([200, !isBare]);
      await expect.poll(accessToken).not.toBe(before);
      expect(await apiAnswer(await accessToken())).toEqual([200, undefined]);
      expect(visit.path).toBe('/admin/areas');
      expect(visit.troubles).toEqual([]);
    });

    // glewlwyd would need a second factor of each person.
    if (name !== 'glewlwyd')
      it('confirms a sensitive change in a window of the provider, as the same person, and what was typed is kept', async () => {
        const { page } = visit;
        await page.goto('/admin/machine-clients?new');
        const drawer = page.getByRole('dialog').first();
        await drawer.getByLabel('Client ID').fill('till-7');
        await drawer.getByRole('textbox', { name: 'Name' }).fill('Till 7');
        await drawer.getByRole('checkbox').first().check();
        await drawer.getByRole('button', { name: 'Create' }).click();
        const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
        const signInAgain = async (person: ForeignPerson) => {
          const opened = page.waitForEvent('popup');
          await question.getByRole('button', { name: 'Sign in again' }).click();
          const popup = await opened;
          await provider.signIn(popup, person);
        };
        await signInAgain('carl');
        await question.getByText(/^Not confirmed/).waitFor();
        await signInAgain('ada');
        await question.waitFor({ state: 'hidden' });
        await page.getByText('till-7').first().waitFor();
        expect(visit.troubles).toEqual([]);
      });

    it('signs in again when the API refuses the token, and returns to the remembered route [spec 4.20]', async () => {
      await visit.page.goto('/accounts?state=ACTIVE');
      await visit.page.getByRole('heading', { level: 1 }).first().waitFor();
      // Read in the same step: the page may sign in again as soon as it sends the token.
      const broken = await visit.page.evaluate(() => {
        const [key = '', value = ''] =
          Object.entries({ ...localStorage }).find(([, text]) => text.includes('access_token')) ?? [];
        const user = JSON.parse(value) as { access_token: string };
        const access_token = user.access_token.slice(0, -8);
        localStorage.setItem(key, JSON.stringify({ ...user, access_token }));
        return access_token;
      });
      await visit.page.reload();
      await provider.goOn(visit.page);
      // While pages change, the token cannot be read.
      await expect.poll(() => accessToken().catch(() => broken)).not.toBe(broken);
      await expect.poll(() => visit.path).toBe('/accounts?state=ACTIVE');
    });

    it('ends the session at sign-out at the provider and, notified by it, at the API [spec 4.6, 7.19]', async () => {
      await visit.page.getByRole('button', { name: /^Menu of/ }).click();
      const token = await accessToken();
      expect(await apiAnswer(token)).toEqual([200, undefined]);
      const ended = visit.page.waitForRequest((request) => /end_?session/.test(request.url()));
      await visit.page.getByRole('menuitem', { name: 'Sign out' }).click();
      expect((await ended).url()).toContain('id_token_hint=');
      await provider.confirmSignOut(visit.page);
      await expect.poll(() => apiAnswer(token)).toEqual([401, 'session.expired']);
      await visit.page.goto(product.url);
      await visit.page.waitForURL((address) => address.origin === provider.url);
      await provider.signIn(visit.page, 'carl');
      await visit.page.waitForURL((address) => address.origin === product.url && address.pathname === '/');
    });
  });
});
