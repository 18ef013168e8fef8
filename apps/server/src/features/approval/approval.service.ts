import {
  APPROVAL_LIMITS,
  AppError,
  type ApprovalAction,
  approvalOf,
  type ErrorCode,
  may,
  parseRoles,
} from '@backcounter/domain';
import type { GraphQLSchema } from 'graphql';
import { type Kysely, sql } from 'kysely';
import { mailAbout } from '../../approvals/approval.mail.ts';
import { recordAudit, writeAudit } from '../../audit/record-audit.ts';
import { callerNow, rolesNow } from '../../audit/roles-now.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { requiredReason, statedReason } from '../../crud/state-change.ts';
import type { Database } from '../../db/client.ts';
import { SYSTEM_ACTOR } from '../../db/system-actor.ts';
import { canConfirm, requireConfirmed } from '../../graphql/confirmed.ts';
import { SettledRefusal } from '../../graphql/mutation-transaction.ts';
import type { ApprovalPass, RequestContext } from '../../graphql/request-context.ts';
import type { Caller } from '../../ports/identity.ts';
import { type ApprovalRow, findApproval, lockApproval } from './approval.list.ts';
import { contentNow, runOperation } from './approval-run.ts';

/** A person who may decide about requests for an action. */
export interface Decider {
  readonly sub: string;
  readonly name: string;
  readonly hasSecondFactor: boolean;
}

/** The active people who hold the permissions of this moment to decide about an action. */
export async function decidersOf(
  context: Pick<RequestContext, 'db' | 'caller' | 'services'>,
  action: ApprovalAction,
): Promise<readonly Decider[]> {
  const { rows } = await sql<Omit<Decider, 'hasSecondFactor'> & { readonly roles: readonly string[] | null }>`
    select sub, name, roles from approval_people() as p
    where not is_demo or exists (select from approval_people() as me where me.sub = ${context.caller.sub} and me.is_demo)
    order by name, sub`.execute(context.db);
  const able = rows.filter(({ roles }) => {
    const held = parseRoles(roles ?? []);
    return may(held, 'approval.decide') && may(held, approvalOf(action).permission);
  });
  const deciders: Decider[] = [];
  for (const { sub, name } of able) deciders.push({ sub, name, hasSecondFactor: await canConfirm(context, sub) });
  return deciders;
}

/** Why the caller can't approve a request now; null if they can. */
export async function decideRefusal(
  context: Pick<RequestContext, 'db' | 'caller' | 'services'>,
  row: Pick<ApprovalRow, 'action' | 'isExpired' | 'requestedBySub' | 'state'>,
): Promise<'access.denied' | 'approval.no-second-factor' | 'approval.own-request' | 'state.invalid-transition' | null> {
  if (row.state !== 'PENDING' || row.isExpired) return 'state.invalid-transition';
  const { db, caller } = context;
  const roles = await rolesNow(db, caller.sub);
  if (!may(roles, 'approval.decide') || !may(roles, approvalOf(row.action).permission)) return 'access.denied';
  if (row.requestedBySub === caller.sub || (await wasResetBy(db, caller.sub, row.requestedBySub)))
    return 'approval.own-request';
  return (await canConfirm(context, caller.sub)) ? null : 'approval.no-second-factor';
}

/** Whether the requester has had a link of the person's sign-in in the time of a request: they could be the same. */
async function wasResetBy(db: Kysely<Database>, sub: string, requester: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from staff_audit_event where entity_type = 'staff' and entity_id = ${sub} and actor_sub = ${requester}
      and action = 'staff.reset' and outcome = 'DONE' and occurred_at > now() - interval '72 hours' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Asks for the approval of a mutation, which runs with the caller's rights and is undone. Returns the id.
 * @throws AppError `approval.not-needed`, `approval.pending`, and other refusals of the mutation
 */
export async function requestApproval(
  context: RequestContext,
  schema: GraphQLSchema,
  asked: { readonly operation: string; readonly variables: unknown; readonly note: string | null },
): Promise<string> {
  const note = statedReason('optional', asked.note);
  const variables = { input: (asked.variables as { input?: unknown } | null)?.input };
  const { operation } = asked;
  const content = await contentNow(schema, context, { operation, variables });
  if (content === null) throw new AppError('approval.not-needed', { message: 'This needs no approval.' });
  const { db, caller } = context;
  const { entityType, entityId, fields, figures } = content;
  const { rows } = await sql<{ id: string; code: string }>`
    insert into approval_request (action, title, entity_type, entity_id, content, content_hash, value, limit_value,
      operation, variables, note, requested_by)
    values (${content.action}::approval_action, ${content.title.slice(0, 300).toWellFormed()}, ${entityType}, ${entityId}, ${JSON.stringify({ fields, figures })},
      decode(${content.contentHash}, 'hex'), ${content.value}, ${content.limit}, ${operation}, ${JSON.stringify(variables)},
      ${note}, ${caller.sub})
    on conflict (action, entity_type, entity_id) where state = 'PENDING' do nothing returning id, code`.execute(db);
  const [made] = rows;
  if (made === undefined) throw await pending(db, content.action, entityType, entityId);
  await audit(context, 'approval.request', made.id, note);
  const deciders = await decidersOf(context, content.action as ApprovalAction);
  await mailAbout(
    db,
    made.id,
    deciders.flatMap(({ sub }) => (sub === caller.sub ? [] : sub)),
  );
  return made.id;
}

async function pending(db: Kysely<Database>, action: string, type: string | null, id: string | null) {
  const { rows } = await sql<{ id: string }>`
    select id from approval_request where state = 'PENDING' and action::text = ${action} and entity_type = ${type} and entity_id = ${id}`.execute(
    db,
  );
  return new AppError('approval.pending', {
    message: 'Someone has already asked for this.',
    ...(rows[0] && { details: { record: { kind: 'approval', id: rows[0].id } } }),
  });
}

/**
 * Approves a request: its mutation is executed for the requester, in the same transaction.
 * @throws AppError as `decideRefusal` says; `second-factor.required`; `approval.void`, and any refusal of the mutation
 */
export async function approveRequest(
  context: RequestContext,
  schema: GraphQLSchema,
  { id, contentHash, note }: { readonly id: string; readonly contentHash: string; readonly note: string | null },
): Promise<void> {
  const said = statedReason('optional', note);
  const row = await lockApproval(context, id);
  if (row.state === 'PENDING' && row.isExpired)
    throw new SettledRefusal(alreadyDecided('EXPIRED'), (db) => endRequest(db, row.id, 'EXPIRED'));
  const refusal = await decideRefusal(context, row);
  if (refusal === 'state.invalid-transition') throw alreadyDecided(row.state);
  if (refusal !== null) throw refused(refusal);
  await requireConfirmed(context);
  if (row.contentHash !== contentHash) throw fieldsInvalid({ contentHash: [{ rule: 'not-equal' }] });
  const pass: ApprovalPass & { readonly kind: 'GRANTED' } = {
    kind: 'GRANTED',
    action: row.action,
    contentHash,
    code: row.code,
    by: context.caller.sub,
    isUsed: false,
  };
  const caller = await callerNow(context.db, row.requestedBySub ?? '');
  await runOperation(schema, { ...context, caller, approval: pass }, row).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code === 'unexpected' || error.code === 'service.unavailable')
      throw error;
    throw failed(row, error);
  });
  if (!pass.isUsed) throw failed(row, new AppError('approval.void', { message: 'There is nothing left to do.' }));
  await decide(context, row, 'APPROVED', said);
}

/** A refusal of the mutation, which the request remembers; one that no longer does what was asked for ends it. */
function failed({ id }: ApprovalRow, error: AppError): SettledRefusal {
  const isVoid = CHANGED.has(error.code);
  const refusal = isVoid ? new AppError('approval.void', { message: 'This has changed since the request.' }) : error;
  return new SettledRefusal(refusal, async (db) => {
    if (isVoid) return endRequest(db, id, 'VOIDED');
    await db
      .updateTable('approval_request')
      .set({ failure: error.code })
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .execute();
  });
}

const CHANGED: ReadonlySet<ErrorCode> = new Set([
  'approval.void',
  'exposure.changed',
  'record.conflict',
  'record.not-found',
]);

/** Declines a request, with a reason. @throws AppError as `approveRequest`, without a second factor */
export async function declineRequest(context: RequestContext, id: string, reason: string): Promise<void> {
  const stated = requiredReason(reason);
  const row = await lockApproval(context, id);
  const refusal = await decideRefusal(context, row);
  if (refusal === 'state.invalid-transition') throw alreadyDecided(row.state);
  if (refusal !== null && refusal !== 'approval.no-second-factor') throw refused(refusal);
  await decide(context, row, 'DECLINED', stated);
}

/** Cancels one's own request. @throws AppError `access.denied` for a request of someone else */
export async function cancelRequest(context: RequestContext, id: string): Promise<void> {
  const row = await lockApproval(context, id);
  if (row.requestedBySub !== context.caller.sub) throw refused('access.denied');
  if (row.state !== 'PENDING') throw alreadyDecided(row.state);
  await endRequest(context.db, id, 'CANCELED', context.caller);
}

/** @throws AppError `record.not-found`, `reason.required` */
export async function commentOnRequest(context: RequestContext, id: string, text: string): Promise<void> {
  const body = text.trim();
  if (body === '' || body.length > APPROVAL_LIMITS.textMaxLength)
    throw fieldsInvalid({ text: [{ rule: body === '' ? 'required' : 'too-long' }] });
  await findApproval(context, id, { id: {} });
  await context.db
    .insertInto('approval_comment')
    .values({ request_id: id, body, created_by: context.caller.sub })
    .execute();
  await audit(context, 'approval.comment', id, null);
}

async function decide(
  context: RequestContext,
  row: ApprovalRow,
  state: 'APPROVED' | 'DECLINED',
  note: string | null,
): Promise<void> {
  await context.db
    .updateTable('approval_request')
    .set({ state, decided_by: context.caller.sub, decided_at: sql<Date>`now()`, decision_note: note, failure: null })
    .where('id', '=', row.id)
    .execute();
  await audit(context, state === 'APPROVED' ? 'approval.approve' : 'approval.decline', row.id, note);
  await mailAbout(context.db, row.id, [row.requestedBySub ?? '']);
}

const ENDS = { CANCELED: 'approval.cancel', EXPIRED: 'approval.expire', VOIDED: 'approval.void' } as const;

/** Ends a request that is still pending, without a decision. */
export async function endRequest(
  db: Kysely<Database>,
  id: string,
  state: keyof typeof ENDS,
  by: Caller | typeof SYSTEM_ACTOR = SYSTEM_ACTOR,
): Promise<void> {
  const ended = await db
    .updateTable('approval_request')
    .set({ state, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('requested_by as requester')
    .executeTakeFirst();
  if (ended === undefined) return;
  if (state !== 'CANCELED') await mailAbout(db, id, [ended.requester]);
  await writeAudit(db, by, null, { action: ENDS[state], entityType: 'approval', entityId: id, outcome: 'DONE' });
}

const audit = (context: RequestContext, action: string, id: string, reason: string | null) =>
  recordAudit(context, { action, entityType: 'approval', entityId: id, outcome: 'DONE', reason });

const alreadyDecided = (state: string) =>
  new AppError('state.invalid-transition', {
    message: 'This request is no longer pending.',
    details: { from: state, to: 'APPROVED', allowed: [] },
  });

const MESSAGES = {
  'access.denied': 'You may not do this.',
  'approval.no-second-factor': 'Set up a second factor first.',
  'approval.own-request': 'Someone else has to decide about your request.',
} as const;
const refused = (code: keyof typeof MESSAGES) => new AppError(code, { message: MESSAGES[code] });
