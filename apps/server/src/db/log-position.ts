/**
 * A position in the write-ahead log (WAL). A server that has reached a position has replayed every commit before it.
 */
export type LogPosition = bigint;

/** The first position. */
export const FIRST_POSITION: LogPosition = 0n;
/** The last position; no replica ever reaches it. */
export const LAST_POSITION: LogPosition = 0xffff_ffff_ffff_ffffn;

const TEXT = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i;
const PAGE_BYTES = 8_192n;
const PAGE_HEADER_MAX_BYTES = 40n;

/** Parses a position as PostgreSQL and `printPosition` write it, such as `16/B374D848`; null for anything else. */
export function parsePosition(text: unknown): LogPosition | null {
  const [, high, low] = (typeof text === 'string' && TEXT.exec(text)) || [];
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function printPosition(position: LogPosition): string {
  const [high, low] = [position >> 32n, position & 0xffff_ffffn].map((half) => half.toString(16).toUpperCase());
  return `${high}/${low}`;
}

/**
 * True if a server at `position` has everything written before `wanted`. If a record ends with its page, the next one
 * starts after the header of the next page, with nothing in between.
 */
export function hasReached(position: LogPosition, wanted: LogPosition): boolean {
  return position >= wanted || (position % PAGE_BYTES === 0n && wanted - position <= PAGE_HEADER_MAX_BYTES);
}
