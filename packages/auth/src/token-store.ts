import type { AsyncStorage } from 'oidc-client-ts';
import type { TokenStorage } from './auth.settings.ts';

/** The storage below the library's user store (decision 0005). Internal to the package. */
export function tokenStoreFor(storage: TokenStorage): Storage | AsyncStorage {
  if (storage === 'local') return window.localStorage;
  if (storage === 'tab') return window.sessionStorage;
  return new EncryptedStorage(window.localStorage, storage.secret);
}

const IV_BYTES = 12;
const FORMAT = 'v1';

/**
 * AES-GCM over another storage (specification, section 9). A value is `v1.` base64(IV) `.` base64(ciphertext); the
 * entry's key is authenticated with it, so values can't be swapped. Undecryptable values read as absent: signed out,
 * never an exception.
 */
export class EncryptedStorage implements AsyncStorage {
  readonly #inner: Storage;
  readonly #key: Promise<CryptoKey>;

  constructor(inner: Storage, secret: string) {
    this.#inner = inner;
    this.#key = crypto.subtle
      .digest('SHA-256', new TextEncoder().encode(secret))
      .then((hash) => crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt']));
  }

  get length(): Promise<number> {
    return Promise.resolve(this.#inner.length);
  }

  async clear(): Promise<void> {
    this.#inner.clear();
  }

  async key(index: number): Promise<string | null> {
    return this.#inner.key(index);
  }

  async removeItem(key: string): Promise<void> {
    this.#inner.removeItem(key);
  }

  async setItem(key: string, value: string): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt(parameters(iv, key), await this.#key, new TextEncoder().encode(value));
    this.#inner.setItem(key, `${FORMAT}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`);
  }

  async getItem(key: string): Promise<string | null> {
    const [format, iv, sealed] = this.#inner.getItem(key)?.split('.') ?? [];
    if (format !== FORMAT || iv === undefined || sealed === undefined) return null;
    try {
      const opened = await crypto.subtle.decrypt(parameters(fromBase64(iv), key), await this.#key, fromBase64(sealed));
      return new TextDecoder().decode(opened);
    } catch {
      return null;
    }
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, key: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(key) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
