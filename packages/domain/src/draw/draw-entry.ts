import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { uuidBytes, writeUuid } from './draw-bytes.ts';
import { HASH_BYTES } from './draw-tree.ts';

const LEAF = 0x00;
const ID_AT = 1;
const PSEUDONYM_AT = 17;
const TICKETS_AT = 49;
const START_AT = 53;
const LEAF_BYTES = 61;

/** An entry as input of the draw. */
export interface DrawEntry {
  readonly id: string;
  /** 32 bytes that replace the account's id. */
  readonly pseudonym: Uint8Array;
  readonly tickets: number;
  /** Tickets of all entries before it; its own are `ticketStart` to `ticketStart + tickets - 1`. */
  readonly ticketStart: number;
}

/** Pseudonym of an account in one giveaway: HMAC-SHA256 over the 16 bytes of its id, keyed with the giveaway's salt. */
export function pseudonymOf(salt: Uint8Array, accountId: string): Uint8Array {
  return hmac(sha256, salt, uuidBytes(accountId));
}

/**
 * Leaf hash of an entry: SHA-256 of 0x00, the 16 bytes of its id, the pseudonym, tickets (4 bytes) and ticket start (8
 * bytes), both big-endian.
 * @throws RangeError for figures that do not fit
 */
export function leafHash(entry: DrawEntry): Uint8Array {
  return hashLeaf(new Uint8Array(LEAF_BYTES), entry);
}

/** Computes leaf hashes one after another with a single buffer. */
export function leafHasher(): (entry: DrawEntry) => Uint8Array {
  const buffer = new Uint8Array(LEAF_BYTES);
  return (entry) => hashLeaf(buffer, entry);
}

function hashLeaf(buffer: Uint8Array, { id, pseudonym, tickets, ticketStart }: DrawEntry): Uint8Array {
  if (pseudonym.length !== HASH_BYTES) throw new RangeError('A pseudonym has 32 bytes.');
  if (!isWhole(tickets, 0xffff_ffff) || !isWhole(ticketStart, Number.MAX_SAFE_INTEGER))
    throw new RangeError('Tickets are whole numbers.');
  buffer[0] = LEAF;
  writeUuid(id, buffer, ID_AT);
  buffer.set(pseudonym, PSEUDONYM_AT);
  writeUint32(buffer, TICKETS_AT, tickets);
  writeUint32(buffer, START_AT, Math.floor(ticketStart / 2 ** 32));
  writeUint32(buffer, START_AT + 4, ticketStart % 2 ** 32);
  return sha256(buffer);
}

function isWhole(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max;
}

/** Writes a number below 2^32 as four bytes, big-endian. */
export function writeUint32(buffer: Uint8Array, at: number, value: number): void {
  buffer[at] = value >>> 24;
  buffer[at + 1] = value >>> 16;
  buffer[at + 2] = value >>> 8;
  buffer[at + 3] = value;
}
