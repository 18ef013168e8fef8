import { generateSecret, generateURI, verify } from 'otplib';
import type { Person } from './person.ts';
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

/** Judges a code at sign-in. Answers the seconds to wait when there were too many wrong ones. No code works twice. */
export async function judgeCode(
  db: Queryable,
  box: SealedBox,
  person: Person,
  code: string,
  nowMs: number,
): Promise<{ readonly isRight: boolean; readonly waitS: number }> {
  const waitS = await beginTry(db, 'second-factor', person.id);
  if (waitS > 0 || !person.totp_secret) return { isRight: false, waitS };
  const step = await totpStepOf(box.open(person.totp_secret, person.id).toString('utf8'), code, nowMs);
  if (step === null) return { isRight: false, waitS: 0 };
  const { rowCount } = await db.query(
    'UPDATE identity.person SET totp_last_step = $2 WHERE id = $1 AND totp_last_step < $2',
    [person.id, step],
  );
  if (rowCount !== 1) return { isRight: false, waitS: 0 };
  await tryWasRight(db, 'second-factor', person.id);
  return { isRight: true, waitS: 0 };
}

export async function enrolSecondFactor(
  db: Queryable,
  box: SealedBox,
  personId: string,
  secret: string,
  step: number,
): Promise<void> {
  await db.query('UPDATE identity.person SET totp_secret = $2, totp_last_step = $3 WHERE id = $1', [
    personId,
    box.seal(Buffer.from(secret), personId),
    step,
  ]);
}

export async function removeSecondFactor(db: Queryable, personId: string): Promise<void> {
  await db.query('UPDATE identity.person SET totp_secret = NULL WHERE id = $1', [personId]);
}
