import { createHash } from 'node:crypto';
import { AppError, may, POLICY, ROLES, type Role } from '@backcounter/domain';
import type { GraphQLSchema } from 'graphql';
import { NetworkError } from 'graphql-sse';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSchema } from '../features/index.ts';
import type { ListCount } from '../listing/list-count.ts';
import type { Caller } from '../ports/identity.ts';
import { SUBSCRIPTIONS } from '../testing/root-operations.ts';
import { listeningAt, openStreamClient, type StreamClient } from '../testing/stream-client.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp, testIdentity } from '../testing/test-app.ts';
import { authoriseSchema, permissionOf } from './authorise.ts';
import { createBuilder } from './schema/builder.ts';

const SINCE = '2026-01-01T00:00:00Z';
const CREATED = `subscription($since: DateTime!, $filter: AccountFilter) { accountsCreated(since: $since, filter: $filter) { kind value } }`;
let test: TestApp;
let address: string;
/** The identity's answers for tokens other than those of the tests. */
const callers = new Map<string, Caller | AppError>();
const clients: StreamClient[] = [];

const open = async (token: string): Promise<StreamClient> => {
  const client = await openStreamClient(test, token);
  clients.push(client);
  return client;
};
const staff = (sub: string, roles: readonly Role[], expiresAt = new Date('2030-01-01T00:00:00Z')): Caller => ({
  kind: 'staff',
  sub,
  name: sub,
  email: null,
  roles,
  expiresAt,
});
const counted = (value: number) => ({ data: { accountsCreated: { kind: 'EXACT', value } } });
const codeOf = (result: unknown): string | undefined =>
  (result as { errors?: { extensions: { code: string } }[] } | null)?.errors?.[0]?.extensions.code;
const createAccount = (country = 'DE') =>
  test.database.pool.query(
    `insert into account (country_code, locale, timezone) values ($1, 'de-DE', 'Europe/Berlin')`,
    [country],
  );
const call = (method: string, token: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(`${address}/graphql/stream`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const STREAM_HEADER = 'x-graphql-event-stream-token';

beforeAll(async () => {
  // Each test decides how often the server checks its streams.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  test = await createTestApp({
    identity: {
      async authenticate(token) {
        const known = callers.get(token);
        if (known instanceof AppError) throw known;
        return known ?? testIdentity.authenticate(token);
      },
    },
  });
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 8);
  address = await listeningAt(test);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

describe('subscriptions', () => {
  it('report rows that are created, filtered as requested, several on one stream', async () => {
    const client = await open('admin');
    const all = client.follow(CREATED, { since: SINCE });
    const german = client.follow(CREATED, { since: SINCE, filter: { country: { in: ['DE'] } } });
    const [before, germanBefore] = [8, 6];
    expect(await all.next()).toEqual(counted(before));
    expect(await german.next()).toEqual(counted(germanBefore));
    await createAccount('US');
    expect(await all.next()).toEqual(counted(before + 1));
    await createAccount('DE');
    expect(await all.next()).toEqual(counted(before + 2));
    expect(await german.next()).toEqual(counted(germanBefore + 1));
  });

  it('are counted again where time allowed only an estimate', async () => {
    const news = (await open('admin')).follow(CREATED, { since: new Date().toISOString() });
    expect(await news.next()).toEqual(counted(0));
    await test.database.ownerPool.query(`
      create policy slow on account using (pg_sleep(0.3) is not null);
      alter table account enable row level security`);
    await createAccount('DE');
    const next = async () => (await news.next()) as { data: { accountsCreated: ListCount } };
    let told = await next();
    expect(told.data.accountsCreated.kind).not.toBe('EXACT');
    await test.database.ownerPool.query(`drop policy slow on account; alter table account disable row level security`);
    while (told.data.accountsCreated.kind !== 'EXACT') told = await next();
    expect(told).toEqual(counted(1));
  });

  it('count rows whose transaction began before the given instant and ended after it', async () => {
    const client = await open('admin');
    const slow = await test.database.pool.connect();
    try {
      await slow.query('begin');
      await slow.query('select 1');
      const { rows } = await test.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
      const news = client.follow(CREATED, { since: rows[0]?.now });
      expect(await news.next()).toEqual(counted(0));
      await slow.query(`insert into account (country_code, locale, timezone) values ('DE', 'de-DE', 'Europe/Berlin')`);
      await slow.query('commit');
      expect(await news.next()).toEqual(counted(1));
    } finally {
      slow.release();
    }
  });

  it('end when their client stops them, and the next one works on the same stream', async () => {
    const client = await open('admin');
    const first = client.follow(CREATED, { since: SINCE });
    await first.next();
    await first.stop();
    const second = client.follow(CREATED, { since: SINCE });
    expect(await second.next()).toMatchObject({ data: { accountsCreated: { kind: 'EXACT' } } });
  });

  it('continue after the listening database connection was lost, including events missed in between', async () => {
    const client = await open('admin');
    const news = client.follow(CREATED, { since: new Date(Date.now() + 1).toISOString() });
    expect(await news.next()).toEqual(counted(0));
    await createAccount();
    expect(await news.next()).toEqual(counted(1));
    await test.database.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'backcounter-live/%' and datname = current_database()`,
    );
    await createAccount();
    expect(await news.next()).toEqual(counted(2));
  });
});

describe('permissions', () => {
  it('are checked for every existing subscription [live 1]', () => {
    const fields = createSchema().getSubscriptionType()?.getFields() ?? {};
    expect(Object.keys(SUBSCRIPTIONS).sort()).toEqual(Object.keys(fields).sort());
  });

  it('admit no one to a subscription that declares none [live 1]', () => {
    const builder = createBuilder();
    builder.queryField('q', (t) => t.boolean({ extensions: { permission: 'session.read' }, resolve: () => true }));
    builder.mutationField('m', (t) => t.boolean({ extensions: { permission: 'session.read' }, resolve: () => true }));
    builder.subscriptionField('open', (t) =>
      t.boolean({
        subscribe: async function* () {
          yield true;
        },
        resolve: (value) => value,
      }),
    );
    expect(() => authoriseSchema(builder.toSchema())).toThrow('Subscription.open declares no permission');
  });

  it.each([...ROLES.map((role) => role.toLowerCase()), 'nobody'])(
    'is decided by the policy for %s [live 1]',
    async (token) => {
      const client = await open(token);
      const roles = ROLES.filter((role) => role.toLowerCase() === token);
      for (const [name, query] of Object.entries(SUBSCRIPTIONS)) {
        const field = (createSchema() as GraphQLSchema).getSubscriptionType()?.getFields()[name];
        const permission = field && permissionOf(field);
        const isAllowed = permission != null && may(roles, permission);
        const result = await client.follow(query).next();
        const code = codeOf(result) ?? 'done';
        // With permission, the answer may still be that there is no such record.
        const decision = code === 'record.not-found' ? 'done' : code;
        expect(decision, `${name} for ${token}`).toBe(isAllowed ? 'done' : 'access.denied');
      }
      expect(Object.keys(POLICY).length).toBeGreaterThan(0);
    },
  );

  it('are audited when they refuse [jobs 18]', async () => {
    await test.database.ownerPool.query('truncate staff_audit_event');
    const client = await open('campaign-viewer');
    const refused = await client.follow(CREATED, { since: SINCE }).next();
    expect(refused).toMatchObject({
      errors: [{ extensions: { code: 'access.denied', details: { permission: 'account.read' } } }],
    });
    const { rows } = await test.database.pool.query(
      'select actor_sub, action, outcome, request_id is not null as "hasReference" from staff_audit_event',
    );
    expect(rows).toEqual([
      { actor_sub: 'staff-campaign-viewer', action: 'account.read', outcome: 'DENIED', hasReference: true },
    ]);
  });

  it('admit no machine client, and no one without a token [spec 6.11]', async () => {
    expect((await call('PUT', 'machine')).status).toBe(403);
    expect((await call('PUT', 'expired')).status).toBe(401);
    const answer = await fetch(`${address}/graphql/stream`, { method: 'PUT' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'session.required' } }] });
  });

  it('admit no one to another person’s stream, or without its token [spec 6.11]', async () => {
    const stream = await (await call('PUT', 'admin')).text();
    const body = { query: SUBSCRIPTIONS['accountsCreated'], extensions: { operationId: 'one' } };
    for (const id of [stream, '__proto__', 'constructor', '']) {
      const answer = await call('POST', 'marketing', { [STREAM_HEADER]: id }, body);
      expect(answer.status, id).toBe(404);
    }
    const events = { accept: 'text/event-stream' };
    expect((await call('GET', 'marketing', { [STREAM_HEADER]: stream, ...events })).status).toBe(404);
    expect((await call('GET', 'admin', events)).status).toBe(404);
    expect((await call('POST', 'admin', { [STREAM_HEADER]: stream }, body)).status).toBe(202);
  });
});

describe('a stream', () => {
  it('ends with its access token [spec 4.20]', async () => {
    callers.set('short', staff('short', ['ADMIN'], new Date(test.now.getTime() + 60_000)));
    const news = (await open('short')).follow(CREATED, { since: SINCE });
    await news.next();
    const before = test.now;
    const lost = expect(news.next()).rejects.toThrow(NetworkError);
    test.now = new Date(test.now.getTime() + 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await lost;
    test.now = before;
  });

  it.each([
    ['sign-out', new AppError('session.expired')],
    ['the loss of a role', staff('leaver', ['CAMPAIGN-VIEWER'])],
  ])('ends within 5 s of %s [spec 4.20]', async (_what, then) => {
    callers.set('leaver', staff('leaver', ['ADMIN']));
    const news = (await open('leaver')).follow(CREATED, { since: SINCE });
    await news.next();
    const lost = expect(news.next()).rejects.toThrow(NetworkError);
    callers.set('leaver', then);
    // Plus the identity's cache of a token, at most 4 s.
    await vi.advanceTimersByTimeAsync(1_000);
    await lost;
  });

  it('continues while its token cannot be checked', async () => {
    callers.set('lasting', staff('lasting', ['ADMIN']));
    const news = (await open('lasting')).follow(CREATED, { since: SINCE });
    await news.next();
    const asked = vi.spyOn(callers, 'get');
    callers.set('lasting', new AppError('service.unavailable'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveBeenCalledWith('lasting');
    await createAccount();
    expect(await news.next()).toMatchObject({ data: {} });
  });

  it('has headers against buffering', async () => {
    const stream = await (await call('PUT', 'admin')).text();
    const ending = new AbortController();
    const answer = await fetch(`${address}/graphql/stream`, {
      headers: { authorization: 'Bearer admin', accept: 'text/event-stream', [STREAM_HEADER]: stream },
      signal: ending.signal,
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n');
    ending.abort();
  });

  it('is one of at most 20 of a person', async () => {
    callers.set('many', staff('many', ['ADMIN']));
    const statuses = await Promise.all(Array.from({ length: 21 }, async () => (await call('PUT', 'many')).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('carries at most 30 subscriptions', async () => {
    const client = await open('admin');
    const first = await Promise.all(
      Array.from({ length: 31 }, () => client.follow(SUBSCRIPTIONS['accountsCreated'] ?? '').next()),
    );
    expect(first.filter((result) => codeOf(result) === undefined)).toHaveLength(30);
    expect(first.map(codeOf).filter((code) => code !== undefined)).toEqual(['operation.too-complex']);
  });
});

describe('documents', () => {
  it('are limited like those of queries, and the stream remains usable', async () => {
    const client = await open('admin');
    const aliases = Array.from({ length: 12 }, (_, index) => `a${index}: value`).join(' ');
    const cases: readonly (readonly [string, string])[] = [
      [`subscription { accountsCreated(since: "${SINCE}") { ${aliases} } }`, 'operation.too-complex'],
      ['query { viewer { sub } }', 'request.malformed'],
      ['subscription { nothing }', 'request.malformed'],
      ['subscription {', 'request.malformed'],
      ['subscription { accountsCreated(since: "yesterday") { value } }', 'request.malformed'],
    ];
    for (const [query, code] of cases) expect(codeOf(await client.follow(query).next()), query).toBe(code);
    expect(codeOf(await client.follow(CREATED, { since: 'never' }).next())).toBe('request.malformed');
    const hostile = client.follow(CREATED, { since: SINCE, filter: { country: { in: ["DE' or true --"] } } });
    expect(codeOf(await hostile.next())).toBe('filter.invalid');
    expect(await client.follow(CREATED, { since: SINCE }).next()).toMatchObject({ data: {} });
  });

  it('are identified by their hash where staff may run only those of the console', async () => {
    const text = SUBSCRIPTIONS['accountsCreated'] ?? '';
    const hash = createHash('sha256').update(text).digest('hex');
    const strict = await createTestApp({
      config: { ...(await import('../testing/test-app.ts')).TEST_CONFIG, isTrustedDocumentsOnly: true },
    });
    try {
      await strict.database.db.insertInto('persisted_document').values({ hash, document: text }).execute();
      const client = await openStreamClient(strict, 'admin');
      expect(codeOf(await client.follow(text).next())).toBe('operation.not-allowed');
      const known = client.follow(undefined as unknown as string, {}, { documentId: `sha256:${hash}` });
      expect(await known.next()).toEqual({ data: { accountsCreated: { value: 0 } } });
      client.close();
    } finally {
      await strict.close();
    }
  });
});

describe('a shutdown of the server', () => {
  it('ends streams immediately', async () => {
    const ending = await createTestApp();
    const client = await openStreamClient(ending, 'admin');
    const news = client.follow(CREATED, { since: SINCE });
    await news.next();
    const lost = expect(news.next()).rejects.toThrow(NetworkError);
    // It would wait for a stream that continues.
    await ending.close();
    await lost;
  });
});
