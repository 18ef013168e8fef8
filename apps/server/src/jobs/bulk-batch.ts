import type { SqlValues } from '../listing/list-definition.ts';
import type { BulkAction, BulkOptions } from './bulk-action.ts';
import type { BulkSubject } from './bulk-subject.ts';
import type { JobRun } from './job-definition.ts';

/** Where a batch begins and how it goes about it. */
export interface BatchSpan {
  /** Conditions on the records, by the alias of their list. */
  readonly conditions: readonly string[];
  readonly rows: number;
  /** Leaves out what somebody else holds instead of waiting. */
  readonly skipsLocked: boolean;
}

/** What the statement of a batch answers with. */
export interface BatchRow {
  /** The last record that was looked at; null when there was none. */
  readonly last: string | null;
  readonly picked: number;
  readonly changed: number;
  /** Records by outcome and reason. */
  readonly problems: Readonly<Record<string, number>> | null;
}

/**
 * One statement a batch: whom it is about, in the order of ids (so that two jobs cannot deadlock), locked, judged as they are then,
 * changed, written to the trail, and what was left out with its reason. Somebody who was quicker than the lock makes a record fail
 * as busy; tried again it is judged anew.
 */
export function batchStatement(
  { id, caller, requestId }: JobRun,
  { list, alias, keyColumn, noun, labelSql }: BulkSubject,
  action: BulkAction,
  options: BulkOptions,
  { conditions, rows, skipsLocked }: BatchSpan,
  values: SqlValues,
): string {
  const actor = `${values.add(caller.sub)}::text`;
  const { before, target, effect } = action.change(values, options, actor);
  const key = keyColumn === undefined ? ['id'] : [keyColumn, 'id'];
  const named = (alias: string, columns: readonly string[]): string =>
    columns.map((column) => `${alias}.${column}`).join(', ');
  const columnsOf = (alias: string): string => named(alias, [...key, ...before]);
  return `
    with picked as materialized (
      select ${named(alias, key)}, ${labelSql} as label from ${list.from} where ${conditions.join(' and ')} order by ${alias}.id limit ${rows}
    ), judged as materialized (
      select ${columnsOf(alias)}, ${action.refusal(values, options.targetId)} as refusal
      from ${list.from} where (${named(alias, key)}) in (select ${key.join(', ')} from picked) order by ${alias}.id for no key update${skipsLocked ? ' skip locked' : ''}
    ), target as materialized (${target ?? 'select null::text as refusal'}
    ), ruled as materialized (
      select ${columnsOf('j')}, coalesce(j.refusal, (select t.refusal from target t)) as refusal from judged j
    ), changed as (${effect}
    ), trail as (
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
      select ${actor}, ${values.add([...caller.roles])}::text[], ${values.add(requestId)}::text, '${action.auditAction}', '${noun}',
        id::text, 'DONE', ${values.add(options.reason)}::text, changes
      from changed
    ), left_out as (
      select p.id, p.label, (case when r.refusal is null then 'FAILED' else 'SKIPPED' end)::job_outcome as outcome,
        coalesce(r.refusal, 'busy') as reason
      from picked p left join ruled r on r.id = p.id left join changed c on c.id = p.id where c.id is null
    ), noted as (
      insert into job_problem (job_id, record_id, label, outcome, reason)
      select ${values.add(id)}::uuid, id::text, label, outcome, reason from left_out
    )
    select (select id from picked order by id desc limit 1) as last, (select count(*)::int from picked) as picked,
      (select count(*)::int from changed) as changed,
      (select jsonb_object_agg(outcome || ' ' || reason, count) from (
        select outcome, reason, count(*)::int from left_out group by outcome, reason) as sums) as problems`;
}
