import { JOB_STATES } from '@backcounter/domain';
import { callerMay } from '../graphql/request-context.ts';
import type { NamedList, RowRule } from '../listing/list-definition.ts';
import { isUuid } from '../listing/list-filter.ts';
import type { Caller } from '../ports/identity.ts';

/** Jobs visible to the caller: their own, or all (null) with `job.read-all`. */
export function visibleJobs(caller: Caller): RowRule | null {
  return callerMay(caller, 'job.read-all') ? null : ownJobs(caller);
}

/** The caller's own jobs. */
export function ownJobs({ sub }: Caller): RowRule {
  return { scope: `of ${sub}`, condition: (values) => `j.requested_by = ${values.add(sub)}` };
}

/** Background jobs, as `/admin/jobs` lists them. */
export const jobList: NamedList = {
  name: 'jobs',
  readPermission: 'job.read',
  from: 'job j',
  key: { sql: 'j.id', cast: 'uuid', field: 'id' },
  columns: {
    id: 'j.id',
    kind: 'j.kind',
    state: 'j.state::text',
    done: 'j.done',
    total: 'j.total',
    params: 'j.params',
    outcomeCounts: 'j.outcomes',
    requesterSub: 'j.requested_by',
    requesterName: '(select u.display_name from staff_user u where u.sub = j.requested_by)',
    isCancelRequested: 'j.cancel_requested_at is not null',
    errorCode: 'j.error_code',
    requestId: 'j.request_id',
    retryOfId: 'j.retry_of',
    resultRows: 'j.result_rows',
    resultSha256: "encode(j.result_sha256, 'hex')",
    resultExpiresAt: 'j.result_expires_at',
    createdAt: 'j.created_at',
    startedAt: 'j.started_at',
    finishedAt: 'j.finished_at',
  },
  needs: {
    requester: ['requesterSub', 'requesterName'],
    summary: ['kind', 'params'],
    outcomes: ['outcomeCounts'],
    result: ['id', 'kind', 'params', 'resultRows', 'resultSha256', 'resultExpiresAt'],
    isCancelRequested: ['isCancelRequested', 'state'],
    canCancel: ['state', 'isCancelRequested', 'requesterSub'],
    canRetry: ['state', 'kind', 'params', 'outcomeCounts', 'requesterSub'],
  },
  joins: {},
  sorts: {
    CREATED: { sql: 'j.created_at', cast: 'timestamptz', field: 'createdAt', defaultDirection: 'DESC', isDate: true },
  },
  defaultSort: 'CREATED',
  filters: {
    state: { kind: 'ENUM', sql: 'j.state', cast: 'job_state', values: JOB_STATES },
    kind: { kind: 'CODE', sql: 'j.kind' },
    created: { kind: 'INSTANT', sql: 'j.created_at' },
  },
  searches: () => ['ID'],
  planSearch: (text) =>
    isUuid(text)
      ? [{ mode: 'ID', isFragment: false, condition: (values) => `j.id = ${values.add(text)}::uuid` }]
      : [{ mode: 'ID', isFragment: false, condition: () => 'false' }],
  rows: visibleJobs,
  roleClass: () => 'any',
  exported: {
    createdSql: 'j.created_at',
    columns: {
      kind: { sql: 'j.kind' },
      state: { sql: 'j.state' },
      done: { sql: 'j.done' },
      total: { sql: 'j.total' },
      outcomes: { sql: 'j.outcomes' },
      requester: { sql: 'u.display_name', join: 'left join staff_user u on u.sub = j.requested_by' },
      errorCode: { sql: 'j.error_code' },
      createdAt: { sql: 'j.created_at' },
      startedAt: { sql: 'j.started_at' },
      finishedAt: { sql: 'j.finished_at' },
      id: { sql: 'j.id' },
    },
  },
  totalSql: null,
};
