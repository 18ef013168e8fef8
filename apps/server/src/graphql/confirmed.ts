import { AppError, type Permission, SENSITIVE } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { StaffCaller } from '../ports/identity.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Requires that a person with a second factor has confirmed it within the last minutes of this sign-in. People without
 * one, people of another provider and machine clients continue.
 * @throws AppError `second-factor.required`
 */
export async function requireConfirmed({ caller, db, services }: RequestContext): Promise<void> {
  if (caller.kind !== 'staff' || !(await services.secondFactors?.has(db, caller.sub))) return;
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

/** The sign-in that a confirmation is valid for; providers with second factors always name it. */
export function signInOf({ signInId }: StaffCaller): string {
  return signInId ?? '';
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
