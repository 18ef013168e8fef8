import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The JSON values that canonical JSON supports here; numbers are safe integers. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue };

/** Characters encoded and hashed per update. */
const PIECE = 65_536;

/**
 * The canonical JSON text of a value (RFC 8785): keys sorted by UTF-16 code units, no whitespace. Numbers must be safe
 * integers, so that every language writes them the same way.
 * @throws TypeError for any other value
 */
export function canonicalJson(value: CanonicalValue): string {
  let text = '';
  writeCanonical(value, (part) => {
    text += part;
  });
  return text;
}

/** SHA-256 of the canonical JSON of a value in UTF-8, without holding the whole text in memory. */
export function canonicalHash(value: CanonicalValue): Uint8Array {
  const hash = sha256.create();
  let waiting = '';
  writeCanonical(value, (part) => {
    waiting += part;
    if (waiting.length < PIECE) return;
    hash.update(utf8ToBytes(waiting));
    waiting = '';
  });
  return hash.update(utf8ToBytes(waiting)).digest();
}

function writeCanonical(value: CanonicalValue, write: (part: string) => void): void {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('Canonical JSON holds whole numbers only.');
    write(JSON.stringify(value));
  } else if (typeof value === 'string') {
    // A lone surrogate has no UTF-8 encoding: two texts would have one hash.
    if (!value.isWellFormed()) throw new TypeError('Canonical JSON holds whole characters only.');
    write(JSON.stringify(value));
  } else if (value === null || typeof value === 'boolean') {
    write(JSON.stringify(value));
  } else if (isList(value)) {
    value.forEach((item, index) => {
      write(index === 0 ? '[' : ',');
      writeCanonical(item, write);
    });
    write(value.length === 0 ? '[]' : ']');
  } else {
    const keys = Object.keys(value).sort();
    keys.forEach((key, index) => {
      write(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`);
      writeCanonical(value[key] ?? null, write);
    });
    write(keys.length === 0 ? '{}' : '}');
  }
}

function isList(value: CanonicalValue): value is readonly CanonicalValue[] {
  return Array.isArray(value);
}
