import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RealtimeServer } from './testing/realtime-server.ts';

let server: RealtimeServer;
beforeAll(async () => {
  server = await RealtimeServer.start();
});
afterAll(() => server.stop());

const entry = async (id: string) => (await server.store.get([id]))[0]?.storeSid;

describe('a machine client', () => {
  it('puts an account online, moves it and ends it [spec 7.22]', async () => {
    const put = await server.call('PUT', '/online/ada', { bearer: 'pos', body: { store_sid: 'ST00001' } });
    expect(put.status).toBe(204);
    expect(await entry('ada')).toBe('ST00001');
    await server.call('PUT', '/online/ada', { bearer: 'pos', body: { store_sid: null } });
    expect(await entry('ada')).toBeNull();
    expect((await server.call('DELETE', '/online/ada', { bearer: 'pos' })).status).toBe(204);
    expect((await server.call('DELETE', '/online/ada', { bearer: 'pos' })).status).toBe(204);
    expect(await entry('ada')).toBeUndefined();
  });

  it('ends only its own connections', async () => {
    const body = { store_sid: 'ST00001', connection_id: 'till-1' };
    await server.call('PUT', '/online/bob', { bearer: 'pos', body });
    await server.call('PUT', '/online/bob', { bearer: 'till', body });
    await server.call('DELETE', '/online/bob?connection_id=till-1', { bearer: 'till' });
    await server.call('DELETE', '/online/bob', { bearer: 'pos' });
    expect(await entry('bob')).toBe('ST00001');
    await server.call('DELETE', '/online/bob?connection_id=till-1', { bearer: 'pos' });
    expect(await entry('bob')).toBeUndefined();
  });

  it('renews up to a thousand at a time', async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) => ({
      firebase_id: `many-${index}`,
      store_sid: index % 2 === 0 ? 'ST00007' : null,
    }));
    const answer = await server.call('POST', '/heartbeat', { bearer: 'pos', body: { entries } });
    expect([answer.status, answer.body]).toEqual([200, { accepted: 1_000 }]);
    expect(await server.store.counts(['ST00007'])).toEqual([500]);
    const tooMany = [...entries, { firebase_id: 'one', store_sid: null }];
    expect((await server.call('POST', '/heartbeat', { bearer: 'pos', body: { entries: tooMany } })).status).toBe(400);
    expect(await entry('one')).toBeUndefined();
  });

  it('requires the scope presence.write; staff and sessions may not write [presence 9]', async () => {
    const session = await server.signIn();
    for (const [bearer, status, code] of [
      ['sync', 403, 'database/permission-denied'],
      ['person', 403, 'database/permission-denied'],
      ['expired', 401, 'auth/user-token-expired'],
      [session, 401, 'auth/invalid-credential'],
      ['nobody', 401, 'auth/invalid-credential'],
      [undefined, 401, 'auth/invalid-credential'],
      ['down', 503, 'database/unavailable'],
    ] as const) {
      const by = bearer === undefined ? {} : { bearer };
      for (const answer of [
        await server.call('PUT', '/online/eve', { ...by, body: { store_sid: null } }),
        await server.call('DELETE', '/online/eve', by),
        await server.call('POST', '/heartbeat', { ...by, body: { entries: [] } }),
      ])
        expect([bearer, answer.status, answer.body.error.code]).toEqual([bearer, status, code]);
    }
  });

  it('gets an error that says what is wrong', async () => {
    const put = (body: unknown, headers: Record<string, string> = {}, id = 'ada') =>
      server.call('PUT', `/online/${id}`, { bearer: 'pos', body, headers });
    const long = 'x'.repeat(129);
    for (const body of [
      {},
      { store_sid: 7 },
      { store_sid: 'a b' },
      { store_sid: null, more: 1 },
      { store_sid: null, connection_id: long },
      { store_sid: null, connection_id: 'a b' },
      '[]',
      '',
      '{"store_sid":',
      '{"store_sid":null,"__proto__":{"a":1}}',
      '{"store_sid":null,"constructor":{"prototype":{"a":1}}}',
    ])
      expect([body, (await put(body)).status]).toEqual([body, 400]);
    for (const id of ['a.b', 'a%2Fb', 'a%00b', '%F0%28', long])
      expect([id, (await put({ store_sid: null }, {}, id)).status]).toEqual([id, 400]);
    expect((await put('store_sid=x', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await put(`{"store_sid":"${'x'.repeat(5_000)}"}`)).status).toBe(413);
    const compressed = await fetch(`${server.url}/realtime/online/ada`, {
      method: 'PUT',
      headers: { authorization: 'Bearer pos', 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync('{"store_sid":null}'),
    });
    expect(compressed.status).toBe(415);
    expect(await entry('ada')).toBeUndefined();
  });
});

describe('a socket', () => {
  const open = (bearer: string | null, headers: Record<string, string> = {}) =>
    new WebSocket(`${server.url.replace('http', 'ws')}/realtime/socket`, {
      headers: { ...(bearer !== null && { authorization: `Bearer ${bearer}` }), ...headers },
    });
  const opened = async (bearer: string | null) => {
    const socket = open(bearer);
    await once(socket, 'open');
    return socket;
  };
  const send = (socket: WebSocket, ...messages: unknown[]) => {
    for (const message of messages) socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };
  const put = (firebase_id: string, store_sid: string | null = null) => ({ op: 'put', firebase_id, store_sid });

  it('puts and deletes in message order, and its entries end with it [presence 9]', async () => {
    const socket = await opened('pos');
    await server.store.touch([{ firebaseId: 'shared', storeSid: null, connectionId: 'another' }]);
    send(socket, put('cy', 'ST00001'), { op: 'delete', firebase_id: 'cy' }, put('cy', 'ST00002'), put('shared'));
    send(socket, put('dee'), { op: 'delete', firebase_id: 'dee', store_sid: null }, put('eli', 'ST00003'));
    await vi.waitFor(async () => expect(await entry('eli')).toBe('ST00003'));
    expect([await entry('cy'), await entry('dee')]).toEqual(['ST00002', undefined]);
    socket.close();
    await vi.waitFor(async () => expect([await entry('cy'), await entry('eli')]).toEqual([undefined, undefined]));
    expect(await entry('shared')).toBeNull();
  });

  it('accepts thousands of messages at once', async () => {
    const socket = await opened('pos');
    for (let index = 0; index < 5_000; index += 1) send(socket, put(`quick-${index}`, 'ST00042'));
    await vi.waitFor(async () => expect(await server.store.counts(['ST00042'])).toEqual([5_000]), { timeout: 20_000 });
    socket.close();
    await vi.waitFor(async () => expect(await server.store.counts(['ST00042'])).toEqual([0]), { timeout: 20_000 });
  });

  it('may send its token as the first message', async () => {
    const socket = await opened(null);
    send(socket, { token: 'pos' }, put('fin'));
    await vi.waitFor(async () => expect(await entry('fin')).toBeNull());
    socket.close();
    await vi.waitFor(async () => expect(await entry('fin')).toBeUndefined());
  });

  it.each([
    ['no token', [put('gus')], 'auth/invalid-credential'],
    ['an unknown token', [{ token: 'nobody' }, put('gus')], 'auth/invalid-credential'],
    ['a token without the scope', [{ token: 'sync' }, put('gus')], 'database/permission-denied'],
    ['a token of another client', [{ token: 'pos' }, { token: 'till' }, put('gus')], 'database/permission-denied'],
    ['no JSON', [{ token: 'pos' }, '{'], 'database/invalid-argument'],
    ['an unknown operation', [{ token: 'pos' }, { op: 'clear' }], 'database/invalid-argument'],
    ['a bad id', [{ token: 'pos' }, put('a/b')], 'database/invalid-argument'],
  ])('is closed with a reason on %s', async (_what, messages, code) => {
    const socket = await opened(null);
    const answers: string[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(String(data)));
    const closed = once(socket, 'close');
    send(socket, ...messages);
    const [{ code: closeCode }] = (await closed) as [CloseEvent];
    expect(closeCode).toBe(1008);
    expect(JSON.parse(answers[0] ?? '{}').error.code).toBe(code);
    expect(await entry('gus')).toBeUndefined();
  });

  it('is closed on a message that is too long', async () => {
    const socket = await opened('pos');
    const closed = once(socket, 'close');
    send(socket, put('x'.repeat(20_000)));
    const [{ code }] = (await closed) as [CloseEvent];
    expect(code).toBe(1009);
  });

  it.each([
    ['sync', {}],
    ['nobody', {}],
    ['pos', { origin: 'https://evil.example' }],
  ])('is not opened for %s %o', async (bearer, headers) => {
    const socket = open(bearer, headers as Record<string, string>);
    await once(socket, 'error');
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
  });

  it('accepts WebSockets only', async () => {
    expect((await server.call('GET', '/socket', { bearer: 'pos' })).status).toBe(400);
  });
});
