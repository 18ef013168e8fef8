import type { Socket } from 'node:net';
import { networkOf } from '../../ports/client-network.ts';
import { RealtimeError } from './realtime-error.ts';

/** Limits of open sockets: in total, and of unidentified clients. */
const MOST = { open: 1_000, waiting: 200, waitingPerNetwork: 20 } as const;

/**
 * Slots of sockets, held from the upgrade until the connection closes. Unidentified clients get few, so that known ones
 * find one.
 */
export class SocketPlaces {
  readonly #open = new Set<Socket>();
  /** Connections of unidentified clients, with their network. */
  readonly #waiting = new Map<Socket, string>();

  /**
   * @param address of an unidentified client, otherwise null
   * @throws RealtimeError `database/unavailable`, `database/too-many-requests`
   */
  take(connection: Socket, address: string | null): void {
    if (this.#open.size >= MOST.open || (address !== null && this.#waiting.size >= MOST.waiting))
      throw new RealtimeError('database/unavailable', 'No more sockets can be opened now.');
    if (address !== null) {
      const network = networkOf(address);
      const others = [...this.#waiting.values()].filter((each) => each === network);
      if (others.length >= MOST.waitingPerNetwork)
        throw new RealtimeError('database/too-many-requests', 'Too many sockets without a token.', {
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

  /** Marks the client as identified. */
  prove(connection: Socket): void {
    this.#waiting.delete(connection);
  }
}
