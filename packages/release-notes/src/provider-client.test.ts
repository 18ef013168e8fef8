import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchReleases, fetchTheme, postVisit } from './provider-client.ts';
import { FakePage, json, releases } from './testing/fake-page.ts';

const PROVIDER = { authProviderEndpoint: 'https://id.test', token: 'secret' };
const UNREAD = 'GET /releases/published';
const never = () => new AbortController().signal;
let page: FakePage;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new FakePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const SAFE = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' };
const headers = { authorization: 'Bearer secret' };

test('releases are requested with the bearer token, bypassing every cache [spec 7.7]', async () => {
  const { published, session } = await fetchReleases(PROVIDER, false, never());
  expect(published).toEqual(releases('r2', 'r1'));
  expect(session).toEqual({ token: 'secret', reader: null });
  expect([page.calls, page.requests]).toMatchObject([[UNREAD], [{ ...SAFE, headers, cache: 'no-store' }]]);
});

test('the theme is requested without authorisation [spec 7.8]', async () => {
  expect(await fetchTheme(PROVIDER, never())).toEqual({ primary: '#0f6b81' });
  expect([page.calls, page.requests]).toMatchObject([['GET /.well-known/theme'], [SAFE]]);
  expect(page.requests[0]?.headers).toBeUndefined();
});

test('a visit is a POST without a body that outlives the page [spec 7.9]', async () => {
  await postVisit(PROVIDER, 'secret');
  expect([page.calls, page.requests]).toMatchObject([
    ['POST /releases/visit'],
    [{ ...SAFE, headers, method: 'POST', keepalive: true }],
  ]);
  expect(page.requests[0]?.body).toBeUndefined();
});

test('all releases are requested by ?all=true, and without it where the provider does not know it', async () => {
  await fetchReleases(PROVIDER, true, never());
  page.answers[`${UNREAD}?all=true`] = json({}, 400);
  await fetchReleases(PROVIDER, true, never());
  expect(page.calls).toEqual([`${UNREAD}?all=true`, `${UNREAD}?all=true`, UNREAD]);
});

test.each([
  ['https://id.test//', 'https://id.test/releases/visit'],
  ['http://id.test/a/', 'http://id.test/a/releases/visit'],
  ['/identity', 'https://host.test/identity/releases/visit'],
])('the URL %s becomes %s', async (authProviderEndpoint, address) => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', async (to: string) => {
    fetched.push(to);
    return new Response();
  });
  await postVisit({ ...PROVIDER, authProviderEndpoint }, 'secret');
  expect(fetched).toEqual([address]);
});

test.each(['data:application/json,[]#', 'xhttp://id.test', 'httpsx://id.test'])(
  'nothing is sent to %s',
  async (authProviderEndpoint) => {
    await expect(postVisit({ ...PROVIDER, authProviderEndpoint }, 'secret')).rejects.toThrow('is not an http address');
    expect(page.calls).toEqual([]);
  },
);

describe('the token', () => {
  test('may come from a function, synchronous or not', async () => {
    for (const token of [() => 'secret', async () => 'secret'])
      await fetchReleases({ ...PROVIDER, token }, false, never());
    expect(page.requests).toMatchObject([{ headers }, { headers }]);
  });

  test.each([[''], [() => null]])('that is missing sends nothing', async (token) => {
    await expect(fetchReleases({ ...PROVIDER, token }, false, never())).rejects.toThrow('there is no token');
    expect(page.calls).toEqual([]);
  });
});

describe('an answer', () => {
  /** A response in these chunks. */
  const inParts = (...parts: readonly Uint8Array<ArrayBuffer>[]) => {
    let isCanceled = false;
    const left = [...parts];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const part = left.shift();
        if (part) controller.enqueue(part);
        else controller.close();
      },
      cancel() {
        isCanceled = true;
      },
    });
    page.answers[UNREAD] = () => new Response(body);
    return () => isCanceled;
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  test('may split a character between two chunks', async () => {
    const all = bytes(JSON.stringify(releases('ü')));
    const at = all.indexOf(0xc3) + 1;
    inParts(all.slice(0, at), all.slice(at));
    expect((await fetchReleases(PROVIDER, false, never())).published[0]?.['id']).toBe('ü');
  });

  test('of a megabyte is read, a byte more is refused', async () => {
    const list = bytes('[]');
    inParts(list, bytes(' '.repeat(999_998)));
    expect((await fetchReleases(PROVIDER, false, never())).published).toEqual([]);
    const wasCanceled = inParts(list, bytes(' '.repeat(999_999)), bytes(' '));
    await expect(fetchReleases(PROVIDER, false, never())).rejects.toThrow('the answer is too long');
    expect(wasCanceled()).toBe(true);
  });

  test('without a body is not a list', async () => {
    page.answers[UNREAD] = () => new Response(null);
    await expect(fetchReleases(PROVIDER, false, never())).rejects.toThrow('JSON');
  });

  test.each([
    ['releases', 10_000, 'no answer within 10 s', () => fetchReleases(PROVIDER, false, never())],
    ['a theme', 3000, 'no answer within 3 s', () => fetchTheme(PROVIDER, never())],
    ['a visit', 10_000, 'no answer within 10 s', () => postVisit(PROVIDER, 'secret')],
  ])('for %s is waited for %i ms', async (_what, milliseconds, message, run) => {
    vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit) => {
      limit = signal ?? null;
      return new Promise(() => undefined);
    });
    let limit: AbortSignal | null = null as AbortSignal | null;
    let end = '';
    run().catch((error: Error) => {
      end = error.message;
    });
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect([end, limit?.aborted]).toEqual(['', false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([end, limit?.aborted]).toEqual([message, true]);
  });

  test('that arrived leaves no timer running', async () => {
    await fetchReleases(PROVIDER, false, never());
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is abandoned after the popup was removed', async () => {
    page.answers[UNREAD] = () => new Promise(() => undefined);
    const removed = new AbortController();
    const asked = fetchReleases(PROVIDER, false, removed.signal);
    removed.abort();
    await expect(asked).rejects.toThrow('removed');
    await expect(fetchReleases(PROVIDER, false, removed.signal)).rejects.toThrow('removed');
  });
});
