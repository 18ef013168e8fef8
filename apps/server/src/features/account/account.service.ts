import { type AccountPatch, type AccountState, AppError, reason as reasonRule } from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { seesContact } from './account.list.ts';
import { ACCOUNT_COLUMNS, accountChange, PATCH_FIELDS } from './account-change.ts';
import { invalidateDevicesOf } from './account-close.ts';
import { fieldsInvalid, parseAccountPatch } from './account-patch.ts';
import { accountNotFound, openStates } from './account-record.ts';

/** Fields whose values nobody sees without `account.read-contact`. */
const CONTACT_FIELDS: ReadonlySet<string> = new Set(['email', 'phone']);

/** What names the version of a record that a person looked at. */
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
  if (current.state === 'ERASED') throw invalidTransition(current, 'ERASED', []);
  const change = accountChange(current, patch, context.now);
  // Nothing to change: no new version and no trace, as the effect is none.
  if (change === null) return;
  await checkArea(context, patch, current);
  try {
    await writeAccount(context, expected, change.columns);
  } catch (error) {
    throw fieldProblem(error) ?? error;
  }
  await recordAudit(context, {
    action: 'account.update',
    entityType: 'account',
    entityId: expected.id,
    outcome: 'DONE',
    changes: change.changes,
    personalChanges: change.personalChanges,
  });
}

/** One change of state. */
export interface StateChange extends Expected {
  readonly to: AccountState;
  readonly action: 'account.suspend' | 'account.reactivate' | 'account.close';
  readonly reason: string | null;
  readonly until: Date | null;
  /** Closing because its owner wants the data to be erased, which then happens by itself after a while. */
  readonly isPrivacyRequest?: boolean;
}

/** @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid` */
export async function changeAccountState(context: RequestContext, change: StateChange): Promise<void> {
  const reason = change.to === 'ACTIVE' && change.reason === null ? null : parseReason(change.reason);
  if (change.until !== null && change.until <= context.now) throw fieldsInvalid({ until: [{ rule: 'future' }] });
  const current = await lockAccount(context, change);
  const allowed = openStates({ state: current.state, stateChangedAt: current.state_changed_at }, context.now);
  if (!allowed.includes(change.to)) throw invalidTransition(current, change.to, allowed);
  const stateReason = change.to === 'ACTIVE' ? null : reason;
  await writeAccount(context, change, {
    state: change.to,
    state_reason: stateReason,
    suspended_until: change.until,
    privacy_requested_at: change.isPrivacyRequest === true ? context.now : null,
  });
  if (change.to === 'CLOSED') await invalidateDevicesOf(context, change.id);
  const changes: Record<string, readonly [unknown, unknown]> = {
    state: [current.state, change.to],
    stateReason: [current.state_reason, stateReason],
    suspendedUntil: [current.suspended_until?.toISOString() ?? null, change.until?.toISOString() ?? null],
    privacyRequest: [current.privacy_requested_at !== null, change.isPrivacyRequest === true],
  };
  await recordAudit(context, {
    action: change.action,
    entityType: 'account',
    entityId: change.id,
    outcome: 'DONE',
    reason,
    changes: withoutEqual(changes),
  });
}

/** @throws AppError `record.not-found`, `record.conflict` */
export async function lockAccount(context: RequestContext, { id, expectedVersion }: Expected) {
  const row = isUuid(id)
    ? await context.db.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (row === undefined) throw accountNotFound();
  if (row.version !== expectedVersion) throw await conflict(context, row);
  return row;
}

/** Writes columns of a locked account as its next version. */
export async function writeAccount(
  context: RequestContext,
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
  // The row is locked, so this cannot happen; if it did, an effect without its guard must not be committed.
  if (written.numUpdatedRows !== 1n) throw new AppError('record.conflict', { message: CONFLICT });
}

const CONFLICT = 'Somebody else has changed this account.';

async function conflict(context: RequestContext, row: Current): Promise<AppError> {
  const editor =
    row.updated_by === null
      ? undefined
      : await context.db
          .selectFrom('staff_user')
          .select('display_name')
          .where('sub', '=', row.updated_by)
          .executeTakeFirst();
  const isContactVisible = seesContact(context.caller);
  const values = Object.fromEntries(
    PATCH_FIELDS.map((field) => [
      field,
      CONTACT_FIELDS.has(field) && !isContactVisible ? null : row[ACCOUNT_COLUMNS[field]],
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

/** An area belongs to the country that the account will be in; the database holds the same rule. */
async function checkArea(context: RequestContext, patch: AccountPatch, current: Current): Promise<void> {
  const areaId = patch.areaId === undefined ? current.area_id : patch.areaId;
  const countryCode = patch.countryCode ?? current.country_code;
  if (areaId === null || (patch.areaId === undefined && patch.countryCode === undefined)) return;
  const area = await context.db.selectFrom('area').select('country_code').where('id', '=', areaId).executeTakeFirst();
  if (area?.country_code !== countryCode) throw fieldsInvalid({ 'patch.areaId': [{ rule: 'not-in-country' }] });
}

/** The field that a violated constraint of an account is about; null for any other error. */
export function fieldProblem(error: unknown): AppError | null {
  switch (violatedConstraint(error)?.name) {
    case 'account_email':
      return fieldsInvalid({ 'patch.email': [{ rule: 'taken' }] });
    case 'account_email_check':
      return fieldsInvalid({ 'patch.email': [{ rule: 'email' }] });
    case 'account_birth_date_check':
      return fieldsInvalid({ 'patch.birthDate': [{ rule: 'range' }] });
    case 'account_timezone_check':
      return fieldsInvalid({ 'patch.timezone': [{ rule: 'timezone' }] });
    case 'account_country_code_fkey':
      return fieldsInvalid({ 'patch.countryCode': [{ rule: 'unknown' }] });
    case 'account_area_in_country':
      return fieldsInvalid({ 'patch.areaId': [{ rule: 'not-in-country' }] });
    default:
      return null;
  }
}

/** A reason as it is kept. @throws AppError `reason.required`, `field.invalid` */
export function parseReason(text: string | null): string {
  const parsed = reasonRule.safeParse(text ?? '');
  if (parsed.success) return parsed.data;
  const isMissing = (text ?? '').trim() === '';
  throw new AppError(isMissing ? 'reason.required' : 'field.invalid', {
    message: isMissing ? 'A reason is required.' : 'The reason is too long.',
    details: { fields: { reason: [{ rule: isMissing ? 'required' : 'too-long' }] } },
  });
}

/** The error for what the present state of an account does not allow. */
export function invalidTransition(current: Current, to: AccountState, allowed: readonly AccountState[]): AppError {
  return new AppError('state.invalid-transition', {
    message: 'This is not possible in the present state of the account.',
    details: { from: current.state, to, allowed },
  });
}

function withoutEqual(changes: AuditChanges): AuditChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, [before, after]]) => before !== after));
}
