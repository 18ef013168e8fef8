import pg from 'pg';
import { bestEffort } from '../db/best-effort.ts';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import { LIVE_TOPICS, type LivePayload, type LiveTopic } from './live-topics.ts';
import { pause } from './pause.ts';

/** Notices received since the last batch. */
export interface Notices<Payload> {
  /** Each payload once. */
  readonly payloads: readonly Payload[];
  /** Some may be missing: the connection was lost, or there were more than are kept. */
  readonly isIncomplete: boolean;
}

/** Maximum number of distinct payloads kept per follower. */
const PAYLOADS_MAX = 1_000;
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 10_000;
/** Interval of the query that detects a connection lost without notice. */
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
 * Notices of the database, over one connection per process, opened on first use. A lost connection is reopened, and
 * followers learn that notices may be missing.
 */
export class DatabaseNotices {
  readonly #settings: pg.ClientConfig;
  readonly #followers = new Set<Follower>();
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  /** Uses the pool's address and settings, but never one of its connections. */
  constructor(pool: pg.Pool) {
    this.#settings = {
      ...pool.options,
      password: pool.options.password,
      application_name: `backcounter-live/${APP_VERSION}`,
      query_timeout: ANSWER_MS,
    };
  }

  /**
   * Follows a topic until the signal aborts, which ends the iteration. Notices that arrive while the follower is busy
   * are batched.
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

  /** Closes the connection. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    for (let failures = 0; !signal.aborted; failures += 1) {
      await bestEffort('listening to the database', async () => {
        await this.#listen(() => {
          // Also on the first connection, which may have opened after a notice was sent.
          for (const follower of this.#followers) tell(follower, null);
          failures = 0;
        });
      });
      if (signal.aborted) return;
      const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_MAX_MS) * (0.5 + Math.random() / 2);
      await pause(pauseMs, signal);
    }
  }

  /** Listens until the connection ends. @throws Error with the cause */
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
      // A frozen database never closes the connection.
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
      // An unreadable payload still means that something changed.
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
