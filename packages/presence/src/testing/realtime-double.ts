import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Handles a request instead of answering it: tests of hostile servers and networks. */
export type Mischief = (request: IncomingMessage, response: ServerResponse) => boolean;

interface Stream {
  readonly uid: string;
  readonly response: ServerResponse;
  keys: Set<string>;
}

/** A small server of the realtime protocol, under /realtime of its own origin, controlled by the test. */
export class RealtimeDouble {
  readonly online = new Map<string, string | null>();
  readonly pictures = new Map<string, 'there' | 'forbidden'>();
  /** Requests: method and path without query. */
  readonly requests: string[] = [];
  readonly streams = new Map<string, Stream>();
  mischief: Mischief = () => false;
  readonly #refusedSessions = new Set<string>();
  readonly #tickets = new Map<string, string>();
  #server: Server | undefined;
  #port = 0;
  #counter = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/realtime`;
  }

  /** Listens; after a stop, on the same port. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((cause) => response.destroy(cause));
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Stops as abruptly as a killed process. */
  async stop(): Promise<void> {
    this.streams.clear();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
  }

  put(firebaseId: string, storeSid: string | null): void {
    this.#change(firebaseId, () => this.online.set(firebaseId, storeSid));
  }

  drop(firebaseId: string): void {
    this.#change(firebaseId, () => this.online.delete(firebaseId));
  }

  /** Expires the sessions of a person. */
  expire(uid: string): void {
    this.#refusedSessions.add(uid);
    for (const [id, stream] of this.streams) {
      if (stream.uid !== uid) continue;
      stream.response.end('event: expired\ndata: {}\n\n');
      this.streams.delete(id);
    }
  }

  #change(firebaseId: string, change: () => void): void {
    const before = this.online.get(firebaseId);
    change();
    const after = this.online.get(firebaseId);
    for (const sid of new Set([before, after])) if (sid) this.#push(`store:${sid}`);
    this.#push(`entry:${firebaseId}`);
    this.#push('online');
  }

  #push(key: string): void {
    for (const { keys, response } of this.streams.values()) if (keys.has(key)) this.#send(response, key);
  }

  #send(response: ServerResponse, key: string): void {
    const [kind, id = ''] = key.split(/:(.*)/s);
    const at = this.online.get(id);
    const value =
      kind === 'online'
        ? this.online.size
        : kind === 'store'
          ? [...this.online.values()].filter((sid) => sid === id).length
          : at === undefined
            ? null
            : { store_sid: at };
    this.#counter += 1;
    response.write(`id: ${this.#counter}\nevent: value\ndata: ${JSON.stringify({ key, value })}\n\n`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const [what = '', id = ''] = pathname.split('/').slice(2).map(decodeURIComponent);
    this.requests.push(`${request.method} /${what}`);
    if (this.mischief(request, response)) return;
    const text = await new Promise<string>((resolve) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => resolve(body));
    });
    const body = text === '' ? {} : JSON.parse(text);
    const answer = (status: number, content: unknown = {}) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(content));
    };
    const refuse = (status: number, code: string) => answer(status, { error: { code, message: 'Refused.' } });

    if (what === 'session' && request.method === 'POST') {
      const [, kind, uid = ''] = /^(good|disabled):(.+)$/.exec(body.token) ?? [];
      if (kind === 'disabled') return refuse(403, 'auth/user-disabled');
      if (!kind) return refuse(401, 'auth/invalid-custom-token');
      this.#refusedSessions.delete(uid);
      return answer(200, { session: `session:${uid}`, uid, expiresAt: Date.now() + 3_600_000 });
    }
    if (what === 'stream') return this.#open(searchParams.get('ticket') ?? '', response);
    const uid = /^Bearer session:(.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (uid === undefined || this.#refusedSessions.has(uid)) return refuse(401, 'auth/id-token-expired');
    if (what === 'session') return answer(204);
    if (what === 'ticket') {
      this.#counter += 1;
      this.#tickets.set(`ticket-${this.#counter}`, uid);
      return answer(200, { ticket: `ticket-${this.#counter}`, expiresAt: Date.now() + 30_000 });
    }
    if (what === 'streams') {
      const stream = this.streams.get(id);
      if (stream?.uid !== uid) return refuse(404, 'realtime/stream-not-found');
      const fresh = body.keys.filter((key: string) => !stream.keys.has(key));
      stream.keys = new Set(body.keys);
      answer(204);
      for (const key of fresh) this.#send(stream.response, key);
      return;
    }
    const picture = this.pictures.get(id);
    if (!picture) return refuse(404, 'storage/object-not-found');
    if (picture === 'forbidden') return refuse(403, 'storage/unauthorized');
    return answer(200, {
      url: `/files/profile_pictures/${id}.png?expires=1&signature=s`,
      expiresAt: Date.now() + 900_000,
    });
  }

  #open(ticket: string, response: ServerResponse): void {
    const uid = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (uid === undefined) {
      response.writeHead(401).end();
      return;
    }
    this.#counter += 1;
    const streamId = `stream-${this.#counter}`;
    this.streams.set(streamId, { uid, response, keys: new Set() });
    response.on('close', () => this.streams.delete(streamId));
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(`event: open\ndata: ${JSON.stringify({ streamId, expiresAt: Date.now() + 3_600_000 })}\n\n`);
  }
}
