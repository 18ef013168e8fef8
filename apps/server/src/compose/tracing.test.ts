import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { to as copyTo } from 'pg-copy-streams';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createOtlpTracing } from '../adapters/otlp/otlp.tracing.ts';
import { type ReceivedSpan, startCollector, type TestCollector } from '../adapters/otlp/testing/collector.ts';
import { createPool } from '../db/client.ts';
import { traceStatements } from '../db/statement-spans.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { addRequestSpans } from '../http/request-spans.ts';
import type { Tracing } from '../ports/tracing.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, TEST_CONFIG } from '../testing/test-app.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';
import { composeTracing } from './tracing.ts';

/** In every place that could leak. */
const CANARY = 'canary7f3a';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

const tracingTo = ({ endpoint }: TestCollector): Tracing =>
  createOtlpTracing({ endpoint, serviceVersion: '1.2.3', onTrouble: () => undefined });
const childrenOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan | undefined): ReceivedSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === parent?.spanId);

async function collector(...given: Parameters<typeof startCollector>): Promise<TestCollector> {
  const started = await startCollector(...given);
  onTestFinished(() => started.close());
  return started;
}

it('is null without a collector, and nothing listens to the pool', async () => {
  const pool = createPool({ url: 'postgres://localhost/none' });
  const before = pool.listenerCount('acquire');
  expect(await composeTracing({ otelEndpoint: null }, pino({ level: 'silent' }), pool)).toBeNull();
  expect(pool.listenerCount('acquire')).toBe(before);
  await pool.end();
});

describe('a request and a job through the application', () => {
  let spans: ReceivedSpan[];
  let received: TestCollector;
  /** Ids of requests as the client got them: of a list, and of the mutation that started a job. */
  const ids: unknown[] = [];
  let failedLine: unknown;
  beforeAll(async () => {
    received = await startCollector();
    const tracing = tracingTo(received);
    const test = await createTestApp({ tracing, config: { ...TEST_CONFIG, trustProxy: ['loopback'] } }, (database) => {
      traceStatements(database.pool, tracing);
      return [];
    });
    await insertReferenceData(test.database.ownerPool);
    await insertAccounts(test.database.ownerPool, 10);
    const list = `query AccountPage($s: String) { ${CANARY}: accounts(first: 3, search: $s) { nodes { id } } }`;
    const headers = {
      traceparent: TRACEPARENT,
      tracestate: `vendor=${CANARY}`,
      'x-forwarded-for': '198.51.100.7',
      cookie: CANARY,
      'user-agent': CANARY,
    };
    expect((await test.send(list, { s: CANARY }, { headers })).status).toBe(200);
    expect((await test.send(list, { s: CANARY }, { headers: { traceparent: TRACEPARENT } })).status).toBe(200);
    const refused = await test.send(list, {}, { token: CANARY });
    expect(refused.status).toBe(401);
    await test.app.inject({ url: `/files/exports/${CANARY}?signature=${CANARY}` });
    await test.app.inject({ url: `/${CANARY}?${CANARY}` });
    const started = await test.send(
      'mutation($r: String!) { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: $r }) { job { id } } }',
      { r: CANARY },
    );
    const { id } = started.body.data.startAccountBulk.job;
    const worker = startTestWorker(test, undefined, undefined, tracing);
    await untilJob(test, id, 'SUCCEEDED');
    await worker.stop();
    ids.push(refused.headers['x-request-id'], started.headers['x-request-id']);
    const audited = 'select distinct request_id from staff_audit_event where action in ($1, $2)';
    const { rows } = await test.database.ownerPool.query(audited, ['account.suspend', 'account.suspend-many']);
    ids.push(...rows.map(({ request_id }) => request_id));
    failedLine = test.log.map((line) => JSON.parse(line)).find(({ status }) => status === 401);
    await test.close();
    await tracing.close();
    spans = received.spans();
    expect(received.texts.join('\n')).not.toContain(id);
  });
  afterAll(() => received.close());

  it('exports a request with its operation and statements in the proxy’s trace', () => {
    const request = spans.find(({ name, traceId }) => name === 'POST /graphql' && traceId === TRACE);
    expect(request).toMatchObject({
      parentSpanId: '00f067aa0ba902b7',
      kind: 2,
      isFailed: false,
      facts: {
        'http.request.method': 'POST',
        'http.route': '/graphql',
        'http.response.status_code': 200,
        'graphql.operation.name': 'AccountPage',
      },
    });
    const [statement] = childrenOf(spans, request);
    expect(statement).toMatchObject({
      traceId: TRACE,
      kind: 3,
      facts: { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' },
    });
    expect(received.resource()).toMatchObject({ 'service.name': 'backcounter', 'service.version': '1.2.3' });
  });

  it('ignores traceparent without a proxy', () => {
    const own = spans.filter(({ facts }) => facts['graphql.operation.name'] === 'AccountPage');
    expect(own).toHaveLength(2);
    expect(own.filter(({ traceId }) => traceId === TRACE)).toHaveLength(1);
  });

  it('names refused requests by route, and unknown addresses by method only', () => {
    expect(spans.some(({ facts }) => facts['http.response.status_code'] === 401)).toBe(true);
    expect(spans.some(({ name }) => name === 'GET /files/exports/:id')).toBe(true);
    expect(spans.some(({ name, facts }) => name === 'GET' && facts['http.response.status_code'] === 404)).toBe(true);
  });

  it('exports a job with kind, attempt, outcome and statements', () => {
    const job = spans.find(({ name }) => name === 'job account.bulk-change');
    expect(job).toMatchObject({
      kind: 5,
      isFailed: false,
      facts: { 'job.kind': 'account.bulk-change', 'job.attempt': 1, 'job.outcome': 'succeeded' },
    });
    expect(childrenOf(spans, job).map(({ facts }) => facts['db.operation.name'])).toContain('UPDATE');
  });

  it('has the reference id of the answer, the log and the audit trail, on requests and jobs', () => {
    const [refused, started, ...audited] = ids;
    const idOf = (name: string, status?: number) =>
      spans
        .filter((span) => span.name === name && (!status || span.facts['http.response.status_code'] === status))
        .map(({ facts }) => facts['backcounter.request.id']);
    expect(idOf('POST /graphql', 401)).toEqual([refused]);
    expect(failedLine).toMatchObject({ requestId: refused });
    expect(idOf('job account.bulk-change')).toEqual([started]);
    expect(audited).toEqual([started]);
  });

  it('contains neither input nor identities', () => {
    const sent = received.texts.join('\n');
    for (const secret of [CANARY, 'demo.test', 'staff-admin', '198.51.100.7', 'nodes', 'from account', 'reason']) {
      expect(sent).not.toContain(secret);
    }
  });
});

describe('statements', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('belong to their requester, even after waiting for a connection', async () => {
    const received = await collector();
    const tracing = tracingTo(received);
    const pool = createPool({ url: database.url, max: 1, acquireTimeoutMs: 20_000 });
    traceStatements(pool, tracing);
    const ask = async (name: string, times: number): Promise<void> => {
      const span = tracing.beginRequest(name, {}, undefined);
      await span.run(() => Promise.all(Array.from({ length: times }, () => pool.query('select $1::text', [CANARY]))));
      span.end({});
    };
    await Promise.all([ask('one', 2), ask('two', 3), ask('three', 4)]);
    await pool.query('select 1');
    await pool.end();
    await tracing.close();
    const spans = received.spans();
    const counts = ['one', 'two', 'three'].map(
      (name) =>
        childrenOf(
          spans,
          spans.find((span) => span.name === name),
        ).length,
    );
    expect(counts).toEqual([2, 3, 4]);
    expect(spans).toHaveLength(3 + 9);
  });

  it('have a name, an error code on failure, and end with every calling style', async () => {
    const received = await collector();
    const tracing = tracingTo(received);
    const pool = createPool({ url: database.url, acquireTimeoutMs: 20_000 });
    traceStatements(pool, tracing);
    const span = tracing.beginJob('job', {});
    await span.run(async () => {
      await pool.query({ name: 'count-areas', text: 'select count(*) from area' });
      await pool.query('/* nightly */ with a as (select 1) select * from a');
      await expect(pool.query(`select '${CANARY}'::int`)).rejects.toThrow(CANARY);
      const client = await pool.connect();
      await new Promise((resolve) => client.query('begin', [], resolve));
      await client.query('rollback');
      const rows = await text(client.query(copyTo('copy (select 1) to stdout')));
      client.release();
      expect(rows).toBe('1\n');
    });
    span.end({});
    await pool.end();
    await tracing.close();
    const spans = received.spans();
    const names = childrenOf(
      spans,
      spans.find(({ name }) => name === 'job'),
    ).map(({ name }) => name);
    expect(names).toEqual(['SELECT count-areas', 'WITH nightly', 'SELECT', 'BEGIN', 'ROLLBACK', 'COPY']);
    expect(spans.find(({ isFailed }) => isFailed)?.facts).toMatchObject({ 'error.type': '22P02' });
    expect(received.texts.join('\n')).not.toContain(CANARY);
  });

  it('are limited to a thousand per span, and none after its end', async () => {
    const received = await collector();
    const tracing = tracingTo(received);
    const span = tracing.beginRequest('stream', {}, undefined);
    const begin = () => span.run(() => tracing.beginStatement('SELECT', {}));
    for (let count = 0; count < 1_000; count += 1) expect(begin()).not.toBeNull();
    expect(begin()).toBeNull();
    const other = tracing.beginRequest('request', {}, undefined);
    other.end({});
    expect(other.run(() => tracing.beginStatement('SELECT', {}))).toBeNull();
    await tracing.close();
  });
});

describe('traceparent', () => {
  it.each([
    ['nobody is trusted', false, undefined],
    ['the peer is no proxy of ours', ['10.0.0.0/8'], undefined],
    ['a proxy of ours brings it', ['loopback'], TRACEPARENT],
  ])('when %s', async (_when, trustProxy, expected) => {
    const given: (string | undefined)[] = [];
    const app = Fastify({ trustProxy });
    app.decorateRequest('operationName', null);
    addRequestSpans(app, {
      beginRequest: (_name, _facts, traceparent) => {
        given.push(traceparent);
        return { run: (work) => work(), end: () => undefined };
      },
      beginJob: () => expect.unreachable(),
      beginStatement: () => null,
      close: async () => undefined,
    });
    app.get('/', async () => 'ok');
    await app.inject({ url: '/', headers: { traceparent: TRACEPARENT, 'x-forwarded-for': '198.51.100.7' } });
    expect(given).toEqual([expected]);
    await app.close();
  });

  it('starts a new trace if malformed', async () => {
    const received = await collector();
    const tracing = tracingTo(received);
    for (const malformed of ['', 'x', '00-0-0-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
      tracing.beginRequest('request', {}, malformed).end({});
    }
    await tracing.close();
    const spans = received.spans();
    expect(spans).toHaveLength(4);
    for (const { parentSpanId } of spans) expect(parentSpanId ?? '').toBe('');
  });
});

describe('a collector that', () => {
  it('never answers does not affect requests or delay shutdown', async () => {
    const received = await collector('hangs');
    const tracing = tracingTo(received);
    const test = await createTestApp({ tracing }, (database) => {
      traceStatements(database.pool, tracing);
      return [];
    });
    for (let count = 0; count < 20; count += 1) {
      expect((await test.send('{ viewer { sub } }')).body).toEqual({ data: { viewer: { sub: 'staff-admin' } } });
    }
    await test.close();
    await tracing.close();
    expect(received.openRequests).toBeGreaterThan(0);
  });

  it('refuses is logged once', async () => {
    const received = await collector('refuses');
    const lines: string[] = [];
    const pool = createPool({ url: 'postgres://localhost/none' });
    const tracing = await composeTracing(
      { otelEndpoint: received.endpoint },
      pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
      pool,
    );
    for (let count = 0; count < 1_200; count += 1) tracing?.beginRequest('request', {}, undefined).end({});
    await tracing?.close();
    await pool.end();
    expect(received.texts.length).toBeGreaterThan(1);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reason: '400', msg: 'spans did not reach the collector' });
  });

  it('is unreachable does not prevent shutdown', async () => {
    const received = await startCollector();
    await received.close();
    const tracing = tracingTo(received);
    tracing.beginRequest('request', {}, undefined).end({});
    await tracing.close();
  });
});
