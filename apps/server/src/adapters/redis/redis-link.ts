import { AppError } from '@backcounter/domain';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { bestEffort } from '../../db/best-effort.ts';

const COMMAND_TIMEOUT_MS = 2_000;
const CONNECT_TIMEOUT_MS = 3_000;
const RETRY_MAX_MS = 1_000;
/** How long start-up waits for Redis before continuing without it; requests that need it then get 503. */
const START_PATIENCE_MS = 3_000;

/**
 * A connection for commands and one for messages. Both reconnect automatically; until then commands fail immediately.
 */
export interface RedisLink {
  readonly commands: Redis;
  readonly messages: Redis;
  /** Runs commands. @throws AppError `service.unavailable` if Redis does not answer */
  run<T>(commands: () => Promise<T>): Promise<T>;
  /** Receives the messages of these channels, now and after each outage. */
  subscribe(...channels: readonly string[]): void;
  /** Called when messages flow again after some may have been missed. */
  onMessagesAgain(listener: () => void): void;
  close(): Promise<void>;
}

/** Connects, waiting up to 3 s. The URL may contain a password and is never logged. */
export async function openRedisLink(url: string, logger: Logger): Promise<RedisLink> {
  const options = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (attempt: number) => Math.min(RETRY_MAX_MS, 50 * attempt) + Math.random() * 100,
  };
  const commands = new Redis(url, {
    ...options,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  // The client's own subscription after an outage leaves a failure unhandled, such as a close before the answer.
  const messages = new Redis(url, { ...options, maxRetriesPerRequest: null, autoResubscribe: false });
  const channels: string[] = [];
  const subscribe = () => void bestEffort('subscribing to messages', () => messages.subscribe(...channels));
  messages.on('ready', () => channels.length > 0 && subscribe());
  reportOutages(commands, logger);
  // The other connection reports the same outage.
  messages.on('error', () => undefined);
  await Promise.race([ready(commands), new Promise((resolve) => setTimeout(resolve, START_PATIENCE_MS).unref())]);
  return {
    commands,
    messages,
    run: async (run) => {
      try {
        return await run();
      } catch (cause) {
        throw new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 1 } });
      }
    },
    subscribe: (...added) => {
      channels.push(...added);
      if (messages.status === 'ready') subscribe();
    },
    onMessagesAgain: (listener) => {
      let wasReady = messages.status === 'ready';
      messages.on('ready', () => {
        // Channels are resubscribed right after the connection is ready.
        if (wasReady) void bestEffort('checking for missed messages', () => messages.ping().then(listener));
        wasReady = true;
      });
    },
    close: async () => {
      commands.disconnect();
      messages.disconnect();
    },
  };
}

function ready(redis: Redis): Promise<void> {
  return new Promise((resolve) => {
    if (redis.status === 'ready') resolve();
    else redis.once('ready', () => resolve());
  });
}

function reportOutages(redis: Redis, logger: Logger): void {
  let isAway = false;
  redis.on('error', (error: Error & { code?: string }) => {
    if (!isAway) logger.warn({ reason: error.code ?? error.name }, 'Redis does not answer');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.warn('Redis answers again');
    isAway = false;
  });
}
