import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Presence, PresenceLink, RealtimeUser } from '../presence.port.ts';
import { RealtimeDouble } from '../testing/realtime-double.ts';
import { createEmbeddedPresence } from './index.ts';

const WAIT = { timeout: 15_000, interval: 10 };

let server: RealtimeDouble;
let presences: Presence[];
beforeEach(async () => {
  presences = [];
  server = await new RealtimeDouble().start();
});
afterEach(async () => {
  for (const presence of presences) presence.dispose();
  await server.stop();
  vi.unstubAllGlobals();
});

function connect(url = server.url): Presence {
  const presence = createEmbeddedPresence({ url });
  presences.push(presence);
  return presence;
}
async function signedIn(uid = 'anna'): Promise<Presence> {
  const presence = connect();
  await presence.signIn(`good:${uid}`);
  return presence;
}
function countsOf(presence: Presence): number[] {
  const counts: number[] = [];
  presence.onlineCount((count) => counts.push(count));
  return counts;
}
function linksOf(presence: Presence): PresenceLink['state'][] {
  const states: PresenceLink['state'][] = [];
  presence.onLink(({ state }) => states.push(state));
  return states;
}
function usersOf(presence: Presence): (RealtimeUser | null)[] {
  const users: (RealtimeUser | null)[] = [];
  presence.onAuth((user) => users.push(user));
  return users;
}
const asked = (what: string) => server.requests.filter((request) => request === what).length;

describe('one stream', () => {
  test('a table of a hundred rows is one request for keys', async () => {
    const presence = await signedIn();
    const told = new Set<string>();
    for (let row = 0; row < 100; row += 1) {
      presence.onlineEntry(`fb-${row}`, () => told.add(`entry ${row}`));
      presence.onlineByStore([`ST${row}`], () => told.add(`store ${row}`));
    }
    await vi.waitFor(() => expect(told.size).toBe(200), WAIT);
    expect(asked('PUT /streams')).toBe(1);
    expect(asked('GET /stream')).toBe(1);
  });

  test('is kept by one tab for all tabs of a person, with the keys of all', async () => {
    server.put('fb-1', 'ST1');
    const tabs = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()]);
    const counts = tabs.map(countsOf);
    const seen: unknown[] = [];
    tabs[3]?.onlineEntry('fb-1', (entry) => seen.push(entry));
    await vi.waitFor(() => expect(counts.map((each) => each.at(-1))).toEqual([1, 1, 1, 1]), WAIT);
    await vi.waitFor(() => expect(seen).toEqual([{ store_sid: 'ST1' }]), WAIT);
    expect(server.streams.size).toBe(1);
    server.put('fb-2', null);
    await vi.waitFor(() => expect(counts.map((each) => each.at(-1))).toEqual([2, 2, 2, 2]), WAIT);
  });

  test('moves to another tab when its tab closes', async () => {
    // The clock is stopped, so tabs do not ping each other: the stream is passed on, not missed.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    try {
      const first = await signedIn();
      const counts = countsOf(first);
      await waitReal(() => counts.at(-1) === 0);
      const second = await signedIn();
      const [later, links] = [countsOf(second), linksOf(second)];
      await waitReal(() => later.at(-1) === 0);
      first.dispose();
      server.put('fb-1', null);
      await waitReal(() => later.at(-1) === 1 && links.at(-1) === 'live');
      expect(server.streams.size).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('moves away from a tab that holds it and does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = navigator.locks.request(`presence 1 ${server.url} anna`, () => held);
    const lost = expect(holding).rejects.toMatchObject({ name: 'AbortError' });
    try {
      const presence = await signedIn();
      const [counts, links] = [countsOf(presence), linksOf(presence)];
      await waitReal(() => asked('POST /session') === 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(links).toEqual(['idle']);
      await vi.advanceTimersByTimeAsync(10_000);
      await lost;
      await waitReal(() => links.at(-1) === 'live' && counts.length === 1);
    } finally {
      release?.();
      vi.useRealTimers();
    }
  });

  test('drops keys without a listener, and rests without any', async () => {
    const presence = await signedIn();
    const links = linksOf(presence);
    const counts: number[] = [];
    const endCount = presence.onlineCount((count) => counts.push(count));
    const endEntry = presence.onlineEntry('fb-1', () => undefined);
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    endEntry();
    await vi.waitFor(
      () => expect([...server.streams.values()].map(({ keys }) => [...keys])).toEqual([['online']]),
      WAIT,
    );
    endCount();
    await vi.waitFor(() => expect(server.streams.size).toBe(0), WAIT);
    expect(links.at(-1)).toBe('idle');
  });

  test('asks for 500 keys at most, including the total count', async () => {
    const presence = await signedIn();
    const counts = countsOf(presence);
    for (let row = 0; row < 700; row += 1) presence.onlineEntry(`fb-${row}`, () => undefined);
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    expect([...server.streams.values()].map(({ keys }) => keys.size)).toEqual([500]);
  });

  test('is a tab’s own where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    const tabs = await Promise.all([signedIn(), signedIn()]);
    const counts = tabs.map(countsOf);
    await vi.waitFor(() => expect(counts).toEqual([[0], [0]]), WAIT);
    expect(server.streams.size).toBe(2);
  });

  test('is never shared between two people', async () => {
    const [anna, ben] = await Promise.all([signedIn('anna'), signedIn('ben')]);
    const counts = [countsOf(anna), countsOf(ben)];
    await vi.waitFor(() => expect(counts).toEqual([[0], [0]]), WAIT);
    expect([...server.streams.values()].map(({ uid }) => uid).sort()).toEqual(['anna', 'ben']);
    await anna.signOut();
    server.put('fb-1', null);
    await vi.waitFor(() => expect(counts[1]).toEqual([0, 1]), WAIT);
    expect(counts[0]).toEqual([0]);
  });
});

describe('the session', () => {
  test('that has ended asks for a fresh admin token, and continues seamlessly with it [spec 4.12]', async () => {
    const presence = await signedIn();
    const [counts, users] = [countsOf(presence), usersOf(presence)];
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    server.expire('anna');
    await vi.waitFor(() => expect(users).toEqual([{ uid: 'anna' }, null]), WAIT);
    server.put('fb-1', null);
    await presence.signIn('good:anna');
    await vi.waitFor(() => expect(counts).toEqual([0, 1]), WAIT);
    expect(users).toEqual([{ uid: 'anna' }, null, { uid: 'anna' }]);
  });

  test('that is refused when a picture is requested has ended as well', async () => {
    const presence = await signedIn();
    const users = usersOf(presence);
    server.expire('anna');
    await expect(presence.pictureUrl('fb-1')).rejects.toMatchObject({ code: 'storage/unauthenticated' });
    expect(users).toEqual([{ uid: 'anna' }, null]);
  });

  test('ends in all tabs with a sign-out in one, and each notifies the server [presence 1]', async () => {
    const tabs = await Promise.all([signedIn(), signedIn(), signedIn()]);
    const users = tabs.map(usersOf);
    const counts = tabs.map(countsOf);
    await vi.waitFor(() => expect(counts).toEqual([[0], [0], [0]]), WAIT);
    await tabs[1]?.signOut();
    await vi.waitFor(() => expect(users.map((each) => each.at(-1))).toEqual([null, null, null]), WAIT);
    await vi.waitFor(() => expect(asked('DELETE /session')).toBe(3), WAIT);
    await vi.waitFor(() => expect(server.streams.size).toBe(0), WAIT);
  });

  test('does not start after a sign-out during sign-in', async () => {
    const presence = connect();
    const users = usersOf(presence);
    const signIn = presence.signIn('good:anna');
    const refused = expect(signIn).rejects.toMatchObject({ code: 'auth/user-signed-out' });
    await presence.signOut();
    await refused;
    expect(users).toEqual([null]);
  });

  test('is renewed without a new stream by a second sign-in', async () => {
    const presence = await signedIn();
    const counts = countsOf(presence);
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    await Promise.all([presence.signIn('good:anna'), presence.signIn('good:anna')]);
    server.put('fb-1', null);
    await vi.waitFor(() => expect(counts).toEqual([0, 1]), WAIT);
    expect(asked('GET /stream')).toBe(1);
  });
});

describe('hostile answers', () => {
  const html = '<!doctype html><title>Bad gateway</title>';
  test.each([
    ['a page of a proxy', 502, html, 'auth/internal-error'],
    ['a page with status 200', 200, html, 'auth/internal-error'],
    ['too many requests without a body', 429, '', 'auth/too-many-requests'],
    ['a number', 200, '7', 'auth/internal-error'],
    ['null', 200, 'null', 'auth/internal-error'],
    ['a code of the specification', 400, '{"error":{"code":"auth/unauthorized-domain"}}', 'auth/unauthorized-domain'],
    ['a code of another kind', 403, '{"error":{"code":"<script>"}}', 'auth/user-disabled'],
  ])('to a sign-in: %s [spec 8.29]', async (_what, status, body, code) => {
    server.mischief = (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      return true;
    };
    await expect(connect().signIn('good:anna')).rejects.toMatchObject({ name: 'PresenceError', code });
  });

  test.each([
    [401, 'storage/unauthenticated'],
    [402, 'storage/quota-exceeded'],
    [403, 'storage/unauthorized'],
    [404, 'storage/object-not-found'],
    [500, 'storage/unknown'],
  ])('to a picture: %i is %s [spec 8.30]', async (status, code) => {
    server.mischief = (request, response) => {
      if (!request.url?.includes('/pictures/')) return false;
      response.writeHead(status, { 'content-type': 'text/html' }).end(html);
      return true;
    };
    const presence = await signedIn();
    await expect(presence.pictureUrl('fb-1')).rejects.toMatchObject({
      message: 'Error in fetching profile picture',
      code,
    });
  });

  test.each([
    ['/ticket', 500, html],
    ['/ticket', 200, html],
    ['/ticket', 429, ''],
    ['/stream?', 401, ''],
    ['/stream?', 200, html],
    ['/keys', 404, ''],
    ['/keys', 500, html],
  ])('to %s: %i, then it heals by itself', async (path, status, body) => {
    let isFirst = true;
    server.mischief = (request, response) => {
      if (!request.url?.includes(path) || !isFirst) return false;
      isFirst = false;
      response.writeHead(status, { 'content-type': 'text/html' }).end(body);
      return true;
    };
    const presence = await signedIn();
    const [counts, links, users] = [countsOf(presence), linksOf(presence), usersOf(presence)];
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    await vi.waitFor(() => expect(links.at(-1)).toBe('live'), WAIT);
    expect(links).toContain('lost');
    expect(users).toEqual([{ uid: 'anna' }]);
  });

  test('a server that shuts down passes its clients on without a loss', async () => {
    let isFirst = true;
    server.mischief = (request, response) => {
      if (!request.url?.includes('/stream?') || !isFirst) return false;
      isFirst = false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: moving\ndata: {}\n\n');
      return true;
    };
    const presence = await signedIn();
    const [counts, links] = [countsOf(presence), linksOf(presence)];
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    await vi.waitFor(() => expect(links.at(-1)).toBe('live'), WAIT);
    expect(links).not.toContain('lost');
  });

  test.each([
    ['no JSON', 'event: value\ndata: {\n\n'],
    ['null', 'event: open\ndata: null\n\n'],
  ])('in the stream: %s, then it recovers on its own', async (_what, text) => {
    let isFirst = true;
    server.mischief = (request, response) => {
      if (!request.url?.includes('/stream?') || !isFirst) return false;
      isFirst = false;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text);
      return true;
    };
    const counts = countsOf(await signedIn());
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
  });

  test('invalid values are not passed on', async () => {
    const presence = await signedIn();
    const counts = countsOf(presence);
    const entries: unknown[] = [];
    presence.onlineEntry('fb-1', (entry) => entries.push(entry));
    await vi.waitFor(() => expect(entries).toEqual([null]), WAIT);
    const [stream] = server.streams.values();
    for (const value of ['"many"', '-1', '{}', 'null', '[]', 'true'])
      stream?.response.write(`event: value\ndata: {"key":"online","value":${value}}\n\n`);
    for (const value of ['7', '{"store_sid":7}', '"ST1"'])
      stream?.response.write(`event: value\ndata: {"key":"entry:fb-1","value":${value}}\n\n`);
    stream?.response.write(
      'event: value\r\ndata: {"key":"online",\r\ndata: "value":5}\r\n\r\n: a comment\n\nevent: news\ndata: {}\n\n',
    );
    await vi.waitFor(() => expect(counts).toEqual([0, 5]), WAIT);
    expect(entries).toEqual([null]);
  });

  test('an event without an end is cut off', async () => {
    const counts = countsOf(await signedIn());
    await vi.waitFor(() => expect(counts).toEqual([0]), WAIT);
    const [stream] = server.streams.values();
    const closed = new Promise((resolve) => stream?.response.on('close', resolve));
    stream?.response.write(`data: ${'x'.repeat(1_100_000)}`);
    await closed;
  });

  test('a silent server is given up, even if the connection is up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const presence = connect();
    try {
      const signIn = presence.signIn('good:anna');
      await signIn;
      const [counts, links] = [countsOf(presence), linksOf(presence)];
      await vi.advanceTimersByTimeAsync(20);
      await waitReal(() => links.at(-1) === 'live' && counts.length === 1);
      await vi.advanceTimersByTimeAsync(40_000);
      await waitReal(() => links.at(-1) === 'lost');
      await vi.advanceTimersByTimeAsync(1000);
      await waitReal(() => links.at(-1) === 'live');
      expect(asked('GET /stream')).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a server that is unreachable, and one that accepts the connection and sends nothing', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as AddressInfo;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')));
    await expect(connect(`http://127.0.0.1:${port}/realtime`).signIn('good:anna')).rejects.toMatchObject({
      code: 'auth/network-request-failed',
    });
    vi.restoreAllMocks();
    mute.close();
    await expect(connect(`http://127.0.0.1:${port}/realtime`).signIn('good:anna')).rejects.toMatchObject({
      code: 'auth/network-request-failed',
    });
  });
});

/** Waits in real time while the timers are faked. */
async function waitReal(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + WAIT.timeout;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error('It did not happen');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
