import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const NO_REUSE = new Agent({ keepAlive: false });

/**
 * A load balancer without stickiness: each request goes to the next process, or to the one after it when the connection
 * is refused.
 */
export class RoundRobin {
  readonly #server: Server;
  /** Ports of the processes on this machine. */
  readonly ports: number[] = [];
  /** Ports that answered a stream of subscriptions, in order. */
  readonly streams: number[] = [];
  #requests = 0;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => void this.#pass(incoming, answer));
  }

  static async start(): Promise<RoundRobin> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RoundRobin(server);
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (let tries = this.ports.length; tries > 0; tries -= 1) {
      this.#requests += 1;
      const port = this.ports[this.#requests % this.ports.length];
      const { method, url, headers } = incoming;
      const outgoing = request({ agent: NO_REUSE, host: '127.0.0.1', port, method, path: url, headers });
      answer.on('close', () => outgoing.destroy());
      try {
        const [reply] = (await once(outgoing.end(body), 'response')) as [IncomingMessage];
        outgoing.on('error', () => answer.destroy());
        if (method === 'GET' && url === '/graphql/stream' && port !== undefined) this.streams.push(port);
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.on('error', () => answer.destroy());
        reply.pipe(answer);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    answer.destroy();
  }
}
