import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readBoundedJson } from './bounded-json.ts';
import { createI18n } from './i18n.ts';
import { createTranslationClient, type TranslationHost, type TranslationSettings } from './translation-client.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const entry = (code: unknown, country: unknown, name: unknown, path: unknown) => ({
  language: { iso639_1: code, country_code: country, name },
  file_path: path,
});
const german = entry('de', 'DE', 'Deutsch', 'i18n/shop/de-DE.1.json');

function client(url: string, settings: Partial<TranslationSettings> = {}, host: Partial<TranslationHost> = {}) {
  return createTranslationClient(
    {
      baseUrl: `${url}/`,
      cdn: `${url}/cdn`,
      clientId: 'a shop',
      useTranslationLogger: true,
      suppressLogs: false,
      ...settings,
    },
    { fetch, sendBeacon: () => true, warn: () => undefined, ...host },
  );
}

/** A service that answers the list with `list` and every file with `file`. */
const service = (list: unknown, file: unknown = { 'a.b': 'x' }) =>
  serve((request, response) => response.end(JSON.stringify(request.url?.includes('/cdn/') ? file : list)));

const causeOf = (failure: Promise<unknown>) =>
  failure.then(
    () => 'nothing failed',
    (error: Error) => (error.cause as Error | undefined)?.message ?? '',
  );

describe('published languages', () => {
  test('are requested at the URL of the specification, without credentials, and get their key [spec 3.10, 3.11, 3.13, 7.10]', async () => {
    const urls: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      urls.push(request.url, request.headers.authorization, request.headers.cookie);
      response.end(JSON.stringify([german, entry('PT', 'br', 'Português', 'pt.json'), german]));
    });
    expect(await client(url).languages()).toEqual([
      { key: 'de-DE', name: 'Deutsch', filePath: 'i18n/shop/de-DE.1.json' },
      { key: 'pt-BR', name: 'Português', filePath: 'pt.json' },
    ]);
    expect(urls).toEqual(['/i18n/clients/a%20shop/languages/published', undefined, undefined]);
  });

  test.each([
    ['none', []],
    ['no list', { languages: [german] }],
    [
      'nothing of the right shape',
      [null, 7, 'de', {}, entry('german', 'DE', 'Deutsch', 'x'), entry('de', 'DE', '', 'x')],
    ],
    ['null', null],
  ])('%s: No available languages! [spec 8.16]', async (_name, list) => {
    await expect(client(await service(list)).languages()).rejects.toThrow(/^No available languages!$/);
  });

  test('entries of the wrong shape are skipped', async () => {
    const list = [
      entry('d3', 'DE', 'x', 'x'),
      entry('fr', 'FRA', 'x', 'x'),
      entry('es', 'ES', 'Español', null),
      german,
    ];
    expect((await client(await service(list)).languages()).map(({ key }) => key)).toEqual(['de-DE']);
  });

  test.each<[string, RequestListener, string]>([
    ['an error of the service', (_request, response) => response.writeHead(500).end('{}'), 'status 500'],
    ['a page instead of JSON', (_request, response) => response.end('<!doctype html><p>Hello'), 'JSON'],
    ['no list', (_request, response) => response.end('{}'), 'The list of languages is not a list'],
    ['half of the JSON', (_request, response) => response.end('[{"language":'), 'JSON'],
  ])('%s is the cause of the refusal', async (_name, answer, cause) => {
    expect(await causeOf(client(await serve(answer)).languages())).toContain(cause);
  });

  test('at most 300 are read, and a language that is no longer published is not loaded', async () => {
    const entries = Array.from({ length: 301 }, (_, index) => entry('de', String(100 + index), 'x', `${index}.json`));
    let list: unknown[] = entries;
    const url = await serve((_request, response) => response.end(JSON.stringify(list)));
    const shop = client(`${url}//`);
    expect(await shop.languages()).toHaveLength(300);
    list = [german];
    expect((await shop.languages()).map(({ key }) => key)).toEqual(['de-DE']);
    await expect(shop.load('de-100')).rejects.toThrow(/^This language is not available!$/);
  });

  test.each([
    ['a tab in the name', entry('de', 'DE', 'Deu\ttsch', 'x'), []],
    ['a line break after the name', entry('de', 'DE', 'Deutsch\n', 'x'), []],
    ['a name of 101 characters', entry('de', 'DE', 'x'.repeat(101), 'x'), []],
    ['a name of 100', entry('de', 'DE', 'x'.repeat(100), 'x'), ['de-DE']],
    ['a path of 501 characters', entry('de', 'DE', 'x', 'x'.repeat(501)), []],
    ['a path of 500', entry('de', 'DE', 'x', 'x'.repeat(500)), ['de-DE']],
    ['a zero byte in the path', entry('de', 'DE', 'x', '\0x'), []],
    ['a region by number', entry('es', '419', 'x', 'x'), ['es-419']],
    ['a region of one digit', entry('es', '4', 'x', 'x'), []],
    ['a language of three letters', entry('ckb', 'IQ', 'x', 'x'), ['ckb-IQ']],
    ['a language of one letter', entry('d', 'DE', 'x', 'x'), []],
  ])('%s', async (_name, odd, keys) => {
    const shop = client(await service([odd, entry('fr', 'FR', 'Français', 'f')]));
    expect((await shop.languages()).map(({ key }) => key)).toEqual([...keys, 'fr-FR']);
  });

  test('50 MB are not read to their end', async () => {
    let sent = 0;
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(65_536, 32);
      const send = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return response.once('drain', send);
        }
        return response.end();
      };
      send();
    });
    expect(await causeOf(client(url).languages())).toContain('larger than 200000 bytes');
    expect(sent).toBeLessThan(20_000_000);
  });

  test('an answer that never ends, and one that never begins, time out', async () => {
    const dripping = await serve((_request, response) => {
      response.write('[');
    });
    const silent = await serve(() => undefined);
    for (const url of [dripping, silent])
      await expect(readBoundedJson(url, { timeoutMs: 50, maxBytes: 1000 }, fetch)).rejects.toThrow('Network timed out');
  });
});

describe('texts of a language', () => {
  test('come from the CDN, flat or nested [spec 3.13, 7.11]', async () => {
    const shop = client(await service([german], { a: { b: 'x' }, 'c.d': 'y', e: 7 }));
    await shop.languages();
    expect({ ...(await shop.load('DE-de')) }).toEqual({ 'a.b': 'x', 'c.d': 'y' });
  });

  test('may be those of any file', async () => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('{"a.b":"x"}');
    });
    expect({ ...(await client(url, { cdn: `${url}/cdn//` }).loadFile('i18n/en-XA.1.json')) }).toEqual({ 'a.b': 'x' });
    expect(asked).toEqual(['/cdn/i18n/en-XA.1.json']);
    await expect(client('http://127.0.0.1:1').loadFile('x.json')).rejects.toThrow(
      'Error fetching translation for x.json',
    );
  });

  test('an unpublished language is refused without a request [spec 8.18]', async () => {
    const request = vi.fn<typeof fetch>();
    await expect(client('http://x.test', {}, { fetch: request }).load('de-DE')).rejects.toThrow(
      /^This language is not available!$/,
    );
    expect(request).not.toHaveBeenCalled();
  });

  test.each([
    ['no texts', [] as unknown],
    ['no texts either', { a: 1, b: { c: null } }],
  ])('%s: Error fetching translation for the language [spec 8.17]', async (_name, file) => {
    const shop = client(await service([german], file));
    await shop.languages();
    await expect(shop.load('de-DE')).rejects.toThrow(/^Error fetching translation for de-DE$/);
    expect(await causeOf(shop.load('de-DE'))).toBe('The file has no texts');
  });

  test.each([
    '../../evil.json',
    '/evil.json',
    '//evil.test/x.json',
    'a/../../x.json',
    'a%2f..%2fx',
    'x.json#y',
    '\\evil',
  ])('a path outside of the CDN is not followed: %s', async (path) => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end(JSON.stringify([entry('de', 'DE', 'Deutsch', path)]));
    });
    const shop = client(url);
    await shop.languages();
    expect(await causeOf(shop.load('de-DE'))).toBe('The path of the file leads elsewhere');
    expect(asked).toHaveLength(1);
  });
});

test('a service without English: it can still be chosen, and nothing is requested or logged for it [languages 8]', async () => {
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify(request.url?.includes('/cdn/') ? { 'a.b': 'Hallo' } : [german]));
  });
  const warn = vi.fn();
  const kept = new Map([['sdk-locale', 'de-DE']]);
  const i18n = createI18n({
    defaults: { 'a.b': 'Hello' },
    defaultsPath: 'i18n/shop/en-US.1.json',
    source: client(url, {}, { warn }),
    storage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) },
    browserLanguages: [],
  });
  await i18n.start();
  expect(i18n.snapshot()).toMatchObject({ locale: 'de-DE', messages: { 'a.b': 'Hallo' } });
  expect(i18n.snapshot().languages.map(({ key }) => key)).toEqual(['en-US', 'de-DE']);
  await i18n.select('en-US');
  expect(i18n.snapshot()).toMatchObject({ locale: 'en-US', messages: { 'a.b': 'Hello' } });
  expect(kept.get('sdk-locale')).toBe('en-US');
  await i18n.refresh();
  expect(asked).toEqual([
    '/i18n/clients/a%20shop/languages/published',
    '/cdn/i18n/shop/de-DE.1.json',
    '/i18n/clients/a%20shop/languages/published',
  ]);
  expect(warn).not.toHaveBeenCalled();
});

describe('missing keys', () => {
  const batch = (size: number) => Array.from({ length: size }, (_, index) => ({ locale: 'de-DE', key: `a.${index}` }));

  test('are posted in batches of a hundred, and not at all when reporting is off [spec 3.13]', async () => {
    const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
    client('http://x.test', {}, { fetch: request }).reportMissing(batch(150), false);
    const sizes = request.mock.calls.map(
      ([, init]) => (JSON.parse(String(init?.body)) as { missing: unknown[] }).missing.length,
    );
    expect(request.mock.calls[0]?.[0]).toBe('http://x.test/i18n/clients/a%20shop/missing');
    expect(sizes).toEqual([100, 50]);
    client('http://x.test', { useTranslationLogger: false }, { fetch: request }).reportMissing(batch(1), false);
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('name client and language, without credentials', async () => {
    const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
    const sendBeacon = vi.fn<TranslationHost['sendBeacon']>(() => true);
    const shop = client('http://x.test', {}, { fetch: request, sendBeacon });
    shop.reportMissing(batch(100), false);
    expect(request.mock.calls).toEqual([
      [
        'http://x.test/i18n/clients/a%20shop/missing',
        {
          method: 'POST',
          credentials: 'omit',
          keepalive: true,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ missing: batch(100) }),
        },
      ],
    ]);
    shop.reportMissing(batch(1), true);
    const [address, body] = sendBeacon.mock.calls[0] ?? [];
    expect(address).toBe('http://x.test/i18n/clients/a%20shop/missing');
    expect(JSON.parse((await body?.text()) ?? '')).toEqual({ missing: batch(1) });
  });

  test('continue after an answer other than 404, and after a network error, which is logged', async () => {
    const warn = vi.fn();
    const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 500 }));
    const shop = client('http://x.test', {}, { fetch: request, warn });
    shop.reportMissing(batch(1), false);
    await new Promise((resolve) => setTimeout(resolve));
    request.mockRejectedValueOnce(new Error('down'));
    shop.reportMissing(batch(1), false);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(new Error('down')));
    shop.reportMissing(batch(1), false);
    expect(request).toHaveBeenCalledTimes(3);
  });

  test('use a beacon when the page is unloaded, or a keepalive request without beacons', () => {
    const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
    const sendBeacon = vi.fn<TranslationHost['sendBeacon']>(() => true);
    const shop = client('http://x.test', {}, { fetch: request, sendBeacon });
    shop.reportMissing(batch(1), true);
    expect(sendBeacon.mock.calls[0]?.[1].type).toBe('text/plain');
    expect(request).not.toHaveBeenCalled();
    sendBeacon.mockReturnValue(false);
    shop.reportMissing(batch(1), true);
    expect(request.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
  });

  test('a service without an intake is not asked again', async () => {
    const request = vi.fn<typeof fetch>(async () => new Response(null, { status: 404 }));
    const shop = client('http://x.test', {}, { fetch: request });
    shop.reportMissing(batch(1), false);
    await vi.waitFor(() => {
      shop.reportMissing(batch(1), false);
      const before = request.mock.calls.length;
      shop.reportMissing(batch(1), false);
      expect(request.mock.calls.length).toBe(before);
    });
  });
});

test('logs can be suppressed [spec 3.13]', () => {
  const warn = vi.fn();
  client('http://x.test', { suppressLogs: true }, { warn }).logProblem(new Error('x'));
  expect(warn).not.toHaveBeenCalled();
  client('http://x.test', {}, { warn }).logProblem(new Error('x'));
  expect(warn).toHaveBeenCalledTimes(1);
});

test('by default it uses the browser', async () => {
  const host = {
    fetch: vi.fn<typeof fetch>(async () => new Response(JSON.stringify([german]))),
    navigator: { sendBeacon: vi.fn(() => true) },
  };
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', host.fetch);
  vi.stubGlobal('navigator', host.navigator);
  try {
    const settings = { baseUrl: 'http://x.test', cdn: 'http://x.test', clientId: 'a', useTranslationLogger: true };
    const shop = createTranslationClient({ ...settings, suppressLogs: false });
    expect((await shop.languages()).map(({ key }) => key)).toEqual(['de-DE']);
    shop.reportMissing([{ locale: 'de-DE', key: 'a' }], true);
    expect(host.navigator.sendBeacon).toHaveBeenCalledWith('http://x.test/i18n/clients/a/missing', expect.any(Blob));
    shop.logProblem(new Error('x'));
    expect(warn).toHaveBeenCalledWith('Translation:', new Error('x'));
  } finally {
    vi.unstubAllGlobals();
    warn.mockRestore();
  }
});
