import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyPluginAsync } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { AppConfig } from '../app.ts';
import { createTestApp, TEST_CONFIG, type TestApp } from '../testing/test-app.ts';

/** Answers with the client address used for limits and the audit trail. */
const whoAmI: FastifyPluginAsync = async (app) => {
  app.get('/who', async ({ ip }) => ip);
};

describe('the address of a client', () => {
  let test: TestApp;
  afterEach(() => test.close());
  const start = async (trustProxy: AppConfig['trustProxy']): Promise<void> => {
    test = await createTestApp({ config: { ...TEST_CONFIG, trustProxy } }, () => [whoAmI]);
  };
  const ask = (forwarded: string | undefined, from = '127.0.0.1') =>
    test.app.inject({
      url: '/who',
      remoteAddress: from,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });

  it('is that of the connection, regardless of client headers', async () => {
    await start(null);
    expect((await ask('203.0.113.7')).body).toBe('127.0.0.1');
  });

  it('is taken from the nearest proxies only; anything but an address is refused', async () => {
    await start(1);
    expect((await ask('198.51.100.1, 203.0.113.7')).body).toBe('203.0.113.7');
    expect((await ask(undefined)).body).toBe('127.0.0.1');
    for (const said of ['ada', "'; drop table account", '203.0.113.7:5123', 'unknown']) {
      const answer = await ask(said);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors[0].message).toBe('The proxy did not send the client address.');
    }
  });

  it('is accepted from trusted proxies only', async () => {
    await start(['loopback', '10.0.0.0/8']);
    expect((await ask('198.51.100.1, 203.0.113.7, 10.1.2.3')).body).toBe('203.0.113.7');
    expect((await ask('203.0.113.7', '192.0.2.9')).body).toBe('192.0.2.9');
  });
});

describe('a request', () => {
  it('is refused if it names two hosts', async () => {
    const test = await createTestApp({}, () => [whoAmI]);
    const address = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const statusFor = async (hosts: readonly string[]) => {
      const socket = connect(Number(address.port), '127.0.0.1');
      socket.end(`GET /who HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`);
      return (await text(socket)).slice(9, 12);
    };
    expect(await statusFor(['localhost'])).toBe('200');
    expect(await statusFor(['localhost', 'evil.example'])).toBe('400');
    await test.close();
  });
});
