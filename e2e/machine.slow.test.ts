import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { DOCUMENTED_CLIENT, documentedExamples, runScript } from './harness/documented-client.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
/** A client's access ends within 5 s; four times as long here, for a busy machine (decision 0063). */
const IN_TIME = { timeout: 20_000 };
const SYNC = `mutation S($accounts: [AccountSyncInput!]!) { syncAccounts(input: { accounts: $accounts }) { results { outcome } } }`;
const TOPICS = `mutation T($decisions: [TopicSyncInput!]!) { syncAccountTopics(input: { decisions: $decisions }) { results { outcome } } }`;

async function askToken(clientId: string, secret: string): Promise<string | null> {
  const answer = await fetch(`${url}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return answer.ok ? ((await answer.json()) as { access_token: string }).access_token : null;
}

async function mutate(token: string, query: string, variables: object) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as {
    data?: Record<string, { results: readonly { outcome: string }[] }>;
    errors?: readonly { extensions: { code: string } }[];
  };
  return { status: answer.status, rows: Object.values(data ?? {})[0]?.results, code: errors?.[0]?.extensions.code };
}

describe('an administrator', () => {
  const clientId = `e2e-till-${Date.now().toString(36)}`;
  let browser: Browser;
  let admin: Visit;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    admin = await visitAs(browser, url, 'admin', '/admin/machine-clients', AXE_NEEDS);
    page = admin.page;
  });
  afterAll(async () => {
    await admin?.close();
    await browser?.close();
  });

  const drawer = () => page.locator('.mantine-Drawer-content');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const open = async () => {
    await page.getByRole('row').filter({ hasText: clientId }).getByRole('link').press('Enter');
    await drawer().getByRole('tab', { name: 'History' }).waitFor();
  };
  /** Polls, as an appearing or disappearing toast is briefly translucent. */
  const isAccessible = () => expect.poll(() => violations(admin)).toEqual([]);
  /** Creates a secret and reads it from the dialog; Escape does not discard it. */
  const makeSecret = async (opener: string, endsPresent: boolean) => {
    await button(opener).click();
    const question = page.getByRole('dialog', { name: 'Generate a secret for Till of the tests?' });
    if (endsPresent) await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Generate secret' }).dblclick();
    const shown = page.getByRole('dialog', { name: 'Save this secret now' });
    const secret = await shown.locator('.bc-id').nth(1).locator('span').first().textContent();
    // Escape acts on the dialog only once the focus is in it.
    await expect.poll(() => button('I’ve saved it').evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await shown.getByRole('alert').waitFor();
    await isAccessible();
    await button('I’ve saved it').click();
    await shown.waitFor({ state: 'hidden' });
    // The focus is back in the drawer, which is still open.
    await expect.poll(() => button('Rotate secret').evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await page.content()).not.toContain(secret ?? 'no secret');
    return secret ?? '';
  };
  let first = '';

  it('adds a machine client with a scope, and creates its secret, which works at once [machines 3]', async () => {
    await button('New machine client').click();
    await drawer().getByRole('textbox', { name: 'Name' }).fill('Till of the tests');
    await drawer().getByRole('textbox', { name: 'Client ID' }).fill(clientId);
    await button('Create').click();
    await drawer().getByText('Required', { exact: true }).waitFor();
    await drawer().getByRole('checkbox', { name: 'Keep accounts up to date' }).check();
    await isAccessible();
    await page.keyboard.press('Control+Enter');
    await drawer().waitFor({ state: 'hidden' });
    await open();
    first = await makeSecret('Generate secret', false);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await askToken(clientId, `${first}x`)).toBeNull();
    const token = (await askToken(clientId, first)) ?? '';
    const accounts = [{ firebaseId: clientId, countryCode: 'DE' }];
    expect((await mutate(token, SYNC, { accounts })).rows).toEqual([{ outcome: 'CREATED' }]);
  });

  it('replaces the secret without downtime, ends a leaked one, and suspends the client for a reason [machines 4]', async () => {
    const token = (await askToken(clientId, first)) ?? '';
    const second = await makeSecret('Rotate secret', false);
    expect([await askToken(clientId, first), await askToken(clientId, second)]).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    const third = await makeSecret('Rotate secret', true);
    expect([await askToken(clientId, first), await askToken(clientId, second)]).toEqual([null, null]);
    const decisions = { decisions: [] };
    await expect.poll(async () => (await mutate(token, TOPICS, decisions)).status, IN_TIME).toBe(401);
    const last = (await askToken(clientId, third)) ?? '';
    expect((await mutate(last, TOPICS, decisions)).rows).toEqual([]);
    await button('Suspend').click();
    const question = page.getByRole('dialog', { name: 'Suspend Till of the tests?' });
    expect(await question.getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true);
    await question.getByRole('textbox').fill('the till was stolen');
    await question.getByRole('button', { name: 'Suspend' }).click();
    await drawer().getByText('Suspended: the till was stolen').waitFor();
    await expect.poll(async () => (await mutate(last, TOPICS, decisions)).code, IN_TIME).toBe('session.expired');
    expect(await askToken(clientId, third)).toBeNull();
    await drawer().getByRole('tab', { name: 'History' }).click();
    await drawer().getByText('“the till was stolen”').waitFor();
    expect(await drawer().getByText('Secret rotated').count()).toBe(3);
    await isAccessible();
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const OUTAGE = '{"errors":[{"message":"Try again.","extensions":{"code":"service.unavailable"}}]}';
/** Ways in which a request can fail; the last one is a response of another server. */
const FAILURES: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  reset: (response) => response.destroy(),
  'cut off': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': 99 }).write('{"data":', () => response.destroy());
  },
  'cut off at its end': (response) => response.writeHead(200, JSON_TYPE).end('{"data":'),
  outage: (response) => response.writeHead(503, { ...JSON_TYPE, 'retry-after': '1' }).end(OUTAGE),
  'bare 503': (response) => response.writeHead(503, JSON_TYPE).end('{"error":"Service Unavailable"}'),
  'page of a proxy': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  nothing: (response) => response.writeHead(200, JSON_TYPE).end('{}'),
};

describe('the documentation', () => {
  it('is accessible to anyone, in light and dark, and on a phone', async () => {
    const browser = await launchBrowser();
    const visit = await Visit.open(browser, url, AXE_NEEDS);
    const { page } = visit;
    for (const path of ['/docs', '/docs/operations']) {
      await page.goto(path);
      for (const [colorScheme, width] of [
        ['light', 1440],
        ['dark', 1440],
        ['light', 375],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 740 });
        expect(await violations(visit), `${path} ${colorScheme} ${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), path).toBe(true);
      }
    }
    expect(visit.troubles).toEqual([]);
    await visit.close();
    await browser.close();
  });
});

describe('docs/machine-api.md', () => {
  const hasCurl = spawnSync('curl', ['--version']).status === 0;
  const run = async (command: string, name: string, script: string, server = url) => {
    const child = runScript([command, name], script, server);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    const [code] = await once(child, 'close');
    return { code, output };
  };

  it.runIf(hasCurl)('its curl examples do what they say [machines 9]', async () => {
    const blocks = documentedExamples('sh');
    expect(blocks.length).toBeGreaterThanOrEqual(4);
    const { code, output } = await run('bash', 'examples.sh', `set -euo pipefail\n${blocks.join('\n')}`);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/"firebaseId":"example-ada","outcome":"(CREATED|UPDATED|UNCHANGED)"/);
    expect(output).toContain('"problems":[{"field":"countryCode","rule":"unknown"}]');
    expect(output).toContain('"outcome":"REFUSED","problems":[{"field":"topic","rule":"unknown"}]');
    expect(output).toContain('"outcome":"POSTED","code":null');
    expect(output).toContain('{"data":{"reserveCoupon":{"outcome":"RESERVED","details":{}');
    expect(output).toContain('{"data":{"releaseRedemption":{"outcome":"RELEASED","redemption":{"state":"RELEASED"}}}}');
    expect(output).toContain('{"accepted":1}');
    expect(output).toContain('"outcome":"UNKNOWN"');
    expect(output).not.toContain('"errors"');
  });

  it('its Node examples do what they say [machines 9]', async () => {
    const { code, output } = await run(process.execPath, 'examples.mjs', documentedExamples('js').join('\n'));
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/example-ada (CREATED|UPDATED|UNCHANGED)/);
    expect(output).toContain('POSTED, then 200 points.insufficient');
    expect(output).toContain('The code was RESERVED, then RELEASED');
    expect(output).toMatch(/^[0-9a-f-]{36} UNKNOWN$/m);
  });

  it('its client retries a lost response with the same key, and rejects a broken one', async () => {
    const keys = new Map<string, string[]>();
    const stub = createServer((request, response) => {
      if (request.url === '/identity/token') response.end('{"access_token":"t"}');
      else
        void json(request).then((body) => {
          const { query } = body as { query: string };
          const before = keys.get(query) ?? [];
          keys.set(query, [...before, String(request.headers['idempotency-key'])]);
          const fail = FAILURES[query];
          if (fail !== undefined && (before.length === 0 || query === 'nothing')) fail(response);
          else response.writeHead(200, JSON_TYPE).end(`{"data":"${query} done"}`);
        });
    });
    await once(stub.listen(0, '127.0.0.1'), 'listening');
    const { port } = stub.address() as AddressInfo;
    const script = `${DOCUMENTED_CLIENT}
      const each = ${JSON.stringify(Object.keys(FAILURES))}.map((query) => mutate(query, {}).catch((error) => error.message));
      console.log(JSON.stringify(await Promise.all(each)));`;
    const { output } = await run(process.execPath, 'client.mjs', script, `http://127.0.0.1:${port}`);
    stub.close();
    const passing = Object.keys(FAILURES).slice(0, -1);
    expect(JSON.parse(output)).toEqual([...passing.map((query) => `${query} done`), '200 without an answer']);
    for (const query of passing) {
      const [first, ...again] = keys.get(query) ?? [];
      expect({ query, again }).toEqual({ query, again: [first] });
    }
  });
});
