import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EventReader } from './testing/event-reader.ts';
import { RealtimeServer } from './testing/realtime-server.ts';

let server: RealtimeServer;
beforeAll(async () => {
  server = await RealtimeServer.start();
});
afterAll(() => server.stop());

const put = (firebaseId: string, storeSid: string | null) =>
  server.store.touch([{ firebaseId, storeSid, connectionId: 'c' }]);
const drop = (firebaseId: string) => server.store.drop([{ firebaseId, connectionId: 'c' }]);

describe('a stream', () => {
  it('sends each key immediately and after each change [spec 7.20, 7.21]', async () => {
    const session = await server.signIn();
    const stream = await server.stream(session, ['online', 'store:ST00001', 'entry:eva']);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('cache-control')).toContain('no-store');
    const count = await server.store.count();
    await stream.value('online', count);
    await stream.value('store:ST00001', 0);
    await stream.value('entry:eva', null);
    await put('eva', 'ST00001');
    await stream.value('online', count + 1);
    await stream.value('store:ST00001', 1);
    const entry = await stream.value('entry:eva', { store_sid: 'ST00001' });
    expect(Number(entry.id)).toBeGreaterThan(0);
    await put('eva', null);
    await stream.value('entry:eva', { store_sid: null });
    await drop('eva');
    const gone = stream.waitFor(
      ({ data }) => data.key === 'entry:eva' && data.value === null && stream.events.length > 7,
    );
    await gone;
    const ids = stream.events.filter(({ name }) => name === 'value').map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    stream.close();
  });

  it('sends only the latest set of keys, and resends a key added again [spec 7.22]', async () => {
    const session = await server.signIn();
    const stream = await server.stream(session, ['entry:gil', 'online']);
    await stream.value('entry:gil', null);
    const streamId = await stream.open();
    const setKeys = (keys: readonly string[]) =>
      server.call('PUT', `/streams/${streamId}/keys`, { bearer: session, body: { keys } });
    expect((await setKeys(['online'])).status).toBe(204);
    await put('gil', 'ST00001');
    const other = await server.stream(session, ['entry:gil']);
    await other.value('entry:gil', { store_sid: 'ST00001' });
    expect(stream.events.filter(({ data }) => data.key === 'entry:gil')).toHaveLength(1);
    await setKeys(['online', 'entry:gil', 'entry:gil']);
    await stream.value('entry:gil', { store_sid: 'ST00001' });
    await drop('gil');
    stream.close();
    other.close();
  });

  it('accepts at most 500 valid keys, from its own person only [spec 7.21]', async () => {
    const session = await server.signIn('ada');
    const stream = await server.stream(session);
    const streamId = await stream.open();
    const setKeys = (bearer: string, body: unknown, id = streamId) =>
      server.call('PUT', `/streams/${id}/keys`, { bearer, body });
    const many = (count: number) => Array.from({ length: count }, (_, index) => `entry:account-${index}`);
    expect((await setKeys(session, { keys: many(500) })).status).toBe(204);
    await stream.value('entry:account-499', null);
    for (const body of [
      { keys: many(501) },
      { keys: ['offline'] },
      { keys: ['store:'] },
      { keys: ['store:a b'] },
      { keys: ['entry:a/b'] },
      { keys: ['entry:\ud800'] },
      { keys: [`entry:${'x'.repeat(129)}`] },
      { keys: [null] },
      { keys: 'online' },
      {},
    ])
      expect((await setKeys(session, body)).status).toBe(400);
    expect((await setKeys(await server.signIn('eve'), { keys: ['online'] })).status).toBe(404);
    expect((await setKeys(session, { keys: ['online'] }, 'gone')).status).toBe(404);
    stream.close();
    await vi.waitFor(async () => expect((await setKeys(session, { keys: ['online'] })).status).toBe(404));
  });

  it('opens once per ticket, within 30 s, and not without one', async () => {
    const session = await server.signIn();
    const newTicket = async (): Promise<string> =>
      (await server.call('POST', '/ticket', { bearer: session })).body.ticket;
    const open = (ticket: string) => EventReader.open(`${server.url}/realtime/stream?ticket=${ticket}`);
    const ticket = await newTicket();
    const both = await Promise.all([open(ticket), open(ticket)]);
    expect(both.map(({ response }) => response.status).toSorted()).toEqual([200, 401]);
    for (const reader of both) reader.close();
    const old = await newTicket();
    server.clock.skewMs = 31_000;
    expect((await open(old)).response.status).toBe(401);
    server.clock.skewMs = 0;
    for (const bad of ['', 'unknown', session, encodeURIComponent('\u0000')])
      expect((await open(bad)).response.status).toBe(401);
    expect((await fetch(`${server.url}/realtime/stream`)).status).toBe(401);
  });

  it('is limited in number per session', async () => {
    const session = await server.signIn('many');
    const streams = await Promise.all(Array.from({ length: 6 }, () => server.stream(session)));
    const { ticket } = (await server.call('POST', '/ticket', { bearer: session })).body;
    const refused = await server.call('GET', `/stream?ticket=${ticket}`);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'database/too-many-requests']);
    streams[0]?.close();
    await vi.waitFor(async () => (await server.stream(session)).close());
    for (const stream of streams) stream.close();
  });
});

describe('a stream ends', () => {
  it('with its session, with an event', async () => {
    const session = await server.signIn('short');
    const stream = await server.stream(session, ['online']);
    server.clock.skewMs = 3_700_000;
    await stream.waitFor(({ name }) => name === 'expired');
    await stream.end();
    server.clock.skewMs = 0;
  });

  it('on sign-out, in all tabs of the session [presence 1]', async () => {
    const session = await server.signIn();
    const [one, two, other] = await Promise.all([
      server.stream(session),
      server.stream(session),
      server.stream(await server.signIn()),
    ]);
    await server.call('DELETE', '/session', { bearer: session });
    await Promise.all([one.end(), two.end()]);
    expect(other.isEnded).toBe(false);
    other.close();
  });

  it('within 5 s after its sign-in ended elsewhere, and only then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const own = await RealtimeServer.start();
    const stream = await own.stream(await own.signIn('ada', 'ends-elsewhere'), ['online']);
    const other = await own.stream(await own.signIn('bob', 'goes-on'), ['online']);
    own.endedSignIns.add('ends-elsewhere');
    await vi.advanceTimersByTimeAsync(5_000);
    await stream.end();
    expect(stream.events.at(-1)?.name).toBe('expired');
    expect(other.isEnded).toBe(false);
    other.close();
    await own.stop();
  });

  it('immediately on shutdown', async () => {
    const own = await RealtimeServer.start();
    const stream = await own.stream(await own.signIn(), ['online']);
    // It would wait for an open stream.
    await own.stop();
    await stream.end();
  });
});
