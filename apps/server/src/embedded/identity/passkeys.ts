import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PasskeyProof, PasskeyRequest } from '../../ports/identity.ts';
import { fingerprint, type SealedBox } from './keys/sealed-box.ts';
import type { Person } from './person.ts';

const VALID_S = 300;
/** EdDSA, ES256 and RS256, of which every authenticator has one. */
const ALGORITHMS = [-8, -7, -257];
export const PASSKEY_NAME_MAX = 80;
/** Loaded with the first passkey: the library is large, and many processes see none. */
const library = () => import('@simplewebauthn/server');

/** A passkey as its owner sees it. */
export interface PasskeyRow {
  readonly credential_id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** `cloned`: its counter went back, so there is a copy of the key. */
export type PasskeyAnswer =
  | { readonly outcome: 'right'; readonly personId: string }
  | { readonly outcome: 'wrong' | 'cloned'; readonly personId: string | null };

/**
 * Passkeys (WebAuthn): what browsers are asked to sign, and the check of their answers. A challenge travels sealed in
 * the page, valid for 5 minutes and for `boundTo` alone (a sign-in or a session), and is accepted once on all processes.
 */
export class Passkeys {
  readonly #db: Kysely<Database>;
  readonly #box: SealedBox;
  readonly #clock: Clock;
  readonly #origin: string;
  readonly #rpId: string;

  constructor(db: Kysely<Database>, box: SealedBox, clock: Clock, publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#db = db;
    this.#box = box;
    this.#clock = clock;
    this.#origin = origin;
    this.#rpId = hostname;
  }

  /** Asks the browser to make a passkey, unless the authenticator has one of this person. */
  async askToAdd(person: Person, boundTo: string): Promise<PasskeyRequest> {
    const { challenge, sealed } = this.#challenge(`add:${boundTo}`);
    const options = await (await library()).generateRegistrationOptions({
      rpName: 'Backcounter',
      rpID: this.#rpId,
      userName: person.email,
      userDisplayName: person.name,
      userID: new Uint8Array(Buffer.from(person.id)),
      challenge: new Uint8Array(challenge),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: (await listPasskeys(this.#db, person.id)).map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: JSON.stringify(options), sealed };
  }

  /** Adds the passkey that the browser made; null if it is not valid. */
  async add(
    db: Kysely<Database>,
    person: Person,
    proof: PasskeyProof & { readonly name: string },
    boundTo: string,
  ): Promise<true | null> {
    const { verifyRegistrationResponse } = await library();
    const made = await this.#verified(db, proof, `add:${boundTo}`, (response: RegistrationResponseJSON, expected) =>
      verifyRegistrationResponse({ response, supportedAlgorithmIDs: ALGORITHMS, ...expected }),
    );
    if (!made?.registrationInfo) return null;
    const { id, publicKey, counter } = made.registrationInfo.credential;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('identity.passkey')
      .values({
        credential_id: id,
        person_id: person.id,
        name: proof.name.trim().slice(0, PASSKEY_NAME_MAX) || 'Passkey',
        public_key: Buffer.from(publicKey),
        counter,
      })
      // A passkey belongs to one person.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n || null;
  }

  /** Asks the browser to sign with a passkey of the person, or of anyone. */
  async ask(personId: string | null, boundTo: string): Promise<PasskeyRequest> {
    const { challenge, sealed } = this.#challenge(`use:${boundTo}`);
    const keys = personId === null ? [] : await listPasskeys(this.#db, personId);
    const options = {
      challenge: challenge.toString('base64url'),
      rpId: this.#rpId,
      timeout: VALID_S * 1000,
      userVerification: 'required',
      allowCredentials: keys.map(({ credential_id: id }) => ({ type: 'public-key', id })),
    };
    return { options: JSON.stringify(options), sealed };
  }

  /** Checks what the browser signed: with a passkey of the person, or of anyone. */
  async judge(
    db: QueryExecutorProvider,
    personId: string | null,
    proof: PasskeyProof,
    boundTo: string,
  ): Promise<PasskeyAnswer> {
    const { rows } = await sql<{ credential_id: string; person_id: string; public_key: Buffer }>`
      SELECT credential_id, person_id, public_key FROM identity.passkey WHERE credential_id = ${idOf(proof)}`.execute(
      db,
    );
    const key = rows[0];
    if (!key || (personId !== null && key.person_id !== personId)) return { outcome: 'wrong', personId };
    const owner = key.person_id;
    const { verifyAuthenticationResponse } = await library();
    // The counter is compared below, so that one that goes back differs from a wrong signature.
    const credential = { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: 0 };
    const signed = await this.#verified(
      db,
      proof,
      `use:${boundTo}`,
      (response: AuthenticationResponseJSON, expected) => {
        const { userHandle } = response.response;
        if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== owner) throw new Error('another person');
        return verifyAuthenticationResponse({ response, credential, ...expected });
      },
    );
    if (!signed) return { outcome: 'wrong', personId: owner };
    const { newCounter } = signed.authenticationInfo;
    const { numAffectedRows } = await sql`
      UPDATE identity.passkey SET counter = ${newCounter}, last_used_at = now() WHERE credential_id = ${key.credential_id}
        AND (counter < ${newCounter} OR (counter = 0 AND ${newCounter} = 0))`.execute(db);
    return { outcome: numAffectedRows === 1n ? 'right' : 'cloned', personId: owner };
  }

  #challenge(purpose: string): { challenge: Buffer; sealed: string } {
    const challenge = randomBytes(32);
    const expiresAt = new Date(this.#clock.now().getTime() + VALID_S * 1000);
    return { challenge, sealed: this.#box.sealUntil(expiresAt, challenge, `passkey-${purpose}`) };
  }

  async #verified<Response, Result extends { verified: boolean }>(
    db: QueryExecutorProvider,
    { sealed, response }: PasskeyProof,
    purpose: string,
    verify: (response: Response, expected: Expected) => Promise<Result>,
  ): Promise<Result | null> {
    const challenge = this.#box.openUntil(this.#clock.now(), sealed, `passkey-${purpose}`);
    if (challenge === null) return null;
    const expected: Expected = {
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: this.#origin,
      expectedRPID: this.#rpId,
      requireUserVerification: true,
    };
    const judged = async () => verify(JSON.parse(response) as Response, expected);
    // The library throws for everything that the product's pages would not send.
    const result = await judged().catch(() => null);
    if (!result?.verified) return null;
    const { numAffectedRows } = await sql`
      INSERT INTO identity.used_challenge (challenge_hash, expires_at)
      VALUES (${fingerprint(expected.expectedChallenge)}, now() + make_interval(secs => ${2 * VALID_S}))
      ON CONFLICT DO NOTHING`.execute(db);
    return numAffectedRows === 1n ? result : null;
  }
}

interface Expected {
  readonly expectedChallenge: string;
  readonly expectedOrigin: string;
  readonly expectedRPID: string;
  readonly requireUserVerification: true;
}

/** The passkey that an answer names, before anything is checked. */
function idOf({ response }: PasskeyProof): string {
  try {
    const { id } = JSON.parse(response) as { readonly id?: unknown };
    return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id) ? id : '';
  } catch {
    return '';
  }
}

export function listPasskeys(db: Kysely<Database>, personId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('identity.passkey')
    .select(['credential_id', 'name', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
}
