import { APPROVAL_ACTIONS, type ApprovalAction, type ApprovalState, approvalOf } from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { forwardArgs } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation, auditReason, recordPayload } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { staffField } from '../../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { type ApprovalRow, approvalList, findApproval } from './approval.list.ts';
import {
  approveRequest,
  cancelRequest,
  commentOnRequest,
  type Decider,
  decideRefusal,
  decidersOf,
  declineRequest,
  requestApproval,
} from './approval.service.ts';
import { type ApprovalRuleRow, readRules, ruleRefusal, saveRule } from './approval-rule.service.ts';
import { isUnchanged } from './approval-run.ts';

const ACTIONS: Readonly<Record<ApprovalAction, string>> = {
  CAMPAIGN_WORST_CASE: 'Activating a campaign, or raising its worst case.',
  NOTIFICATION_SEND: 'Sending a notification.',
  POINTS_ADJUST: 'Adjusting points.',
  BULK: 'Changing many records.',
  ERASE: 'Erasing an account.',
  EXPORT_CONTACTS: 'Exporting contacts.',
  ROLES: 'Giving or taking roles.',
};
const STATES: Readonly<Record<ApprovalState, string>> = {
  PENDING: 'Waits for a second person.',
  APPROVED: 'Approved and done.',
  DECLINED: 'Declined.',
  EXPIRED: 'No one decided in time.',
  VOIDED: 'Its content has changed since.',
  CANCELED: 'Canceled by its requester.',
};
const SEARCH_MATCHES = {
  ID: 'The id of a request.',
  TEXT: 'A part of its code or title.',
  NONE: 'Nothing that this list can be searched for.',
};

type Types = ReturnType<typeof addParts>;

/** Approvals: the list, one request, the rules, and their changes. */
export function addApproval(builder: Builder, list: ListTypes, history: AuditConnectionRef): void {
  const types = addParts(builder);
  const request = addRequest(builder, types, history);
  builder.queryField('approval', (t) =>
    t.field({
      type: request,
      nullable: true,
      description: 'One request for approval; null where there is none.',
      extensions: needs('approval.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the request.' }) },
      resolve: (_root, { id }, context, info) => findApproval(context, id, selectionOf(info)),
    }),
  );
  addListQuery<ApprovalRow>(builder, list, {
    name: 'approvals',
    description: 'A page of the requests for approval of records that the caller may see.',
    permission: 'approval.read',
    list: approvalList,
    connection: ['ApprovalRequest', request, 'Meanings of a search text.', SEARCH_MATCHES],
    filter: ['ApprovalFilter', 'Which requests a list shows: those that meet every filter given.'],
    enums: { state: types.state, action: types.action },
    sort: ['Approval'],
    search: 'Id, part of the code, or part of the title.',
    news: { createdSql: 'r.requested_at', topic: 'approval_created' },
  });
  builder.queryField('approvalsToDecide', (t) =>
    t.int({
      description: 'Number of pending requests about which the caller may decide.',
      extensions: needs('approval.read'),
      resolve: (_root, _args, context) => countToDecide(context),
    }),
  );
  addChanges(builder, request);
  addRules(builder, types);
}

function addParts(builder: Builder) {
  const action = addEnum(builder, 'ApprovalAction', 'Actions that may need the approval of a second person.', ACTIONS);
  const state = addEnum(builder, 'ApprovalState', 'State of a request for approval.', STATES);
  const field = builder.objectRef<ApprovalRow['fields'][number]>('ApprovalField').implement({
    description: 'A part of what is to be approved.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Name of the field.' }),
      before: t.expose('before', {
        type: 'JSON',
        ...orNull('Value in force; null if there is none.'),
        extensions: NEVER_STORED,
      }),
      after: t.expose('after', { type: 'JSON', ...orNull('Value to be approved.'), extensions: NEVER_STORED }),
    }),
  });
  const figure = builder.objectRef<ApprovalRow['figures'][number]>('ApprovalFigure').implement({
    description: 'How far the action reaches.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'Name of the figure, such as `worstCase`.' }),
      value: t.expose('value', {
        type: 'JSON',
        ...orNull('Its value; null: unlimited or none.'),
        extensions: NEVER_STORED,
      }),
    }),
  });
  const comment = builder.objectRef<CommentRow>('ApprovalComment').implement({
    description: 'A comment on a request for approval.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      text: t.exposeString('text', { description: 'The comment.', extensions: NEVER_STORED }),
      author: staffField(t, 'author', 'Its author.'),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    }),
  });
  const decider = builder.objectRef<Decider>('ApprovalDecider').implement({
    description: 'A person who may decide about a request.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Their name.' }),
      isYou: t.boolean({
        description: 'Whether it is the caller.',
        resolve: ({ sub }, _args, { caller }) => sub === caller.sub,
      }),
      hasSecondFactor: t.exposeBoolean('hasSecondFactor', {
        description: 'Without a second factor they can only decline.',
      }),
    }),
  });
  return { action, state, field, figure, comment, decider };
}

interface CommentRow {
  readonly id: string;
  readonly text: string;
  readonly createdAt: Date;
  readonly authorSub: string | null;
  readonly authorName: string | null;
}

function addRequest(builder: Builder, types: Types, history: AuditConnectionRef) {
  return builder.objectRef<ApprovalRow>('ApprovalRequest').implement({
    description: 'An operation that waits, or waited, for the approval of a second person.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its number, such as `APR-2026-0001`.' }),
      action: t.expose('action', { type: types.action, description: 'The action to be approved.' }),
      state: t.expose('state', { type: types.state, description: 'Its state.' }),
      operation: t.exposeString('operation', { description: 'The mutation that an approval executes.' }),
      title: t.exposeString('title', { description: 'Name of the record that it is about.', extensions: NEVER_STORED }),
      entityType: t.exposeString('entityType', orNull('Kind of that record, as in the audit trail; null without one.')),
      entityId: t.exposeID('entityId', orNull('Id of that record; null without one.')),
      value: t.expose('value', {
        type: 'SafeInt',
        ...orNull('In the unit of its rule; null: no ceiling, or not counted.'),
      }),
      limit: t.expose('limit', {
        type: 'SafeInt',
        ...orNull('The limit that it exceeded; null: everything needs approval.'),
      }),
      fields: t.field({
        type: [types.field],
        description: 'The content to be approved, field by field.',
        resolve: ({ fields }) => [...fields],
      }),
      figures: t.field({
        type: [types.figure],
        description: 'How far it reaches.',
        resolve: ({ figures }) => [...figures],
      }),
      contentHash: t.exposeString('contentHash', {
        description: 'SHA-256 of everything that the action reads, in hex; `approveRequest` takes it.',
      }),
      isUnchanged: t.boolean({
        ...orNull('Whether the action would still do exactly this; null unless it is pending.'),
        resolve: (row, _args, context, { schema }) =>
          row.state === 'PENDING' && !row.isExpired ? isUnchanged(schema, context, row) : null,
      }),
      note: t.exposeString('note', { ...orNull('Why it was asked for.'), extensions: NEVER_STORED }),
      requestedBy: staffField(t, 'requestedBy', 'Its requester.'),
      requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was asked for.' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends without a decision.' }),
      decidedBy: staffField(t, 'decidedBy', 'Its decider; null if no one decided.'),
      decidedAt: t.expose('decidedAt', { type: 'DateTime', ...orNull('When it ended; null while it is pending.') }),
      decisionNote: t.exposeString('decisionNote', {
        ...orNull('Note of the decider; the reason if it was declined.'),
        extensions: NEVER_STORED,
      }),
      failure: t.exposeString('failure', orNull('Error code of the last approval, if the action was refused.')),
      comments: t.field({
        type: [types.comment],
        description: 'Comments, oldest first.',
        resolve: ({ id }, _args, context) => readComments(context, id),
      }),
      deciders: t.field({
        type: [types.decider],
        description: 'People who may decide about it now.',
        resolve: async ({ action, requestedBySub }, _args, context) =>
          (await decidersOf(context, action)).filter(({ sub }) => sub !== requestedBySub),
      }),
      mayDecide: t.boolean({
        description: 'Whether the caller can approve it now.',
        resolve: async (row, _args, context) => (await decideRefusal(context, row)) === null,
      }),
      decideRefusal: t.string({
        ...orNull('Error code of the reason why they can’t; null if they can.'),
        resolve: (row, _args, context) => decideRefusal(context, row),
      }),
      mayCancel: t.boolean({
        description: 'Whether the caller can cancel it.',
        resolve: ({ state, requestedBySub }, _args, { caller }) => state === 'PENDING' && requestedBySub === caller.sub,
      }),
      history: t.field({
        type: history,
        description: 'Its audit events, newest first.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'approval', id }, args, selectionOf(info)),
      }),
    }),
  });
}

function readComments({ db }: RequestContext, id: string): Promise<CommentRow[]> {
  return db
    .selectFrom('approval_comment as c')
    .leftJoin('staff_user as u', 'u.sub', 'c.created_by')
    .select([
      'c.id',
      'c.body as text',
      'c.created_at as createdAt',
      'c.created_by as authorSub',
      'u.display_name as authorName',
    ])
    .where('c.request_id', '=', id)
    .orderBy('c.id')
    .execute();
}

async function countToDecide(context: RequestContext): Promise<number> {
  const row = { state: 'PENDING', isExpired: false, requestedBySub: null } as const;
  const refusals = await Promise.all(APPROVAL_ACTIONS.map((action) => decideRefusal(context, { ...row, action })));
  const actions = APPROVAL_ACTIONS.filter((_action, index) => refusals[index] !== 'access.denied');
  if (actions.length === 0) return 0;
  const { count } = await context.db
    .selectFrom('approval_request')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('state', '=', 'PENDING')
    .where('expires_at', '>', ({ fn }) => fn<Date>('now'))
    .where('action', 'in', actions)
    .where('requested_by', '<>', context.caller.sub)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function addChanges(builder: Builder, request: ReturnType<typeof addRequest>): void {
  const payload = recordPayload('approval', request, findApproval);
  addMutation(builder, 'requestApproval', {
    description: 'Asks a second person to approve a mutation, which must be allowed to the caller otherwise.',
    extensions: needs('approval.read'),
    input: (t) => ({
      operation: t.string({ required: true, description: 'The mutation, such as `activateCampaign`.' }),
      variables: t.field({ type: 'JSON', required: true, description: 'Its input, as `{ "input": … }`.' }),
      note: t.string({ description: 'Why, for who decides.' }),
    }),
    resolve: async ({ operation, variables, note }, context, { schema }) => ({
      id: await requestApproval(context, schema, { operation, variables, note: note ?? null }),
    }),
    payload,
  });
  addMutation(builder, 'approveRequest', {
    description: 'Approves a request of someone else: its mutation is executed for its requester.',
    extensions: needs('approval.decide'),
    input: (t) => ({
      id: t.id({ required: true, description: 'The request.' }),
      contentHash: t.string({ required: true, description: 'Its `contentHash` as the caller has seen it.' }),
      note: t.string({ description: 'A note for the requester.' }),
    }),
    resolve: async ({ note, ...given }, context, { schema }) => {
      await approveRequest(context, schema, { ...given, note: note ?? null });
      return given;
    },
    payload,
  });
  addMutation(builder, 'declineRequest', {
    description: 'Declines a request of someone else.',
    extensions: needs('approval.decide'),
    input: (t) => ({ id: t.id({ required: true, description: 'The request.' }), reason: auditReason(t, true) }),
    resolve: async ({ id, reason }, context) => {
      await declineRequest(context, id, reason);
      return { id };
    },
    payload,
  });
  addMutation(builder, 'cancelRequest', {
    description: "Cancels the caller's own request.",
    extensions: needs('approval.read'),
    input: (t) => ({ id: t.id({ required: true, description: 'The request.' }) }),
    resolve: async ({ id }, context) => {
      await cancelRequest(context, id);
      return { id };
    },
    payload,
  });
  addMutation(builder, 'commentOnRequest', {
    description: 'Writes a comment on a request.',
    extensions: needs('approval.read'),
    input: (t) => ({
      id: t.id({ required: true, description: 'The request.' }),
      text: t.string({ required: true, description: 'The comment.' }),
    }),
    resolve: async ({ id, text }, context) => {
      await commentOnRequest(context, id, text);
      return { id };
    },
    payload,
  });
}

function addRules(builder: Builder, { action }: Types): void {
  const unit = addEnum(builder, 'ApprovalUnit', 'Unit of a limit.', {
    AMOUNT: "Minor units of the record's currency, or points.",
    POINTS: 'Points.',
    RECIPIENTS: 'Recipients.',
    ROWS: 'Records.',
  });
  const rule = builder.objectRef<ApprovalRuleRow>('ApprovalRule').implement({
    description: 'Whether an action needs the approval of a second person.',
    fields: (t) => ({
      action: t.expose('action', { type: action, description: 'The action.' }),
      isOn: t.exposeBoolean('isOn', { description: 'Whether it needs approval.' }),
      limit: t.expose('limit', {
        type: 'SafeInt',
        ...orNull('Larger values need approval; null: all of them do.'),
      }),
      unit: t.field({
        type: unit,
        ...orNull('Unit of the limit; null: this action has no limit.'),
        resolve: (row) => approvalOf(row.action).unit,
      }),
      refusal: t.string({
        ...orNull('Error code of the reason why it can’t be on now; null if it can.'),
        resolve: (row, _args, context) => ruleRefusal(context, row.action),
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      updatedBy: staffField(t, 'updatedBy', 'Author of the last change; null: the product itself.'),
      version: t.exposeInt('version', { description: 'Grows with each change.' }),
    }),
  });
  builder.queryField('approvalRules', (t) =>
    t.field({
      type: [rule],
      description: 'The rules of approval, one for each action.',
      extensions: needs('approval.read'),
      resolve: async (_root, _args, { db }) => [...(await readRules(db))],
    }),
  );
  addMutation(builder, 'saveApprovalRule', {
    description: 'Says whether an action needs the approval of a second person, and above which value.',
    extensions: needs('approval.configure'),
    input: (t) => ({
      action: t.field({ type: action, required: true, description: 'The action.' }),
      expectedVersion: t.int({ required: true, description: 'Version of its rule as last read.' }),
      isOn: t.boolean({ required: true, description: 'Whether it needs approval.' }),
      limit: t.field({ type: 'SafeInt', description: 'Larger values need approval; absent or null: all of them.' }),
    }),
    resolve: async ({ limit, ...given }, context) => {
      await saveRule(context, { ...given, limit: limit ?? null });
      return given;
    },
    payload: (t) => ({
      approvalRules: t.field({
        type: [rule],
        description: 'All rules after the change.',
        resolve: async (_given, _args, { db }) => [...(await readRules(db))],
      }),
    }),
  });
}
