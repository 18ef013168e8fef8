import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOwnProduct } from './harness/own-product.ts';
import { type Account, type Answer, PersonClient } from './harness/person-client.ts';
import type { Product } from './harness/product.ts';

const isLong = process.env['TEST_LONG'] === '1';
const KILL_SEEDS = isLong ? 1_000 : 20;
const FREEZE_MS = isLong ? 20_000 : 5_000;

let product: Product;
let person: PersonClient;
beforeAll(async () => {
  product = await startOwnProduct();
  person = new PersonClient(product.url);
});
afterAll(() => product?.remove());
beforeEach(() => person.refresh());

interface Change {
  readonly account: Account;
  readonly eventsBefore: number;
  readonly key: string;
  readonly body: string;
  /** Null while it isn't known whether the change was made. */
  answer: Answer | null;
}

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the mutations that the account's state allows, each of which makes one version and one event. */
function changeOf(account: Account, eventsBefore: number, random: number): Change {
  const { id, version } = account;
  const expected = { id, expectedVersion: version };
  const [name, input] =
    account.state === 'SUSPENDED'
      ? ['reactivateAccount', { ...expected, reason: 'fault test' }]
      : random < 0.5
        ? ['suspendAccount', { ...expected, reason: 'fault test' }]
        : ['updateAccount', { ...expected, patch: { displayName: `Renamed ${randomUUID()}` } }];
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation Fault($input: ${type}!) { ${name}(input: $input) { id version state displayName } }`;
  return {
    account,
    eventsBefore,
    key: randomUUID(),
    body: JSON.stringify({ query, variables: { input } }),
    answer: null,
  };
}

/** Sends changes, four at a time, until the blow. */
async function sendUntil(changes: readonly Change[], blow: () => Promise<void>): Promise<Change[]> {
  const sent: Change[] = [];
  let isOver = false;
  const worker = async (): Promise<void> => {
    for (let change = changes[sent.length]; change !== undefined && !isOver; change = changes[sent.length]) {
      sent.push(change);
      try {
        change.answer = await person.post(change.body, change.key);
      } catch {
        return; // The connection was lost: nothing was acknowledged.
      }
    }
  };
  const workers = Array.from({ length: 4 }, worker);
  await blow();
  isOver = true;
  await Promise.all(workers);
  return sent;
}

/** The change and its event are both there or both not; the answer says whether it is there. */
async function isDone({ account, eventsBefore }: Change): Promise<boolean> {
  const now = await person.accountWithEvents(account.id);
  expect([now.version - account.version, now.events.length - eventsBefore]).toBeOneOf([
    [0, 0],
    [1, 1],
  ]);
  return now.version > account.version;
}

describe('kill -9 of the server in mid-mutation', () => {
  it(
    `${KILL_SEEDS} times: all or nothing, an event exactly with its effect, the same answer to the same key`,
    async () => {
      const seen = { acknowledged: 0, done: 0, undone: 0 };
      for (let seed = 1; seed <= KILL_SEEDS; seed += 1) {
        const random = randomOf(seed);
        const changes: Change[] = [];
        for (const account of (await person.accounts()).slice(0, 40)) {
          const { events } = await person.accountWithEvents(account.id);
          if (events.length < 45) changes.push(changeOf(account, events.length, random()));
        }
        const sent = await sendUntil(changes, async () => {
          await sleep(random() * 120);
          await product.kill();
        });
        await product.startAgain();
        await person.refresh();
        for (const change of sent) {
          const wasDone = await isDone(change);
          if (change.answer !== null) {
            expect(change.answer.text).not.toContain('"errors"');
            expect(wasDone).toBe(true);
            seen.acknowledged += 1;
          } else seen[wasDone ? 'done' : 'undone'] += 1;
          const again = await person.post(change.body, change.key);
          expect(again.text).not.toContain('"errors"');
          expect(again.isReplayed).toBe(wasDone);
          if (change.answer !== null) expect(again.text).toBe(change.answer.text);
          expect(await isDone(change)).toBe(true);
        }
      }
      console.info('changes around the kills', seen);
      expect(seen.acknowledged).toBeGreaterThan(0);
    },
    KILL_SEEDS * 20_000,
  );
});

/** Sends reads all the while; how each was answered. */
async function readWhile(run: () => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let isOver = false;
  const body = JSON.stringify({ query: '{ accounts(first: 10) { nodes { id displayName } } }' });
  const workers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const answer = await person.post(body);
      answers.push(answer);
      if (answer.status !== 200) await sleep(50);
    }
  });
  await run();
  isOver = true;
  await Promise.all(workers);
  return answers;
}

/** Nobody is signed out by a fault, and who is refused is told when to come again. */
function expectOrdinary(answers: readonly Answer[]): void {
  for (const { status, retryAfter, text } of answers) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(retryAfter).toMatch(/^\d+$/);
    // A statement that did not come back in its time is the one other thing that may be said.
    else if (text.includes('"errors"')) expect(text).toContain('"code":"query.timed-out"');
  }
}

describe('kill -9 of the database under load', () => {
  it('answers 503 with Retry-After meanwhile, stays up, and loses nothing acknowledged', async () => {
    const accounts = await person.accounts();
    const changes = accounts.map((account) => changeOf(account, 0, 0.9));
    let sent: Change[] = [];
    const answers = await readWhile(async () => {
      sent = await sendUntil(changes, async () => {
        await sleep(150);
        product.killDatabase();
        expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
        await sleep(300);
      });
      await expect.poll(() => product.isReady(), { timeout: 20_000, interval: 50 }).toBe(true);
      await sleep(300);
    });
    expectOrdinary(answers);
    expectOrdinary(sent.flatMap(({ answer }) => answer ?? []));
    expect(answers.some(({ status }) => status === 503)).toBe(true);
    expect(answers.at(-1)?.status).toBe(200);
    expect(sent.every(({ answer }) => answer !== null)).toBe(true);
    for (const { answer, account, body, key } of sent) {
      const { version } = await person.accountWithEvents(account.id);
      if (answer?.status === 200) expect(version).toBe(account.version + 1);
      const again = await person.post(body, key);
      expect([again.status, again.text.includes('"errors"')]).toEqual([200, false]);
      expect((await person.accountWithEvents(account.id)).version).toBe(account.version + 1);
    }
  });
});

describe('a database that hangs', () => {
  it('every request is answered within 4 s, the process goes on, and serves again by itself', async () => {
    const lags: number[] = [];
    const answers = await readWhile(async () => {
      await sleep(200);
      const thaw = product.freezeDatabase();
      try {
        const end = Date.now() + FREEZE_MS;
        while (Date.now() < end) {
          const began = performance.now();
          expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
          lags.push(performance.now() - began);
          await sleep(25);
        }
      } finally {
        thaw();
      }
      await expect.poll(() => product.isReady(), { timeout: 20_000, interval: 100 }).toBe(true);
      await sleep(300);
    });
    expectOrdinary(answers);
    // Refused at once or given up in time: both say that the database did not answer.
    expect(answers.some(({ status, text }) => status === 503 || text.includes('"errors"'))).toBe(true);
    expect(answers.at(-1)?.status).toBe(200);
    expect(Math.max(...answers.map(({ milliseconds }) => milliseconds))).toBeLessThan(4_000);
    lags.sort((a, b) => a - b);
    // /healthz is answered by the event loop alone: it is late by as much as the loop is.
    expect(lags[Math.floor(lags.length * 0.95)]).toBeLessThan(250);
  });
});
