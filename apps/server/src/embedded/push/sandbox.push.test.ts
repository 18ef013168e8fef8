import { afterEach, expect, it } from 'vitest';
import type { PushMessage } from '../../ports/push.ts';
import { type PushSandbox, startPushSandbox } from './push-sandbox.ts';
import { createSandboxPush } from './sandbox.push.ts';
import type { SandboxReceipt } from './sandbox-receipts.ts';

let sandbox: PushSandbox | undefined;
afterEach(async () => sandbox?.end());

const messages = (count: number): PushMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    token: `token-${index}`,
    platform: 'ANDROID',
    title: 't',
    body: 'b',
    imageUrl: null,
    deepLink: null,
    ttlSeconds: 60,
    collapseKey: 'n',
    data: { notificationId: 'n', accountId: `a${index}` },
  }));
const portOf = (made: PushSandbox) => createSandboxPush(async () => made.url);

it('refuses the configured share of each kind, and the same messages each time', async () => {
  const made = await startPushSandbox({ rates: { unregistered: 0.2, mismatch: 0.1, invalid: 0.1, tooBig: 0.1 } });
  sandbox = made;
  const first = await portOf(made).send(messages(500));
  const kindOf = (outcome: (typeof first)[number]) => (outcome.kind === 'rejected' ? outcome.reason : outcome.kind);
  const counts = Object.groupBy(first, kindOf);
  expect(counts.UNREGISTERED?.length).toBeGreaterThan(70);
  expect(counts.UNREGISTERED?.length).toBeLessThan(130);
  for (const kind of ['SENDER_MISMATCH', 'INVALID', 'PAYLOAD_TOO_BIG'] as const) {
    expect(counts[kind]?.length).toBeGreaterThan(25);
  }
  expect((await portOf(made).send(messages(500))).map(kindOf)).toEqual(first.map(kindOf));
});

it('asks for retries of some messages, and accepts them then', async () => {
  const made = await startPushSandbox({ rates: { unavailable: 0.3, retryAfterMs: 40 }, remembers: true });
  sandbox = made;
  const first = await portOf(made).send(messages(100));
  const again = messages(100).filter((_, index) => first[index]?.kind === 'unavailable');
  expect(again.length).toBeGreaterThan(15);
  expect(first.find(({ kind }) => kind === 'unavailable')).toMatchObject({ retryAfterMs: 40 });
  expect((await portOf(made).send(again)).every(({ kind }) => kind === 'accepted')).toBe(true);
  expect([...made.takes.values()].every((times) => times === 1)).toBe(true);
  expect(made.takes.size).toBe(100);
});

it('drops connections when down, which is an outcome', async () => {
  const made = await startPushSandbox();
  sandbox = made;
  made.set({ downAfter: 0 });
  expect(await portOf(made).send(messages(2))).toEqual([
    { kind: 'unavailable', retryAfterMs: null, code: 'NO_CONNECTION' },
    { kind: 'unavailable', retryAfterMs: null, code: 'NO_CONNECTION' },
  ]);
  made.set({ downAfter: Number.POSITIVE_INFINITY });
  expect(await portOf(made).send(messages(1))).toMatchObject([{ kind: 'accepted' }]);
});

it('has devices that send receipts', async () => {
  const told: SandboxReceipt[] = [];
  const enough = Promise.withResolvers<void>();
  const made = await startPushSandbox({
    rates: { received: 1, opened: 0.5, receiptDelayMs: 10 },
    onReceipts: async (receipts) => {
      told.push(...receipts);
      if (told.filter(({ kind }) => kind === 'RECEIVED').length === 200) enough.resolve();
    },
  });
  sandbox = made;
  await portOf(made).send(messages(200));
  await enough.promise;
  expect(new Set(told.filter(({ kind }) => kind === 'RECEIVED').map(({ accountId }) => accountId)).size).toBe(200);
  expect(told.every(({ notificationId, at }) => notificationId === 'n' && at <= new Date())).toBe(true);
});
