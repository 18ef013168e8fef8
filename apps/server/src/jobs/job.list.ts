import { JOB_STATES, type JobState } from '@backcounter/domain';
import { callerMay } from '../graphql/request-context.ts';
import { column, type NamedList, type RowOf, type RowRule } from '../listing/list-definition.ts';
import { filterBy, searchById, sortBy } from '../listing/list-parts.ts';
import type { Caller } from '../ports/identity.ts';

/** Jobs visible to the caller: their own, or all (null) with `job.read-all`. */
export function visibleJobs(caller: Caller): RowRule | null {
  return callerMay(caller, 'job.read-all') ? null : ownJobs(caller);
}

/** The caller's own jobs. */
export function ownJobs({ sub }: Caller): RowRule {
  return { scope: `of ${sub}`, condition: (values) => `j.requested_by = ${values.add(sub)}` };
}

const columns = {
  id: column<string>('j.id'),
  kind: column<string>('j.kind'),
  state: column<JobState>('j.state::text'),
  done: column<number>('j.done'),
  total: column<number | null>('j.total'),
  params: column<unknown>('j.params'),
  outcomeCounts: column<Readonly<Record<string, number>>>('j.outcomes'),
  requesterSub: column<string>('j.requested_by'),
  requesterName: column<string | null>('(select u.display_name from staff_user u where u.sub = j.requested_by)'),
  isCancelRequested: column<boolean>('j.cancel_requested_at is not null'),
  errorCode: column<string | null>('j.error_code'),
  requestId: column<string | null>('j.request_id'),
  retryOfId: column<string | null>('j.retry_of'),
  resultRows: column<number | null>('j.result_rows'),
  resultSha256: column<string | null>("encode(j.result_sha256, 'hex')"),
  resultExpiresAt: column<string | null>('j.result_expires_at'),
  createdAt: column<string>('j.created_at'),
  startedAt: column<string | null>('j.started_at'),
  finishedAt: column<string | null>('j.finished_at'),
};
/** The requested columns of a job. Property names are those of its list. */
export type JobRow = RowOf<typeof columns>;

/** Background jobs, as `/admin/jobs` lists them. */
export const jobList: NamedList = {
  name: 'jobs',
  readPermission: 'job.read',
  from: 'job j',
  key: { sql: 'j.id', cast: 'uuid', field: 'id' },
  columns,
  needs: {
    requester: ['requesterSub', 'requesterName'],
    summary: ['kind', 'params'],
    outcomes: ['outcomeCounts'],
    result: ['id', 'kind', 'params', 'resultRows', 'resultSha256', 'resultExpiresAt'],
    isCancelRequested: ['isCancelRequested', 'state'],
    canCancel: ['state', 'isCancelRequested', 'requesterSub'],
    canRetry: ['state', 'kind', 'params', 'outcomeCounts', 'requesterSub'],
    canUndo: ['id', 'state', 'kind', 'params', 'outcomeCounts', 'requesterSub', 'requestId'],
  },
  joins: {},
  sorts: {
    CREATED: sortBy.instant('j.created_at', 'createdAt'),
  },
  defaultSort: 'CREATED',
  filters: {
    state: filterBy.enum('j.state', JOB_STATES, 'Is in one of these states, or in none of them.', {
      cast: 'job_state',
    }),
    kind: filterBy.code('j.kind', 'Kind of job, such as `account.bulk-change`.'),
    created: filterBy.instant('j.created_at', 'When it was requested.'),
  },
  searches: () => ['ID'],
  planSearch: (text) => searchById(text, 'j.id') ?? [{ mode: 'ID', isFragment: false, condition: () => 'false' }],
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
