import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { presenceStoreContract } from '../../ports/testing/realtime.contract.ts';
import { RedisBackplane } from './redis-backplane.ts';
import { openRedisLink } from './redis-link.ts';
import { RedisPresence } from './redis-presence.ts';
import { isRedisInstalled, RedisServer } from './testing/redis-server.ts';

const silent = pino({ level: 'silent' });

describe.skipIf(!isRedisInstalled)('needs redis-server or valkey-server', () => {
  let server: RedisServer;
  let cluster: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
    // A node that holds every slot: scripts across two slots are refused, as in a large cluster.
    cluster = await RedisServer.start(['--cluster-enabled', 'yes']);
    const admin = new Redis(cluster.url);
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await vi.waitFor(async () => expect(await admin.call('CLUSTER', 'INFO')).toContain('cluster_state:ok'), 10_000);
    admin.disconnect();
  });
  afterAll(() => Promise.all([server.remove(), cluster.remove()]));

  /** Two processes on one Redis, with a shared, stopped clock. */
  async function openTwo(at: RedisServer) {
    const [link, otherLink] = await Promise.all([openRedisLink(at.url, silent), openRedisLink(at.url, silent)]);
    await link.commands.flushall();
    let nowMs = 1_800_000_000_000;
    const [store, other] = [link, otherLink].map((each) => new RedisPresence(each, () => nowMs)) as [
      RedisPresence,
      RedisPresence,
    ];
    // Requests after a subscription are answered after it.
    await Promise.all([link.messages.ping(), otherLink.messages.ping()]);
    return {
      store,
      other,
      link,
      pass: (seconds: number) => {
        nowMs += seconds * 1_000;
      },
      end: async () => {
        await Promise.all([store.close(), other.close()]);
        await Promise.all([link.close(), otherLink.close()]);
      },
    };
  }

  presenceStoreContract('presence on Redis', () => openTwo(server));
  presenceStoreContract('presence on a cluster', () => openTwo(cluster));

  describe('presence on Redis, with several processes', () => {
    it('does not drift while two processes change, renew and sweep the same accounts [presence 7]', async () => {
      const two = await openTwo(server);
      const ids = Array.from({ length: 40 }, (_, index) => `account-${index}`);
      const sids = ['ST00001', 'ST00002', null];
      const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;
      for (let round = 0; round < 30; round += 1) {
        await Promise.all(
          [two.store, two.other].flatMap((store, process) => [
            store.touch(
              ids.map((firebaseId, index) => ({
                firebaseId,
                storeSid: pick(sids, index * 7 + round * 3 + process),
                connectionId: pick(['a', 'b'], index + round),
              })),
            ),
            store.drop(
              ids
                .filter((_, index) => (index + round) % 3 === process)
                .map((firebaseId) => ({ firebaseId, connectionId: 'a' })),
            ),
          ]),
        );
        two.pass(round % 5 === 0 ? 76 : 7);
        const entries = await two.store.get(ids);
        const online = entries.filter((entry) => entry !== null);
        expect(await two.other.count()).toBe(online.length);
        expect(await two.other.counts(['ST00001', 'ST00002'])).toEqual(
          ['ST00001', 'ST00002'].map((sid) => online.filter(({ storeSid }) => storeSid === sid).length),
        );
      }
      two.pass(80);
      expect(await two.store.count()).toBe(0);
      const left = await two.link.commands.keys('backcounter:*');
      expect(left).toEqual([]);
      await two.end();
    });

    it('uses the clock of Redis, not of the processes', async () => {
      const link = await openRedisLink(server.url, silent);
      await link.commands.flushall();
      const store = new RedisPresence(link);
      await store.touch([{ firebaseId: 'ada', storeSid: null, connectionId: 'c' }]);
      const [seconds] = await link.commands.time();
      expect(((await store.get(['ada']))[0]?.since ?? 0) / 1_000).toBeCloseTo(Number(seconds), -1);
      await store.close();
      await link.close();
    });
  });

  describe('messages between processes on Redis', () => {
    it('a ticket works once, a session ends everywhere, keys reach the process that holds the stream', async () => {
      const links = await Promise.all([openRedisLink(server.url, silent), openRedisLink(server.url, silent)]);
      const [here, there] = links.map((link) => new RedisBackplane(link)) as [RedisBackplane, RedisBackplane];
      await Promise.all(links.map((link) => link.messages.ping()));
      const claims = await Promise.all([here, there, here, there].map((copy) => copy.claimOnce('ticket', 30_000)));
      expect(claims.filter(Boolean)).toHaveLength(1);

      const ended: string[] = [];
      there.onSessionEnded((id) => ended.push(id));
      await here.endSession('session', 60_000);
      expect(await there.isSessionEnded('session')).toBe(true);
      expect(await there.isSessionEnded('another')).toBe(false);
      await vi.waitFor(() => expect(ended).toEqual(['session']));

      const taken: unknown[] = [];
      there.onRelayedKeys(async (keys) => {
        taken.push(keys);
        return keys.streamId === 'held';
      });
      const keys = { uid: 'ada', keys: ['online'] };
      expect(await here.relayKeys({ ...keys, streamId: 'held' })).toBe(true);
      expect(await here.relayKeys({ ...keys, streamId: 'gone' })).toBe(false);
      expect(taken).toHaveLength(2);
      await Promise.all(links.map((link) => link.close()));
    });
  });
});
