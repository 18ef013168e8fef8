import type { Socket } from 'node:net';
import { networkOf } from '../../ports/client-network.ts';
import { RealtimeError } from './realtime-error.ts';

/** Sockets that are open at once: all of them, and those whose client is not known yet. */
const MOST = { open: 1_000, waiting: 200, waitingPerNetwork: 20 } as const;

/** Places of sockets, held from the upgrade on until the connection closes. Strangers hold few, so that known clients find one. */
export class SocketPlaces {
  readonly #open = new Set<Socket>();
  /** Connections whose client is not known yet, with their network. */
  readonly #waiting = new Map<Socket, string>();

  /**
   * @param address where the client is not known yet, else null
   * @throws RealtimeError `database/unavailable`, `database/too-many-requests`
   */
  take(connection: Socket, address: string | null): void {
    if (this.#open.size >= MOST.open || (address !== null && this.#waiting.size >= MOST.waiting))
      throw new RealtimeError('database/unavailable', 'No more sockets can be opened now.');
    if (address !== null) {
      const network = networkOf(address);
      const others = [...this.#waiting.values()].filter((each) => each === network);
      if (others.length >= MOST.waitingPerNetwork)
        throw new RealtimeError('database/too-many-requests', 'Too many sockets wait for their token.', {
          retryAfterS: 1,
        });
      this.#waiting.set(connection, network);
    }
    this.#open.add(connection);
    connection.once('close', () => {
      this.#open.delete(connection);
      this.#waiting.delete(connection);
    });
  }

  /** The client is known now. */
  prove(connection: Socket): void {
    this.#waiting.delete(connection);
  }
}
