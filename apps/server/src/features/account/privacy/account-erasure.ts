import { ACCOUNT_LIMITS, AppError } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { requireApproval } from '../../../approvals/require-approval.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { requiredReason } from '../../../crud/state-change.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { type Expected, lockAccount, refuseAccount } from '../account.service.ts';
import { erasing } from '../account-approval.ts';

const REASON = 'The account holder requested it, and the time to cancel is over.';
const BATCH = 50;

/** Removes the picture of a Firebase id once the transaction has committed; a failed removal is retried. */
export type RemovePicture = (trx: Kysely<Database>, firebaseId: string) => Promise<void>;

/**
 * Permanently removes all personal data of a closed account, in one transaction. Its ledger and awards stay under the bare id.
 * `confirmation` is the number of the account as typed by the caller.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`, `field.invalid`,
 * errors of `requireApproval`
 */
export async function eraseAccount(
  context: RequestContext,
  expected: Expected,
  { reason: reasonText, confirmation }: { readonly reason: string; readonly confirmation: string },
): Promise<void> {
  const reason = requiredReason(reasonText);
  const { caller, requestId, services } = context;
  const account = await lockAccount(context, expected);
  refuseAccount(context, account, 'ERASE');
  if (confirmation.trim() !== String(account.public_no)) {
    throw fieldsInvalid({ confirmation: [{ rule: 'not-equal' }] });
  }
  if (caller.kind !== 'staff') throw new AppError('access.denied');
  await requireApproval(context, erasing(context, expected.id, account.public_no, reason));
  const roles = [...caller.roles];
  await erase(
    context.db,
    expected.id,
    { sub: caller.sub, roles, reason, requestId },
    services.files.pictures.remove.bind(services.files.pictures),
  );
}

interface Eraser {
  readonly sub: string;
  readonly roles: readonly string[];
  readonly reason: string;
  readonly requestId: string | null;
}

async function erase(trx: Kysely<Database>, id: string, by: Eraser, removePicture: RemovePicture): Promise<void> {
  const firebaseId = await callFunction(trx, 'erase_account', {
    erased_id: id,
    by_sub: by.sub,
    by_roles: by.roles,
    with_reason: by.reason,
    in_request: by.requestId,
  });
  if (firebaseId !== null) await removePicture(trx, firebaseId);
}

/** Erases accounts whose holders requested it long enough ago; true if more may be left. For housekeeping. */
export async function eraseRequested(trx: DatabaseTransaction, removePicture: RemovePicture): Promise<boolean> {
  const due = await sql<{ id: string }>`
    select id from account
    where privacy_requested_at <= now() - make_interval(days => ${ACCOUNT_LIMITS.erasureDelayDays}) and state = 'CLOSED'
    order by privacy_requested_at limit ${BATCH} for update skip locked`.execute(trx);
  if (due.rows.length === 0) return false;
  const { sub, name } = SYSTEM_ACTOR;
  await sql`insert into staff_user (sub, display_name) values (${sub}, ${name}) on conflict (sub) do nothing`.execute(
    trx,
  );
  for (const { id } of due.rows)
    await erase(trx, id, { sub, roles: [], reason: REASON, requestId: null }, removePicture);
  return due.rows.length === BATCH;
}
