import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const EXPIRY_BYTES = 8;
export const KEY_FILE = 'identity.key';
/** How long a value is good that a browser keeps for the page it is on. */
export const PAGE_VALUE_S = 600;

/**
 * Seals what must not be readable from a copy of the database: signing keys and second-factor secrets. AES-256-GCM with a key that
 * lives in a file of the data folder; the purpose is authenticated, so a sealed value can't be moved to another place.
 */
export class SealedBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== KEY_BYTES) throw new RangeError(`the data key must have ${KEY_BYTES} bytes`);
    this.#key = key;
  }

  seal(plain: Uint8Array, purpose: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(purpose));
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error when the value was sealed with another key or for another purpose */
  open(sealed: Buffer, purpose: string): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
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
  return new SealedBox(Buffer.from(await readFile(file, 'utf8'), 'base64'));
}

/** The form in which secrets that a client presents are looked up. */
export function fingerprint(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
