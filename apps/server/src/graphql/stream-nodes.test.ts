import { randomUUID } from 'node:crypto';
import { AppError, type Role } from '@backcounter/domain';
import { NetworkError } from 'graphql-sse';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { Caller, IdentityPort } from '../ports/identity.ts';
import { type Followed, listeningAt, openStreamClient, type StreamClient } from '../testing/stream-client.ts';
import { insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp, testIdentity } from '../testing/test-app.ts';
import { deleteDeadSessions } from './live/live-sessions.ts';

const CREATED = 'subscription($since: DateTime!) { accountsCreated(since: $since) { kind value } }';
const STREAM_HEADER = 'x-graphql-event-stream-token';
const EVENTS = { accept: 'text/event-stream' };

let nodes: readonly [TestApp, TestApp];
let addresses: readonly string[];
/** The identity's answers for tokens other than those of the tests. */
const callers = new Map<string, Caller | AppError>();
const clients: StreamClient[] = [];
const readers: AbortController[] = [];

const rows = async (text: string, values: unknown[] = []) =>
  (await nodes[0].database.ownerPool.query(text, values)).rows;
const staff = (sub: string, roles: readonly Role[] = ['ADMIN']): string => {
  const expiresAt = new Date('2030-01-01T00:00:00Z');
  callers.set(sub, { kind: 'staff', sub, name: sub, email: null, roles, expiresAt });
  return sub;
};
const open = async (token: string): Promise<StreamClient> => {
  const client = await openStreamClient(nodes, token);
  clients.push(client);
  return client;
};
const call = (node: 0 | 1, method: string, token: string, stream = '', more: RequestInit & { query?: string } = {}) =>
  fetch(`${addresses[node]}/graphql/stream${more.query ?? ''}`, {
    ...more,
    method,
    headers: {
      authorization: `Bearer ${token}`,
      [STREAM_HEADER]: stream,
      ...(more.body == null ? {} : { 'content-type': 'application/json' }),
      ...more.headers,
    },
  });
const started = (operationId: string, variables: object = { since: new Date().toISOString() }, query = CREATED) => ({
  body: JSON.stringify({ query, variables, extensions: { operationId } }),
});
const reserve = async (node: 0 | 1, token: string) => (await call(node, 'PUT', token)).text();
/** Opens a stream manually; `next` is the next chunk that is not a comment, or null at the end. */
const carry = async (node: 0 | 1, token: string, stream: string) => {
  const ending = new AbortController();
  readers.push(ending);
  const answer = await call(node, 'GET', token, stream, { headers: EVENTS, signal: ending.signal });
  expect(answer.status).toBe(200);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<string | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      const piece = text.slice(0, end);
      if (end >= 0) text = text.slice(end + 2);
      if (end > 0 && piece !== ':') return piece;
      if (end >= 0) continue;
      const { done, value } = await reader.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
    }
  };
  return { next };
};
/** The next exact count. One that takes longer than 250 ms is an estimate first. */
const exact = async (news: Followed): Promise<unknown> => {
  for (;;) {
    const result = await news.next();
    if (!/"kind":"(ESTIMATE|LOWER_BOUND)"/.test(JSON.stringify(result))) return result;
  }
};
const createAccount = () =>
  rows(`insert into account (country_code, locale, timezone) values ('DE', 'de-DE', 'Europe/Berlin')`);

beforeAll(async () => {
  // Each test decides how often the server checks its streams.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const identity: IdentityPort = {
    async authenticate(token) {
      const known = callers.get(token);
      if (known instanceof AppError) throw known;
      return known ?? testIdentity.authenticate(token);
    },
  };
  const first = await createTestApp({ identity });
  nodes = [first, await createTestApp({ identity }, () => [], first.database)];
  addresses = await Promise.all(nodes.map(listeningAt));
  await insertReferenceData(first.database.ownerPool);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const reader of readers.splice(0)) reader.abort();
});
afterAll(async () => {
  await nodes[1].close();
  await nodes[0].close();
  vi.useRealTimers();
});

describe('with two processes and calls to each in turn', () => {
  it('20 people follow changes, end a subscription and start another [live 3]', async () => {
    const since = new Date(Date.now() + 1).toISOString();
    const people = Array.from({ length: 20 }, (_, index) => staff(`person-${index}`));
    await Promise.all(
      people.map(async (person) => {
        const client = await open(person);
        const ended = client.follow(CREATED, { since });
        expect(await exact(ended)).toEqual({ data: { accountsCreated: { kind: 'EXACT', value: 0 } } });
        await ended.stop();
      }),
    );
    const news = clients.map((client) => client.follow(CREATED, { since }));
    for (const each of news) await exact(each);
    await createAccount();
    for (const each of news)
      expect(await exact(each)).toEqual({ data: { accountsCreated: { kind: 'EXACT', value: 1 } } });
    await expect.poll(() => rows('select from live_operation')).toEqual([]);
  });

  it('a subscription that was posted before its stream was opened starts with it', async () => {
    const token = staff('early');
    const stream = await reserve(0, token);
    expect((await call(1, 'POST', token, stream, started('one'))).status).toBe(202);
    expect((await call(0, 'POST', token, stream, started('two'))).status).toBe(202);
    expect((await call(0, 'DELETE', token, stream, { query: '?operationId=two' })).status).toBe(200);
    const carried = await carry(1, token, stream);
    const pieces = [await carried.next(), await carried.next()].sort();
    expect(pieces[0]).toBe('event: complete\ndata: {"id":"two"}');
    expect(pieces[1]).toContain('"id":"one","payload":{"data"');
    expect(await rows('select from live_operation')).toEqual([]);
  });

  it('an end posted to the other process ends the resolver in the stream’s process', async () => {
    const token = staff('ending');
    const stream = await reserve(0, token);
    const carried = await carry(0, token, stream);
    expect((await call(1, 'POST', token, stream, started('one'))).status).toBe(202);
    expect(await carried.next()).toContain('"id":"one"');
    expect((await call(1, 'DELETE', token, stream, { query: '?operationId=one' })).status).toBe(200);
    expect(await carried.next()).toMatch(/event: complete\ndata: .*"id":"one"/);
  });

  it('errors arrive on the stream, and the audit trail has the refused request', async () => {
    const token = staff('viewer', ['CAMPAIGN-VIEWER']);
    const stream = await reserve(0, token);
    const carried = await carry(0, token, stream);
    const answer = await call(1, 'POST', token, stream, started('one'));
    expect(await carried.next()).toContain('access.denied');
    expect(await rows(`select action, request_id from staff_audit_event where actor_sub = 'viewer'`)).toEqual([
      { action: 'account.read', request_id: answer.headers.get('x-request-id') },
    ]);
  });

  it.each([
    ['no operation id', 'POST', { body: JSON.stringify({ query: CREATED }) }],
    ['an empty body', 'POST', { body: '{}' }],
    ['variables that are a list', 'POST', started('one', [])],
    ['an end without an operation id', 'DELETE', {}],
  ])('%s is refused by the process that it reaches', async (_what, method, more) => {
    const token = staff('malformed');
    const stream = await reserve(0, token);
    await carry(0, token, stream);
    for (const node of [0, 1] as const) expect((await call(node, method, token, stream, more)).status).toBe(400);
  });

  it('the stream does not exist for another token', async () => {
    const stream = await reserve(0, staff('owner'));
    for (const node of [0, 1] as const) {
      for (const id of [stream, randomUUID(), '__proto__', '']) {
        const token = id === stream ? staff('stranger') : 'owner';
        expect((await call(node, 'GET', token, id, { headers: EVENTS })).status).toBe(404);
        expect((await call(node, 'POST', token, id, started('one'))).status).toBe(404);
        expect((await call(node, 'DELETE', token, id, { query: '?operationId=one' })).status).toBe(404);
      }
    }
    expect(await rows('select from live_operation')).toEqual([]);
    await carry(1, 'owner', stream);
  });

  it('a stream is carried by one process only', async () => {
    const token = staff('twice');
    const stream = await reserve(0, token);
    await carry(1, token, stream);
    for (const node of [0, 1] as const)
      expect((await call(node, 'GET', token, stream, { headers: EVENTS })).status).toBe(409);
  });

  it('a stream ends within 5 s of the loss of a role, wherever it was reserved [spec 4.20]', async () => {
    const news = (await open(staff('leaver'))).follow(CREATED, { since: new Date().toISOString() });
    await news.next();
    const lost = expect(news.next()).rejects.toThrow(NetworkError);
    staff('leaver', ['CAMPAIGN-VIEWER']);
    // Identity caches a token for up to 4 s more.
    await vi.advanceTimersByTimeAsync(1_000);
    await lost;
    await expect.poll(() => rows(`select from live_session where sub = 'leaver'`)).toEqual([]);
  });
});

describe('limits hold for all processes together', () => {
  it('20 streams a person', async () => {
    const token = staff('many');
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => call(index % 2 === 0 ? 0 : 1, 'PUT', token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 20 }, () => 201),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    await rows(`update live_session set alive_until = now() where sub = 'many'`);
    expect((await call(1, 'PUT', token)).status).toBe(201);
  });

  it('30 subscriptions a stream, and 60 pending operations', async () => {
    const token = staff('busy');
    const stream = await reserve(0, token);
    for (let index = 0; index < 60; index += 1)
      expect((await call(1, 'POST', token, stream, started(String(index)))).status).toBe(202);
    expect((await call(1, 'POST', token, stream, started('60'))).status).toBe(429);
    const carried = await carry(1, token, stream);
    let refused = 0;
    for (let index = 0; index < 60; ) {
      const piece = (await carried.next()) ?? '';
      if (piece.startsWith('event: next')) index += 1;
      if (piece.includes('operation.too-complex')) refused += 1;
    }
    expect(refused).toBe(30);
  });
});

describe('a stream whose process has died', () => {
  it('exists for no process, and is deleted with its pending operations', async () => {
    const token = staff('orphan');
    const stream = await reserve(0, token);
    await call(1, 'POST', token, stream, started('one'));
    await rows('update live_session set alive_until = now() where id = $1', [stream]);
    expect((await call(1, 'POST', token, stream, started('two'))).status).toBe(404);
    expect((await call(1, 'GET', token, stream, { headers: EVENTS })).status).toBe(404);
    await nodes[0].database.db.transaction().execute((trx: DatabaseTransaction) => deleteDeadSessions(trx));
    expect(await rows('select from live_session where id = $1', [stream])).toEqual([]);
    expect(await rows('select from live_operation')).toEqual([]);
  });

  it('is one that is not renewed for 30 s', async () => {
    const token = staff('lasting');
    const stream = await reserve(0, token);
    await carry(1, token, stream);
    const left = async () =>
      (
        await rows('select extract(epoch from alive_until - now())::float8 as s from live_session where id = $1', [
          stream,
        ])
      )[0].s;
    expect(await left()).toBeGreaterThan(25);
    expect(await left()).toBeLessThanOrEqual(30);
    await rows(`update live_session set alive_until = now() + interval '20 s' where id = $1`, [stream]);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.poll(left).toBeGreaterThan(25);
  });
});

describe('a client subscribes again on a new stream', () => {
  it('when the row of its stream is lost, as after a crash of PostgreSQL', async () => {
    const token = staff('crashed');
    const stream = await reserve(0, token);
    const carried = await carry(1, token, stream);
    await rows('truncate live_session, live_operation');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await carried.next()).toBeNull();
  });

  it('when its operations cannot be picked up', async () => {
    const token = staff('stuck');
    const stream = await reserve(0, token);
    const carried = await carry(1, token, stream);
    await rows(`revoke delete on live_operation from backcounter_app`);
    await call(0, 'POST', token, stream, started('one'));
    expect(await carried.next()).toBeNull();
    await rows(`grant delete on live_operation to backcounter_app`);
  });

  it('when a process ends, which deletes its streams', async () => {
    const other = await createTestApp({}, () => [], nodes[0].database);
    const client = await openStreamClient(other, 'marketing');
    const news = client.follow(CREATED, { since: new Date().toISOString() });
    await news.next();
    expect(await rows(`select from live_session where sub = 'staff-marketing'`)).toHaveLength(1);
    const lost = expect(news.next()).rejects.toThrow(NetworkError);
    await other.close();
    await lost;
    expect(await rows(`select from live_session where sub = 'staff-marketing'`)).toEqual([]);
  });
});
