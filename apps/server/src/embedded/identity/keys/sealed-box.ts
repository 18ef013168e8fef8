import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../../../db/error-code.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const EXPIRY_BYTES = 8;
export const KEY_FILE = 'identity.key';
/** The next key, during a rotation. */
export const NEXT_KEY_FILE = 'identity.key.next';
/** The key before the last rotation; only opens. */
export const PREVIOUS_KEY_FILE = 'identity.key.previous';
/** Lifetime of values that a browser stores for the current page. */
export const PAGE_VALUE_S = 600;

/**
 * Encrypts secrets that a copy of the database must not reveal: signing keys and second-factor secrets. AES-256-GCM
 * with a key from IDENTITY_KEY or a file in the data folder. The purpose is authenticated, so a sealed value cannot be used elsewhere.
 */
export class SealedBox {
  readonly #dataDir: string | null;
  /** The first seals, all open. */
  #keys: readonly Buffer[];

  /** Without a folder the keys are fixed. */
  constructor(dataDir: string | null, keys: readonly Buffer[]) {
    this.#dataDir = dataDir;
    this.#keys = keys;
  }

  /** Where the key comes from, for messages. */
  get source(): string {
    return this.#dataDir === null ? 'IDENTITY_KEY' : `${KEY_FILE} in DATA_DIR`;
  }

  /** Rereads the key files, which a rotation replaces. */
  async reload(): Promise<void> {
    if (this.#dataDir !== null) this.#keys = await readKeys(this.#dataDir);
  }

  seal(plain: Uint8Array, purpose: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0] ?? Buffer.alloc(0), iv).setAAD(Buffer.from(purpose));
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error if the value was sealed with another key or for another purpose */
  open(sealed: Buffer, purpose: string): Buffer {
    let problem: unknown;
    for (const key of this.#keys) {
      try {
        return openWith(key, sealed, purpose);
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  /** Seals a value as text for a browser; valid until `expiresAt`. */
  sealUntil(expiresAt: Date, plain: Uint8Array, purpose: string): string {
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeBigInt64BE(BigInt(expiresAt.getTime()));
    return this.seal(Buffer.concat([expiry, plain]), `until:${purpose}`).toString('base64url');
  }

  /** Opens a value from a browser; null if it is forged, for another purpose, or expired. */
  openUntil(now: Date, sealed: string, purpose: string): Buffer | null {
    try {
      const opened = this.open(Buffer.from(sealed, 'base64url'), `until:${purpose}`);
      return opened.readBigInt64BE() > now.getTime() ? opened.subarray(EXPIRY_BYTES) : null;
    } catch {
      return null;
    }
  }
}

/**
 * Calls `use` with the box of IDENTITY_KEY, or else of the data folder's key, which is created on the first start and readable by its
 * owner only. A new key file is removed if `use` fails, so that the right one can be put in its place.
 */
export async function withSealedBox<T>(
  dataDir: string,
  setting: Buffer | null,
  use: (box: SealedBox) => Promise<T>,
): Promise<T> {
  if (setting !== null) return use(new SealedBox(null, [setting]));
  const file = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  let isNew = true;
  try {
    await writeFile(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    isNew = false;
  }
  try {
    await chmod(file, 0o600);
    return await use(new SealedBox(dataDir, await readKeys(dataDir)));
  } catch (error) {
    if (isNew) await rm(file, { force: true });
    throw error;
  }
}

/** The box of IDENTITY_KEY, or else of the data folder's key. */
export const openSealedBox = (dataDir: string, setting: Buffer | null = null): Promise<SealedBox> =>
  withSealedBox(dataDir, setting, async (box) => box);

/** The box after the rotation in progress: the next key seals. */
export async function openNextBox(dataDir: string): Promise<SealedBox> {
  const [present, next, ...more] = await readKeys(dataDir);
  return new SealedBox(
    dataDir,
    [next, present, ...more].filter((key) => key !== undefined),
  );
}

/** The current key, the next one during a rotation, and the previous one. */
async function readKeys(dataDir: string): Promise<readonly Buffer[]> {
  const keys: Buffer[] = [];
  for (const name of [KEY_FILE, NEXT_KEY_FILE, PREVIOUS_KEY_FILE]) {
    try {
      keys.push(readKey(await readFile(join(dataDir, name), 'utf8')));
    } catch (error) {
      if (name === KEY_FILE || errorCodeOf(error) !== 'ENOENT') throw error;
    }
  }
  return keys;
}

function readKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new RangeError(`the data key must have ${KEY_BYTES} bytes`);
  return key;
}

function openWith(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** Hash under which presented secrets are looked up. */
export function fingerprint(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
