import { AppError, type DisclosureKind } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { callFunction, type FunctionResult } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import { canConfirm, hasConfirmed, secondFactorRequired } from '../graphql/confirmed.ts';
import type { RequestContext } from '../graphql/request-context.ts';

/** Limits of what one staff member may be shown. A day is the last 24 hours. */
export interface DisclosureBudgets {
  /** Above this, the person confirms a second factor or waits. */
  readonly contactsPerHour: number;
  readonly contactsPerDay: number;
  readonly codesPerDay: number;
  readonly exportRowsPerDay: number;
}

interface Claim {
  readonly kind: DisclosureKind;
  readonly amount: number;
  /** Null for no limit. */
  readonly perHour: number | null;
  readonly perDay: number;
}

type Refusal = FunctionResult<'claim_disclosure'>;

/**
 * Counts contacts or codes shown to the caller, in the transaction that shows them.
 * @throws AppError `disclosure.limit-reached`; `second-factor.required` if confirming it would let the caller
 * continue
 */
export async function disclose(context: RequestContext, kind: 'CONTACT' | 'CODE', amount: number): Promise<void> {
  const { db, caller, services } = context;
  const { contactsPerHour, contactsPerDay, codesPerDay } = services.disclosureBudgets;
  if (caller.kind !== 'staff') throw new AppError('access.denied');
  const claim =
    kind === 'CODE'
      ? { kind, amount, perHour: null, perDay: codesPerDay }
      : { kind, amount, perHour: contactsPerHour, perDay: contactsPerDay };
  const refusal = await take(db, caller.sub, claim);
  if (refusal.over_budget === null) return;
  if (refusal.over_budget === 'DAY') throw limitReached(refusal);
  if (await hasConfirmed(db, caller)) {
    const withoutHour = await take(db, caller.sub, { ...claim, perHour: null });
    if (withoutHour.over_budget !== null) throw limitReached(withoutHour);
    return;
  }
  if (await canConfirm(context, caller.sub)) throw secondFactorRequired();
  throw limitReached(refusal);
}

/**
 * Counts exported rows in the transaction that publishes the file; a trial only checks whether they fit.
 * @throws AppError `disclosure.limit-reached`
 */
export async function discloseRows(
  db: Kysely<Database>,
  sub: string,
  amount: number,
  { exportRowsPerDay }: DisclosureBudgets,
  isTrial = false,
): Promise<void> {
  const refusal = await take(db, sub, { kind: 'EXPORT_ROW', amount, perHour: null, perDay: exportRowsPerDay }, isTrial);
  if (refusal.over_budget !== null) throw limitReached(refusal);
}

/** Deletes rows that no longer count for any budget or average; true if more may be left. Called by housekeeping. */
export async function deleteOldDisclosures(trx: DatabaseTransaction): Promise<boolean> {
  const batch = 1_000;
  const { numAffectedRows } = await sql`
    delete from staff_disclosure where (staff_sub, kind, bucket) in (
      select staff_sub, kind, bucket from staff_disclosure where bucket < now() - interval '31 days'
      order by bucket limit ${batch} for update skip locked)`.execute(trx);
  await sql`delete from second_factor_confirmation where expires_at < now()`.execute(trx);
  await sql`delete from access_request where requested_at < now() - interval '30 days'`.execute(trx);
  return numAffectedRows === BigInt(batch);
}

function take(db: Kysely<Database>, sub: string, claim: Claim, isTrial = false): Promise<Refusal> {
  const { kind: of_kind, amount: wanted, perHour: per_hour, perDay: per_day } = claim;
  return callFunction(db, 'claim_disclosure', { by_sub: sub, of_kind, wanted, per_hour, per_day, is_trial: isTrial });
}

function limitReached({ retry_at }: Refusal): AppError {
  // Infinity (never) is not a Date.
  const retryAt = retry_at instanceof Date ? retry_at : null;
  return new AppError('disclosure.limit-reached', {
    message:
      retryAt === null
        ? 'This is more than you may see in a day.'
        : `You have reached your limit. Try again after ${retryAt.toISOString()}.`,
    details: retryAt === null ? {} : { retryAt: retryAt.toISOString() },
  });
}
