import type { Browser, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
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

it('every call to the product backend goes to /graphql with the access token as bearer, and each operation is a POST [spec 6.11, 7.1, 7.2, 7.3]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/no-access');
  const calls: Request[] = [];
  visit.page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/graphql')) calls.push(request);
  });
  for (const path of ['/', '/accounts', '/admin/jobs']) {
    await visit.go(path);
    await visit.settled();
  }
  const token = await visit.page.evaluate(
    () => /"access_token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? 'none is stored',
  );
  const sent = await Promise.all(
    calls.map(async (call) => ({
      address: call.url().replace(/\?.*/, ''),
      method: call.method(),
      authorization: await call.headerValue('authorization'),
    })),
  );
  expect(new Set(sent.map(({ address }) => address))).toEqual(new Set([`${url}/graphql`, `${url}/graphql/stream`]));
  expect(sent.filter(({ address, method }) => address === `${url}/graphql` && method !== 'POST')).toEqual([]);
  expect(sent.filter(({ authorization }) => authorization !== `Bearer ${token}`)).toEqual([]);
  expect(visit.troubles).toEqual([]);
  await visit.close();
});
