import { JOB_OUTCOMES, JOB_STATES, type JobOutcome } from '@backcounter/domain';
import type { Builder } from '../graphql/builder.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { JobDefinition } from './job-definition.ts';
import type { JobOwners } from './job-owners.ts';
import { type JobRow, mayCancel, mayUse, type OutcomeCount, outcomesOf, requesterOf, retryOf } from './job-record.ts';
import type { ResultLinks } from './result-links.ts';

/** A record that a job did not change, and why. */
export interface JobProblem {
  readonly recordId: string;
  readonly label: string | null;
  readonly outcome: JobOutcome;
  readonly reason: string;
}

/** What the API knows of jobs. */
export interface JobServices {
  /** By kind. */
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  readonly links: ResultLinks;
  readonly owners: JobOwners;
}

declare module '../graphql/request-context.ts' {
  interface Services {
    readonly jobs: JobServices;
  }
}

/** The types of jobs, for the fields that list, start and change them. */
export function addJobTypes(builder: Builder) {
  const state = builder.enumType('JobState', { values: [...JOB_STATES].sort() });
  const outcome = builder.enumType('JobOutcome', { values: [...JOB_OUTCOMES].sort() });
  const previewKind = builder.enumType('PreviewKind', { values: ['EXACT', 'LOWER_BOUND'] as const });
  const outcomeCount = builder.objectRef<OutcomeCount>('JobOutcomeCount').implement({
    fields: (t) => ({
      outcome: t.expose('outcome', { type: outcome }),
      reason: t.exposeString('reason', { nullable: true, description: 'Why, such as `already-suspended`.' }),
      count: t.expose('count', { type: 'SafeInt' }),
    }),
  });
  const result = builder.objectRef<JobRow>('JobResult').implement({
    fields: (t) => ({
      rows: t.field({ type: 'SafeInt', resolve: ({ resultRows }) => resultRows ?? 0 }),
      sha256: t.string({ resolve: ({ resultSha256 }) => resultSha256 ?? '' }),
      expiresAt: t.field({ type: 'DateTime', resolve: ({ resultExpiresAt }) => resultExpiresAt ?? '' }),
      url: t.string({
        description: 'Good for five minutes and for this person.',
        // A subscription lives longer than the moment in which it began.
        resolve: ({ id }, _args, { services, caller }) =>
          services.jobs.links.make(id, caller.sub, services.clock.now()),
      }),
    }),
  });
  const job = builder.objectRef<JobRow>('Job').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      kind: t.exposeString('kind', { description: 'Such as `account.bulk-change`.' }),
      state: t.expose('state', { type: state }),
      done: t.expose('done', { type: 'SafeInt', description: 'Records dealt with, whatever became of them.' }),
      total: t.expose('total', { type: 'SafeInt', nullable: true, description: 'Null until they are counted.' }),
      outcomes: t.field({ type: [outcomeCount], resolve: outcomesOf }),
      summary: t.field({
        type: 'JSON',
        description: 'What was asked for, by kind.',
        resolve: ({ kind, params }, _args, { services }) =>
          services.jobs.definitions.get(kind)?.summarise(params) ?? {},
      }),
      requester: t.field({ type: 'StaffRef', resolve: requesterOf }),
      errorCode: t.exposeString('errorCode', { nullable: true }),
      requestId: t.exposeString('requestId', {
        nullable: true,
        description: 'Reference id of the request that started it, which its audit rows carry.',
      }),
      retryOfId: t.exposeID('retryOfId', { nullable: true }),
      isCancelRequested: t.boolean({
        description: 'True while a job that was cancelled ends its batch.',
        resolve: ({ isCancelRequested, state: now }) => isCancelRequested && now === 'RUNNING',
      }),
      canCancel: t.boolean({ resolve: (row, _args, context) => mayCancel(row, context) }),
      canRetry: t.boolean({
        description: 'A job that stopped goes on; of one that succeeded the failed records are tried again.',
        resolve: (row, _args, context) => retryOf(row, definitionOf(row, context), context) !== null,
      }),
      result: t.field({
        type: result,
        nullable: true,
        description: 'File for the requester; null when there is none or its time is over.',
        resolve: (row, _args, context) => (hasResult(row, context) ? row : null),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
      finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
    }),
  });
  const problem = builder.objectRef<JobProblem>('JobProblem').implement({
    fields: (t) => ({
      recordId: t.exposeString('recordId'),
      label: t.exposeString('label', { nullable: true, description: 'What people call the record, such as `#1042`.' }),
      outcome: t.expose('outcome', { type: outcome }),
      reason: t.exposeString('reason'),
    }),
  });
  return { job, state, outcome, previewKind, problem };
}

/** The types that features with jobs refer to. */
export type JobTypes = ReturnType<typeof addJobTypes>;

function hasResult(row: JobRow, context: RequestContext): boolean {
  const definition = definitionOf(row, context);
  const isThere = row.resultExpiresAt !== null && new Date(row.resultExpiresAt) > context.services.clock.now();
  return isThere && definition !== undefined && mayUse(definition, row.params, context.caller);
}

function definitionOf({ kind }: JobRow, { services }: RequestContext) {
  return services.jobs.definitions.get(kind);
}
