import { generateSecret, generateURI, verify } from 'otplib';
import type { Clock } from '../../ports/clock.ts';
import type { SecondFactors, StatementRunner } from '../../ports/identity.ts';
import { findPerson, type Person } from './person.ts';
import type { Queryable } from './queryable.ts';
import type { SealedBox } from './sealed-box.ts';
import { beginTry, tryWasRight } from './sign-in-throttle.ts';

const STEP_S = 30;
/** One step before and after: a phone's clock may be off by half a minute. */
const TOLERANCE_S = 30;

export function newTotpSecret(): string {
  return generateSecret();
}

/** The address that an authenticator app reads from a link or a code to scan. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Backcounter', label: email, secret });
}

/** The 30-second step in which a code is right, null when it is wrong. */
export async function totpStepOf(secret: string, code: string, nowMs: number): Promise<number | null> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(nowMs / 1000);
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_S });
  return result.valid ? Math.floor(epoch / STEP_S) + (result.delta ?? 0) : null;
}

/** Judges a code. Answers the seconds to wait when there were too many wrong ones there. No code works twice. */
export async function judgeCode(
  db: StatementRunner,
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
  const { rowCount } = await db.query(
    'UPDATE identity.person SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2',
    [person.id, step],
  );
  if (rowCount !== 1) return { isRight: false, waitS: 0 };
  await tryWasRight(db, 'second-factor', subject);
  return { isRight: true, waitS: 0 };
}

/** Sets a second factor; false when the person's has changed since `person` was read: what was asked for it may not have been enough. */
export async function enrolSecondFactor(
  db: Queryable,
  box: SealedBox,
  person: Person,
  secret: string,
  step: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE identity.person SET totp_secret = $2, totp_last_step = $3 WHERE id = $1 AND totp_secret IS NOT DISTINCT FROM $4',
    [person.id, box.seal(Buffer.from(secret), person.id), step, person.totp_secret],
  );
  return rowCount === 1;
}

export async function removeSecondFactor(db: Queryable, personId: string): Promise<void> {
  await db.query('UPDATE identity.person SET totp_secret = NULL WHERE id = $1', [personId]);
}

/** Asks for codes after sign-in, as `judgeCode` does at sign-in and with the same count of wrong ones. */
export function secondFactorsOf(db: Queryable, box: SealedBox, clock: Clock): SecondFactors {
  return {
    has: async (sub) => Boolean((await findPerson(db, sub))?.totp_secret),
    judge: async (transaction, sub, code) => {
      const person = await findPerson(transaction, sub);
      if (person === undefined) return { isRight: false, waitS: 0 };
      return judgeCode(transaction, box, person, null, code, clock.now().getTime());
    },
  };
}
