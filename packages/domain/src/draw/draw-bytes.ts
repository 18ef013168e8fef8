import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/**
 * Parses hexadecimal digits.
 * @throws RangeError or Error for invalid digits
 */
export function fromHex(hex: string): Uint8Array {
  return hexToBytes(hex);
}

/** The 16 bytes of a UUID text. */
export function uuidBytes(id: string): Uint8Array {
  const bytes = new Uint8Array(16);
  writeUuid(id, bytes, 0);
  return bytes;
}

/**
 * Writes the 16 bytes of a UUID into a buffer.
 * @throws TypeError unless `id` is a UUID with dashes
 */
export function writeUuid(id: string, target: Uint8Array, offset: number): void {
  let at = offset;
  for (let char = 0; char < 36; char += 1) {
    if (char === 8 || char === 13 || char === 18 || char === 23) {
      if (id.charCodeAt(char) !== 45) throw new TypeError('This is not a UUID.');
      continue;
    }
    target[at] = (digitOf(id.charCodeAt(char)) << 4) | digitOf(id.charCodeAt(char + 1));
    at += 1;
    char += 1;
  }
  if (id.length !== 36) throw new TypeError('This is not a UUID.');
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  if (lower >= 97 && lower <= 102) return lower - 87;
  throw new TypeError('This is not a UUID.');
}

/** True when both have the same bytes. Not constant-time: the data is public. */
export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
