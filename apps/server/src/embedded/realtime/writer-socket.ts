import { randomUUID } from 'node:crypto';
import type { WebSocket } from '@fastify/websocket';
import { z } from 'zod';
import { bestEffort } from '../../db/best-effort.ts';
import type { MachineCaller } from '../../ports/identity.ts';
import type { PresenceStore } from '../../ports/realtime.ts';
import { checked, firebaseId, storeSid } from './realtime-body.ts';
import { RealtimeError, toRealtimeError } from './realtime-error.ts';
import type { RealtimeGuard } from './realtime-guard.ts';
import { ownConnection } from './writer.routes.ts';

const ENTRIES_MAX = 50_000;
const QUEUE_MAX = 1_000;
const BATCH_MAX = 500;
const FIRST_MESSAGE_MS = 5_000;
/** Close codes (RFC 6455, section 7.4): broken rules, an error of ours, the service restarts, try again later. */
const CLOSE = { policy: 1008, internal: 1011, restart: 1012, later: 1013 } as const;

const message = z.union([
  z.strictObject({ token: z.string().max(8_192) }),
  z.discriminatedUnion('op', [
    z.strictObject({ op: z.literal('put'), firebase_id: firebaseId, store_sid: storeSid }),
    z.strictObject({ op: z.literal('delete'), firebase_id: firebaseId, store_sid: storeSid.optional() }),
  ]),
]);
type Message = z.infer<typeof message>;

/** A machine client's socket: what it puts there stays as long as the socket does. */
export class WriterSocket {
  readonly #socket: WebSocket;
  readonly #store: PresenceStore;
  readonly #guard: RealtimeGuard;
  /** Entries that are there because of this socket. */
  readonly #entries = new Map<string, string | null>();
  readonly #name = `socket-${randomUUID()}`;
  #queue: Message[] = [];
  #token: string | null;
  #client: MachineCaller | null = null;
  #isWorking = false;
  #isAlive = true;
  #isRefused = false;
  #isClosed = false;
  readonly #onProven: () => void;
  #firstMessageOverdue: NodeJS.Timeout | undefined;

  /**
   * @param token of the request that opened the socket; null when the first message is to bring it
   * @param onProven called once the first message has brought it
   */
  constructor(
    socket: WebSocket,
    token: string | null,
    store: PresenceStore,
    guard: RealtimeGuard,
    onProven: () => void,
  ) {
    this.#socket = socket;
    this.#store = store;
    this.#guard = guard;
    this.#token = token;
    this.#onProven = onProven;
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#take(data, isBinary));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.on('close', () => {
      this.#isClosed = true;
      clearTimeout(this.#firstMessageOverdue);
      void this.#work();
    });
    // What breaks a socket is followed by its close.
    socket.on('error', () => socket.terminate());
    if (token !== null) void this.#work();
    else this.#firstMessageOverdue = setTimeout(() => this.#refuse(tokenMissing()), FIRST_MESSAGE_MS);
  }

  /** Renews what it put there while its client answers and may write; called every few seconds. */
  async tick(): Promise<void> {
    if (this.#isRefused || this.#token === null) return;
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    try {
      const client = await this.#guard.writerOf(this.#token);
      const touches = [...this.#entries].map(([id, sid]) => this.#touchOf(client, id, sid));
      if (touches.length > 0 && !this.#isClosed) await this.#store.touch(touches);
    } catch (error) {
      // What is away for a moment costs nothing before the leases end.
      if (toRealtimeError(error)?.status !== 503) this.#refuse(error);
    }
  }

  close(): void {
    this.#socket.close(CLOSE.restart);
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (this.#isRefused) return;
    clearTimeout(this.#firstMessageOverdue);
    try {
      if (isBinary) throw new RealtimeError('database/invalid-argument', 'Messages are texts.');
      this.#queue.push(checked(parse(data.toString('utf8')), message));
    } catch (error) {
      this.#refuse(error);
      return;
    }
    if (this.#client === null || this.#queue.length >= QUEUE_MAX) this.#socket.pause();
    void this.#work();
  }

  /** Does what is queued, in order and one batch at a time; at the end ends what the socket put there. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      if (this.#client === null && this.#token !== null) this.#client = await this.#guard.writerOf(this.#token);
      while (this.#queue.length > 0 && !this.#isClosed) {
        await this.#doBatch(this.#queue.splice(0, BATCH_MAX));
        if (this.#queue.length < QUEUE_MAX) this.#socket.resume();
      }
    } catch (error) {
      this.#refuse(error);
    }
    if (this.#isClosed) await this.#end();
    this.#isWorking = false;
  }

  async #doBatch(messages: readonly Message[]): Promise<void> {
    const changes = new Map<string, string | null | undefined>();
    for (const each of messages) {
      if ('token' in each) {
        const client = await this.#guard.writerOf(each.token);
        if (this.#client !== null && client.sub !== this.#client.sub)
          throw new RealtimeError('database/permission-denied', 'A socket belongs to one client.');
        this.#client = client;
        this.#token = each.token;
        this.#onProven();
      } else if (this.#client === null) {
        throw tokenMissing();
      } else {
        changes.set(each.firebase_id, each.op === 'put' ? each.store_sid : undefined);
      }
    }
    const client = this.#client;
    if (client === null || changes.size === 0) return;
    const puts = [...changes].filter((change): change is [string, string | null] => change[1] !== undefined);
    const drops = [...changes].filter(([, sid]) => sid === undefined).map(([id]) => id);
    for (const [id, sid] of puts) this.#entries.set(id, sid);
    for (const id of drops) this.#entries.delete(id);
    if (this.#entries.size > ENTRIES_MAX)
      throw new RealtimeError('database/too-large', `A socket holds at most ${ENTRIES_MAX} entries.`);
    if (puts.length > 0) await this.#store.touch(puts.map(([id, sid]) => this.#touchOf(client, id, sid)));
    if (drops.length > 0) await this.#drop(client, drops);
  }

  async #end(): Promise<void> {
    const client = this.#client;
    const ids = [...this.#entries.keys()];
    this.#entries.clear();
    this.#queue = [];
    // What cannot be ended now ends with its lease.
    if (client !== null && ids.length > 0)
      await bestEffort("end of a closed socket's entries", () => this.#drop(client, ids));
  }

  #drop(client: MachineCaller, ids: readonly string[]): Promise<void> {
    const connectionId = ownConnection(client, this.#name);
    return this.#store.drop(ids.map((id) => ({ firebaseId: id, connectionId })));
  }

  #touchOf(client: MachineCaller, id: string, sid: string | null) {
    return { firebaseId: id, storeSid: sid, connectionId: ownConnection(client, this.#name) };
  }

  /** Says what is wrong and closes. A store that is away for a moment is not the client's fault: it may come back. */
  #refuse(error: unknown): void {
    if (this.#isClosed || this.#isRefused) return;
    this.#isRefused = true;
    const known = toRealtimeError(error);
    if (known !== null) this.#socket.send(JSON.stringify(known.body));
    const isOurs = known === null || known.status >= 500;
    const code = known === null ? CLOSE.internal : isOurs ? CLOSE.later : CLOSE.policy;
    this.#queue = [];
    // The client's answer to the close has to be read.
    this.#socket.resume();
    this.#socket.close(code);
    if (known === null) void bestEffort('work of a writer socket', () => Promise.reject(error));
  }
}

function tokenMissing(): RealtimeError {
  const words = `The first message must bring a token, within ${FIRST_MESSAGE_MS / 1_000} s.`;
  return new RealtimeError('auth/invalid-credential', words);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RealtimeError('database/invalid-argument', 'A message is not JSON.', { cause });
  }
}
