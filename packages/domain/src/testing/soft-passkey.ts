import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Ceremony {
  readonly options: string;
  readonly sealed: string;
}

/** Changes to an answer, as an attacker would make them. */
export interface Twist {
  readonly origin?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Without PIN, finger or face. */
  readonly isUnverified?: boolean;
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
/** CBOR of what an authenticator sends: texts, bytes and whole numbers in maps (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as ReadonlyMap<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

/** A passkey in software: one key pair that answers WebAuthn as a browser with an authenticator would. */
export class SoftPasskey {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Fields of the form that adds it. */
  create({ options, sealed }: Ceremony, twist: Twist = {}): { sealed: string; response: string } {
    const { challenge, rp, user } = JSON.parse(options) as {
      challenge: string;
      rp: { id: string };
      user: { id: string };
    };
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    // An ES256 key (RFC 9052).
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const authData = Buffer.concat([this.#authData(rp.id, twist, 0x40), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer(sealed, {
      clientDataJSON: this.#clientData('webauthn.create', challenge, twist).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
    });
  }

  /** Fields of the form that uses it. */
  get({ options, sealed }: Ceremony, twist: Twist = {}): { sealed: string; response: string } {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.counter += 1;
    const authData = this.#authData(rpId, twist);
    const clientData = this.#clientData('webauthn.get', challenge, twist);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#answer(sealed, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: twist.userHandle ?? this.#userHandle,
    });
  }

  #clientData(type: string, challenge: string, { origin }: Twist): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? this.#origin, crossOrigin: false }));
  }

  #authData(rpId: string, { counter, isUnverified }: Twist, more = 0): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([1 | (isUnverified ? 0 : 4) | more]), count]);
  }

  #answer(sealed: string, response: Readonly<Record<string, string>>) {
    const id = this.id.toString('base64url');
    const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    return { sealed, response: JSON.stringify(credential) };
  }
}

/** The request of a page to passkeys. */
export function ceremonyOf(markup: string, kind: 'create' | 'get'): Ceremony {
  const form = new RegExp(`data-passkey="${kind}" data-options="([^"]+)".*?name="sealed" value="([^"]+)"`, 's').exec(
    markup,
  );
  const options = (form?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  return { options, sealed: form?.[2] ?? '' };
}
