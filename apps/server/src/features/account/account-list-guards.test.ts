import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPool } from '../../db/client.ts';
import { createTestDatabase, liftTimeLimits } from '../../db/testing/test-database.ts';
import { insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const PAGE =
  'query P($after: String, $filter: AccountFilter, $sort: AccountSort, $search: String) { accounts(first: 3, after: $after, filter: $filter, sort: $sort, search: $search) { nodes { id } pageInfo { endCursor } } }';

let test: TestApp;
beforeAll(async () => {
  const database = await createTestDatabase();
  liftTimeLimits(database);
  test = await createTestApp({}, undefined, database);
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 50);
});
afterAll(async () => {
  await test.close();
  await test.database.drop();
});

describe('cursor', () => {
  const filter = { state: { in: ['ACTIVE', 'SUSPENDED'] } };
  const cursorOf = async (variables: Record<string, unknown>, token = 'admin') =>
    (await test.send(PAGE, variables, { token })).body.data.accounts.pageInfo.endCursor as string;

  it.each([
    ['another filter', { filter: { state: { in: ['ACTIVE'] } } }, 'admin'],
    ['no filter', { filter: null }, 'admin'],
    ['another order', { filter, sort: { key: 'NAME', direction: 'ASC' } }, 'admin'],
    ['another direction', { filter, sort: { key: 'CREATED', direction: 'ASC' } }, 'admin'],
    ['a search', { filter, search: 'ada' }, 'admin'],
    ['another role', { filter }, 'marketing'],
  ])('refuses a cursor with %s', async (_name, variables, token) => {
    const after = await cursorOf({ filter });
    const answer = await test.send(PAGE, { ...variables, after }, { token });
    expect(answer.body).toEqual({
      errors: [
        {
          message: 'The cursor is not valid for this list.',
          path: ['accounts'],
          extensions: { code: 'cursor.invalid' },
        },
      ],
      data: null,
    });
  });

  it('accepts the same filter in another order', async () => {
    const after = await cursorOf({ filter });
    const same = { state: { in: ['SUSPENDED', 'ACTIVE', 'ACTIVE'] } };
    expect((await test.send(PAGE, { filter: same, after })).body.errors).toBeUndefined();
  });
});

describe('slow SQL', () => {
  /** Locks the table, so that every read of accounts waits. */
  async function whileLocked(run: () => Promise<void>): Promise<void> {
    const client = await test.database.ownerPool.connect();
    try {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      await client.query('lock table account in access exclusive mode');
      await run();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
  const waiting = async (): Promise<number> =>
    (
      await test.database.ownerPool.query(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'select a.id%'`,
      )
    ).rows[0].count;

  /** Timeouts out of reach: requests wait until the test ends them. */
  async function whileTimeIsStill(run: () => Promise<void>): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      await run();
    } finally {
      vi.useRealTimers();
    }
  }

  it('is cancelled when the client goes away [security 25]', async () => {
    const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
    await whileTimeIsStill(() =>
      whileLocked(async () => {
        const controller = new AbortController();
        const request = fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
          body: JSON.stringify({ query: PAGE }),
          signal: controller.signal,
        }).catch((error: Error) => error.name);
        await expect.poll(waiting, { interval: 10 }).toBe(1);
        controller.abort();
        expect(await request).toBe('AbortError');
        await expect.poll(waiting, { interval: 10 }).toBe(0);
      }),
    );
    await expect.poll(() => test.log.join()).toContain('"the client went away"');
    expect(test.log.join()).not.toContain('unexpected error');
  });

  it('rejects excess requests immediately and keeps serving', async () => {
    const answers: number[] = [];
    await whileTimeIsStill(async () => {
      let all: Promise<unknown> = Promise.resolve();
      await whileLocked(async () => {
        all = Promise.all(
          Array.from({ length: 260 }, async () => {
            const answer = await test.send(PAGE);
            answers.push(answer.status === 503 && answer.headers['retry-after'] === undefined ? 0 : answer.status);
          }),
        );
        await expect.poll(() => answers.length).toBeGreaterThanOrEqual(60);
        // Before any request that waits for the table gets its response.
        expect(answers.slice(0, 60)).toEqual(Array(60).fill(503));
      });
      await all;
    });
    expect((await test.send(PAGE)).status).toBe(200);
  });

  it('returns a timeout, and the connection stays usable [security 24]', async () => {
    await whileLocked(async () => {
      const answer = await test.send(PAGE);
      expect(answer.status).toBe(200);
      expect(answer.body.errors[0].extensions.code).toBe('query.timed-out');
    });
    expect((await test.send(PAGE)).body.errors).toBeUndefined();
  });
});

describe('log', () => {
  it('has reference id, person, operation and time, but no variables, tokens or addresses', async () => {
    await test.send(PAGE, { search: 'secret@example.org' }, { headers: { 'x-canary': 'canary' } });
    const line = JSON.parse(test.log.at(-1) ?? '{}');
    expect(line).toMatchObject({ sub: 'staff-admin', operation: 'P', status: 200, route: '/graphql' });
    expect(line.durationMs).toBeGreaterThan(0);
    expect(test.log.join('')).not.toMatch(/secret@|Bearer|canary|example\.org/);
  });

  it('has the full unexpected error once, under the id that the client gets', async () => {
    await test.database.ownerPool.query('alter table staff_preference rename to staff_preference_gone');
    const before = test.log.length;
    const answer = await test.send('{ viewer { preferences(keys: ["a"]) { key } } }');
    await test.database.ownerPool.query('alter table staff_preference_gone rename to staff_preference');
    expect(answer.body.errors[0]).toEqual({
      message: 'Something went wrong.',
      path: ['viewer', 'preferences'],
      extensions: { code: 'unexpected', referenceId: answer.headers['x-request-id'] },
    });
    const errors = test.log
      .slice(before)
      .map((text) => JSON.parse(text))
      .filter(({ level }) => level >= 50);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ requestId: answer.headers['x-request-id'], err: { code: '42P01' } });
  });

  it('does not log an unavailable database, which returns 503 with Retry-After', async () => {
    const nowhere = createPool({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
    const lost = await createTestApp({ pool: nowhere });
    const answer = await lost.send('{ accounts { nodes { id } } }');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.body.errors[0].extensions.code).toBe('service.unavailable');
    await nowhere.end();
    await lost.close();
  });
});
