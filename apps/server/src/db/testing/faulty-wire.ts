import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a database that can be frozen, or refuse each new connection, and closes the old ones. */
export interface FaultyWire {
  readonly url: string;
  /** Forwards nothing, and closes nothing. */
  freeze(): void;
  thaw(): void;
  /** Ends all connections; new ones get an error of this SQLSTATE, or are reset if it is null. */
  refuse(sqlstate: string | null): void;
  /** Accepts as many more connections, then refuses each, and leaves those alone that are open. */
  refuseAfter(connections: number, sqlstate: string | null): void;
  /** Ends all connections and accepts new ones. */
  mend(): void;
  close(): void;
}

/** An ErrorResponse with the text of a German server: the English one is nothing to rely on. */
function errorResponse(sqlstate: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlstate}\0Mdas Datenbanksystem antwortet nicht\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Starts a wire on a free port of this computer. */
export async function startFaultyWire(url: string): Promise<FaultyWire> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let refusal: string | null | undefined;
  let acceptable = Number.POSITIVE_INFINITY;
  let refusalThen: string | null = null;
  const server = createServer((socket) => {
    if (acceptable-- <= 0) refusal = refusalThen;
    if (refusal === null) return void socket.resetAndDestroy();
    if (refusal !== undefined) {
      const answer = errorResponse(refusal);
      socket.on('error', () => undefined).once('data', () => socket.end(answer));
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = new URL(url);
  target.port = String((server.address() as AddressInfo).port);
  const all = (run: (socket: Socket) => unknown): void => {
    for (const socket of sockets) run(socket);
  };
  const end = (): void => all((socket) => socket.destroy());
  return {
    url: target.href,
    freeze: () => {
      isFrozen = true;
      all((socket) => socket.pause());
    },
    thaw: () => {
      isFrozen = false;
      all((socket) => socket.resume());
    },
    refuse: (sqlstate) => {
      refusal = sqlstate;
      end();
    },
    refuseAfter: (connections, sqlstate) => {
      acceptable = connections;
      refusalThen = sqlstate;
    },
    mend: () => {
      refusal = undefined;
      acceptable = Number.POSITIVE_INFINITY;
      isFrozen = false;
      end();
    },
    close: () => {
      end();
      server.close();
    },
  };
}
