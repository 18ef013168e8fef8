import { ACCOUNT_MACHINE, type AccountAction, type AccountState, AppError, type StateFacts } from '@backcounter/domain';
import { sql } from 'kysely';
import { requireApproval } from '../../approvals/require-approval.ts';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { invalidTransition, refuseState, statedReason } from '../../crud/state-change.ts';
import { callFunction } from '../../db/call-function.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import { callerMay, type EffectContext, type RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { erasing } from './account-approval.ts';
import { ACCOUNT_FIELDS, accountChange, editedFields, parseAccountPatch } from './account-change.ts';
import { accountNotFound } from './account-record.ts';

/** A record and the version that the caller has seen. */
export interface Expected {
  readonly id: string;
  readonly expectedVersion: number;
}

type Current = Awaited<ReturnType<typeof lockAccount>>;

/** @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid` */
export async function updateAccount(
  context: RequestContext,
  expected: Expected,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const patch = parseAccountPatch(input);
  const current = await lockAccount(context, expected);
  refuseAccount(context, current, 'EDIT');
  const change = accountChange(current, patch, context.now);
  // Nothing to change: no new version and no audit row.
  if (change === null) return;
  const fields = editedFields(change.columns);
  const edit = { fields, ids: [expected.id], by_sub: context.caller.sub };
  const [edited] = await callFunction(context.db, 'edit_accounts', edit).catch((error) => {
    throw fieldProblem(error) ?? error;
  });
  if (edited?.changes == null) throw fieldsInvalid({ 'patch.areaId': [{ rule: 'not-in-country' }] });
  await recordAudit(context, {
    action: 'account.update',
    entityType: 'account',
    entityId: expected.id,
    outcome: 'DONE',
    changes: change.changes,
    personalChanges: change.personalChanges,
  });
}

/** Actions that change the state of an account, except erasing. */
export type AccountStateAction = 'SUSPEND' | 'REACTIVATE' | 'CLOSE';

/** Parameters of a state change. */
export interface StateChange extends Expected {
  readonly reason?: string | null | undefined;
  /** When a suspension ends automatically. */
  readonly until?: Date | null | undefined;
  /** Closes the account at the request of its holder, whose data is erased automatically after the waiting period. */
  readonly isPrivacyRequest?: boolean | null | undefined;
}

/** @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`, `field.invalid` */
export async function changeAccountState(
  context: RequestContext,
  action: AccountStateAction,
  { reason: given, until = null, isPrivacyRequest, ...expected }: StateChange,
): Promise<void> {
  const reason = statedReason(ACCOUNT_MACHINE.actions[action].reason, given ?? null);
  if (until !== null && until <= context.now) throw fieldsInvalid({ until: [{ rule: 'future' }] });
  const current = await lockAccount(context, expected);
  refuseAccount(context, current, action);
  // The account is erased by the product after the waiting period.
  if (isPrivacyRequest === true)
    await requireApproval(context, erasing(context, expected.id, current.public_no, reason));
  const [changed] = await callFunction(context.db, 'change_account_states', {
    action,
    ids: [expected.id],
    why: reason,
    until_instant: until,
    privacy_at: isPrivacyRequest === true ? context.now : null,
    by_sub: context.caller.sub,
  });
  const changes = changed?.changes as AuditChanges | null | undefined;
  // The transaction's clock may be past a limit that this process's clock has not reached.
  if (changes == null) throw invalidTransition(ACCOUNT_MACHINE, action, factsOf(current), context.now);
  await recordAudit(context, {
    action: `account.${action.toLowerCase()}`,
    entityType: 'account',
    entityId: expected.id,
    outcome: 'DONE',
    reason,
    changes,
  });
}

/** @throws AppError `state.invalid-transition` if the state of the account does not allow the action */
export function refuseAccount(
  { now }: Pick<RequestContext, 'now'>,
  account: AccountFacts,
  action: AccountAction,
): void {
  refuseState(ACCOUNT_MACHINE, action, factsOf(account), now);
}

/** Columns that the state machine reads. */
type AccountFacts = Pick<Current, 'state'> & Partial<Pick<Current, 'state_changed_at'>>;

function factsOf({ state, state_changed_at }: AccountFacts): StateFacts<AccountState> {
  return { state, ...(state_changed_at !== undefined && { stateChangedAt: state_changed_at }) };
}

/** @throws AppError `record.not-found`, `record.conflict` */
export async function lockAccount(context: EffectContext, { id, expectedVersion }: Expected) {
  const row = isUuid(id)
    ? await context.db.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (row === undefined) throw accountNotFound();
  if (row.version !== expectedVersion) throw await conflict(context, row);
  return row;
}

/** Writes columns of a locked account as its next version. */
export async function writeAccount(
  context: EffectContext,
  expected: Expected,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const written = await context.db
    .updateTable('account')
    .set({
      ...columns,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: context.caller.sub,
    })
    .where('id', '=', expected.id)
    .where('version', '=', expected.expectedVersion)
    .executeTakeFirst();
  // Can't happen, as the row is locked; but an unguarded effect must never be committed.
  if (written.numUpdatedRows !== 1n) throw new AppError('record.conflict', { message: CONFLICT });
}

const CONFLICT = 'Someone else has changed this account.';

async function conflict(context: EffectContext, row: Current): Promise<AppError> {
  const editor =
    row.updated_by === null
      ? undefined
      : await context.db
          .selectFrom('staff_user')
          .select('display_name')
          .where('sub', '=', row.updated_by)
          .executeTakeFirst();
  const columns: Readonly<Record<string, unknown>> = row;
  const values = Object.fromEntries(
    ACCOUNT_FIELDS.map(({ name, column, permission }) => [
      name,
      permission === undefined || callerMay(context.caller, permission) ? columns[column] : null,
    ]),
  );
  return new AppError('record.conflict', {
    message: CONFLICT,
    details: {
      current: {
        ...values,
        state: row.state,
        stateReason: row.state_reason,
        suspendedUntil: row.suspended_until?.toISOString() ?? null,
        version: row.version,
        updatedAt: row.updated_at.toISOString(),
        updatedBy:
          row.updated_by === null ? null : { sub: row.updated_by, name: editor?.display_name ?? row.updated_by },
      },
    },
  });
}

/** The field of a violated constraint of an account; null for any other error. */
export function fieldProblem(error: unknown): AppError | null {
  switch (violatedConstraint(error)?.name) {
    case 'account_email':
      return fieldsInvalid({ 'patch.email': [{ rule: 'taken' }] });
    case 'account_email_check':
      return fieldsInvalid({ 'patch.email': [{ rule: 'email' }] });
    case 'account_birth_date_check':
      return fieldsInvalid({ 'patch.birthDate': [{ rule: 'range' }] });
    case 'account_timezone_check':
    case 'account_timezone_fkey':
      return fieldsInvalid({ 'patch.timezone': [{ rule: 'timezone' }] });
    case 'account_country_code_fkey':
      return fieldsInvalid({ 'patch.countryCode': [{ rule: 'unknown' }] });
    case 'account_area_in_country':
      return fieldsInvalid({ 'patch.areaId': [{ rule: 'not-in-country' }] });
    default:
      return null;
  }
}
