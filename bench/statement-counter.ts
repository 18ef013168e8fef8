import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Traffic of a server with PostgreSQL. */
export interface Counts {
  readonly statements: number;
  /** Number of times that the server waited for an answer before it continued, over all connections. */
  readonly roundTrips: number;
}

/** A proxy between a server and PostgreSQL. */
export interface StatementCounter {
  /** The URL for the server. */
  readonly url: string;
  /** Counts since the start. */
  counts(): Counts;
  stop(): Promise<void>;
}

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/**
 * Reads the types of messages from a stream of bytes, in chunks of any size.
 * @param hasOpening The first message of a client has a length and no type.
 */
export function messageTypes(hasOpening: boolean, onType: (type: string) => void): (chunk: Buffer) => void {
  let isOpening = hasOpening;
  let head = Buffer.alloc(0);
  let skip = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (skip > 0) {
        const skipped = Math.min(skip, chunk.length - at);
        skip -= skipped;
        at += skipped;
        continue;
      }
      const size = (isOpening ? 0 : TYPE_BYTES) + LENGTH_BYTES;
      const taken = chunk.subarray(at, at + size - head.length);
      head = Buffer.concat([head, taken]);
      at += taken.length;
      if (head.length < size) continue;
      skip = head.readInt32BE(size - LENGTH_BYTES) - LENGTH_BYTES;
      if (!isOpening) onType(String.fromCharCode(head[0] ?? 0));
      isOpening = false;
      head = Buffer.alloc(0);
    }
  };
}

/** Starts a counting proxy. The server needs no change, so any revision can be counted. */
export async function countStatements(databaseUrl: string): Promise<StatementCounter> {
  const database = new URL(databaseUrl);
  let statements = 0;
  let roundTrips = 0;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket, note: (chunk: Buffer) => void): void => {
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      note(chunk);
      to.write(chunk);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.end();
    });
  };
  const proxy = createServer((server) => {
    const postgres = connect(Number(database.port), database.hostname);
    let unanswered = 0;
    const asked = (type: string): void => {
      // Execute of a prepared statement, or a query as plain text.
      if (type === 'E' || type === 'Q') statements += 1;
      // Sync, or a query as plain text: the server waits for "ready". Behind another one it has not waited for that.
      if (type !== 'S' && type !== 'Q') return;
      if (unanswered === 0) roundTrips += 1;
      unanswered += 1;
    };
    const answered = (type: string): void => {
      if (type === 'Z') unanswered = Math.max(0, unanswered - 1);
    };
    pass(server, postgres, messageTypes(true, asked));
    pass(postgres, server, messageTypes(false, answered));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    counts: () => ({ statements, roundTrips }),
    stop: async () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
      await once(proxy, 'close');
    },
  };
}
