import { expect, it } from 'vitest';
import { handOver } from './hand-over.ts';

it('sends to all accounts but the one whose message cannot be built, which fails with its reason', async () => {
  const sent: string[] = [];
  const push = {
    send: async (messages: readonly { readonly token: string }[]) => {
      sent.push(...messages.map(({ token }) => token));
      return messages.map(() => ({ kind: 'accepted', messageId: 'm' }) as const);
    },
  } as unknown as Parameters<typeof handOver>[0];
  const texts = { 'en-US': 'You have {{points}} points' };
  const content = { id: 'n', titleI18n: texts, bodyI18n: texts, imageUrl: null, deepLink: null, ttlSeconds: 0 };
  const target = (account: string, locale: string) => [account, 1, locale, [[account, 'ANDROID', account]]];
  const targets = [target('a', 'en-US'), target('b', 'not a language'), target('c', 'de-DE')] as never;
  const value = { firstName: null, points: 5, store: null };
  const values = new Map(['a', 'b', 'c'].map((account) => [account, value]));
  const { settled, dead, unavailable } = await handOver(push, content, targets, values, () => 0);
  expect(sent).toEqual(['a', 'c']);
  expect(settled.map(({ account, state, reason, code }) => [account, state, reason, code])).toEqual([
    ['b', 'FAILED', 'NOT_PREPARED', 'RangeError'],
    ['a', 'SENT', null, null],
    ['c', 'SENT', null, null],
  ]);
  expect([dead, unavailable]).toEqual([[], 0]);
});
