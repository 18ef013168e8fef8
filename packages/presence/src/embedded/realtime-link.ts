import type { PresenceLink } from '../presence.port.ts';
import type { LinkListener, TabLink } from '../tabs/tab-group.ts';
import { readEvents } from './event-stream.ts';
import { type RealtimeCalls, RefusedCall } from './realtime-calls.ts';

/** The server takes no more. */
const KEYS_MAX = 500;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 15_000;
/** A stream that lived this long was a success: after it the waiting times begin anew. */
const PROVEN_MS = 10_000;
/** Why a stream or a pause was ended when nothing is wrong. */
const RENEWED = Symbol('renewed');
/** The server ends and another one takes over. */
const MOVED = Symbol('moved');
const MOVE_MAX_MS = 500;

/** One event stream with the server, opened again as long as keys are wanted. */
export class RealtimeLink implements TabLink {
  readonly #calls: RealtimeCalls;
  readonly #bearer: () => string;
  readonly #listener: LinkListener;
  #state: PresenceLink['state'] = 'idle';
  #keys: readonly string[] = [];
  #sendKeys: (() => void) | undefined;
  /** Ends the stream, or the pause before the next one; undefined while the link rests. */
  #turn: AbortController | undefined;

  /** The bearer is asked for anew with each call. */
  constructor(calls: RealtimeCalls, bearer: () => string, listener: LinkListener) {
    this.#calls = calls;
    this.#bearer = bearer;
    this.#listener = listener;
  }

  /** Tells of exactly these keys from now on, or of the last 500 of them; of none: the link rests. */
  want(keys: readonly string[]): void {
    const wanted = keys.slice(-KEYS_MAX);
    if (wanted.join() === this.#keys.join() && this.#turn) return;
    this.#keys = wanted;
    if (keys.length === 0) this.close();
    else if (this.#turn) this.#sendKeys?.();
    else void this.#run();
  }

  /** Opens the stream anew at once: the network has changed. */
  renew(): void {
    this.#turn?.abort(RENEWED);
  }

  /** Does not wait any longer after a failure: somebody looks at it. */
  hurry(): void {
    if (this.#state === 'lost') this.renew();
  }

  /** Ends the stream; `want` opens it again. */
  close(): void {
    const turn = this.#turn;
    this.#turn = undefined;
    turn?.abort();
    this.#enter('idle');
  }

  async #run(): Promise<void> {
    this.#enter('connecting');
    let turn = new AbortController();
    this.#turn = turn;
    for (let failures = 0; ; ) {
      const startedAt = Date.now();
      const problem = await this.#stream(turn).catch((thrown: unknown) => thrown);
      if (this.#turn !== turn) return;
      const cause = turn.signal.reason ?? problem;
      if (cause instanceof RefusedCall && (cause.status === 401 || cause.status === 403)) {
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
        failures = Date.now() - startedAt > PROVEN_MS ? 1 : failures + 1;
        turn = this.#nextTurn();
        const wait = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
        // Spread, so that a server that has started again is not met by everybody at once.
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

  /** Reads one stream to its end. */
  async #stream(turn: AbortController): Promise<void> {
    try {
      const url = await this.#calls.streamUrl(this.#bearer());
      turn.signal.throwIfAborted();
      await readEvents(url, turn.signal, (type, data) => {
        const event = JSON.parse(data);
        if (type === 'moving') turn.abort(MOVED);
        if (type === 'expired') throw new RefusedCall(401);
        if (type === 'value') this.#listener.onValue(String(event.key), event.value);
        if (type === 'open') this.#sendKeysTo(String(event.streamId), turn);
      });
    } finally {
      this.#sendKeys = undefined;
    }
  }

  /** Sends the keys now and whenever they change, one request at a time. */
  #sendKeysTo(streamId: string, turn: AbortController): void {
    let sent: readonly string[] | undefined;
    let isSending = false;
    const send = async () => {
      if (isSending) return;
      isSending = true;
      while (sent !== this.#keys && !turn.signal.aborted) {
        const keys = this.#keys;
        await this.#calls.putKeys(this.#bearer(), streamId, keys);
        sent = keys;
        if (!turn.signal.aborted) this.#listener.onKeysSent(keys);
      }
      isSending = false;
      if (!turn.signal.aborted) this.#enter('live');
    };
    this.#sendKeys = () => void send().catch((cause) => turn.abort(cause));
    this.#sendKeys();
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
