import { AppError, type Permission, SENSITIVE } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { StaffCaller } from '../ports/identity.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Whether a person can confirm a second factor: they have set one up, or sign in at another provider that
 * `OIDC_SECOND_FACTOR` describes.
 */
export async function canConfirm(
  { db, services }: Pick<RequestContext, 'db' | 'services'>,
  sub: string,
): Promise<boolean> {
  return (await services.secondFactors?.has(db, sub)) ?? false;
}

/**
 * Requires that a person who can confirm a second factor has done so within the last minutes of this sign-in. Other
 * people and machine clients continue.
 * @throws AppError `second-factor.required`
 */
export async function requireConfirmed(context: RequestContext): Promise<void> {
  const { approval, caller, db } = context;
  // The approver has confirmed theirs.
  if (approval?.kind === 'GRANTED') return;
  if (caller.kind !== 'staff' || !(await canConfirm(context, caller.sub))) return;
  if (!(await hasConfirmed(db, caller))) throw secondFactorRequired();
}

/** Requires it for work with a sensitive permission. @throws AppError `second-factor.required` */
export async function requireConfirmedFor(permissions: readonly Permission[], context: RequestContext): Promise<void> {
  if (permissions.some((permission) => SENSITIVE.has(permission))) await requireConfirmed(context);
}

/** The refusal, which a confirmation ends. */
export function secondFactorRequired(): AppError {
  return new AppError('second-factor.required', { message: 'Confirm your second factor to continue.' });
}

/** The sign-in that a confirmation is valid for; empty for all of the person, where another provider names none. */
export function signInOf({ signInId, providerSession }: StaffCaller): string {
  return signInId ?? providerSession ?? '';
}

/** Whether the caller has confirmed a second factor within the last minutes of this sign-in. */
export async function hasConfirmed(db: Kysely<Database>, caller: StaffCaller): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor_confirmation')
    .select('staff_sub')
    .where('staff_sub', '=', caller.sub)
    .where('sign_in_id', '=', signInOf(caller))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row !== undefined;
}
