import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { publishShipped } from './publish-shipped.ts';
import { readShippedLanguages, type ShippedLanguage } from './shipped-language.ts';
import { takeOverShipped } from './take-over-shipped.ts';
import { createTranslations } from './translations.plugin.ts';

const CONSOLE = 'http://localhost:41200';
const SHOP = 'https://shop.example';
const LIST = '/i18n/clients/shop/languages/published';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'i18n-texts-'));
  test = await createTestApp({}, ({ db }) => [
    createTranslations({ db, origins: (origin) => [CONSOLE, SHOP].includes(origin) }),
  ]);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});
beforeEach(() =>
  test.database.ownerPool.query('TRUNCATE translation_client, translation_bundle, translation_missing CASCADE'),
);

/** Languages that would ship with these texts. */
async function shipped(texts: Record<string, Record<string, string>>): Promise<readonly ShippedLanguage[]> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  for (const [locale, messages] of Object.entries(texts))
    await writeFile(join(folder, `${locale}.json`), JSON.stringify(messages));
  return readShippedLanguages(folder);
}
const start = async (languages: readonly ShippedLanguage[]) => {
  await takeOverShipped(test.database.db, 'shop', languages);
  return publishShipped(test.database.db, 'shop', languages);
};
const publish = async (texts: Record<string, Record<string, string>>) => start(await shipped(texts));

interface Listed {
  readonly language: { readonly iso639_1: string; readonly country_code: string; readonly name: string };
  readonly file_path: string;
}
const list = async () => (await test.app.inject(LIST)).json<Listed[]>();
const pathOf = async (code: string) => (await list()).find(({ language }) => language.iso639_1 === code)?.file_path;
const fileOf = async (code: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/cdn/${await pathOf(code)}`, headers });

describe('languages of the product', () => {
  it('are published as specified, with native names [spec 3.10]', async () => {
    expect(await publish({ 'de-DE': { 'a.b': 'x' }, 'ar-EG': { 'a.b': 'y' }, 'en-US': { 'a.b': 'z' } })).toHaveLength(
      3,
    );
    const digest = /^i18n\/shop\/de-DE\.[0-9a-f]{16}\.json$/;
    expect(await list()).toEqual([
      { language: { iso639_1: 'de', country_code: 'DE', name: 'Deutsch' }, file_path: expect.stringMatching(digest) },
      { language: { iso639_1: 'en', country_code: 'US', name: 'English' }, file_path: expect.any(String) },
      { language: { iso639_1: 'ar', country_code: 'EG', name: 'العربية' }, file_path: expect.any(String) },
    ]);
  });

  it('include the country if ambiguous', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' }, 'de-AT': { 'a.b': 'y' } });
    expect((await list()).map(({ language }) => language.name)).toEqual([
      'Deutsch (Deutschland)',
      'Österreichisches Deutsch',
    ]);
  });

  it('are capitalised for menus', async () => {
    await publish({ 'fr-FR': { 'a.b': 'x' }, 'es-ES': { 'a.b': 'x' } });
    expect((await list()).map(({ language }) => language.name)).toEqual(['Español', 'Français']);
  });

  it('are identical from source files and from a build', async () => {
    const [built] = await shipped({ 'de-DE': { 'b.a': 'ü', 'a.b': 'x' } });
    await rm(folder, { recursive: true });
    await mkdir(join(folder, 'de-DE'), { recursive: true });
    await writeFile(join(folder, 'de-DE/a.json'), '{"a": {"b": "x"}}');
    await writeFile(join(folder, 'de-DE/b.json'), '{"b.a": "ü"}');
    await writeFile(join(folder, 'en-us.ts'), 'no language');
    expect(await readShippedLanguages(folder)).toEqual([built]);
  });

  it('are written once by repeated and concurrent starts', async () => {
    const languages = await shipped({ 'de-DE': { 'a.b': 'x' }, 'en-US': { 'a.b': 'z' } });
    await Promise.all(Array.from({ length: 8 }, () => start(languages)));
    const before = await list();
    expect(await start(languages)).toEqual([]);
    expect(await list()).toEqual(before);
    const { rows } = await test.database.pool.query('SELECT FROM translation_bundle');
    expect(rows).toHaveLength(2);
  });

  it('are replaced by another version’s and restored by the previous one; old files stay readable', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' } });
    const first = await pathOf('de');
    await publish({ 'de-DE': { 'a.b': 'newer' } });
    expect((await fileOf('de')).json()).toEqual({ 'a.b': 'newer' });
    expect((await test.app.inject(`/cdn/${first}`)).json()).toEqual({ 'a.b': 'x' });
    await publish({ 'de-DE': { 'a.b': 'x' } });
    expect(await pathOf('de')).toBe(first);
  });

  it('are not changed by a start if edited by a person', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' } });
    await test.database.pool.query("UPDATE published_language SET origin = 'EDITED', published_by = 'staff-1'");
    expect(await publish({ 'de-DE': { 'a.b': 'newer' } })).toEqual([]);
    expect((await fileOf('de')).json()).toEqual({ 'a.b': 'x' });
  });

  it('are not found under a name with NUL, in any route', async () => {
    for (const path of ['/i18n/clients/%00/languages/published', '/cdn/%00.json'])
      expect((await test.app.inject(path)).statusCode).toBe(404);
    const payload = { missing: [{ key: 'a', locale: 'en-US' }] };
    expect((await test.app.inject({ method: 'POST', url: '/i18n/clients/%00/missing', payload })).statusCode).toBe(404);
  });

  it('belong to their client only', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' } });
    const answer = await test.app.inject('/i18n/clients/other/languages/published');
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([404, 'record.not-found']);
  });
});

describe('files of texts', () => {
  it('are immutable, and compressed as the client accepts [spec 7.11]', async () => {
    const texts = { 'a.b': 'x'.repeat(500), 'a.c': 'ä' };
    await publish({ 'de-DE': texts });
    const plain = await fileOf('de');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(plain.json()).toEqual(texts);
    const brotli = await fileOf('de', { 'accept-encoding': 'gzip, deflate, br' });
    expect([brotli.headers['content-encoding'], brotli.headers['vary']]).toEqual(['br', 'origin, accept-encoding']);
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(texts);
    const zipped = await fileOf('de', { 'accept-encoding': 'gzip, br;q=0' });
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(texts);
  });

  it.each(['i18n/shop/de-DE.0000000000000000.json', '../package.json', '%2e%2e/x', "'; DROP TABLE x", ''])(
    'that are not there are not found: %j',
    async (path) => {
      expect((await test.app.inject(`/cdn/${path}`)).statusCode).toBe(404);
    },
  );

  it('cannot be changed by the application, and must match their path', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' } });
    const { pool, ownerPool } = test.database;
    await expect(pool.query("UPDATE translation_bundle SET content = '{}'")).rejects.toThrow('permission denied');
    await expect(pool.query('DELETE FROM translation_bundle')).rejects.toThrow('permission denied');
    await expect(ownerPool.query("UPDATE translation_bundle SET content = '{}'")).rejects.toThrow('check constraint');
  });
});

describe('the list', () => {
  it('is revalidated each time and sent once [spec 7.10]', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' } });
    const { headers } = await test.app.inject(LIST);
    expect(headers['cache-control']).toBe('no-cache');
    const again = await test.app.inject({ url: LIST, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is readable by the console and embedding hosts only', async () => {
    await publish({ 'de-DE': { 'a.b': 'x' } });
    for (const url of [LIST, `/cdn/${await pathOf('de')}`]) {
      const from = async (origin: string) =>
        (await test.app.inject({ url, headers: { origin } })).headers['access-control-allow-origin'];
      expect([await from(SHOP), await from(CONSOLE), await from('https://evil.example')]).toEqual([
        SHOP,
        CONSOLE,
        undefined,
      ]);
    }
  });
});

describe('missing keys', () => {
  let asked = 0;
  /** Reports are limited by address, so each uses its own. */
  const nextAddress = () => {
    asked += 1;
    return `10.0.0.${asked}`;
  };
  const report = (body: unknown, { type = 'application/json', client = 'shop', from = nextAddress() } = {}) =>
    test.app.inject({
      method: 'POST',
      url: `/i18n/clients/${client}/missing`,
      remoteAddress: from,
      headers: { 'content-type': type },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const kept = async () =>
    (await test.database.pool.query('SELECT locale, key, reports::int FROM translation_missing ORDER BY key')).rows;
  const one = { missing: [{ locale: 'de-DE', key: 'a.b' }] };
  beforeEach(() => publish({ 'de-DE': { 'x.y': 'x' } }));

  it('are counted, whether reported by request or beacon [spec 9.11]', async () => {
    expect(
      (await report({ missing: [...one.missing, ...one.missing, { locale: 'de-DE', key: 'c.d' }] })).statusCode,
    ).toBe(204);
    expect((await report(one, { type: 'text/plain;charset=UTF-8' })).statusCode).toBe(204);
    expect(await kept()).toEqual([
      { locale: 'de-DE', key: 'a.b', reports: 2 },
      { locale: 'de-DE', key: 'c.d', reports: 1 },
    ]);
  });

  it('are all counted under concurrency', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => ({ locale: 'de-DE', key: `k.${index}` }));
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => report({ missing: index % 2 ? keys : keys.toReversed() })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect(new Set((await kept()).map(({ reports }) => reports))).toEqual(new Set([12]));
  });

  it('are dropped for unknown languages and clients', async () => {
    await report({ missing: [{ locale: 'fr-FR', key: 'a.b' }] });
    await report(one, { client: 'other' });
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', { keys: ['a.b'] }],
    ['no key', { missing: [] }],
    ['a key with markup', { missing: [{ locale: 'de-DE', key: '<script>' }] }],
    ['a key with a NUL', { missing: [{ locale: 'de-DE', key: 'a.\u0000b' }] }],
    ['a long key', { missing: [{ locale: 'de-DE', key: 'a'.repeat(201) }] }],
    ['too many keys', { missing: Array.from({ length: 201 }, (_, index) => ({ locale: 'de-DE', key: `a.${index}` })) }],
  ])('rejects %s entirely', async (_name, body) => {
    const answer = await report(body);
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'request.malformed']);
    expect(await kept()).toEqual([]);
  });

  it('are refused if too many, malformed or too frequent', async () => {
    expect((await report('x'.repeat(64_001))).statusCode).toBe(413);
    expect((await report('<x/>', { type: 'text/xml' })).statusCode).toBe(415);
    const codes = [];
    for (let count = 0; count < 31; count += 1) codes.push((await report(one, { from: '10.1.1.1' })).statusCode);
    expect([codes.slice(0, 30).every((code) => code === 204), codes[30]]).toEqual([true, 429]);
  });

  it('are limited to 5,000 keys; beyond that only known ones are counted', async () => {
    await test.database.ownerPool.query(
      "INSERT INTO translation_missing (client_id, locale, key) SELECT 'shop', 'de-DE', 'n.' || n FROM generate_series(1, 5000) AS n",
    );
    await report({ missing: [...one.missing, { locale: 'de-DE', key: 'n.1' }] });
    const { rows } = await test.database.pool.query(
      "SELECT key, reports::int FROM translation_missing WHERE key IN ('a.b', 'n.1')",
    );
    expect(rows).toEqual([{ key: 'n.1', reports: 2 }]);
  });

  it('may be reported by embedding hosts after a preflight', async () => {
    const preflight = await test.app.inject({
      method: 'OPTIONS',
      url: '/i18n/clients/shop/missing',
      headers: {
        origin: SHOP,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
  });
});
