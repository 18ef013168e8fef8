import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRedisInstalled, RedisServer } from '../adapters/redis/testing/redis-server.ts';
import { loadConfig } from '../config.ts';
import { ServerSecrets } from '../db/server-secret.ts';
import { GrantRegistry } from '../embedded/identity/grant.registry.ts';
import { BrowserLike } from '../embedded/identity/testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from '../embedded/identity/testing/identity-server.ts';
import { EventReader } from '../embedded/realtime/testing/event-reader.ts';
import { systemClock } from '../ports/clock.ts';
import type { StaffCaller } from '../ports/identity.ts';
import { composeRealtime, type RealtimeParts } from './realtime.ts';

let identity: IdentityServer;
let secrets: ServerSecrets;
beforeAll(async () => {
  identity = await startIdentityServer();
  secrets = await ServerSecrets.open(identity.database.db);
});
afterAll(() => {
  secrets.close();
  return identity.stop();
});

interface Copy {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly parts: RealtimeParts;
}

/** A server process with these realtime settings. */
async function startCopy(settings: Record<string, string>): Promise<Copy> {
  const { pool, db } = identity.database;
  const parts = await composeRealtime(loadConfig({ DEMO: 'false', ...settings }), {
    secrets,
    db,
    origins: () => false,
    identity: {
      port: identity.identity,
      profiles: null,
      people: null,
      secondFactors: null,
      mailKinds: [],
      signIns: new GrantRegistry(pool, true),
      plugins: [],
      welcome: [],
      neighbours: async () => ({}),
    },
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    pictureAddress: async () => null,
  });
  const app = Fastify({ forceCloseConnections: true });
  for (const plugin of parts.plugins) await app.register(plugin);
  return { app, parts, url: `${await app.listen({ port: 0, host: '127.0.0.1' })}/realtime` };
}

const stopCopy = async ({ app, parts }: Copy): Promise<void> => {
  await app.close();
  await parts.close();
};

async function call(address: string, method: string, bearer: string | null, body?: unknown) {
  const response = await fetch(address, {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** A person signed in to the provider, the console and the realtime backend. */
async function signIn(copy: Copy, email: string) {
  const browser = new BrowserLike(identity.issuer, identity.publicUrl);
  const tokens = await browser.signIn(email);
  const caller = (await identity.identity.authenticate(tokens.access_token)) as StaffCaller;
  const adminToken = await copy.parts.adminTokens.issue(caller);
  const { body } = await call(`${copy.url}/session`, 'POST', null, { token: adminToken });
  return { browser, tokens, caller, adminToken, session: body.session as string };
}

async function openStream(copy: Copy, session: string): Promise<EventReader> {
  const { body } = await call(`${copy.url}/ticket`, 'POST', session);
  return EventReader.open(`${copy.url}/stream?ticket=${body.ticket}`);
}

describe('with the embedded provider', () => {
  let copy: Copy;
  beforeAll(async () => {
    // The test controls the server's clock, so 5 s pass as it says.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    copy = await startCopy({});
  });
  afterAll(async () => {
    await stopCopy(copy);
    vi.useRealTimers();
  });

  const endsWithin5Seconds = async (email: string, end: (sub: string, accessToken: string) => Promise<unknown>) => {
    const { session, caller, tokens, adminToken } = await signIn(copy, email);
    const stream = await openStream(copy, session);
    await stream.open();
    await end(caller.sub, tokens.access_token);
    await vi.advanceTimersByTimeAsync(5_000);
    await stream.end();
    expect((await call(`${copy.url}/ticket`, 'POST', session)).status).toBe(401);
    expect((await call(`${copy.url}/session`, 'POST', null, { token: adminToken })).status).toBe(403);
  };

  it('losing all roles ends sessions and streams within 5 s [presence 1]', async () => {
    const { pool } = identity.database;
    await endsWithin5Seconds('viewer@demo.test', (sub) =>
      pool.query("UPDATE identity.person SET roles = '{}' WHERE id = $1", [sub]),
    );
  });

  it('so does ending all of a person’s sessions', async () => {
    const { revokeAllOf } = await import('../embedded/identity/session-end.ts');
    await endsWithin5Seconds('manager@demo.test', (sub) => revokeAllOf(identity.database.db, sub));
  });

  it('so does a suspension', async () => {
    const { pool } = identity.database;
    await endsWithin5Seconds('streamer@demo.test', (sub) =>
      pool.query("UPDATE identity.person SET state = 'SUSPENDED' WHERE id = $1", [sub]),
    );
  });

  it('ending one sign-in does not affect the person’s others [presence 1]', async () => {
    const [one, two] = [await signIn(copy, 'admin@demo.test'), await signIn(copy, 'admin@demo.test')];
    const stream = await openStream(copy, two.session);
    await stream.open();
    await identity.database.pool.query("DELETE FROM identity.token WHERE model = 'Grant' AND id = $1", [
      Buffer.from(one.caller.signInId ?? '', 'base64url'),
    ]);
    await vi.waitFor(async () => expect((await call(`${copy.url}/ticket`, 'POST', one.session)).status).toBe(401), {
      timeout: 5_000,
      interval: 200,
    });
    expect((await call(`${copy.url}/ticket`, 'POST', two.session)).status).toBe(200);
    expect(stream.isEnded).toBe(false);
    stream.close();
  });

  it('reports no neighbours', async () => {
    expect(await copy.parts.neighbours()).toEqual({});
  });
});

describe.skipIf(!isRedisInstalled)('with Redis (needs redis-server or valkey-server)', () => {
  let redis: RedisServer;
  let copies: [Copy, Copy];
  beforeAll(async () => {
    redis = await RedisServer.start();
    const settings = { REALTIME: 'redis', REDIS_URL: redis.url };
    copies = [await startCopy(settings), await startCopy(settings)];
  });
  afterAll(async () => {
    await Promise.all(copies.map(stopCopy));
    await redis.remove();
  });

  it('a session of one process works on another: ticket, stream, keys, values and sign-out [presence 7]', async () => {
    const [here, there] = copies;
    const { session } = await signIn(here, 'admin@demo.test');
    const { body } = await call(`${here.url}/ticket`, 'POST', session);
    const stream = await EventReader.open(`${there.url}/stream?ticket=${body.ticket}`);
    const streamId = await stream.open();
    expect((await call(`${here.url}/stream?ticket=${body.ticket}`, 'GET', null)).status).toBe(401);

    const keys = { keys: ['online', 'entry:ada'] };
    expect((await call(`${here.url}/streams/${streamId}/keys`, 'PUT', session, keys)).status).toBe(202);
    await stream.value('entry:ada', null);
    expect((await call(`${there.url}/streams/${streamId}/keys`, 'PUT', session, keys)).status).toBe(204);
    const stranger = await signIn(here, 'marketing@demo.test');
    expect((await call(`${here.url}/streams/${streamId}/keys`, 'PUT', stranger.session, keys)).status).toBe(404);

    await here.parts.store?.touch([{ firebaseId: 'ada', storeSid: 'ST00001', connectionId: 'c' }]);
    await stream.value('entry:ada', { store_sid: 'ST00001' });
    await stream.value('online', 1);

    expect((await call(`${here.url}/session`, 'DELETE', session)).status).toBe(204);
    await stream.end();
    expect((await call(`${there.url}/ticket`, 'POST', session)).status).toBe(401);
  });

  it('reports an unreachable Redis in deep readiness, answers 503 and recovers streams [presence 8]', async () => {
    const [here] = copies;
    expect(await here.parts.neighbours()).toEqual({ redis: true });
    const { session } = await signIn(here, 'admin@demo.test');
    const stream = await openStream(here, session);
    const streamId = await stream.open();
    await call(`${here.url}/streams/${streamId}/keys`, 'PUT', session, { keys: ['entry:bob'] });
    await stream.value('entry:bob', null);
    await redis.kill();
    expect(await here.parts.neighbours()).toEqual({ redis: 'Redis does not answer' });
    const answer = await call(`${here.url}/online?shallow=count`, 'GET', session);
    expect([answer.status, answer.body.error.code]).toEqual([503, 'database/unavailable']);
    await redis.startAgain();
    await vi.waitFor(() => here.parts.store?.touch([{ firebaseId: 'bob', storeSid: 'ST00002', connectionId: 'c' }]), {
      timeout: 5_000,
    });
    await stream.value('entry:bob', { store_sid: 'ST00002' });
    expect(await here.parts.neighbours()).toEqual({ redis: true });
    stream.close();
  });
});

describe('with Firebase', () => {
  it('serves no realtime database itself and requires a service account [spec 7.24]', async () => {
    const settings = {
      REALTIME: 'firebase',
      FIREBASE_DATABASE_URL: 'https://project.firebaseio.example',
      FIREBASE_API_KEY: 'key',
      FIREBASE_PROJECT_ID: 'project',
    };
    await expect(startCopy(settings)).rejects.toThrow('FIREBASE_SERVICE_ACCOUNT');
    const { exportPKCS8, generateKeyPair } = await import('jose');
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const account = { client_email: 'office@project.example', private_key: await exportPKCS8(privateKey) };
    const copy = await startCopy({ ...settings, FIREBASE_SERVICE_ACCOUNT: JSON.stringify(account) });
    expect([copy.parts.store, copy.parts.plugins]).toEqual([null, []]);
    await stopCopy(copy);
  });
});
