import { AppError } from '@backcounter/domain';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openRedisLink } from './redis-link.ts';
import { RedisPresence } from './redis-presence.ts';
import { isRedisInstalled, RedisServer } from './testing/redis-server.ts';

const silent = pino({ level: 'silent' });

describe.skipIf(!isRedisInstalled)('an unreachable Redis', () => {
  it('causes service.unavailable within seconds, and recovers automatically [presence 8]', async () => {
    const own = await RedisServer.start();
    onTestFinished(() => own.remove());
    const link = await openRedisLink(own.url, silent);
    const store = new RedisPresence(link);
    const changes: boolean[] = [];
    store.subscribe(({ isAnything }) => changes.push(isAnything));
    const ada = { firebaseId: 'ada', storeSid: 'ST00001', connectionId: 'c' };
    await store.touch([ada]);
    await own.kill();
    const unavailable = expect.objectContaining({ code: 'service.unavailable' });
    await expect(store.count()).rejects.toEqual(unavailable);
    await expect(store.touch([ada])).rejects.toBeInstanceOf(AppError);
    await own.startAgain();
    // It has lost everything; the next heartbeat restores the entry.
    await vi.waitFor(() => store.touch([ada]), { timeout: 20_000 });
    expect(await store.counts(['ST00001'])).toEqual([1]);
    await vi.waitFor(() => expect(changes).toContain(true), { timeout: 20_000 });

    const goOn = own.freeze();
    // Not resumed until the connection was given up.
    await expect(store.count()).rejects.toEqual(unavailable);
    goOn();
    await vi.waitFor(async () => expect(await store.count()).toBe(1), { timeout: 20_000 });
    await store.close();
    await link.close();
  });

  it('does not prevent start-up', async () => {
    const log: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
    const link = await openRedisLink('redis://:a-secret@127.0.0.1:1', logger);
    const store = new RedisPresence(link);
    await expect(store.count()).rejects.toMatchObject({ code: 'service.unavailable' });
    await store.close();
    await link.close();
    expect(log.join('')).toContain('Redis does not answer');
    expect(log.join('')).not.toContain('a-secret');
  });
});
