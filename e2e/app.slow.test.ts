import type { AuthSDK } from '@backcounter/auth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HostPackages } from './auth-host/host.ts';
import { AuthHost } from './harness/auth-host.ts';
import { launchBrowser } from './harness/browser.ts';
import { beginSignIn, isSignedIn } from './harness/host-page.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { DEMO_PASSWORD, emailOf } from './harness/people.ts';
import type { Product } from './harness/product.ts';

/** A page of another origin, which an operator registered as an app. */
const APP = { clientId: 'second-app', scope: 'openid presence.read release.read' };
let browser: Browser;
let product: Product;
let host: AuthHost;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await startOwnProduct();
  host = await AuthHost.open(browser, { authority: `${product.url}/identity`, ...APP });
  const addresses = ['--origin', host.origin, '--redirect', `${host.origin}/login`];
  const scopes = ['--scope', 'presence.read', '--scope', 'release.read'];
  await product.command('apps', 'add', '--client-id', APP.clientId, '--name', 'Second app', ...addresses, ...scopes);
});
afterAll(async () => {
  await host?.close();
  await product?.remove();
  await browser?.close();
});

/** The globals of the host page. */
interface Reach {
  readonly sdk: AuthSDK;
  readonly packages: HostPackages;
}

/** The status of an API call with the app's token, its data and the code of its error. */
const ask = (query: string) =>
  page.evaluate(
    async ([address, text]) => {
      const { sdk } = globalThis as unknown as Reach;
      const answer = await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await sdk.getAccessToken()}` },
        body: JSON.stringify({ query: text }),
      });
      const { data, errors } = (await answer.json()) as {
        data?: Record<string, string> | null;
        errors?: { extensions: { code: string } }[];
      };
      return { status: answer.status, data: data ?? null, code: errors?.[0]?.extensions.code ?? null };
    },
    [product.url, query] as const,
  );

it('signs a person in after consent, which is asked for once', async () => {
  page = await host.tab();
  await beginSignIn(page);
  await page.getByLabel('E-mail').fill(emailOf('admin'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('heading', { name: /^Allow .*Second app/ }).waitFor();
  expect(await page.getByRole('listitem').allTextContents()).toEqual([
    'See your name, email and roles',
    'See who is online',
    'Show you release notes',
  ]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await isSignedIn(page);

  await beginSignIn(page);
  await isSignedIn(page);
});

it('reads for the person what its scopes name, and nothing else', async () => {
  const denied = { status: 200, data: null, code: 'access.denied' };
  expect(await ask('{ accounts(first: 1) { nodes { id } } }')).toEqual(denied);
  expect(await ask('{ __schema { types { name } } }')).toEqual({ ...denied, code: 'operation.not-allowed' });
  expect(await ask('mutation { verifyLedger { job { id } } }')).toEqual(denied);
});

it('shows who is online, texts and release notes', async () => {
  const sub = await page.evaluate(
    async () => (await (globalThis as unknown as Reach).sdk.getUser())?.profile.sub ?? '',
  );
  const { data } = await ask(`{ token: getFirebaseAdminToken(user_id: "${sub}") }`);
  const online = await page.evaluate(
    async ([address, token]) => {
      const { createEmbeddedPresence } = await (globalThis as unknown as Reach).packages.presence();
      const presence = createEmbeddedPresence({ url: `${address}/realtime` });
      await presence.signIn(token);
      return new Promise<number>((resolve) => presence.onlineCount(resolve));
    },
    [product.url, data?.['token'] ?? ''] as const,
  );
  // The count itself is the demo's; it arrives through the stream.
  expect(online).toEqual(expect.any(Number));

  const texts = await page.evaluate(async (address) => {
    const { createTranslationClient } = await (globalThis as unknown as Reach).packages.i18n();
    const client = createTranslationClient({
      cdn: `${address}/cdn`,
      baseUrl: address,
      clientId: 'backcounter',
      useTranslationLogger: false,
      suppressLogs: true,
    });
    const found = await client.languages();
    return Object.keys(await client.load(found[0]?.key ?? '')).length;
  }, product.url);
  expect(texts).toBeGreaterThan(0);

  const outcome = await page.evaluate(async (address) => {
    const { sdk, packages } = globalThis as unknown as Reach;
    const { install } = await packages.releaseNotes();
    return install({ authProviderEndpoint: `${address}/identity`, token: () => sdk.getAccessToken() }).ready;
  }, product.url);
  expect(outcome).toBe('shown');
  await page.getByRole('dialog').waitFor();
});

it('is refused soon after the person removes it on their own page', async () => {
  const own = await host.context.newPage();
  await own.goto(`${product.url}/identity/account`);
  await own.getByRole('button', { name: 'Remove access: Second app' }).click();
  await own.getByText('Access removed.').waitFor();
  await expect.poll(async () => (await ask('{ __typename }')).status, { timeout: 30_000 }).toBe(401);
  await beginSignIn(page);
  await page.getByRole('heading', { name: /^Allow .*Second app/ }).waitFor();
});
