/**
 * A place in the log that the database writes ahead (WAL). Whatever was committed before a position is in what is read by a server that
 * has come to it.
 */
export type LogPosition = bigint;

/** Before everything. */
export const FIRST_POSITION: LogPosition = 0n;
/** Behind everything: no copy has come to it. */
export const LAST_POSITION: LogPosition = 0xffff_ffff_ffff_ffffn;

const TEXT = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i;
const PAGE_BYTES = 8_192n;
const PAGE_HEADER_MAX_BYTES = 40n;

/** Reads what PostgreSQL and `printPosition` write, such as `16/B374D848`; null for anything else. */
export function parsePosition(text: unknown): LogPosition | null {
  const [, high, low] = (typeof text === 'string' && TEXT.exec(text)) || [];
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function printPosition(position: LogPosition): string {
  const [high, low] = [position >> 32n, position & 0xffff_ffffn].map((half) => half.toString(16).toUpperCase());
  return `${high}/${low}`;
}

/**
 * Whether a server that has come to `position` has all that was written before `wanted`. Where a record ends with its page, the next one begins
 * behind the header of the next page, and nothing lies between the two.
 */
export function hasReached(position: LogPosition, wanted: LogPosition): boolean {
  return position >= wanted || (position % PAGE_BYTES === 0n && wanted - position <= PAGE_HEADER_MAX_BYTES);
}
