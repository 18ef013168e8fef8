import {
  APPROVAL_ACTIONS,
  APPROVAL_STATES,
  AppError,
  type ApprovalAction,
  type ApprovalState,
  approvalOf,
} from '@backcounter/domain';
import type { ApprovalContent, EffectContext } from '../../graphql/request-context.ts';
import { callerMay } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { column, type NamedList, type RowOf, type RowRule, SqlValues } from '../../listing/list-definition.ts';
import { isUuid, rowConditions } from '../../listing/list-filter.ts';
import { filterBy, searchById, sortBy, staffColumns } from '../../listing/list-parts.ts';
import { likeLiteral } from '../../listing/list-search.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';

const columns = {
  id: column<string>('r.id::text'),
  code: column<string>('r.code'),
  action: column<ApprovalAction>('r.action::text'),
  state: column<ApprovalState>('r.state::text'),
  title: column<string>('r.title'),
  entityType: column<string | null>('r.entity_type'),
  entityId: column<string | null>('r.entity_id'),
  fields: column<ApprovalContent['fields']>(`coalesce(r.content -> 'fields', '[]')`),
  figures: column<ApprovalContent['figures']>(`coalesce(r.content -> 'figures', '[]')`),
  contentHash: column<string>(`encode(r.content_hash, 'hex')`),
  value: column<number | null>('r.value'),
  limit: column<number | null>('r.limit_value'),
  operation: column<string>('r.operation'),
  variables: column<Readonly<Record<string, unknown>>>('r.variables'),
  note: column<string | null>('r.note'),
  ...staffColumns('requestedBy', 'r.requested_by'),
  requestedAt: column<string>('r.requested_at'),
  expiresAt: column<string>('r.expires_at'),
  isExpired: column<boolean>('r.expires_at <= now()'),
  ...staffColumns('decidedBy', 'r.decided_by'),
  decidedAt: column<string | null>('r.decided_at'),
  decisionNote: column<string | null>('r.decision_note'),
  failure: column<string | null>('r.failure'),
};
/** A request for approval, with the columns asked for. */
export type ApprovalRow = RowOf<typeof columns>;

/** The actions whose requests a caller may see. */
const seenActions = (caller: Caller) => APPROVAL_ACTIONS.filter((action) => callerMay(caller, approvalOf(action).read));

function visible(caller: Caller): RowRule | null {
  const seen = seenActions(caller);
  if (seen.length === APPROVAL_ACTIONS.length) return null;
  return { scope: seen.join(), condition: (values) => `r.action::text = any(${values.add(seen)}::text[])` };
}

/** Requests for approval, as `/approvals` lists them. */
export const approvalList: NamedList = {
  name: 'approval_request',
  readPermission: 'approval.read',
  from: 'approval_request r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns,
  needs: {
    history: ['id'],
    comments: ['id'],
    requestedBy: ['requestedBySub', 'requestedByName'],
    decidedBy: ['decidedBySub', 'decidedByName'],
    deciders: ['action', 'requestedBySub'],
    isUnchanged: [
      'state',
      'isExpired',
      'action',
      'contentHash',
      'operation',
      'variables',
      'requestedBySub',
      'requestedByName',
    ],
    mayDecide: ['state', 'isExpired', 'action', 'requestedBySub'],
    decideRefusal: ['state', 'isExpired', 'action', 'requestedBySub'],
    mayCancel: ['state', 'requestedBySub'],
  },
  joins: {},
  sorts: {
    REQUESTED: sortBy.instant('r.requested_at', 'requestedAt'),
    EXPIRES: { ...sortBy.instant('r.expires_at', 'expiresAt'), defaultDirection: 'ASC' },
  },
  defaultSort: 'REQUESTED',
  filters: {
    state: filterBy.enum('r.state', APPROVAL_STATES, 'Is in one of these states, or in none of them.', {
      cast: 'approval_state',
    }),
    action: filterBy.enum('r.action', APPROVAL_ACTIONS, 'The action to be approved.', { cast: 'approval_action' }),
    entity: filterBy.code('r.entity_id', 'Id of the record that it is about.'),
    requestedBy: filterBy.code('r.requested_by', 'Its requester.'),
    requested: filterBy.instant('r.requested_at', 'When it was asked for.'),
    expires: filterBy.instant('r.expires_at', 'When it expires.'),
  },
  searches: () => ['ID', 'TEXT'],
  planSearch: (text) =>
    searchById(text, 'r.id') ?? [
      {
        mode: 'TEXT',
        isFragment: true,
        condition: (values) => {
          const pattern = values.add(`%${likeLiteral(text)}%`);
          return `(r.code ilike ${pattern} or r.title ilike ${pattern})`;
        },
      },
    ],
  rows: visible,
  roleClass: (caller) => seenActions(caller).join(),
  exported: {
    createdSql: 'r.requested_at',
    columns: {
      code: { sql: 'r.code' },
      action: { sql: 'r.action' },
      state: { sql: 'r.state' },
      title: { sql: 'r.title' },
      value: { sql: 'r.value' },
      note: { sql: 'r.note' },
      requestedBy: { sql: columns.requestedByName },
      requestedAt: { sql: 'r.requested_at' },
      expiresAt: { sql: 'r.expires_at' },
      decidedBy: { sql: columns.decidedByName },
      decidedAt: { sql: 'r.decided_at' },
      decisionNote: { sql: 'r.decision_note' },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};

/** One request. @throws AppError `record.not-found`, also if the caller may not see it */
export async function findApproval(
  context: EffectContext,
  id: string,
  selection: Selection,
  lock = '',
): Promise<ApprovalRow> {
  const values = new SqlValues();
  const conditions = [`r.id = ${values.add(id)}::uuid`, ...rowConditions(approvalList, context.caller, values)];
  const text = `select ${columnsAsked(approvalList, selection).columns} from ${approvalList.from} where ${conditions.join(' and ')}${lock}`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<ApprovalRow>(statementFor(text), values.list, options) : [];
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such request.' });
  return row;
}
const ALL = Object.fromEntries(Object.keys(columns).map((name) => [name, {}]));

/** The whole request, locked until the transaction ends. @throws AppError as `findApproval` does */
export const lockApproval = (context: EffectContext, id: string): Promise<ApprovalRow> =>
  findApproval(context, id, ALL, ' for update of r');
