import { z } from 'zod';
import type { RequestContext } from '../../graphql/request-context.ts';
import { requiredFilter } from '../../listing/list-filter.ts';
import type { FrozenSelection } from '../../listing/selection.ts';
import type { BulkAction } from './bulk-action.ts';
import { type BulkPreview, previewBulk } from './bulk-preview.ts';
import type { BulkSubject } from './bulk-subject.ts';

/** The job that another one undoes, as stored in its parameters. */
export const undoneJob = z.strictObject({
  id: z.uuid(),
  /** The request in the audit rows of its records. */
  requestId: z.uuid(),
  /** Whether records that changed since then are restored too. */
  isForced: z.boolean(),
});
/** The job that another one undoes. */
export type UndoneJob = z.output<typeof undoneJob>;

/** A record of an undone job, as an example. */
export interface UndoSample {
  readonly id: string;
  readonly label: string;
}

/** Parameters of a bulk job that can be undone. */
export interface UndoableParams {
  readonly action: string;
  readonly selection: FrozenSelection;
  readonly reason: string | null;
  readonly failedOf: string | null;
  readonly undone: UndoneJob | null;
}

/** A job to start. */
export interface JobToStart {
  readonly kind: string;
  readonly params: unknown;
}

/** Undoing a kind of job. */
export interface JobUndo<P> {
  /** The job that undoes one with these parameters; null if it can't be undone. */
  job(params: P, how: UndoOptions): JobToStart | null;
}

/** How a job is undone. */
export interface UndoOptions {
  readonly undone: UndoneJob;
  readonly reason: string | null;
  readonly now: Date;
}

/**
 * Undoes a bulk job by its inverse action on the same records. The values before it are read from the audit row of each.
 * @param inverse the action that undoes another; null where none does
 */
export function undoBulk<P extends UndoableParams>(
  kind: string,
  { list, keyColumn }: BulkSubject,
  inverse: Readonly<Record<P['action'], P['action'] | null>>,
): JobUndo<P> {
  return {
    job: (params, how) => {
      const action = inverse[params.action as P['action']];
      const filter = requiredFilter(list, params.selection.filter);
      // Without the record that they belong to, all records would be read.
      if (action === null || (keyColumn !== undefined && Object.keys(filter).length === 0)) return null;
      return { kind, params: { ...params, ...undoParams(how), selection: undoSelection(filter, how), action } };
    },
  };
}

/** Parameters of each bulk job that undoes one. */
export function undoParams({ undone, reason }: UndoOptions): Pick<UndoableParams, 'failedOf' | 'reason' | 'undone'> {
  return { failedOf: null, reason, undone };
}

/** All records: those that the undone job changed limit them. */
export function undoSelection(filter: FrozenSelection['filter'], { now }: UndoOptions): FrozenSelection {
  return { filter, ids: null, exclusions: [], search: null, searchMode: null, isLive: false, upTo: now.toISOString() };
}

/** Dry run of a bulk job that undoes another. */
export function previewUndo(
  context: RequestContext,
  subject: BulkSubject,
  action: BulkAction,
  { selection, undone }: UndoableParams,
  targetId: string | null = null,
): Promise<BulkPreview<UndoSample>> {
  const sampleSql = `${subject.alias}.id, ${subject.labelSql} as label`;
  return previewBulk(context, { ...undoneRecords(subject, undone), sampleSql }, selection, action, targetId);
}

/** The records that a job changed, each joined with its audit row `e`; the subject itself for a job that undoes none. */
export function undoneRecords(subject: BulkSubject, undone: UndoneJob | null): BulkSubject {
  if (undone === null) return subject;
  const { list, noun, alias } = subject;
  // A UUID of this server, so safe as text; a list's FROM takes no values.
  const from = `${list.from} join staff_audit_event e on e.request_id = '${undone.requestId}' and e.entity_type = '${noun}'
    and e.outcome = 'DONE' and e.entity_id = ${alias}.id::text`;
  return { ...subject, list: { ...list, from } };
}

/** A change of state back to the one before, with the reason and the end that the state had then. */
export function undoState(action: BulkAction, subject: BulkSubject, undone: UndoneJob): BulkAction {
  const { noun, alias, keyColumn } = subject;
  const { from } = undoneRecords(subject, undone).list;
  const isOther = `${alias}.state::text not in (e.changes #>> '{state,0}', e.changes #>> '{state,1}')`;
  const isKept = undone.isForced
    ? 'false'
    : `(${isOther} or changed_since('${noun}', e.entity_id, e.occurred_at, 'state'))`;
  const key = keyColumn === undefined ? 'p.id' : `p.id and ${alias}.${keyColumn} = p.${keyColumn}`;
  return {
    ...action,
    refusal: (values, targetId) =>
      `case when ${isKept} then 'changed-since' else ${action.refusal(values, targetId)} end`,
    change: (values, options, actor, ids) => `(
      with held as materialized (
        select ${alias}.id, e.changes, ${isKept} as is_kept from ${from} join picked p on ${alias}.id = ${key}
        where ${alias}.id = any(${ids}) order by ${alias}.id for no key update of ${alias}
      ), alike as materialized (
        select coalesce(h.changes #>> '{stateReason,0}', h.changes #>> '{disabledReason,0}') as why,
          (h.changes #>> '{suspendedUntil,0}')::timestamptz(3) as until, array_agg(h.id order by h.id) as ids
        from held h where not h.is_kept group by 1, 2
      )
      select r.id, r.refusal, r.changes from alike l
        cross join lateral ${action.change(values, options, actor, 'l.ids', { why: 'l.why', until: 'l.until' })} r
      union all select h.id, 'changed-since', null::jsonb from held h where h.is_kept)`,
  };
}
