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
/** Close codes (RFC 6455, section 7.4): policy violation, internal error, service restart, try again later. */
const CLOSE = { policy: 1008, internal: 1011, restart: 1012, later: 1013 } as const;

const message = z.union([
  z.strictObject({ token: z.string().max(8_192) }),
  z.discriminatedUnion('op', [
    z.strictObject({ op: z.literal('put'), firebase_id: firebaseId, store_sid: storeSid }),
    z.strictObject({ op: z.literal('delete'), firebase_id: firebaseId, store_sid: storeSid.optional() }),
  ]),
]);
type Message = z.infer<typeof message>;

/** A machine client's socket; its entries last as long as the socket. */
export class WriterSocket {
  readonly #socket: WebSocket;
  readonly #store: PresenceStore;
  readonly #guard: RealtimeGuard;
  /** Entries created through this socket. */
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
   * @param token of the request that opened the socket; null if the first message contains it
   * @param onProven called when the first message has supplied it
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
    // A broken socket also emits `close`.
    socket.on('error', () => socket.terminate());
    if (token !== null) void this.#work();
    else this.#firstMessageOverdue = setTimeout(() => this.#refuse(tokenMissing()), FIRST_MESSAGE_MS);
  }

  /** Renews its entries while the client answers pings and may write; called every few seconds. */
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
      // A short outage does no harm until the leases end.
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
      if (isBinary) throw new RealtimeError('database/invalid-argument', 'Messages must be text.');
      this.#queue.push(checked(parse(data.toString('utf8')), message));
    } catch (error) {
      this.#refuse(error);
      return;
    }
    if (this.#client === null || this.#queue.length >= QUEUE_MAX) this.#socket.pause();
    void this.#work();
  }

  /** Processes queued messages in order, one batch at a time; after the close it ends the socket's entries. */
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
      throw new RealtimeError('database/too-large', `A socket has at most ${ENTRIES_MAX} entries.`);
    if (puts.length > 0) await this.#store.touch(puts.map(([id, sid]) => this.#touchOf(client, id, sid)));
    if (drops.length > 0) await this.#drop(client, drops);
  }

  async #end(): Promise<void> {
    const client = this.#client;
    const ids = [...this.#entries.keys()];
    this.#entries.clear();
    this.#queue = [];
    // Otherwise they end with their lease.
    if (client !== null && ids.length > 0)
      await bestEffort("ending a closed socket's entries", () => this.#drop(client, ids));
  }

  #drop(client: MachineCaller, ids: readonly string[]): Promise<void> {
    const connectionId = ownConnection(client, this.#name);
    return this.#store.drop(ids.map((id) => ({ firebaseId: id, connectionId })));
  }

  #touchOf(client: MachineCaller, id: string, sid: string | null) {
    return { firebaseId: id, storeSid: sid, connectionId: ownConnection(client, this.#name) };
  }

  /** Sends the error and closes. If the store is temporarily unavailable, the code allows a retry. */
  #refuse(error: unknown): void {
    if (this.#isClosed || this.#isRefused) return;
    this.#isRefused = true;
    const known = toRealtimeError(error);
    if (known !== null) this.#socket.send(JSON.stringify(known.body));
    const isOurs = known === null || known.status >= 500;
    const code = known === null ? CLOSE.internal : isOurs ? CLOSE.later : CLOSE.policy;
    this.#queue = [];
    // Resumed to read the client's answer to the close.
    this.#socket.resume();
    this.#socket.close(code);
    if (known === null) void bestEffort('processing a writer socket', () => Promise.reject(error));
  }
}

function tokenMissing(): RealtimeError {
  const text = `The first message must contain a token, within ${FIRST_MESSAGE_MS / 1_000} s.`;
  return new RealtimeError('auth/invalid-credential', text);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RealtimeError('database/invalid-argument', 'Messages must be JSON.', { cause });
  }
}
