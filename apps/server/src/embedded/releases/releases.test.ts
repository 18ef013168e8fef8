import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, testIdentity } from '../../testing/test-app.ts';
import { createReleases } from './releases.plugin.ts';
import { publish } from './testing/published.ts';

const CONSOLE = 'http://localhost:41200';
const SHOP = 'https://shop.example';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({}, ({ db }) => [
    createReleases({
      db,
      identity: testIdentity,
      publicUrl: CONSOLE,
      clientId: 'backcounter',
      origins: (origin) => [SHOP, CONSOLE].includes(origin),
      embedDir: '/nowhere',
    }),
  ]);
});
afterAll(() => test.close());
beforeEach(() =>
  test.database.ownerPool.query(`
    ALTER TABLE release DISABLE TRIGGER USER;
    TRUNCATE release, release_visit CASCADE;
    ALTER TABLE release ENABLE TRIGGER USER`),
);

type Headers = Record<string, string>;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const published = (token = 'admin', query = '', headers: Headers = {}) =>
  test.app.inject({ url: `/identity/releases/published${query}`, headers: { ...bearer(token), ...headers } });
const visit = (headers: Headers = bearer('admin'), payload?: string) =>
  test.app.inject({
    method: 'POST',
    url: '/identity/releases/visit',
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const versionsOf = async (answer: ReturnType<typeof published>): Promise<string[]> =>
  (await answer).json<{ version: string }[]>().map(({ version }) => version);

describe('GET releases/published', () => {
  it('returns releases as specified, newest first, with lists and changes in order [spec 3.2, 3.3, 3.4]', async () => {
    const older = await publish(test.database, '1.9.0');
    const newer = await publish(test.database, '1.10.0', {
      date: '2026-02-28T23:30:00+02:00',
      lists: [
        ['Stores', ['IMPROVEMENT', 'b', 'Second'], ['BUG', 'a', 'First']],
        ['Accounts', ['FEATURE', 'c', 'Third']],
      ],
    });
    const answer = await published();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(answer.json()).toEqual([
      {
        id: newer,
        version: '1.10.0',
        date: '2026-02-28T21:30:00.000Z',
        changeLists: [
          {
            id,
            title: 'Stores',
            changes: [
              { id, type: 'IMPROVEMENT', title: 'b', description: 'Second' },
              { id, type: 'BUG', title: 'a', description: 'First' },
            ],
          },
          { id, title: 'Accounts', changes: [{ id, type: 'FEATURE', title: 'c', description: 'Third' }] },
        ],
      },
      expect.objectContaining({ id: older, version: '1.9.0' }),
    ]);
  });

  it('returns an empty list without published releases, and no drafts or withdrawn releases [spec 1.14]', async () => {
    expect((await published()).json()).toEqual([]);
    await publish(test.database, '1.0.0');
    await test.database.pool.query(
      `UPDATE release SET state = 'WITHDRAWN', state_reason = 'Wrong'; INSERT INTO release (number, date) VALUES ('2.0.0', now())`,
    );
    expect((await published()).json()).toEqual([]);
    expect((await published('admin', '?all=true')).json()).toEqual([]);
  });

  it('returns the latest three to a person who has marked none as read [spec 1.14]', async () => {
    for (const minor of [1, 2, 3, 4, 5]) await publish(test.database, `1.${minor}.0`);
    expect(await versionsOf(published())).toEqual(['1.5.0', '1.4.0', '1.3.0']);
  });

  it('returns at most the newest twenty, including read ones with ?all=true', async () => {
    await visit();
    for (let minor = 1; minor <= 21; minor += 1)
      await publish(test.database, `1.${minor}.0`, { at: new Date(Date.now() + 1000).toISOString() });
    const newest = Array.from({ length: 20 }, (_, index) => `1.${21 - index}.0`);
    expect(await versionsOf(published())).toEqual(newest);
    await test.database.pool.query(`UPDATE release_visit SET visited_at = now() + interval '1 hour'`);
    expect(await versionsOf(published())).toEqual([]);
    expect(await versionsOf(published('admin', '?all=true'))).toEqual(newest);
    expect(await versionsOf(published('admin', '?all=yes'))).toEqual([]);
  });

  it('accepts people without roles, but not machines, strangers or a token in the URL [spec 7.7]', async () => {
    expect((await published('nobody')).statusCode).toBe(200);
    const machine = await published('machine');
    expect([machine.statusCode, machine.json().errors[0].extensions.code]).toEqual([403, 'access.denied']);
    for (const [headers, code] of [
      [{}, 'session.required'],
      [bearer('forged'), 'session.required'],
      [bearer('expired'), 'session.expired'],
      [{ authorization: 'Basic YTpi' }, 'session.required'],
    ] as const) {
      const answer = await test.app.inject({ url: '/identity/releases/published?access_token=admin', headers });
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([401, code]);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  it('is cached with an etag and revalidated [spec 7.7]', async () => {
    await publish(test.database, '1.0.0');
    const first = await published();
    const tag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect((await published('admin', '', { 'if-none-match': `"x", W/${tag}` })).statusCode).toBe(304);
    await visit();
    const read = await published('admin', '', { 'if-none-match': tag });
    expect([read.statusCode, read.body]).toEqual([200, '[]']);
  });
});

describe('POST releases/visit', () => {
  it('marks everything published so far as read for this person only [spec 1.14]', async () => {
    await publish(test.database, '1.0.0');
    expect((await visit()).statusCode).toBe(204);
    expect(await versionsOf(published())).toEqual([]);
    expect(await versionsOf(published('marketing'))).toEqual(['1.0.0']);
    await publish(test.database, '1.1.0', { at: new Date(Date.now() + 1000).toISOString() });
    expect(await versionsOf(published())).toEqual(['1.1.0']);
  });

  it('is not undone by withdrawing and republishing a release', async () => {
    await publish(test.database, '1.0.0');
    await visit();
    await test.database.pool.query(`UPDATE release SET state = 'WITHDRAWN', state_reason = 'Wrong'`);
    await test.database.pool.query(`UPDATE release SET state = 'PUBLISHED'`);
    expect(await versionsOf(published())).toEqual([]);
  });

  it('is idempotent, also concurrently, and never goes back [spec 7.9]', async () => {
    const ahead = '2199-01-01T00:00:00.000Z';
    await test.database.pool.query('INSERT INTO release_visit VALUES ($1, $2)', ['staff-campaign-manager', ahead]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => visit()));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    await visit(bearer('campaign-manager'));
    const { rows } = await test.database.pool.query('SELECT sub, visited_at FROM release_visit ORDER BY sub');
    expect(rows).toEqual([
      { sub: 'staff-admin', visited_at: expect.any(Date) },
      { sub: 'staff-campaign-manager', visited_at: new Date(ahead) },
    ]);
  });

  it.each([
    ['without a type', {}, '', 204],
    ['with a type and nothing in it', { 'content-type': 'application/json' }, '', 204],
    ['with something in it', { 'content-type': 'application/json' }, '{}', 400],
    ['with something in it and no type', {}, 'x', 400],
    ['with a form in it', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b', 400],
    ['with very much in it', { 'content-type': 'text/plain' }, 'x'.repeat(2000), 413],
  ])('accepts only an empty body: %s [spec 7.9]', async (_what, headers, payload, status) => {
    const answer = await visit({ ...bearer('campaign-viewer'), ...headers } as Headers, payload);
    expect(answer.statusCode).toBe(status);
    const { rows } = await test.database.pool.query('SELECT FROM release_visit');
    expect(rows).toHaveLength(status === 204 ? 1 : 0);
  });

  it('requires a signed-in person [spec 7.9]', async () => {
    expect((await visit({})).statusCode).toBe(401);
    expect((await visit(bearer('machine'))).statusCode).toBe(403);
    expect(
      (await test.app.inject({ method: 'GET', url: '/identity/releases/visit', headers: bearer('admin') })).statusCode,
    ).toBe(404);
  });
});

describe('pages of other origins', () => {
  const preflight = (origin: string, path: string, method: string) =>
    test.app.inject({
      method: 'OPTIONS',
      url: `/identity/releases/${path}`,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
    });

  it.each([CONSOLE, SHOP])('%s may call with a token and read responses, including errors', async (origin) => {
    const asked = await preflight(origin, 'visit', 'POST');
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringContaining('authorization'),
      vary: 'origin',
    });
    expect((await preflight(origin, 'published', 'GET')).headers['access-control-allow-methods']).toBe('GET');
    for (const token of ['admin', 'forged']) {
      const answer = await published(token, '', { origin });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null', `${SHOP}:444`])(
    '%s may not',
    async (origin) => {
      const asked = await preflight(origin, 'published', 'GET');
      const answer = await published('admin', '', { origin });
      for (const { headers } of [asked, answer]) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(headers['vary']).toBe('origin');
      }
    },
  );
});

it('names the reader by a salted hash that pages of other origins may read [releases 4]', async () => {
  const nameOf = async (token: string) => {
    const { headers } = await published(token, '', { origin: SHOP });
    expect(headers['access-control-expose-headers']).toContain('x-release-reader');
    return String(headers['x-release-reader']);
  };
  const [admin, again, manager] = [await nameOf('admin'), await nameOf('admin'), await nameOf('campaign-manager')];
  expect(admin).toMatch(/^[\da-f]{64}$/);
  expect([again === admin, manager === admin, admin.includes('admin')]).toEqual([true, false, false]);
});

it('limits requests per person', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, () => published('campaign-streamer')));
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  const refused = await published('campaign-streamer');
  expect([refused.statusCode, refused.json().errors[0].extensions.code]).toEqual([429, 'rate.limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await published('nobody')).statusCode).toBe(200);
});

it('logs the person, never the token', async () => {
  test.log.length = 0;
  await published('forged-secret-token');
  await published();
  expect(test.log.join('')).not.toContain('forged-secret-token');
});
