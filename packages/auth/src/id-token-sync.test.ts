import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdTokenSync } from './id-token-sync.ts';
import { MemoryStorage } from './testing/fake-browser.ts';

const sent = vi.fn<typeof fetch>();
let logs: [string, unknown][];
let storage: MemoryStorage;
let storeKey: string;

beforeEach(() => {
  logs = [];
  storage = new MemoryStorage();
  storeKey = crypto.randomUUID();
  sent.mockReset().mockImplementation(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', { isSecureContext: true, location: new URL('https://office.example/host') });
});
afterEach(() => vi.unstubAllGlobals());

/** Each object represents a tab. */
const tab = (url = '/session', maxAgeS?: number) =>
  new IdTokenSync(
    { url, ...(maxAgeS === undefined ? {} : { maxAgeS }) },
    storeKey,
    (message, cause) => logs.push([message, cause]),
    () => Date.now() / 1000,
  );
const now = () => Math.floor(Date.now() / 1000);
const person = (idToken: string | null, iat: unknown = now()) => ({ idToken, profile: { sub: 'ada', iat } });
const calls = () => sent.mock.calls.map(([url, init]) => `${init?.method} ${url}`);

test('an ID token is posted as bearer to the own origin, and never follows a redirect [spec 7.26]', async () => {
  await tab().follow(person('token'));
  expect(sent.mock.calls).toEqual([
    [
      new URL('https://office.example/session'),
      {
        method: 'POST',
        headers: { authorization: 'Bearer token' },
        credentials: 'same-origin',
        redirect: 'error',
        keepalive: true,
        signal: expect.any(AbortSignal),
      },
    ],
  ]);
});

test.each(['https://evil.example/session', '//evil.example/session', 'http://office.example/session'])(
  'a URL of another origin is refused: %s [spec 7.26]',
  (url) => {
    expect(() => tab(url)).toThrow('own origin only');
  },
);

test('a token is sent once, a new one again, and its end once, without a token [spec 7.26, 7.27]', async () => {
  const sync = tab();
  await sync.follow(null);
  expect(calls()).toEqual([]);
  for (const token of ['a', 'a', 'b']) await sync.follow(person(token));
  await sync.follow(null);
  await sync.follow(null);
  expect(calls()).toEqual([
    'POST https://office.example/session',
    'POST https://office.example/session',
    'DELETE https://office.example/session',
  ]);
  expect(sent.mock.calls[2]?.[1]?.headers).toEqual({});
  expect(storage.length).toBe(0);
});

test('the stored state does not reveal a token [spec 7.26]', async () => {
  await tab().follow(person('secret'));
  expect([...storage.entries.values()]).toEqual([expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/)]);
});

test('of two tabs one sends each change [spec 7.26, 7.27]', async () => {
  const tabs = [tab(), tab()];
  await Promise.all(tabs.map((each) => each.follow(person('a'))));
  expect(sent).toHaveBeenCalledTimes(1);
  await Promise.all(tabs.map((each) => each.follow(null)));
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a new page does not repeat earlier requests', async () => {
  await tab().follow(person('a'));
  // Locks end with their page.
  vi.stubGlobal('navigator', {});
  await tab().follow(person('a'));
  expect(sent).toHaveBeenCalledTimes(1);
});

test.each([
  ['refused', () => sent.mockResolvedValueOnce(new Response(null, { status: 500 })), 'POST /session was answered 500'],
  ['lost', () => sent.mockRejectedValueOnce(new TypeError('Failed to fetch')), 'Failed to fetch'],
])(
  'a call that is %s is logged, and made again with the next change, also by another tab',
  async (_name, fail, text) => {
    fail();
    await tab().follow(person('a'));
    expect(logs).toEqual([['The ID token was not synced', expect.objectContaining({ message: text })]]);
    expect(storage.length).toBe(0);
    await vi.waitFor(async () => {
      await tab().follow(person('a'));
      expect(storage.length).toBe(1);
    });
    expect(sent).toHaveBeenCalledTimes(2);
  },
);

test('a sign-out that was not sent is sent by the next page', async () => {
  const sync = tab();
  await sync.follow(person('a'));
  sent.mockResolvedValueOnce(new Response(null, { status: 500 }));
  await sync.follow(null);
  expect(storage.length).toBe(1);
  await sync.follow(null);
  expect([storage.length, sent.mock.calls.length]).toEqual([0, 3]);
});

test('changes are sent one after another', async () => {
  const answer = Promise.withResolvers<Response>();
  sent.mockReturnValueOnce(answer.promise);
  const sync = tab();
  const first = sync.follow(person('a'));
  const second = sync.follow(null);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  expect(storage.length).toBe(0);
  answer.resolve(new Response(null, { status: 204 }));
  await Promise.all([first, second]);
  expect(calls().map((call) => call.split(' ')[0])).toEqual(['POST', 'DELETE']);
});

test.each<[string, string | null, unknown]>([
  ['is missing', null, now()],
  ['has no time of issue', 'token', undefined],
  ['has a text for it', 'token', String(now())],
])('an ID token that %s is not sent', async (_name, idToken, iat) => {
  await tab().follow({ idToken, profile: { sub: 'ada', iat } });
  expect([sent.mock.calls, logs]).toEqual([[], []]);
});

test('the host may set another maximum age [spec 9.23]', async () => {
  const sync = tab('/session', 10);
  await sync.follow(person('old', now() - 20));
  expect(sent).not.toHaveBeenCalled();
  await sync.follow(person('young', now() - 5));
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a page outside of a secure context sends nothing, and does not try [spec 7.26]', async () => {
  await tab().follow(person('a'));
  vi.stubGlobal('window', { isSecureContext: false, location: new URL('https://office.example/host') });
  const sync = tab();
  await sync.follow(person('b'));
  await sync.follow(null);
  expect([sent.mock.calls.length, logs]).toEqual([1, []]);
});

test('each sign-out is sent, whichever tab it is in [spec 7.27]', async () => {
  for (const token of ['a', 'b']) {
    const sync = tab();
    await sync.follow(person(token));
    await sync.follow(null);
  }
  expect(calls().map((call) => call.split(' ')[0])).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
});

test.each([
  [300, 1],
  [301, 0],
])('an ID token that is %i s old is sent %i times [spec 9.23]', async (ageS, times) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  await tab().follow(person('token', now() - ageS));
  vi.useRealTimers();
  expect(sent).toHaveBeenCalledTimes(times);
});
