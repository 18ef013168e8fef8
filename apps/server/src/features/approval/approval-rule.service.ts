import { APPROVAL_ACTIONS, APPROVAL_LIMITS, AppError, type ApprovalAction, approvalOf } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Database } from '../../db/client.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { decidersOf } from './approval.service.ts';

/** Whether an action needs approval. */
export interface ApprovalRuleRow {
  readonly action: ApprovalAction;
  readonly isOn: boolean;
  readonly limit: number | null;
  readonly updatedAt: Date;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
}

/** The rules of all actions, in the order of the domain. */
export async function readRules(db: Kysely<Database>): Promise<readonly ApprovalRuleRow[]> {
  const { rows } = await sql<ApprovalRuleRow & { limit: string | null }>`
    select r.action::text as action, r.is_on as "isOn", r.limit_value as "limit", r.updated_at as "updatedAt",
      r.updated_by as "updatedBySub", u.display_name as "updatedByName", r.version
    from approval_rule r left join staff_user u on u.sub = r.updated_by`.execute(db);
  const read = rows.map((row) => ({ ...row, limit: row.limit === null ? null : Number(row.limit) }));
  return APPROVAL_ACTIONS.flatMap((action) => read.find((row) => row.action === action) ?? []);
}

/** Why a rule can't be on: there must always be someone besides the requester who can approve. */
export async function ruleRefusal(
  context: Pick<RequestContext, 'db' | 'caller' | 'services'>,
  action: ApprovalAction,
): Promise<'approval.unsatisfiable' | null> {
  const able = (await decidersOf(context, action)).filter(({ hasSecondFactor }) => hasSecondFactor);
  return able.length < APPROVAL_LIMITS.approversMin ? 'approval.unsatisfiable' : null;
}

/**
 * Says whether an action needs approval, and above which value.
 * @throws AppError `approval.unsatisfiable` if too few people could approve; `field.invalid`; `record.conflict`
 */
export async function saveRule(
  context: RequestContext,
  {
    action,
    isOn,
    limit,
    expectedVersion,
  }: {
    readonly action: ApprovalAction;
    readonly isOn: boolean;
    readonly limit: number | null;
    readonly expectedVersion: number;
  },
): Promise<void> {
  const { db, caller } = context;
  if (limit !== null && (limit < 0 || approvalOf(action).unit === null))
    throw fieldsInvalid({ limit: [limit < 0 ? { rule: 'too-small', params: { min: 0 } } : { rule: 'invalid' }] });
  // One at a time with the removal of approvers.
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db);
  const before = (await readRules(db)).find((row) => row.action === action);
  if (before?.version !== expectedVersion)
    throw new AppError('record.conflict', {
      message: 'Someone else has changed this record.',
      details: { current: { ...before } },
    });
  if (before.isOn === isOn && before.limit === limit) return;
  const refusal = isOn && !before.isOn ? await ruleRefusal(context, action) : null;
  if (refusal !== null)
    throw new AppError(refusal, { message: 'At least two people who can approve need a second factor first.' });
  await db
    .updateTable('approval_rule')
    .set({
      is_on: isOn,
      limit_value: limit,
      updated_at: sql<Date>`now()`,
      updated_by: caller.sub,
      version: expectedVersion + 1,
    })
    .where('action', '=', action)
    .execute();
  await recordAudit(context, {
    action: 'approval.set-rule',
    entityType: 'approval',
    entityId: action,
    outcome: 'DONE',
    changes: {
      ...(before.isOn !== isOn && { isOn: [before.isOn, isOn] }),
      ...(before.limit !== limit && { limit: [before.limit, limit] }),
    },
  });
}
