import type { RawData, WebSocket } from 'ws';

type Json = string | number | boolean | null | { [key: string]: Json };

interface Listen {
  readonly path: string;
  /** Tag that the client gives to a listen with a query. */
  readonly tag: number | undefined;
  /** Child and value of the query. */
  readonly where: readonly [string, Json] | undefined;
}

interface Connection {
  readonly socket: WebSocket;
  readonly listens: Map<string, Listen>;
  isSignedIn: boolean;
  /** Outstanding frames of a message, and those received. */
  partsLeft: number;
  parts: string[];
}

interface Request {
  readonly r: number;
  readonly a: string;
  readonly b: {
    readonly p?: string;
    readonly t?: number;
    readonly cred?: string;
    readonly q?: { readonly i?: string; readonly sp?: Json };
  };
}

/** The part of the realtime database's wire protocol, version 5, that the SDK uses to listen: handshake, auth, listen, unlisten, data. */
export class RealtimeDatabaseDouble {
  readonly #isAccepted: (idToken: string) => boolean;
  readonly #connections = new Set<Connection>();
  #root: { [key: string]: Json } = {};
  /** Number of listens by path. */
  readonly listened: string[] = [];
  /** True when the rules refuse every read. */
  refuseReads = false;

  constructor(isAccepted: (idToken: string) => boolean) {
    this.#isAccepted = isAccepted;
  }

  connect(socket: WebSocket): void {
    const connection: Connection = { socket, listens: new Map(), isSignedIn: false, partsLeft: 0, parts: [] };
    this.#connections.add(connection);
    socket.on('close', () => this.#connections.delete(connection));
    socket.on('message', (data: RawData) => this.#frame(connection, data.toString()));
    send(socket, {
      t: 'c',
      d: { t: 'h', d: { ts: Date.now(), v: '5', h: 'localhost', s: `session-${Math.random()}` } },
    });
  }

  disconnectAll(): void {
    for (const { socket } of this.#connections) socket.terminate();
  }

  /** Sets the value of a path, such as `online/fb-1`; null removes it. */
  set(path: string, value: Json): void {
    const before = structuredClone(this.#root);
    const keys = path.split('/');
    const last = keys.pop() ?? '';
    let node = this.#root;
    for (const key of keys) {
      node[key] ??= {};
      node = node[key] as { [key: string]: Json };
    }
    if (value === null) delete node[last];
    else node[last] = value;
    for (const { socket, listens } of this.#connections)
      for (const listen of listens.values()) this.#sendChange(socket, listen, before, path);
  }

  get(path: string): Json {
    return valueAt(this.#root, path);
  }

  #frame(connection: Connection, text: string): void {
    // A keep-alive. Otherwise a single number announces a message in that many frames.
    if (connection.partsLeft === 0 && text === '0') return;
    if (connection.partsLeft === 0 && /^\d+$/.test(text)) {
      connection.partsLeft = Number(text);
      connection.parts = [];
      return;
    }
    if (connection.partsLeft > 0) {
      connection.parts.push(text);
      connection.partsLeft -= 1;
      if (connection.partsLeft > 0) return;
    }
    const message = JSON.parse(connection.parts.length > 0 ? connection.parts.join('') : text);
    connection.parts = [];
    if (message.t === 'd') this.#request(connection, message.d);
  }

  #request(connection: Connection, { r, a, b }: Request): unknown {
    const { socket, listens } = connection;
    const reply = (status: string, data: Json = {}) => send(socket, { t: 'd', d: { r, b: { s: status, d: data } } });
    const path = (b.p ?? '').replace(/^\//, '');
    const id = `${path} ${JSON.stringify(b.q ?? null)}`;
    if (a === 'auth') {
      connection.isSignedIn = this.#isAccepted(b.cred ?? '');
      return reply(connection.isSignedIn ? 'ok' : 'expired_token');
    }
    if (a === 'unauth') {
      connection.isSignedIn = false;
      for (const { path: ended } of listens.values()) send(socket, { t: 'd', d: { a: 'c', b: { p: ended } } });
      listens.clear();
    }
    if (a === 'q') {
      if (!connection.isSignedIn || this.refuseReads) return reply('permission_denied', 'Permission denied');
      const where = b.q?.i === undefined ? undefined : ([b.q.i, b.q.sp ?? null] as const);
      const listen = { path, tag: b.t, where };
      listens.set(id, listen);
      this.listened.push(path);
      this.#send(socket, listen, path, matching(valueAt(this.#root, path), where));
    }
    if (a === 'n') listens.delete(id);
    return reply('ok');
  }

  #sendChange(socket: WebSocket, listen: Listen, before: Json, changed: string): void {
    const { path, where } = listen;
    if (!`${changed}/`.startsWith(`${path}/`)) return;
    const child = changed.slice(path.length + 1).split('/')[0] ?? '';
    if (child === '') {
      this.#send(socket, listen, path, matching(valueAt(this.#root, path), where));
      return;
    }
    const pick = (root: Json) => valueAt(matching(valueAt(root, path), where), child);
    if (JSON.stringify(pick(before)) === JSON.stringify(pick(this.#root))) return;
    this.#send(socket, listen, `${path}/${child}`, pick(this.#root));
  }

  #send(socket: WebSocket, { tag }: Listen, path: string, value: Json): void {
    send(socket, { t: 'd', d: { a: 'd', b: { p: path, d: value, ...(tag !== undefined && { t: tag }) } } });
  }
}

function send(socket: WebSocket, message: unknown): void {
  socket.send(JSON.stringify(message));
}

function valueAt(root: Json, path: string): Json {
  let node = root;
  for (const key of path.split('/').filter((part) => part !== '')) {
    if (typeof node !== 'object' || node === null) return null;
    node = node[key] ?? null;
  }
  return node;
}

function matching(value: Json, where: Listen['where']): Json {
  if (!where || typeof value !== 'object' || value === null) return value;
  const [field, wanted] = where;
  return Object.fromEntries(Object.entries(value).filter(([, child]) => valueAt(child, field) === wanted));
}
