import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { writeUint32 } from './draw-entry.ts';

const SPACE = 2n ** 64n;

/** One drawn position. */
export interface DrawnPosition {
  /** Index of the entry in leaf order. */
  readonly index: number;
  /** Tickets still in the draw. */
  readonly remaining: number;
  /** The drawn ticket among them, from 0. */
  readonly ticket: number;
}

/**
 * The ticket of a position among `total`: the first 8 bytes of HMAC-SHA256(key, position, try), both numbers as 4 bytes
 * big-endian, modulo `total`. A number in the last, incomplete multiple of `total` would favour low tickets: it is
 * rejected and the next try used.
 */
export function drawTicket(key: Uint8Array, position: number, total: number): number {
  const tickets = BigInt(total);
  const limit = SPACE - (SPACE % tickets);
  const message = new Uint8Array(8);
  writeUint32(message, 0, position);
  for (let attempt = 0; ; attempt += 1) {
    writeUint32(message, 4, attempt);
    const mac = hmac(sha256, key, message);
    const drawn = new DataView(mac.buffer, mac.byteOffset, 8).getBigUint64(0);
    if (drawn < limit) return Number(drawn % tickets);
  }
}

/**
 * Draws up to `positions` entries, each at most once, in drawing order. `tickets` has the tickets of the entries in
 * leaf order, at least one each. O(n) once, then O(log n) per position.
 */
export function drawWinners(tickets: ArrayLike<number>, key: Uint8Array, positions: number): DrawnPosition[] {
  const pool = new TicketPool(tickets);
  const drawn: DrawnPosition[] = [];
  while (drawn.length < positions && pool.remaining > 0) {
    const remaining = pool.remaining;
    const ticket = drawTicket(key, drawn.length, remaining);
    drawn.push({ index: pool.take(ticket), remaining, ticket });
  }
  return drawn;
}

/** Remaining tickets as a Fenwick tree over the entries: prefix sums in O(log n) while entries are removed. */
class TicketPool {
  readonly #tickets: ArrayLike<number>;
  /** `sums[i]` is the sum of the `i & -i` entries that end at the i-th. Exact, since all sums are below 2^53. */
  readonly #sums: Float64Array;
  #remaining = 0;

  constructor(tickets: ArrayLike<number>) {
    this.#tickets = tickets;
    this.#sums = new Float64Array(tickets.length + 1);
    for (let node = 1; node <= tickets.length; node += 1) {
      const own = tickets[node - 1] ?? 0;
      this.#remaining += own;
      this.#sums[node] = (this.#sums[node] ?? 0) + own;
      const parent = node + (node & -node);
      if (parent <= tickets.length) this.#sums[parent] = (this.#sums[parent] ?? 0) + (this.#sums[node] ?? 0);
    }
  }

  get remaining(): number {
    return this.#remaining;
  }

  /** Removes the entry that holds a ticket, counted from 0 among the remaining ones, and returns its index. */
  take(ticket: number): number {
    const size = this.#tickets.length;
    let before = 0;
    let left = ticket;
    for (let step = 2 ** Math.floor(Math.log2(size)); step >= 1; step /= 2) {
      const next = before + step;
      if (next > size || (this.#sums[next] ?? 0) > left) continue;
      before = next;
      left -= this.#sums[next] ?? 0;
    }
    const own = this.#tickets[before] ?? 0;
    for (let node = before + 1; node <= size; node += node & -node) this.#sums[node] = (this.#sums[node] ?? 0) - own;
    this.#remaining -= own;
    return before;
  }
}
