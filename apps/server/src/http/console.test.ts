import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { dropTimezones } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, TEST_CONFIG, type TestApp } from '../testing/test-app.ts';

const INDEX = `<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><!--backcounter-config--><script nonce="__CSP_NONCE__" src="/assets/a-1.js"></script>`;

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'api-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), INDEX);
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'persisted-documents.json'), '{}');
  await writeFile(join(folder, 'assets/a-1.js'), 'console.log(1)');
  await writeFile(join(folder, 'assets/a-1.js.br'), brotliCompressSync('console.log(1)'));
  await writeFile(join(folder, 'assets/a-1.js.map'), '{}');
  test = await createTestApp({
    consoleDir: folder,
    config: {
      ...TEST_CONFIG,
      reportsMissingTexts: false,
      suppressLogs: true,
      authStorage: 'encrypted',
      authStorageSecret: 'of the page',
      idTokenSyncUrl: 'http://localhost:41200/session',
    },
  });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { host: 'localhost:41200', accept: 'text/html', ...headers } });

describe('console documents', () => {
  it('name the time zones that the server refuses, also if they were found after the start', async () => {
    expect((await get('/')).body).toContain('"refusedTimezones":[]');
    dropTimezones({ missing: [], disputed: ['America/Edmonton'] });
    expect((await get('/')).body).toContain(
      '"refusedTimezones":["America/Edmonton","America/Yellowknife","Canada/Mountain"]',
    );
    dropTimezones({ missing: [], disputed: [] });
  });

  it('have their own nonce, the settings and a strict policy at every otherwise unknown address [security 9]', async () => {
    const one = await get('/');
    const two = await get('/accounts/some-id?tab=history');
    const nonce = /content="([^"]+)"/.exec(one.body)?.[1] ?? '';
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(one.body).toContain(`nonce="${nonce}"`);
    expect(two.body).not.toContain(nonce);
    expect(one.body).toContain('"issuer":"http://localhost:41200/identity"');
    expect(one.body).toContain('"reportsMissingTexts":false,"suppressLogs":true');
    expect(one.body).toContain('"authStorage":"encrypted","authStorageSecret":"of the page"');
    expect(one.body).toContain('"idTokenSyncUrl":"http://localhost:41200/session"');
    expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    for (const directive of [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ])
      expect(`${one.headers['content-security-policy']};`).toContain(`${directive};`);
    expect(one.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('are served at page addresses to clients that accept anything', async () => {
    for (const url of ['/', '/accounts?x=a.b', '/admin/topic-categories', '/no-access']) {
      const answers = [
        await get(url, { accept: '*/*' }),
        await test.app.inject({ url, headers: { host: 'localhost:41200' } }),
      ];
      for (const answer of answers)
        expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
          url,
          200,
          'text/html; charset=utf-8',
        ]);
    }
  });

  it('have separate headers for the hidden frame and the popup', async () => {
    expect((await get('/silent')).headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect((await get('/popup')).headers['cross-origin-opener-policy']).toBe('unsafe-none');
  });

  it.each([
    ['/accounts?x=1', 'http://localhost:41200/accounts?x=1'],
    ['//evil.example/x', 'http://localhost:41200/evil.example/x'],
  ])('under another host name redirect %s to the public address', async (url, location) => {
    const answer = await get(url, { host: '127.0.0.1:41200' });
    expect(answer.statusCode).toBe(308);
    expect(answer.headers.location).toBe(location);
  });

  it('answer HEAD like GET, without the body', async () => {
    const head = await test.app.inject({
      method: 'HEAD',
      url: '/accounts',
      headers: { host: 'localhost:41200', accept: 'text/html' },
    });
    const whole = await get('/accounts');
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['content-length', 'content-type', 'cross-origin-opener-policy', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    const asset = await test.app.inject({ method: 'HEAD', url: '/assets/a-1.js' });
    expect([asset.statusCode, asset.body, asset.headers['content-length']]).toEqual([200, '', '14']);
  });

  it('are those of the newest build, or of the previous one while a build is missing', async () => {
    const text = 'query Rebuilt { viewer { sub } }';
    const hash = createHash('sha256').update(text).digest('hex');
    await writeFile(join(folder, 'persisted-documents.json'), JSON.stringify({ [hash]: text }));
    await rename(join(folder, 'index.html'), join(folder, 'away'));
    expect((await get('/')).body).toContain('/assets/a-1.js');
    await writeFile(join(folder, 'index.html'), INDEX.replace('a-1.js', 'b-2.js'));
    await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5_000));
    expect((await get('/')).body).toContain('/assets/b-2.js');
    const answer = await test.post(JSON.stringify({ documentId: `sha256:${hash}` }));
    expect(answer.body.data).toEqual({ viewer: { sub: 'staff-admin' } });
  });

  it('are not served to requests other than navigations', async () => {
    for (const [url, accept] of [
      ['/unknown', 'application/json'],
      ['/assets/gone.js', 'text/html'],
      ['/assets/a-1.js.map', '*/*'],
      ['/assets/..%2findex.html', '*/*'],
      ['/persisted-documents.json', '*/*'],
      ['/index.html', '*/*'],
      ['/identity/unknown', '*/*'],
      ['/robots.txt', '*/*'],
      ...[
        '/docs/x',
        '/api',
        '/api/v1/accounts',
        '/graphiql?x=1',
        '/openapi.json',
        '/.well-known/openid-configuration',
      ].map((path) => [path, 'text/html'] as const),
    ] as const) {
      const answer = await get(url, { accept });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.json().errors[0].extensions.code).toBe('record.not-found');
      // A file missing now may exist later.
      expect([url, answer.headers['cache-control'] ?? 'no-store']).toEqual([url, 'no-store']);
    }
  });
});

describe('console assets', () => {
  it('are immutable and compressed as the browser accepts', async () => {
    const plain = await get('/assets/a-1.js', { accept: '*/*' });
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.body).toBe('console.log(1)');
    const brotli = await get('/assets/a-1.js', { accept: '*/*', 'accept-encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['content-type']).toContain('javascript');
    expect((await get('/icon.svg')).headers['content-type']).toContain('image/svg+xml');
  });
});

describe('health', () => {
  it('reports liveness and readiness', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({ isReady: true, checks: {} });
    const broken = await createTestApp({ isReady: async () => ({ isReady: false, checks: { database: 'gone' } }) });
    const answer = await broken.app.inject('/readyz');
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    await broken.close();
  });

  it('has Prometheus metrics: requests by route, never by address, the pool and the process', async () => {
    await get('/nowhere/made-up', { accept: 'application/json' });
    const answer = await get('/metrics');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    for (const line of [
      /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} [1-9]/m,
      /^http_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/m,
      /^database_connections\{state="open"\} \d/m,
      /^process_resident_memory_bytes [1-9]/m,
    ])
      expect(answer.body).toMatch(line);
    expect(answer.body).not.toContain('made-up');
  });

  it('requires the metrics token, and hides metrics if other machines could read them without one', async () => {
    const statusOf = async (config: Partial<typeof TEST_CONFIG>, authorization?: string) => {
      const other = await createTestApp({ config: { ...TEST_CONFIG, ...config } });
      const headers = authorization === undefined ? {} : { authorization };
      const { statusCode } = await other.app.inject({ url: '/metrics', headers });
      await other.close();
      return statusCode;
    };
    const token = { metricsToken: 'a token of operators', isMetricsOpen: false };
    expect(await statusOf({ isMetricsOpen: false })).toBe(404);
    expect(await statusOf(token, 'Bearer a token of operators')).toBe(200);
    expect(await statusOf(token, 'Bearer a token of operator')).toBe(401);
    expect(await statusOf({ ...token, isMetricsOpen: true })).toBe(401);
  });
});
