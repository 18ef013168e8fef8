import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../../../db/error-code.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const EXPIRY_BYTES = 8;
export const KEY_FILE = 'identity.key';
/** While a rotation is under way: the key that it goes over to. */
export const NEXT_KEY_FILE = 'identity.key.next';
/** The key before the last rotation; it opens and seals nothing. */
export const PREVIOUS_KEY_FILE = 'identity.key.previous';
/** How long a value is good that a browser keeps for the page it is on. */
export const PAGE_VALUE_S = 600;

/**
 * Seals what must not be readable from a copy of the database: signing keys and second-factor secrets. AES-256-GCM with a key that
 * lives in a file of the data folder; the purpose is authenticated, so a sealed value can't be moved to another place.
 */
export class SealedBox {
  readonly #dataDir: string;
  /** The first one seals, each of them opens. */
  #keys: readonly Buffer[];

  constructor(dataDir: string, keys: readonly Buffer[]) {
    this.#dataDir = dataDir;
    this.#keys = keys;
  }

  /** Reads the files of the data folder again, which a rotation replaces. */
  async reload(): Promise<void> {
    this.#keys = await readKeys(this.#dataDir);
  }

  seal(plain: Uint8Array, purpose: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keys[0] ?? Buffer.alloc(0), iv).setAAD(Buffer.from(purpose));
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error when the value was sealed with another key or for another purpose */
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

  /** Seals a value that is handed to a browser, as text; nobody can read or change it, and it is good until `expiresAt`. */
  sealUntil(expiresAt: Date, plain: Uint8Array, purpose: string): string {
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeBigInt64BE(BigInt(expiresAt.getTime()));
    return this.seal(Buffer.concat([expiry, plain]), `until:${purpose}`).toString('base64url');
  }

  /** A value that came back from a browser; null when it is none of ours, of another purpose, or expired. */
  openUntil(now: Date, sealed: string, purpose: string): Buffer | null {
    try {
      const opened = this.open(Buffer.from(sealed, 'base64url'), `until:${purpose}`);
      return opened.readBigInt64BE() > now.getTime() ? opened.subarray(EXPIRY_BYTES) : null;
    } catch {
      return null;
    }
  }
}

/** Opens the box with the key of the data folder; makes the key on the first start. The file is readable by its owner only. */
export async function openSealedBox(dataDir: string): Promise<SealedBox> {
  const file = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  await chmod(file, 0o600);
  return new SealedBox(dataDir, await readKeys(dataDir));
}

/** The box as it will be after the rotation that is under way: the next key seals. */
export async function openNextBox(dataDir: string): Promise<SealedBox> {
  const [present, next, ...more] = await readKeys(dataDir);
  return new SealedBox(
    dataDir,
    [next, present, ...more].filter((key) => key !== undefined),
  );
}

/** The present key first, then the one of a rotation under way, then the one before. */
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

/** The form in which secrets that a client presents are looked up. */
export function fingerprint(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
