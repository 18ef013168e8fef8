import { ACCOUNT_REOPEN_DAYS, ACCOUNT_STATES, ACCOUNT_TRANSITIONS, type AccountState } from '@backcounter/domain';
import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import { defineJob, type JobBatch, type JobRun } from '../../jobs/job-definition.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { type FrozenSelection, frozenSelection, selectionConditions } from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';
import { accountList } from './account.list.ts';

/** What may be done with many accounts at once. */
export const ACCOUNT_BULK_ACTIONS = ['REACTIVATE', 'SUSPEND'] as const;
export type AccountBulkAction = (typeof ACCOUNT_BULK_ACTIONS)[number];

const TARGETS = {
  SUSPEND: { to: 'SUSPENDED', auditAction: 'account.suspend' },
  REACTIVATE: { to: 'ACTIVE', auditAction: 'account.reactivate' },
} as const satisfies Record<AccountBulkAction, { readonly to: AccountState; readonly auditAction: string }>;

/** About a tenth of a second each, so that others who wait for a record do not notice. */
const BATCH = 1_000;

const bulkParams = z.strictObject({
  action: z.enum(ACCOUNT_BULK_ACTIONS),
  selection: frozenSelection,
  reason: z.string().nullable(),
  until: z.iso.datetime().nullable(),
  /** Only the accounts on which this earlier job failed. */
  failedOf: z.uuid().nullable(),
});
type BulkParams = z.infer<typeof bulkParams>;

/** Suspends or reactivates accounts by the rules of the single change, with the same audit row for each. */
export const accountBulkJob = defineJob<BulkParams>({
  kind: 'account.bulk-change',
  params: bulkParams,
  permission: 'account.change-state',
  summarise: ({ action, reason, until }) => ({ action, reason, until }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  run: async (run, params) => {
    await run.countOnce(() => countSelected(run, params));
    await run.batches<string>((trx, cursor, isLastTry) => changeBatch(run, params, trx, cursor, isLastTry));
  },
});

/** SQL conditions on `account a` for a selection. */
export function selectedAccounts(selection: FrozenSelection, caller: Caller, values: SqlValues): string[] {
  return selectionConditions(accountList, selection, 'a.created_at', caller, values);
}

/** SQL of the reason for which an account `a` stays as it is; null where it is changed. */
export function refusalSql(action: AccountBulkAction): string {
  const { to } = TARGETS[action];
  const cases = ACCOUNT_STATES.map((state) => {
    if (state === to) return `when '${state}' then 'already-${state.toLowerCase()}'`;
    if (!ACCOUNT_TRANSITIONS[state].includes(to)) return `when '${state}' then 'is-${state.toLowerCase()}'`;
    return state === 'CLOSED'
      ? `when 'CLOSED' then case when a.state_changed_at < now() - interval '${ACCOUNT_REOPEN_DAYS} days' then 'closed-too-long' end`
      : '';
  });
  return `case a.state ${cases.join(' ')} end`;
}

async function countSelected({ db, caller }: JobRun, params: BulkParams): Promise<number> {
  const values = new SqlValues();
  const text = `select count(*)::int as count from account a where ${conditionsOf(params, caller, values).join(' and ')}`;
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

function conditionsOf({ selection, failedOf }: BulkParams, caller: Caller, values: SqlValues): string[] {
  const conditions = selectedAccounts(selection, caller, values);
  if (failedOf !== null) {
    conditions.push(`a.id in (select p.record_id::uuid from job_problem p
      where p.job_id = ${values.add(failedOf)}::uuid and p.outcome = 'FAILED')`);
  }
  return conditions;
}

async function changeBatch(
  run: JobRun,
  params: BulkParams,
  trx: DatabaseTransaction,
  cursor: string | null,
  isLastTry: boolean,
): Promise<JobBatch<string> | null> {
  const { text, values } = batchStatement(run, params, cursor, isLastTry);
  const { rows } = await trx.executeQuery<{
    last: string | null;
    picked: number;
    changed: number;
    problems: Readonly<Record<string, number>> | null;
  }>(CompiledQuery.raw(text, values));
  const [batch] = rows;
  if (batch === undefined || batch.last === null) return null;
  return {
    cursor: batch.last,
    done: batch.picked,
    outcomes: { ...(batch.changed > 0 && { DONE: batch.changed }), ...batch.problems },
  };
}

/**
 * One statement a batch: whom it is about, in the order of ids (so that two jobs cannot deadlock), locked, judged as they are then,
 * changed, written to the trail, and what was left out with its reason.
 */
function batchStatement(
  { id, caller, requestId }: JobRun,
  params: BulkParams,
  cursor: string | null,
  isLastTry: boolean,
): { readonly text: string; readonly values: unknown[] } {
  const values = new SqlValues();
  const conditions = conditionsOf(params, caller, values);
  if (cursor !== null) conditions.push(`a.id > ${values.add(cursor)}::uuid`);
  const { to, auditAction } = TARGETS[params.action];
  const reason = `${values.add(params.reason)}::text`;
  const stateReason = params.action === 'SUSPEND' ? reason : 'null::text';
  const until = `${values.add(params.until)}::timestamptz(3)`;
  const actor = `${values.add(caller.sub)}::text`;
  const job = `${values.add(id)}::uuid`;
  const text = `
    with picked as materialized (
      select a.id, a.public_no from account a where ${conditions.join(' and ')} order by a.id limit ${BATCH}
    ), judged as materialized (
      select a.id, a.state, a.state_reason, a.suspended_until, ${refusalSql(params.action)} as refusal
      from account a where a.id in (select id from picked) order by a.id for update${isLastTry ? ' skip locked' : ''}
    ), changed as (
      update account a set state = '${to}', state_reason = ${stateReason}, suspended_until = ${until},
        version = a.version + 1, updated_at = now(), updated_by = ${actor}
      from judged j where a.id = j.id and j.refusal is null
      returning a.id, j.state, j.state_reason, j.suspended_until
    ), trail as (
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
      select ${actor}, ${values.add([...caller.roles])}::text[], ${values.add(requestId)}::text, '${auditAction}', 'account', id::text,
        'DONE', ${reason}, jsonb_strip_nulls(jsonb_build_object(
          'state', jsonb_build_array(state, '${to}'),
          'stateReason', case when state_reason is distinct from ${stateReason} then jsonb_build_array(state_reason, ${stateReason}) end,
          'suspendedUntil', case when suspended_until is distinct from ${until}
            then jsonb_build_array(${isoSql('suspended_until')}, ${isoSql(until)}) end))
      from changed
    ), left_out as (
      select p.id, p.public_no, (case when j.id is null then 'FAILED' else 'SKIPPED' end)::job_outcome as outcome,
        coalesce(j.refusal, 'busy') as reason
      from picked p left join judged j on j.id = p.id where j.id is null or j.refusal is not null
    ), noted as (
      insert into job_problem (job_id, record_id, label, outcome, reason)
      select ${job}, id::text, '#' || public_no, outcome, reason from left_out
    )
    select (select id from picked order by id desc limit 1) as last, (select count(*)::int from picked) as picked,
      (select count(*)::int from changed) as changed,
      (select jsonb_object_agg(outcome || ' ' || reason, count) from (
        select outcome, reason, count(*)::int from left_out group by outcome, reason) as sums) as problems`;
  return { text, values: values.list };
}

/** An instant as JSON has it. */
function isoSql(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
