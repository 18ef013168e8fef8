import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { RedisBackplane } from './redis-backplane.ts';
import { openRedisLink } from './redis-link.ts';
import { isRedisInstalled, RedisServer } from './testing/redis-server.ts';

it.skipIf(!isRedisInstalled)('closes without a fault before its channels are subscribed again', async () => {
  const redis = await RedisServer.start();
  const link = await openRedisLink(redis.url, pino({ level: 'silent' }));
  new RedisBackplane(link);
  const channels = async () => Number((await link.commands.pubsub('CHANNELS')).length);
  await expect.poll(channels).toBe(3);
  await redis.kill();
  await redis.startAgain();
  const faults = vi.fn();
  process.on('unhandledRejection', faults);
  await new Promise<void>((resolve) => {
    link.messages.once('ready', () => {
      void link.close().then(resolve);
      // The answer to the subscription no longer arrives.
      link.messages.stream.destroy();
    });
  });
  await vi.waitFor(() => expect(link.messages.status).toBe('end'), { timeout: 10_000 });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', faults);
  expect(faults).not.toHaveBeenCalled();
  await redis.remove();
});
