import type { Logger } from 'pino';
import type { PresenceStore, RealtimeBackplane } from '../../ports/realtime.ts';
import { RedisBackplane } from './redis-backplane.ts';
import { openRedisLink } from './redis-link.ts';
import { RedisPresence } from './redis-presence.ts';

export interface RedisRealtime {
  readonly store: PresenceStore;
  readonly backplane: RealtimeBackplane;
  /** For `/readyz?deep`. */
  readonly neighbours: () => Promise<Readonly<Record<'redis', true | string>>>;
  readonly close: () => Promise<void>;
}

/** The realtime ports on Redis or Valkey. Keeps running while Redis is unreachable. */
export async function openRedisRealtime(url: string, logger: Logger): Promise<RedisRealtime> {
  const link = await openRedisLink(url, logger);
  const store = new RedisPresence(link);
  return {
    store,
    backplane: new RedisBackplane(link),
    neighbours: async () => ({
      redis: await link.commands.ping().then(
        () => true as const,
        () => 'Redis does not answer',
      ),
    }),
    close: async () => {
      await store.close();
      await link.close();
    },
  };
}
