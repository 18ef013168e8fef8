import { AppError } from '@backcounter/domain';
import { bestEffort } from '../../db/best-effort.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Caller, IdentityPort, StaffCaller } from '../../ports/identity.ts';
import { toAppError } from '../public-error.ts';
import type { LiveSessions, PostedOperation } from './live-sessions.ts';
import { LiveStream } from './live-stream.ts';

const STREAMS_MAX = 5_000;
/**
 * The last line of a stream whose process shuts down (HTML standard, server-sent events): the client reconnects to
 * another one.
 */
const RECONNECT = 'retry: 500\n\n';
/**
 * With identity's cache of a token (4 s at most), the end of a sign-in and the loss of a role take effect within 5 s.
 */
const LOOK_MS = 500;
/** A third of the lease of `LiveSessions`. */
const KEEP_ALIVE_MS = 10_000;

/** Ids of streams with posted operations; `isIncomplete`: some may be missing. */
export type OperationNotices = (
  signal: AbortSignal,
) => AsyncIterable<{ readonly payloads: readonly string[]; readonly isIncomplete: boolean }>;

/** Dependencies of the streams of a process. */
export interface LiveStreamsDeps {
  readonly identity: IdentityPort;
  readonly clock: Clock;
  readonly sessions: LiveSessions;
  readonly notices: OperationNotices;
  /** Runs operations that another process accepted, in this order. A rejection ends the stream. */
  readonly run: (stream: LiveStream, operations: readonly PostedOperation[]) => Promise<unknown>;
}

/** The streams that this process carries. Each ends with its access token, and when the rights of the token change. */
export class LiveStreams {
  readonly #deps: LiveStreamsDeps;
  readonly #streams = new Map<string, LiveStream>();
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #ending = new AbortController();
  #following: Promise<unknown> | null = null;
  #isLooking = false;

  constructor(deps: LiveStreamsDeps) {
    this.#deps = deps;
    this.#timers = [
      setInterval(() => void this.#look(), LOOK_MS),
      setInterval(() => void this.#keepAlive(), KEEP_ALIVE_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /**
   * Takes over a reserved stream, whichever process reserved it. Call `pickUp` when it can run operations, `end` after
   * the last chunk.
   * @throws AppError
   * `service.unavailable` when there are too many already or the process shuts down, and errors of `LiveSessions.claim`
   */
  async open(id: string, caller: StaffCaller, accessToken: string): Promise<LiveStream> {
    if (this.#streams.size >= STREAMS_MAX)
      throw new AppError('service.unavailable', { details: { retryAfterSeconds: 10 } });
    this.#following ??= bestEffort('operations posted to other processes', () => this.#follow());
    await this.#deps.sessions.claim(id, accessToken);
    const stream = new LiveStream(id, caller, accessToken);
    this.#streams.set(id, stream);
    if (!this.#ending.signal.aborted) return stream;
    this.end(stream);
    throw new AppError('service.unavailable', { details: { retryAfterSeconds: 1 } });
  }

  /** The stream with this id in this process, for the token that reserved it. */
  find(id: string, accessToken: string): LiveStream | undefined {
    const stream = this.#streams.get(id);
    return stream?.accessToken === accessToken ? stream : undefined;
  }

  /**
   * Runs operations of these streams that were posted to other processes. Ends the streams on failure: their clients
   * subscribe again.
   */
  async pickUp(ids: readonly string[]): Promise<void> {
    const streams = ids.flatMap((id) => this.#streams.get(id) ?? []);
    if (streams.length === 0) return;
    const taken = await bestEffort('pick-up of operations', () =>
      this.#deps.sessions.take(streams.map(({ id }) => id)),
    );
    for (const stream of streams) {
      const operations = taken?.filter(({ sessionId }) => sessionId === stream.id);
      if (operations === undefined) this.end(stream);
      else if (operations.length > 0) void this.#run(stream, operations);
    }
  }

  /** Ends a stream. */
  end(stream: LiveStream): void {
    if (!this.#streams.delete(stream.id)) return;
    stream.end();
    void bestEffort('end of a stream', () => this.#deps.sessions.end([stream.id]));
  }

  /** Ends all streams; clients reconnect to another process. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#ending.abort();
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    for (const stream of streams) stream.end(RECONNECT);
    if (streams.length > 0)
      await bestEffort('end of the streams', () => this.#deps.sessions.end(streams.map(({ id }) => id)));
    await this.#following;
  }

  async #run(stream: LiveStream, operations: readonly PostedOperation[]): Promise<void> {
    const isDone = await bestEffort('operations of another process', async () => {
      await this.#deps.run(stream, operations);
      return true;
    });
    if (isDone !== true) this.end(stream);
  }

  async #follow(): Promise<void> {
    for await (const { payloads, isIncomplete } of this.#deps.notices(this.#ending.signal))
      await this.pickUp(isIncomplete ? [...this.#streams.keys()] : payloads);
  }

  /**
   * After a crash of PostgreSQL, or a pause longer than the lease, operations may be lost with the row of their stream.
   */
  async #keepAlive(): Promise<void> {
    const streams = [...this.#streams.values()];
    if (streams.length === 0) return;
    const kept = await bestEffort('renewal of streams', () => this.#deps.sessions.keepAlive());
    if (kept === undefined) return;
    for (const stream of streams) if (!kept.has(stream.id)) this.end(stream);
  }

  async #look(): Promise<void> {
    const nowMs = this.#deps.clock.now().getTime();
    for (const stream of [...this.#streams.values()]) if (stream.caller.expiresAt.getTime() <= nowMs) this.end(stream);
    if (this.#isLooking) return;
    this.#isLooking = true;
    await bestEffort('look at the tokens of streams', () =>
      Promise.all([...this.#streams.values()].map((stream) => this.#lookAt(stream))),
    );
    this.#isLooking = false;
  }

  async #lookAt(stream: LiveStream): Promise<void> {
    try {
      const caller = await this.#deps.identity.authenticate(stream.accessToken);
      if (!isSame(stream.caller, caller)) this.end(stream);
    } catch (error) {
      // Only a definite refusal ends it: while the identity is unavailable, the previous answer holds until the token
      // expires.
      const { code } = toAppError(error);
      if (code.startsWith('session.')) this.end(stream);
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
