import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecondFactors } from '../../ports/identity.ts';
import type { SealedBox } from './keys/sealed-box.ts';
import { findPerson, type Person } from './person.ts';
import { beginTry, tryWasRight } from './sign-in-throttle.ts';

const STEP_S = 30;
/** One step either way: a phone's clock may be off by half a minute. */
const TOLERANCE_S = 30;

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

/** Verifies a code; `waitS` is the delay in seconds after too many wrong ones. Each code works once. */
export async function judgeCode(
  db: QueryExecutorProvider,
  box: SealedBox,
  person: Person,
  device: string | null,
  code: string,
  nowMs: number,
): Promise<{ readonly isRight: boolean; readonly waitS: number }> {
  const subject = device ?? person.id;
  const waitS = await beginTry(db, 'second-factor', subject);
  if (waitS > 0 || !person.totp_secret) return { isRight: false, waitS };
  const step = await totpStepOf(box.open(person.totp_secret, person.id).toString('utf8'), code, nowMs);
  if (step === null) return { isRight: false, waitS: 0 };
  const { numAffectedRows } = await sql`
    UPDATE identity.person SET totp_last_step = ${step} WHERE id = ${person.id}
      AND totp_last_step < ${step}`.execute(db);
  if (numAffectedRows !== 1n) return { isRight: false, waitS: 0 };
  await tryWasRight(db, 'second-factor', subject);
  return { isRight: true, waitS: 0 };
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

export async function removeSecondFactor(db: Kysely<Database>, personId: string): Promise<void> {
  await db.updateTable('identity.person').set({ totp_secret: null }).where('id', '=', personId).execute();
}

/** Verifies codes after sign-in, with the same rules and counter as at sign-in. */
export function secondFactorsOf(db: Kysely<Database>, box: SealedBox, clock: Clock): SecondFactors {
  return {
    has: async (sub) => Boolean((await findPerson(db, sub))?.totp_secret),
    judge: async (transaction, sub, code) => {
      const person = await findPerson(transaction, sub);
      if (person === undefined) return { isRight: false, waitS: 0 };
      return judgeCode(transaction, box, person, null, code, clock.now().getTime());
    },
  };
}
