import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { COSTLY_MAX, CostlyReads, WAITING_MAX } from './costly-reads.ts';
import type { SqlRunner } from './sql-runner.ts';

/** A runner whose statements end when the test says so. */
function heldRunner() {
  const held: (() => void)[] = [];
  const runner: SqlRunner = {
    rows: () => new Promise((resolve) => held.push(() => resolve([]))),
  };
  return { runner, held };
}

const never = new AbortController().signal;
const STATEMENT = { text: 'select 1', name: null };
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('costly statements', () => {
  const { runner, held } = heldRunner();
  const reads = new CostlyReads();
  const costly = (sub: string, signal = never) =>
    reads.of({ kind: 'staff', sub }, runner).rows(STATEMENT, [], { signal, timeoutMs: 1, isCostly: true });

  it('of one person run two at once, up to twenty wait, and more are refused', async () => {
    const answers = Array.from({ length: COSTLY_MAX.person + WAITING_MAX }, () => costly('a'));
    await settled();
    expect(held).toHaveLength(COSTLY_MAX.person);
    await expect(costly('a')).rejects.toMatchObject({ code: 'rate.limited', details: { retryAfterSeconds: 1 } });
    // Others have their own share, and other statements none.
    const other = costly('b');
    void reads.of({ kind: 'staff', sub: 'a' }, runner).rows(STATEMENT, [], { signal: never, timeoutMs: 1 });
    await settled();
    expect(held).toHaveLength(COSTLY_MAX.person + 2);
    let ended = 0;
    while (ended < answers.length + 2) {
      for (const end of held.splice(0)) {
        end();
        ended += 1;
      }
      await settled();
      expect(held.length).toBeLessThanOrEqual(COSTLY_MAX.person);
    }
    await Promise.all([...answers, other]);
  });

  it('of all people leave half of the pool free, and the first who may goes next', async () => {
    const people = ['a', 'b', 'c', 'd'].flatMap((sub) => [costly(sub), costly(sub)]);
    await settled();
    expect(held).toHaveLength(COSTLY_MAX.process);
    held.shift()?.();
    await settled();
    expect(held).toHaveLength(COSTLY_MAX.process);
    while (held.length > 0) {
      held.shift()?.();
      await settled();
    }
    await Promise.all(people);
  });

  it('of a client that disconnects stop waiting', async () => {
    const controller = new AbortController();
    const running = [costly('a'), costly('a')];
    const waiting = costly('a', controller.signal);
    const last = costly('a');
    await settled();
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    for (let ended = 0; ended < 3; ended += 1) {
      held.shift()?.();
      await settled();
    }
    expect(held).toEqual([]);
    await Promise.all([...running, last]);
  });
});

describe('the API', () => {
  let test: TestApp;
  let gate: Promise<void> | null = null;
  let atOnce = 0;
  let most = 0;
  beforeAll(async () => {
    const { query } = pg.Client.prototype;
    // Before the first connection, which keeps its method.
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function held(this: pg.Client, ...args: unknown[]) {
      const send = () => (query as (...args: unknown[]) => unknown).apply(this, args);
      if (gate === null || !/count\(/.test(String((args[0] as { text?: string }).text ?? args[0]))) return send();
      atOnce += 1;
      most = Math.max(most, atOnce);
      return gate.then(send).finally(() => {
        atOnce -= 1;
      });
    } as never);
    test = await createTestApp();
    await insertReferenceData(test.database.ownerPool);
    await insertAccounts(test.database.ownerPool, 20);
  });
  afterAll(async () => {
    await test.close();
    vi.restoreAllMocks();
  });

  it('30 counts of one person hold two connections, answer 429 beyond, and others are answered [security 24]', async () => {
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    onTestFinished(() => opened.resolve());
    const rule = { all: [{ account: { country: { in: ['DE'] } } }] };
    const counts = Array.from({ length: 30 }, () =>
      test.send('query C($rule: JSON!) { segmentCounts(rule: $rule) { members { value } } }', { rule }),
    );
    await expect.poll(() => atOnce).toBe(COSTLY_MAX.person);
    const simple = await test.send('{ topicCategories(first: 10) { nodes { code } } }', {}, { token: 'marketing' });
    expect([simple.status, simple.body.errors]).toEqual([200, undefined]);
    opened.resolve();
    const answers = await Promise.all(counts);
    expect(most).toBe(COSTLY_MAX.person);
    expect(answers[0]?.body.errors).toBeUndefined();
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, headers, body } of refused)
      expect([status, headers['retry-after'], body.errors[0].extensions.code]).toEqual([429, '1', 'rate.limited']);
  });
});
