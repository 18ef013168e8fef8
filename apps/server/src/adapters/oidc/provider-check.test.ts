import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createProviderCheck } from './provider-check.ts';

it('asks the provider at most every 5 s and reports an outage', async () => {
  let asked = 0;
  const provider = createServer((_request, response) => {
    asked += 1;
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void provider.close());
  let nowMs = 0;
  const check = createProviderCheck(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`, {
    now: () => new Date(nowMs),
  });
  expect(await Promise.all([check(), check()])).toEqual([true, true]);
  nowMs = 4_999;
  expect(await check()).toBe(true);
  expect(asked).toBe(1);
  provider.closeAllConnections();
  provider.close();
  nowMs = 5_000;
  expect(await check()).toBe('The identity provider does not answer');
});
