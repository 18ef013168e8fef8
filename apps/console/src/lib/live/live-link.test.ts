import type { TabLink } from '@backcounter/presence/tabs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RequestError } from '../api/request-error.ts';
import { createStreamServer } from '../testing/stream-server.ts';
import { liveLink } from './live-link.ts';

const KEY = JSON.stringify({ query: 'subscription { news }', variables: {} });

let fake: ReturnType<typeof createStreamServer>;
let link: TabLink;
let token: string | null;
let askToken: () => Promise<string | null>;
const sentKeys: (readonly string[])[] = [];
const states: string[] = [];
const values: unknown[] = [];
let onValue: () => void;
let sessionsEnded = 0;
const expired: RequestError[] = [];

const settle = () => vi.advanceTimersByTimeAsync(50);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  fake = createStreamServer();
  token = 'one';
  askToken = async () => token;
  sentKeys.length = 0;
  states.length = 0;
  values.length = 0;
  onValue = () => undefined;
  sessionsEnded = 0;
  expired.length = 0;
  link = liveLink(
    {
      url: 'http://localhost/graphql/stream',
      accessToken: () => askToken(),
      fetch: fake.answer,
      onSessionExpired: (error) => expired.push(error),
    },
    {
      onValue: (_key, value) => {
        values.push(value);
        onValue();
      },
      onKeysSent: (keys) => sentKeys.push(keys),
      onState: (state) => states.push(state),
      onSessionEnded: () => {
        sessionsEnded += 1;
      },
    },
  );
});
afterEach(() => {
  link.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('subscriptions are sent over one stream, and their results are passed on', async () => {
  link.want([KEY]);
  await settle();
  expect(states).toEqual(['connecting', 'live']);
  fake.send(3);
  await settle();
  expect(values).toEqual([{ data: { news: 3 } }]);
  link.want([]);
  expect(states.at(-1)).toBe('idle');
});

test('sends no cookies: only the bearer token identifies the person [spec 7.1]', async () => {
  link.want([KEY]);
  await settle();
  link.want([KEY.replace('news', 'jobs')]);
  await settle();
  expect([...fake.credentials]).toEqual(['omit']);
});

test('a stream that breaks off is reopened, and subscriptions are sent again [jobs 24]', async () => {
  link.want([KEY]);
  await settle();
  fake.breakOff();
  await settle();
  expect(states.at(-1)).toBe('lost');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(states.at(-1)).toBe('live');
  expect(fake.operations).toHaveLength(2);
  fake.send(4);
  await settle();
  expect(values).toEqual([{ data: { news: 4 } }]);
});

test('pauses before it tries again grow up to a limit [jobs 24]', async () => {
  fake.server.isDown = true;
  link.want([KEY]);
  await vi.advanceTimersByTimeAsync(80_000);
  const gaps = fake.opened.slice(1).map((at, index) => Math.round((at - (fake.opened[index] ?? 0)) / 1000));
  expect(gaps.slice(0, 6)).toEqual([1, 2, 4, 8, 15, 15]);
  expect(states).toEqual(['connecting', 'lost']);
  fake.server.isDown = false;
  link.hurry();
  await settle();
  expect(states.at(-1)).toBe('live');
});

test('retry pauses vary down to 30%, so clients do not reconnect all at once [jobs 24]', async () => {
  vi.mocked(Math.random).mockReturnValue(0);
  fake.server.isDown = true;
  link.want([KEY]);
  await vi.advanceTimersByTimeAsync(299);
  expect(fake.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(fake.opened).toHaveLength(2);
});

test('a stream without any byte is dead, whatever the network says', async () => {
  link.want([KEY]);
  await settle();
  await vi.advanceTimersByTimeAsync(39_000);
  expect(states.at(-1)).toBe('live');
  await vi.advanceTimersByTimeAsync(1_100);
  expect(states.at(-1)).toBe('lost');
});

test('a newer access token reopens the stream, without a loss', async () => {
  link.want([KEY]);
  await settle();
  token = 'two';
  await vi.advanceTimersByTimeAsync(10_100);
  expect(fake.tokens).toEqual(['Bearer one', 'Bearer two']);
  expect(states).not.toContain('lost');
  expect(states.at(-1)).toBe('live');
});

test('the end of the session ends it', async () => {
  link.want([KEY]);
  await settle();
  token = null;
  await vi.advanceTimersByTimeAsync(10_100);
  expect(sessionsEnded).toBe(1);
  expect(states.at(-1)).toBe('idle');
});

test('a 401 ends the session once, instead of being tried forever [spec 4.20]', async () => {
  fake.server.accepted = () => false;
  link.want([KEY]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(expired).toMatchObject([{ code: 'session.expired', status: 401 }]);
  expect(sessionsEnded).toBe(1);
  expect(fake.opened).toHaveLength(1);
  expect(states.at(-1)).toBe('idle');
});

test('a 401 on a subscription of an open stream ends the session as well [spec 4.20]', async () => {
  link.want([KEY]);
  await settle();
  fake.server.accepted = () => false;
  link.want([KEY, KEY.replace('news', 'jobs')]);
  await settle();
  expect(expired).toHaveLength(1);
  expect(states.at(-1)).toBe('idle');
});

test('a 401 of a token that was renewed in between opens the stream with the new one', async () => {
  fake.server.accepted = (bearer) => bearer === 'Bearer two';
  link.want([KEY]);
  token = 'one';
  await Promise.resolve();
  token = 'two';
  await settle();
  expect(expired).toEqual([]);
  expect(states).toEqual(['connecting', 'live']);
});

test('a 401 after a sign-out ends the link and leads nowhere', async () => {
  link.want([KEY]);
  await settle();
  fake.server.accepted = () => false;
  token = null;
  link.want([KEY, KEY.replace('news', 'jobs')]);
  await settle();
  expect(expired).toEqual([]);
  expect(sessionsEnded).toBe(1);
});

test('cancelled subscriptions get no results, and only new ones are sent', async () => {
  const other = KEY.replace('news', 'jobs');
  link.want([KEY]);
  await settle();
  link.want([KEY, other]);
  await settle();
  expect(fake.operations).toHaveLength(2);
  link.want([other]);
  await settle();
  expect(fake.operations).toHaveLength(2);
  expect(fake.tokens).toHaveLength(1);
  expect(sentKeys.at(-1)).toEqual([other]);
  expect(fake.ended).toHaveLength(1);
  link.want([KEY, other]);
  await settle();
  expect(fake.operations).toHaveLength(3);
});

test('subscriptions replaced before the stream is open are never sent', async () => {
  link.want([KEY]);
  link.want([KEY.replace('news', 'jobs'), KEY.replace('news', 'points')]);
  await settle();
  expect(fake.operations).toHaveLength(2);
});

test('subscriptions made in a pause count as sent only when they are', async () => {
  link.want([KEY]);
  await settle();
  fake.breakOff();
  await settle();
  const both = [KEY, KEY.replace('news', 'jobs')];
  link.want(both);
  expect(sentKeys).toEqual([[KEY]]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(sentKeys).toEqual([[KEY], both]);
});

test('sends at most 30 keys, the newest ones', async () => {
  const keys = Array.from({ length: 32 }, (_, index) => KEY.replace('news', `n${index}`));
  link.want(keys);
  await settle();
  expect(fake.operations).toHaveLength(30);
  expect(sentKeys.at(-1)).toEqual(keys.slice(2));
});

test('a byte of any kind keeps a stream alive', async () => {
  link.want([KEY]);
  await settle();
  for (let beat = 0; beat < 4; beat += 1) {
    await vi.advanceTimersByTimeAsync(30_000);
    fake.beat();
  }
  await settle();
  expect(states).toEqual(['connecting', 'live']);
});

test('an answer that is not an event stream is a failure, and retried', async () => {
  fake.server.streamType = 'text/html';
  link.want([KEY]);
  await settle();
  expect(states.at(-1)).toBe('lost');
  fake.server.streamType = 'text/event-stream; charset=utf-8';
  await vi.advanceTimersByTimeAsync(1_100);
  expect(states.at(-1)).toBe('live');
});

test('a stream that has lived for 10 s starts with short pauses again', async () => {
  fake.server.isDown = true;
  link.want([KEY]);
  await vi.advanceTimersByTimeAsync(8_000);
  fake.server.isDown = false;
  await vi.advanceTimersByTimeAsync(7_100);
  expect(states.at(-1)).toBe('live');
  await vi.advanceTimersByTimeAsync((fake.opened.at(-1) ?? 0) + 10_000 - Date.now());
  fake.breakOff();
  await settle();
  const before = fake.opened.length;
  await vi.advanceTimersByTimeAsync(1_100);
  expect(fake.opened).toHaveLength(before + 1);
});

test('a token that is temporarily unavailable is a transient failure, not the end of the session', async () => {
  let isAway = true;
  askToken = async () => {
    if (isAway) throw new Error('provider away');
    return 'one';
  };
  link.want([KEY]);
  await settle();
  expect(states.at(-1)).toBe('lost');
  isAway = false;
  await vi.advanceTimersByTimeAsync(1_100);
  expect(states.at(-1)).toBe('live');
  isAway = true;
  await vi.advanceTimersByTimeAsync(10_100);
  expect(states.at(-1)).toBe('live');
  fake.server.accepted = () => false;
  link.want([KEY, KEY.replace('news', 'jobs')]);
  await settle();
  expect(states.at(-1)).toBe('lost');
  expect(expired).toEqual([]);
  expect(sessionsEnded).toBe(0);
});

test('a link without a signed-in person ends immediately', async () => {
  token = null;
  link.want([KEY]);
  await settle();
  expect(sessionsEnded).toBe(1);
  expect(fake.opened).toEqual([]);
  expect(expired).toEqual([]);
});

test('a closed link leaves no timer behind, and renewing it opens nothing', async () => {
  link.want([KEY]);
  await settle();
  link.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(vi.getTimerCount()).toBe(0);
  link.renew();
  link.hurry();
  await settle();
  expect(fake.opened).toHaveLength(1);
  expect(states).toEqual(['connecting', 'live', 'idle']);
});

test('a link that was never used reports nothing when it ends', () => {
  link.want([]);
  link.close();
  expect(states).toEqual([]);
});

test.each([
  ['closed', () => link.close(), ['connecting', 'idle'], []],
  ['renewed', () => link.renew(), ['connecting', 'live'], ['Bearer two']],
])('a stream that waits for its token while the link is %s never asks with it', async (_how, end, shown, asked) => {
  const waited = Promise.withResolvers<string>();
  askToken = () => waited.promise;
  link.want([KEY]);
  end();
  askToken = async () => 'two';
  waited.resolve('one');
  await settle();
  expect(states).toEqual(shown);
  expect(fake.tokens).toEqual(asked);
});

test('a link that is closed in a pause opens nothing after it, and leaves no timer behind', async () => {
  fake.server.isDown = true;
  link.want([KEY]);
  await settle();
  link.close();
  await vi.advanceTimersByTimeAsync(600);
  expect(vi.getTimerCount()).toBe(0);
  fake.server.isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fake.opened).toHaveLength(1);
  expect(states).toEqual(['connecting', 'lost', 'idle']);
});

test('a link that is closed while its stream opens never becomes live', async () => {
  fake.server.onStream = () => queueMicrotask(() => link.close());
  link.want([KEY]);
  await settle();
  expect(states).toEqual(['connecting', 'idle']);
});

test('a link that its first result closes passes on no second one', async () => {
  onValue = () => link.close();
  link.want([KEY]);
  await settle();
  fake.send(1, 2);
  await settle();
  expect(values).toEqual([{ data: { news: 1 } }]);
});

test('a lost stream remains lost while hurried attempts follow each other', async () => {
  fake.server.isDown = true;
  link.want([KEY]);
  await settle();
  askToken = () => new Promise((resolve) => setTimeout(resolve, 10, 'one'));
  fake.server.isDown = false;
  link.hurry();
  await vi.advanceTimersByTimeAsync(5);
  link.hurry();
  await settle();
  expect(states).toEqual(['connecting', 'lost', 'live']);
});

test('only the last stream remains open', async () => {
  link.want([KEY]);
  await settle();
  link.renew();
  await settle();
  expect(fake.server.openStreams).toBe(1);
  link.close();
  await settle();
  expect(fake.server.openStreams).toBe(0);
});

test('hurrying does not affect a live stream', async () => {
  link.want([KEY]);
  await settle();
  link.hurry();
  await settle();
  expect(fake.tokens).toHaveLength(1);
  link.renew();
  await settle();
  expect(fake.tokens).toHaveLength(2);
  expect(states).toEqual(['connecting', 'live', 'connecting', 'live']);
});
