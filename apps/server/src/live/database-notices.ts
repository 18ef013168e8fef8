import pg from 'pg';
import { bestEffort } from '../db/best-effort.ts';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import { LIVE_TOPICS, type LivePayload, type LiveTopic } from './live-topics.ts';
import { pause } from './pause.ts';

/** Notices that came since the last ones were taken. */
export interface Notices<Payload> {
  /** Each payload once. */
  readonly payloads: readonly Payload[];
  /** Some may be lacking: the connection was lost, or more came than are kept. */
  readonly isIncomplete: boolean;
}

/** More different payloads than this are not kept for one follower. */
const PAYLOADS_MAX = 1_000;
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 10_000;
/** A connection that has died silently is found by asking. */
const LOOK_MS = 15_000;
const ANSWER_MS = 5_000;
const NEVER = new AbortController().signal;

interface Follower {
  readonly topic: LiveTopic;
  readonly waiting: Map<string, unknown>;
  isIncomplete: boolean;
  wake: () => void;
}

/**
 * What the database tells of, over one connection of this process that is opened when somebody first wants to know. A connection that is lost
 * is opened again, and followers are told that they may have missed something.
 */
export class DatabaseNotices {
  readonly #settings: pg.ClientConfig;
  readonly #followers = new Set<Follower>();
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  /** Takes the address and the settings of connections from the pool, never a connection. */
  constructor(pool: pg.Pool) {
    this.#settings = {
      ...pool.options,
      password: pool.options.password,
      application_name: `backcounter-live/${APP_VERSION}`,
      query_timeout: ANSWER_MS,
    };
  }

  /**
   * Follows a topic from this call on until the signal aborts, which ends the iteration. What comes while the follower is busy is taken
   * together.
   */
  follow<Topic extends LiveTopic>(topic: Topic, signal: AbortSignal): AsyncIterable<Notices<LivePayload<Topic>>> {
    const follower: Follower = { topic, waiting: new Map(), isIncomplete: false, wake: () => undefined };
    if (!signal.aborted) {
      this.#followers.add(follower);
      this.#running ??= this.#run();
    }
    const end = (): void => {
      this.#followers.delete(follower);
      follower.wake();
    };
    signal.addEventListener('abort', end, { once: true });
    return take(follower, signal) as AsyncIterable<Notices<LivePayload<Topic>>>;
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    for (let failures = 0; !signal.aborted; failures += 1) {
      await bestEffort('listening to the database', async () => {
        await this.#listen(() => {
          // The first connection can have missed nothing that was promised; it may have come late, which is the same.
          for (const follower of this.#followers) tell(follower, null);
          failures = 0;
        });
      });
      if (signal.aborted) return;
      const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS) * (0.5 + Math.random() / 2);
      await pause(pauseMs, signal);
    }
  }

  /** Listens until the connection ends. @throws Error what the connection says */
  async #listen(onListening: () => void): Promise<void> {
    const client = new pg.Client(this.#settings);
    const lost = Promise.withResolvers<unknown>();
    client.on('error', lost.resolve);
    client.on('end', () => lost.resolve(new Error('The connection has ended')));
    this.#ending.signal.addEventListener('abort', () => lost.resolve(null), { once: true });
    client.on('notification', ({ channel, payload }) => this.#hear(channel, payload ?? ''));
    const look = setInterval(() => void client.query('select 1').catch(lost.resolve), LOOK_MS);
    try {
      await client.connect();
      for (const topic of Object.keys(LIVE_TOPICS)) await client.query(`listen ${client.escapeIdentifier(topic)}`);
      onListening();
      const cause = await lost.promise;
      if (cause !== null) throw cause;
    } finally {
      clearInterval(look);
      client.removeAllListeners('notification');
      // A database that is frozen does not say goodbye.
      await bestEffort('end of the connection that listens', () =>
        Promise.race([client.end(), pause(ANSWER_MS, NEVER)]),
      );
    }
  }

  #hear(channel: string, text: string): void {
    const topic = channel as LiveTopic;
    const parsed = LIVE_TOPICS[topic]?.safeParse(text);
    if (parsed === undefined) return;
    for (const follower of this.#followers) {
      // A payload that cannot be read still says that something has changed.
      if (follower.topic === topic) tell(follower, parsed.success ? { text, payload: parsed.data } : null);
    }
  }
}

function tell(follower: Follower, notice: { readonly text: string; readonly payload: unknown } | null): void {
  if (notice === null || follower.waiting.size >= PAYLOADS_MAX) follower.isIncomplete = true;
  else follower.waiting.set(notice.text, notice.payload);
  follower.wake();
}

async function* take(follower: Follower, signal: AbortSignal): AsyncGenerator<Notices<unknown>> {
  while (!signal.aborted) {
    if (follower.waiting.size > 0 || follower.isIncomplete) {
      const taken = { payloads: [...follower.waiting.values()], isIncomplete: follower.isIncomplete };
      follower.waiting.clear();
      follower.isIncomplete = false;
      yield taken;
    } else {
      await new Promise<void>((resolve) => {
        follower.wake = resolve;
      });
    }
  }
}
