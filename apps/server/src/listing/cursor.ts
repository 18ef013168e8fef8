import { createHmac, type KeyObject } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import { type CurrentSecret, isSignature } from '../db/server-secret.ts';

/** The end of a page: the row's sort value and key, both as PostgreSQL prints them. */
export interface CursorPosition {
  readonly sortValue: string;
  readonly key: string;
  /** Search mode chosen for the first page, so that later pages match the same rows. */
  readonly searchMode: string | null;
}

const MAC_BYTES = 16;
const CURSOR_MAX_LENGTH = 1_500;

/**
 * Signs and verifies cursors. The scope (list, sort, filter, search and role class) is signed but not included, so a
 * cursor of another scope is as invalid as an altered one, with the same error.
 */
export class CursorCodec {
  readonly #secret: CurrentSecret;

  constructor(secret: CurrentSecret) {
    this.#secret = secret;
  }

  /** An opaque string for clients. */
  encode(scope: string, position: CursorPosition): string {
    const payload = JSON.stringify([position.sortValue, position.key, position.searchMode]);
    return Buffer.concat([macOf(this.#secret().signing, scope, payload), Buffer.from(payload)]).toString('base64url');
  }

  /** @throws AppError `cursor.invalid`, whatever the reason */
  decode(scope: string, cursor: string): CursorPosition {
    const bytes = cursor.length <= CURSOR_MAX_LENGTH ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
    // Base64 decoding is lenient (padding, stray bits), so only the canonical form is accepted.
    if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) throw invalid();
    const payload = bytes.toString('utf8', MAC_BYTES);
    const mac = bytes.subarray(0, MAC_BYTES);
    if (!isSignature(this.#secret, mac, (key) => macOf(key, scope, payload))) throw invalid();
    const [sortValue, key, searchMode] = JSON.parse(payload) as [string, string, string | null];
    return { sortValue, key, searchMode };
  }
}

function macOf(key: KeyObject, scope: string, payload: string): Buffer {
  return createHmac('sha256', key)
    .update(`${Buffer.byteLength(scope)}:${scope}${payload}`)
    .digest()
    .subarray(0, MAC_BYTES);
}

function invalid(): AppError {
  return new AppError('cursor.invalid', { message: 'The cursor is not valid for this list.' });
}
