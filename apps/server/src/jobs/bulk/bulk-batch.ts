import type { JobReason } from '@backcounter/domain';
import type { SqlValues } from '../../listing/list-definition.ts';
import type { JobRun } from '../job-definition.ts';
import type { BulkAction, BulkOptions } from './bulk-action.ts';
import type { BulkSubject } from './bulk-subject.ts';

/** The records of a batch and how to lock them. */
export interface BatchSpan {
  /** Conditions on the records, using the list's alias. */
  readonly conditions: readonly string[];
  readonly rows: number;
  /** Skips locked records instead of waiting. */
  readonly skipsLocked: boolean;
  /** Reason why the records fail without being changed. */
  readonly refusal: JobReason | null;
}

/** Result row of a batch statement. */
export interface BatchRow {
  /** The last record visited; null if none. */
  readonly last: string | null;
  readonly picked: number;
  readonly changed: number;
  /** Records by outcome and reason. */
  readonly problems: Readonly<Record<string, number>> | null;
}

/**
 * Builds one statement per batch: picks records in id order (so that jobs cannot deadlock), has the action's function
 * change them, writes audit rows, and stores unchanged records with their reasons. With `skipsLocked`, a locked record
 * fails as `busy` and can be retried.
 */
export function batchStatement(
  { id, caller, requestId }: JobRun,
  { list, alias, keyColumn, noun, labelSql }: BulkSubject,
  action: BulkAction,
  options: BulkOptions,
  { conditions, rows, skipsLocked, refusal }: BatchSpan,
  values: SqlValues,
): string {
  const actor = `${values.add(caller.sub)}::text`;
  const key = (keyColumn === undefined ? ['id'] : [keyColumn, 'id']).map((column) => `${alias}.${column}`).join(', ');
  const free = `select ${alias}.id from ${list.from} where (${key}) in (select ${key.replaceAll(`${alias}.`, 'p.')} from picked p)
    order by ${alias}.id for no key update of ${alias} skip locked`;
  const ids = refusal === null ? `array(${skipsLocked ? free : 'select p.id from picked p'})` : `'{}'::uuid[]`;
  const reason = `${values.add(options.reason)}::text`;
  const apart = `jsonb_build_object('${action.personalNote}', jsonb_build_array(null, ${reason}))`;
  const personal = action.hasPersonalChanges ? 'c.personal_changes' : 'null::jsonb';
  const named = action.auditAction === null ? 'c.action' : `'${action.auditAction}'`;
  const why = action.personalNote
    ? `null, case when ${reason} is not null then ${apart} end`
    : `${reason}, personal_changes`;
  return `
    with picked as materialized (
      select ${key}, ${labelSql} as label from ${list.from} where ${conditions.join(' and ')} order by ${alias}.id limit ${rows}
    ), checked as materialized (
      select c.id, c.refusal, c.changes, ${personal} as personal_changes, ${named} as action from ${action.change(values, options, actor, ids)} c
    ), trail as (
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, personal_changes, changes)
      select ${actor}, ${values.add(caller.kind === 'staff' ? [...caller.roles] : [])}::text[], ${values.add(requestId)}::text, action, '${noun}',
        id::text, 'DONE', ${why}, changes
      from checked where changes is not null
    ), left_out as (
      select p.id, p.label, (case when j.refusal is null then 'FAILED' else 'SKIPPED' end)::job_outcome as outcome,
        coalesce(j.refusal, '${refusal ?? 'busy'}') as reason
      from picked p left join checked j on j.id = p.id where j.changes is null
    ), noted as (
      insert into job_problem (job_id, record_id, label, outcome, reason)
      select ${values.add(id)}::uuid, id::text, label, outcome, reason from left_out
    )
    select (select id from picked order by id desc limit 1) as last, (select count(*)::int from picked) as picked,
      (select count(*)::int from checked where changes is not null) as changed,
      (select jsonb_object_agg(outcome || ' ' || reason, count) from (
        select outcome, reason, count(*)::int from left_out group by outcome, reason) as sums) as problems`;
}
