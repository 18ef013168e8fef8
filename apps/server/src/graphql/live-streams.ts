import { randomUUID } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import { bestEffort } from '../db/best-effort.ts';
import type { Clock } from '../ports/clock.ts';
import type { Caller, IdentityPort, StaffCaller } from '../ports/identity.ts';
import { LiveStream } from './live-stream.ts';

const STREAMS_A_PERSON_MAX = 20;
const STREAMS_MAX = 5_000;
/** A stream that nobody opens is given up after this time. */
const RESERVED_MS = 10_000;
/** With what identity remembers of a token (4 s at most), the end of a sign-in and the loss of a role take effect within 5 s. */
const LOOK_MS = 500;

/** The streams of this process. Each ends with its access token, and when what the token stood for changes. */
export class LiveStreams {
  readonly #identity: IdentityPort;
  readonly #clock: Clock;
  readonly #onEnded: (stream: LiveStream) => void;
  readonly #streams = new Map<string, LiveStream>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  /** `onEnded` is told of each stream once, when it must not be used any more. */
  constructor(deps: {
    readonly identity: IdentityPort;
    readonly clock: Clock;
    readonly onEnded: (stream: LiveStream) => void;
  }) {
    this.#identity = deps.identity;
    this.#clock = deps.clock;
    this.#onEnded = deps.onEnded;
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** @throws AppError `rate.limited`, `service.unavailable` when there are too many already */
  reserve(caller: StaffCaller, accessToken: string): LiveStream {
    let ofPerson = 0;
    for (const stream of this.#streams.values()) if (stream.caller.sub === caller.sub) ofPerson += 1;
    if (ofPerson >= STREAMS_A_PERSON_MAX)
      throw new AppError('rate.limited', { message: 'Too many streams are open.', details: { retryAfterSeconds: 10 } });
    if (this.#streams.size >= STREAMS_MAX)
      throw new AppError('service.unavailable', { details: { retryAfterSeconds: 10 } });
    const stream = new LiveStream(randomUUID(), caller, accessToken, performance.now());
    this.#streams.set(stream.id, stream);
    return stream;
  }

  /** The stream of this id, for the token that it was reserved with. @throws AppError `record.not-found` */
  find(id: string | undefined, accessToken: string): LiveStream {
    const stream = id === undefined ? undefined : this.#streams.get(id);
    if (stream === undefined || stream.accessToken !== accessToken)
      throw new AppError('record.not-found', { message: 'There is no such stream.' });
    return stream;
  }

  /** Ends a stream. */
  end(stream: LiveStream): void {
    if (!this.#streams.delete(stream.id)) return;
    stream.end();
    this.#onEnded(stream);
  }

  /** Ends all of them; clients come back to another process. */
  close(): void {
    clearInterval(this.#timer);
    for (const stream of [...this.#streams.values()]) this.end(stream);
  }

  async #look(): Promise<void> {
    const nowMs = this.#clock.now().getTime();
    for (const stream of [...this.#streams.values()]) {
      const isGivenUp = !stream.isCarried && performance.now() - stream.reservedAtMs > RESERVED_MS;
      if (isGivenUp || stream.caller.expiresAt.getTime() <= nowMs) this.end(stream);
    }
    if (this.#isLooking) return;
    this.#isLooking = true;
    await bestEffort('look at the tokens of streams', () =>
      Promise.all([...this.#streams.values()].map((stream) => this.#lookAt(stream))),
    );
    this.#isLooking = false;
  }

  async #lookAt(stream: LiveStream): Promise<void> {
    try {
      const caller = await this.#identity.authenticate(stream.accessToken);
      if (!isSame(stream.caller, caller)) this.end(stream);
    } catch (error) {
      // Only a plain no ends it: while nobody can tell, what was true goes on until the token expires.
      const code = error instanceof AppError ? error.code : null;
      if (code?.startsWith('session.')) this.end(stream);
      else if (code !== 'service.unavailable') throw error;
    }
  }
}

/** The same person with the same rights. */
function isSame(before: StaffCaller, now: Caller): boolean {
  return (
    now.kind === 'staff' && now.sub === before.sub && String([...now.roles].sort()) === String([...before.roles].sort())
  );
}
