import { randomUUID } from 'node:crypto';
import { bestEffort } from '../../db/best-effort.ts';
import type { RealtimeBackplane, RelayedKeys } from '../../ports/realtime.ts';
import type { RedisLink } from './redis-link.ts';

const PREFIX = 'backcounter:realtime';
const ENDED_CHANNEL = `${PREFIX}:ended`;
const KEYS_CHANNEL = `${PREFIX}:keys`;
/** A process that holds the stream answers within milliseconds. */
const ANSWER_PATIENCE_MS = 1_000;

interface KeysMessage {
  readonly id: string;
  readonly answerTo: string;
  readonly keys: RelayedKeys;
}

/** Messages between server processes over Redis channels. State that is needed later is kept in expiring keys. */
export class RedisBackplane implements RealtimeBackplane {
  readonly #link: RedisLink;
  readonly #answerChannel = `${PREFIX}:answers:${randomUUID()}`;
  readonly #waiting = new Map<string, () => void>();
  readonly #listeners: ((sessionId: string) => void)[] = [];
  #take: ((keys: RelayedKeys) => Promise<boolean>) | null = null;

  constructor(link: RedisLink) {
    this.#link = link;
    link.subscribe(ENDED_CHANNEL, KEYS_CHANNEL, this.#answerChannel);
    link.messages.on('message', (channel: string, text: string) => {
      if (channel === ENDED_CHANNEL) for (const listener of this.#listeners) listener(text);
      if (channel === this.#answerChannel) this.#waiting.get(text)?.();
      if (channel === KEYS_CHANNEL) void bestEffort('keys for another process', () => this.#answer(text));
    });
  }

  claimOnce(id: string, ttlMs: number): Promise<boolean> {
    return this.#link.run(
      async () => (await this.#link.commands.set(`${PREFIX}:claimed:${id}`, '1', 'PX', ttlMs, 'NX')) === 'OK',
    );
  }

  async endSession(sessionId: string, ttlMs: number): Promise<void> {
    await this.#link.run(async () => {
      await this.#link.commands.set(endedKey(sessionId), '1', 'PX', ttlMs);
      await this.#link.commands.publish(ENDED_CHANNEL, sessionId);
    });
  }

  isSessionEnded(sessionId: string): Promise<boolean> {
    return this.#link.run(async () => (await this.#link.commands.exists(endedKey(sessionId))) === 1);
  }

  onSessionEnded(listener: (sessionId: string) => void): void {
    this.#listeners.push(listener);
  }

  relayKeys(keys: RelayedKeys): Promise<boolean> {
    return this.#link.run(async () => {
      const id = randomUUID();
      const answered = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), ANSWER_PATIENCE_MS);
        this.#waiting.set(id, () => {
          clearTimeout(timer);
          resolve(true);
        });
      });
      try {
        const message: KeysMessage = { id, answerTo: this.#answerChannel, keys };
        await this.#link.commands.publish(KEYS_CHANNEL, JSON.stringify(message));
        return await answered;
      } finally {
        this.#waiting.delete(id);
      }
    });
  }

  onRelayedKeys(take: (keys: RelayedKeys) => Promise<boolean>): void {
    this.#take = take;
  }

  async #answer(text: string): Promise<void> {
    const { id, answerTo, keys } = JSON.parse(text) as KeysMessage;
    if (answerTo !== this.#answerChannel && (await this.#take?.(keys))) await this.#link.commands.publish(answerTo, id);
  }
}

function endedKey(sessionId: string): string {
  return `${PREFIX}:ended:${sessionId}`;
}
