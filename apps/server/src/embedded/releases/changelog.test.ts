import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testIdentity } from '../../testing/test-app.ts';
import { releaseDate } from './release-date.ts';
import { createReleases } from './releases.plugin.ts';
import { publish } from './testing/published.ts';

const SHOP = 'https://shop.example';
const SCRIPT = 'globalThis.BackcounterReleaseNotes = {};'.padEnd(400, ' ');

let test: TestApp;
let embedDir: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'releases-embed-'));
  embedDir = join(folder, 'embed');
  test = await createTestApp({}, ({ db }) => [
    createReleases({
      db,
      identity: testIdentity,
      publicUrl: 'http://localhost:41200',
      clientId: 'backcounter',
      origins: (origin) => origin === SHOP,
      embedDir,
    }),
  ]);
});
afterAll(async () => {
  await test.close();
  await rm(join(embedDir, '..'), { recursive: true });
});
beforeEach(() =>
  test.database.ownerPool.query(`
    ALTER TABLE release DISABLE TRIGGER USER;
    TRUNCATE release CASCADE;
    ALTER TABLE release ENABLE TRIGGER USER`),
);

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

describe('the changelog', () => {
  it('is a public page whose policy allows no scripts [spec 2.50]', async () => {
    await publish(test.database, '2.4.0', { date: '2026-11-20T23:59:00Z' });
    const page = await get('/changelog/backcounter');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'self';/),
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-security-policy']).not.toMatch(/script-src|unsafe|\*/);
    expect(page.body).toContain('<html lang="en-US" dir="ltr">');
    expect(page.body).toContain('<section id="v2.4.0"');
    expect(page.body).toContain('<time datetime="2026-11-20T23:59:00.000Z" dir="ltr">Fri 20-Nov-26</time>');
    expect(page.body).toContain('Find a card by its number');
    expect(page.body).not.toContain('<script');
    for (const [, address = ''] of page.body.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)) {
      const asset = await get(`/changelog/${address}`);
      expect([address, asset.statusCode]).toEqual([address, 200]);
      expect((await get(`/changelog/${address}`, { 'if-none-match': String(asset.headers.etag) })).statusCode).toBe(
        304,
      );
    }
    expect((await get('/changelog/assets/inter.woff2')).headers['content-type']).toBe('font/woff2');
  });

  it('groups changes in the order bug, feature, improvement [spec 2.44, 9.4]', async () => {
    await publish(test.database, '1.0.0', {
      lists: [['All', ['IMPROVEMENT', 'three'], ['BUG', 'one'], ['FEATURE', 'two'], ['BUG', 'one more']]],
    });
    const { body } = await get('/changelog/backcounter');
    const places = ['Bug<', 'One<', 'One more<', 'Feature<', 'Two<', 'Improvement<', 'Three<'].map((text) =>
      body.indexOf(text),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(body.match(/class="badge"/g)).toHaveLength(3);
  });

  it('escapes texts', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&amp;</section><script>alert(1)</script>';
    await publish(test.database, '1.0.0-a', { lists: [[hostile, ['BUG', hostile, hostile]]] });
    const { body } = await get('/changelog/backcounter');
    expect(body).not.toContain('<img');
    expect(body).not.toContain('<script');
    expect(body.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;&lt;/section&gt;')).toHaveLength(4);
  });

  it('continues with older releases, by version [spec 2.50]', async () => {
    for (let minor = 1; minor <= 45; minor += 1) await publish(test.database, `1.${minor}.0`);
    const seen: string[] = [];
    let address: string | undefined = '';
    for (let page = 0; address !== undefined && page < 5; page += 1) {
      const { body } = await get(`/changelog/backcounter${address}`);
      seen.push(...[...body.matchAll(/<section id="v([^"]+)"/g)].map(([, version = '']) => version));
      expect(body.includes('rel="first"')).toBe(page > 0);
      address = /rel="next" href="([^"]+)"/.exec(body)?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => `1.${45 - index}.0`));
  });

  it.each([
    '?before=',
    '?before=x',
    '?before=1.0',
    "?before=1.0.0'--",
    '?before[]=1.0.0',
    `?before=1.0.0-${'a'.repeat(500)}`,
  ])('starts at the newest for %s', async (query) => {
    await publish(test.database, '0.1.0');
    const page = await get(`/changelog/backcounter${query}`);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('id="v0.1.0"');
  });

  it('links to versions with URL characters', async () => {
    await publish(test.database, '1.0.0-rc.1+build.5');
    const { body } = await get('/changelog/backcounter');
    expect(body).toContain('id="v1.0.0-rc.1+build.5"');
    expect(body).toContain('href="#v1.0.0-rc.1%2Bbuild.5"');
  });

  it('has an empty state', async () => {
    const page = await get('/changelog/backcounter');
    expect([page.statusCode, page.body.includes('No releases yet.')]).toEqual([200, true]);
  });

  it.each(['other', 'BACKCOUNTER', 'backcounter%00', '%3Cb%3E'])('is not found for %s', async (client) => {
    await publish(test.database, '1.0.0');
    const page = await get(`/changelog/${client}`);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('Changelog not found');
    expect(page.body).not.toContain('1.0.0');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  it('is sent once while unchanged', async () => {
    await publish(test.database, '1.0.0');
    const tag = String((await get('/changelog/backcounter')).headers.etag);
    const same = await get('/changelog/backcounter', { 'if-none-match': tag });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await publish(test.database, '1.1.0');
    expect((await get('/changelog/backcounter', { 'if-none-match': tag })).statusCode).toBe(200);
  });
});

it.each([
  ['2026-01-01T00:00:00Z', 'Thu 01-Jan-26'],
  ['2009-12-31T23:59:59.999Z', 'Thu 31-Dec-09'],
])('shows dates as ddd DD-MMM-YY: %s [spec 2.42, 9.5]', (instant, shown) => {
  expect(releaseDate(new Date(instant))).toBe(shown);
});

describe('the popup’s script', () => {
  it('is reported and logged if not built, and served once built', async () => {
    test.log.length = 0;
    const answer = await get('/embed/release-notes.js');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'Script not found.\n',
    ]);
    expect(test.log.join('')).toContain('the release notes script is not built');

    await mkdir(embedDir);
    for (const name of ['release-notes.js', 'panel-Ab12_-9z.js']) {
      await writeFile(join(embedDir, name), SCRIPT);
      await writeFile(join(embedDir, `${name}.br`), brotliCompressSync(SCRIPT));
      await writeFile(join(embedDir, `${name}.gz`), gzipSync(SCRIPT));
    }
    await writeFile(join(embedDir, 'index.html'), 'no');
    const script = await get('/embed/release-notes.js');
    expect([script.statusCode, script.body]).toEqual([200, SCRIPT]);
    expect(script.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
    const again = await get('/embed/release-notes.js', { 'if-none-match': String(script.headers.etag) });
    expect(again.statusCode).toBe(304);
    const chunk = await get('/embed/panel-Ab12_-9z.js', { origin: SHOP });
    expect(chunk.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(chunk.headers['access-control-allow-origin']).toBe(SHOP);
    expect((await get('/embed/release-notes.js', { origin: 'https://evil.example' })).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    for (const encoding of ['br', 'gzip'])
      expect((await get('/embed/release-notes.js', { 'accept-encoding': encoding })).headers['content-encoding']).toBe(
        encoding,
      );
    for (const other of [
      'index.html',
      'release-notes.js.br',
      'release-notes.js.map',
      '..%2Fpackage.json',
      '.hidden.js',
      'gone.js',
    ])
      expect([other, (await get(`/embed/${other}`)).statusCode]).toEqual([other, 404]);
  });
});

describe('the feeds of the changelog', () => {
  const HOSTILE = `<b>&amp; "it's" ]]> مرحبا`;

  it('include Atom with all texts escaped', async () => {
    await publish(test.database, '1.9.0', { date: '2026-10-01T08:00:00Z' });
    await publish(test.database, '2.4.0', {
      date: '2026-11-20T23:59:00Z',
      lists: [[HOSTILE, ['IMPROVEMENT', 'later'], ['BUG', HOSTILE]]],
    });
    const feed = await get('/changelog/backcounter/feed.atom');
    expect([feed.statusCode, feed.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(feed.body).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom"/,
    );
    expect(feed.body).toContain('<updated>2026-11-20T23:59:00.000Z</updated>\n<author>');
    expect([...feed.body.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
      'What&#39;s new in Backcounter',
      '2.4.0',
      '1.9.0',
    ]);
    expect(feed.body).toContain('href="http://localhost:41200/changelog/backcounter#v2.4.0"');
    expect(feed.body).not.toContain('<b>');
    expect(feed.body).toContain('&amp;lt;b&amp;gt;&amp;amp;amp;');
    expect(feed.body.indexOf('Bug')).toBeLessThan(feed.body.indexOf('Improvement'));
    const again = await get('/changelog/backcounter/feed.atom', { 'if-none-match': String(feed.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it('include JSON Feed with the same items', async () => {
    const id = await publish(test.database, '2.4.0', {
      date: '2026-11-20T23:59:00Z',
      lists: [['New', ['BUG', HOSTILE]]],
    });
    const feed = await get('/changelog/backcounter/feed.json');
    expect(feed.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(feed.json()).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: 'http://localhost:41200/changelog/backcounter',
      feed_url: 'http://localhost:41200/changelog/backcounter/feed.json',
      items: [{ id: `urn:uuid:${id}`, title: '2.4.0', date_published: '2026-11-20T23:59:00.000Z' }],
    });
    expect(feed.json().items[0].content_html).toContain('&lt;b&gt;&amp;amp;');
  });

  it('are linked by the page, empty before the first release, and not found for another client', async () => {
    const page = await get('/changelog/backcounter');
    const links = [...page.body.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g)];
    expect(links.map(([, type, href]) => [type, href])).toEqual([
      ['application/atom+xml', 'backcounter/feed.atom'],
      ['application/feed+json', 'backcounter/feed.json'],
    ]);
    for (const [, , href] of links) expect((await get(`/changelog/${href}`)).statusCode).toBe(200);
    expect((await get('/changelog/backcounter/feed.json')).json().items).toEqual([]);
    expect((await get('/changelog/other/feed.atom')).statusCode).toBe(404);
  });
});
