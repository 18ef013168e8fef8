import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecondFactors } from '../../ports/identity.ts';
import { alertOwner } from './factor-mail.ts';
import { fingerprint, type SealedBox } from './keys/sealed-box.ts';
import type { Passkeys } from './passkeys.ts';
import { randomGroups } from './password.ts';
import { findPerson, hasSecondFactor, type Person } from './person.ts';
import { beginTry, tryWasRight } from './sign-in-throttle.ts';

const STEP_S = 30;
/** One step either way: a phone's clock may be off by half a minute. */
const TOLERANCE_S = 30;
const RECOVERY_CODES = 10;

export function newTotpSecret(): string {
  return generateSecret();
}

/** URI for an authenticator app, as a link or QR code. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Backcounter', label: email, secret });
}

/** The 30-second step in which a code is valid, or null. */
export async function totpStepOf(secret: string, code: string, nowMs: number): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(nowMs / 1000);
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_S });
  return result.valid ? Math.floor(epoch / STEP_S) + (result.delta ?? 0) : null;
}

/** Verifies a code of the app or a recovery code; `waitS` is the delay in seconds after too many wrong ones. Each code works once. */
export async function judgeCode(
  db: QueryExecutorProvider,
  box: SealedBox,
  person: Person,
  device: string | null,
  code: string,
  nowMs: number,
): Promise<{ readonly isRight: boolean; readonly isRecovery: boolean; readonly waitS: number }> {
  const subject = device ?? person.id;
  const waitS = await beginTry(db, 'second-factor', subject);
  if (waitS > 0) return { isRight: false, isRecovery: false, waitS };
  const isFromApp = await isNewCode(db, box, person, code, nowMs);
  const isRecovery = !isFromApp && (await isRecoveryCode(db, person, code));
  const isRight = isFromApp || isRecovery;
  if (isRight) await tryWasRight(db, 'second-factor', subject);
  return { isRight, isRecovery, waitS: 0 };
}

async function isNewCode(db: QueryExecutorProvider, box: SealedBox, person: Person, code: string, nowMs: number) {
  if (!person.totp_secret) return false;
  const step = await totpStepOf(box.open(person.totp_secret, person.id).toString('utf8'), code, nowMs);
  if (step === null) return false;
  const { numAffectedRows } = await sql`
    UPDATE identity.person SET totp_last_step = ${step} WHERE id = ${person.id}
      AND totp_last_step < ${step}`.execute(db);
  return numAffectedRows === 1n;
}

/** A used code is deleted, so that it works once. */
async function isRecoveryCode(db: QueryExecutorProvider, person: Person, code: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM identity.recovery_code WHERE person_id = ${person.id} AND code_hash = ${hashOfCode(code)}`.execute(db);
  return numAffectedRows === 1n && hasSecondFactor(person);
}

/** People type codes with or without what separates their groups. */
const hashOfCode = (code: string) => fingerprint(code.toLowerCase().replace(/[^a-z0-9]/g, ''));

/** Replaces the person's recovery codes, and returns the new ones, which only their hashes are kept of. */
export async function newRecoveryCodes(db: Kysely<Database>, personId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomGroups(3));
  await sql`DELETE FROM identity.recovery_code WHERE person_id = ${personId}`.execute(db);
  const rows = codes.map((code) => ({ person_id: personId, code_hash: hashOfCode(code) }));
  await db.insertInto('identity.recovery_code').values(rows).execute();
  return codes;
}

/** How many recovery codes the person has left. */
export async function recoveryCodesLeft(db: Kysely<Database>, personId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    SELECT count(*)::int AS left FROM identity.recovery_code WHERE person_id = ${personId}`.execute(db);
  return rows[0]?.left ?? 0;
}

/**
 * Sets a second factor; false if the person's has changed since `person` was read, because more may have been required.
 */
export async function enrolSecondFactor(
  db: Kysely<Database>,
  box: SealedBox,
  person: Person,
  secret: string,
  step: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.person')
    .set({ totp_secret: box.seal(Buffer.from(secret), person.id), totp_last_step: step })
    .where('id', '=', person.id)
    .where('totp_secret', 'is not distinct from', person.totp_secret)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the app, one passkey, or everything; null if there is no such passkey. Without any factor, recovery codes end too. */
export async function removeSecondFactor(
  db: Kysely<Database>,
  personId: string,
  what: 'app' | 'all' | { readonly passkey: string },
): Promise<true | null> {
  const passkey = typeof what === 'object' ? what.passkey : null;
  if (passkey === null)
    await db.updateTable('identity.person').set({ totp_secret: null }).where('id', '=', personId).execute();
  const { numAffectedRows } = await sql`
    DELETE FROM identity.passkey WHERE person_id = ${personId}
      AND (${what === 'all'} OR credential_id = ${passkey})`.execute(db);
  const person = await findPerson(db, personId);
  if (person === undefined || !hasSecondFactor(person))
    await sql`DELETE FROM identity.recovery_code WHERE person_id = ${personId}`.execute(db);
  return passkey === null || numAffectedRows === 1n || null;
}

/** Verifies factors after sign-in, with the same rules and counter as at sign-in. */
export function secondFactorsOf(box: SealedBox, clock: Clock, passkeys: Passkeys, sendsMail: boolean): SecondFactors {
  const boundTo = (sub: string, signInId: string) => `confirm:${sub}:${signInId}`;
  return {
    has: async (db, sub) => {
      const person = await findPerson(db, sub);
      return person !== undefined && hasSecondFactor(person);
    },
    askPasskey: async (db, sub, signInId) =>
      (await findPerson(db, sub))?.has_passkey ? passkeys.ask(sub, boundTo(sub, signInId)) : null,
    judge: async (transaction, sub, proof, signInId) => {
      const person = await findPerson(transaction, sub);
      if (person === undefined) return { isRight: false, waitS: 0 };
      if (typeof proof === 'string') {
        const { isRecovery, ...judged } = await judgeCode(transaction, box, person, null, proof, clock.now().getTime());
        if (isRecovery && sendsMail) await alertOwner(transaction as Kysely<Database>, person, 'recovery-used');
        return judged;
      }
      if ('idToken' in proof) return { isRight: false, waitS: 0 };
      const { outcome } = await passkeys.judge(transaction, sub, proof, boundTo(sub, signInId));
      return { isRight: outcome === 'right', waitS: 0, ...(outcome === 'cloned' && { reason: 'copied passkey' }) };
    },
  };
}
