import type { PresenceLink } from '../presence.port.ts';
import type { LinkListener, TabLink } from './tab-group.ts';

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 15_000;
/** A stream that lived this long resets the backoff. */
const PROVEN_MS = 10_000;
const MOVE_MAX_MS = 500;

/** Why a stream ended: the network or the token changed. Reopened immediately. */
export const RENEWED = Symbol('renewed');
/** Why a stream ended: its server shuts down. Reopened on another one. */
export const MOVED = Symbol('moved');
/** Why a stream ended: the session is no longer accepted. */
export const SESSION_ENDED = Symbol('ended');

/** The link, from the stream's point of view. */
export interface OpenLink {
  /** The current keys. */
  readonly keys: readonly string[];
  /** Called whenever `keys` change while this stream is open. */
  onKeys: (() => void) | undefined;
  /** Reports that the stream works. */
  live(): void;
}

/**
 * Keeps one stream open until it ends, and resolves to the reason: one of the symbols above, or an error. `turn` aborts
 * it, with the reason to return.
 */
export type OpenStream = (turn: AbortController, link: OpenLink) => Promise<unknown>;

/** A stream with a server that is reopened while there are keys, with backoff on failures. */
export class RetryingLink implements TabLink {
  readonly #keysMax: number;
  readonly #open: OpenStream;
  readonly #listener: Pick<LinkListener, 'onState' | 'onSessionEnded'>;
  readonly #link: { keys: readonly string[]; onKeys: (() => void) | undefined; live(): void };
  #state: PresenceLink['state'] = 'idle';
  /** Aborts the stream, or the pause before the next one; undefined while the link rests. */
  #turn: AbortController | undefined;

  /** `keysMax`: the server's limit of keys; beyond it, the last ones are used. */
  constructor(keysMax: number, open: OpenStream, listener: Pick<LinkListener, 'onState' | 'onSessionEnded'>) {
    this.#keysMax = keysMax;
    this.#open = open;
    this.#listener = listener;
    this.#link = { keys: [], onKeys: undefined, live: () => this.#enter('live') };
  }

  /** Sets the reported keys, the last ones if there are too many; without keys the link rests. */
  want(keys: readonly string[]): void {
    const wanted = keys.slice(-this.#keysMax);
    if (String(wanted) === String(this.#link.keys) && this.#turn) return;
    this.#link.keys = wanted;
    if (wanted.length === 0) this.close();
    else if (this.#turn) this.#link.onKeys?.();
    else void this.#run();
  }

  /** Reopens the stream immediately: the network has changed. */
  renew(): void {
    this.#turn?.abort(RENEWED);
  }

  /** Ends the pause after a failure: a person is looking. */
  hurry(): void {
    if (this.#state === 'lost') this.renew();
  }

  /** Ends the stream; `want` opens it again. */
  close(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    this.#link.onKeys = undefined;
    turn?.abort();
    this.#enter('idle');
  }

  async #run(): Promise<void> {
    this.#enter('connecting');
    let turn = this.#nextTurn();
    for (let failures = 0; ; ) {
      const startedAt = Date.now();
      const cause = await this.#open(turn, this.#link).catch((thrown: unknown) => thrown);
      if (this.#turn !== turn) return;
      this.#link.onKeys = undefined;
      if (cause === SESSION_ENDED) {
        this.close();
        return this.#listener.onSessionEnded();
      }
      if (cause === MOVED) {
        this.#enter('connecting');
        turn = this.#nextTurn();
        await pause(Math.random() * MOVE_MAX_MS, turn.signal);
        if (this.#turn !== turn) return;
      } else if (cause !== RENEWED) {
        this.#enter('lost');
        failures = Date.now() - startedAt < PROVEN_MS ? failures + 1 : 1;
        turn = this.#nextTurn();
        const wait = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
        // Jitter, so that clients do not all reconnect to a restarted server at the same moment.
        await pause(wait * (0.3 + Math.random() * 0.7), turn.signal);
        if (this.#turn !== turn) return;
      } else if (this.#state === 'live') this.#enter('connecting');
      turn = this.#nextTurn();
    }
  }

  #nextTurn(): AbortController {
    this.#turn = new AbortController();
    return this.#turn;
  }

  #enter(state: PresenceLink['state']): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#listener.onState(state);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
