import type { JobOutcome, JobState } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import type { PayloadFields } from '../graphql/schema/mutation.ts';
import { orNull } from '../graphql/schema/or-null.ts';
import { selectionOf } from '../graphql/schema/selection.ts';
import type { JobDefinition } from './job-definition.ts';
import {
  findJob,
  type JobRow,
  mayCancel,
  mayUndo,
  mayUse,
  type OutcomeCount,
  outcomesOf,
  requesterOf,
  retryOf,
} from './job-record.ts';
import type { JobOwners } from './job-requesters.ts';
import type { ResultLinks } from './result/result-links.ts';

/** An unchanged record of a job, and why. */
export interface JobProblem {
  readonly recordId: string;
  readonly label: string | null;
  readonly outcome: JobOutcome;
  readonly reason: string;
}

/** Job services of the API. */
export interface JobServices {
  /** By kind. */
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  readonly links: ResultLinks;
  readonly owners: JobOwners;
}

const STATES: Readonly<Record<JobState, string>> = {
  QUEUED: 'Waiting for a worker.',
  RUNNING: 'A worker is working on it.',
  SUCCEEDED: 'Ended; all records were processed.',
  FAILED: 'Ended by an error; `errorCode` says why.',
  CANCELED: 'Ended by a cancellation.',
};

const OUTCOMES: Readonly<Record<JobOutcome, string>> = {
  DONE: 'Changed.',
  SKIPPED: 'Left unchanged, for the reason given.',
  FAILED: 'Could not be changed, for the reason given; can be retried.',
};

/** Types for features with jobs. */
export interface JobTypes {
  readonly job: ObjectRef<BuilderTypes, JobRow>;
  readonly state: EnumRef<BuilderTypes, JobState>;
  readonly outcome: EnumRef<BuilderTypes, JobOutcome>;
  readonly previewKind: EnumRef<BuilderTypes, 'EXACT' | 'LOWER_BOUND'>;
  readonly problem: ObjectRef<BuilderTypes, JobProblem>;
}

/** Adds the types of jobs, for fields that list, start and change them. */
export function addJobTypes(builder: Builder): JobTypes {
  const state = addEnum(builder, 'JobState', 'State of a job.', STATES);
  const outcome = addEnum(builder, 'JobOutcome', 'Outcome of one record of a job.', OUTCOMES);
  const previewKind = addEnum(builder, 'PreviewKind', 'How exact the numbers of a dry run are.', {
    EXACT: 'All records were counted.',
    LOWER_BOUND: 'There are more records than could be counted in time.',
  });
  const outcomeCount = builder.objectRef<OutcomeCount>('JobOutcomeCount').implement({
    description: 'How many records of a job had the same outcome for the same reason.',
    fields: (t) => ({
      outcome: t.expose('outcome', { type: outcome, description: 'Their outcome.' }),
      reason: t.exposeString('reason', orNull('Why, such as `already-suspended`; null for DONE.')),
      count: t.expose('count', { type: 'SafeInt', description: 'Number of records.' }),
    }),
  });
  const result = builder.objectRef<JobRow>('JobResult').implement({
    description: 'The file that a job wrote for its requester.',
    fields: (t) => ({
      rows: t.field({ type: 'SafeInt', description: 'Number of rows.', resolve: ({ resultRows }) => resultRows ?? 0 }),
      sha256: t.string({
        description: 'SHA-256 of the file, hexadecimal.',
        resolve: ({ resultSha256 }) => resultSha256 ?? '',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When the file is deleted.',
        resolve: ({ resultExpiresAt }) => resultExpiresAt ?? '',
      }),
      url: t.string({
        description: 'Address of the file; valid for 5 minutes and for this person.',
        // Uses the current time, because a subscription outlives its start.
        resolve: ({ id }, _args, { services, caller }) =>
          services.jobs.links.make(id, caller.sub, services.clock.now()),
      }),
    }),
  });
  const job = builder.objectRef<JobRow>('Job').implement({
    description: 'Background work.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      kind: t.exposeString('kind', { description: 'Its kind, such as `account.bulk-change`.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      done: t.expose('done', {
        type: 'SafeInt',
        description: 'Number of records processed, whatever their outcome.',
      }),
      total: t.expose('total', orNull('Total number of records; null until counted.', 'SafeInt')),
      outcomes: t.field({
        type: [outcomeCount],
        description: 'Its records by outcome and reason.',
        resolve: outcomesOf,
      }),
      summary: t.field({
        type: 'JSON',
        description: 'Its parameters, by kind.',
        resolve: ({ kind, params }, _args, { services }) =>
          services.jobs.definitions.get(kind)?.summarise(params) ?? {},
      }),
      requester: t.field({ type: 'StaffRef', description: 'The person who started it.', resolve: requesterOf }),
      errorCode: t.exposeString('errorCode', orNull('Why it failed, if it did.')),
      requestId: t.exposeString(
        'requestId',
        orNull('Reference id of the request that started it, as in its audit rows; null if unknown.'),
      ),
      retryOfId: t.exposeID('retryOfId', orNull('The job whose failed records it retries, if any.')),
      isCancelRequested: t.boolean({
        description: 'True while a cancelled job finishes its batch.',
        resolve: ({ isCancelRequested, state: now }) => isCancelRequested && now === 'RUNNING',
      }),
      canCancel: t.boolean({
        description: 'Whether this person may cancel it now.',
        resolve: (row, _args, context) => mayCancel(row, context),
      }),
      canRetry: t.boolean({
        description:
          'Whether this person may retry it now: a stopped job continues; a succeeded one retries its failed records.',
        resolve: (row, _args, context) => retryOf(row, definitionOf(row, context), context) !== null,
      }),
      canUndo: t.boolean({
        description: 'Whether this person may undo it now: its records get back what they had before.',
        resolve: (row, _args, context) => mayUndo(row, context),
      }),
      result: t.field({
        type: result,
        nullable: true,
        description: 'File for the requester; null if there is none or it has expired.',
        resolve: (row, _args, context) => (hasResult(row, context) ? row : null),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
      startedAt: t.expose('startedAt', orNull('When a worker first took it; null before.', 'DateTime')),
      finishedAt: t.expose('finishedAt', orNull('When it ended; null before.', 'DateTime')),
    }),
  });
  const problem = builder.objectRef<JobProblem>('JobProblem').implement({
    description: 'A record that a job did not change.',
    fields: (t) => ({
      recordId: t.exposeString('recordId', { description: 'Id of the record.' }),
      label: t.exposeString('label', orNull('Label of the record, such as `#1042`; null if it no longer exists.')),
      outcome: t.expose('outcome', { type: outcome, description: 'SKIPPED or FAILED.' }),
      reason: t.exposeString('reason', { description: 'Why, such as `already-suspended`.' }),
    }),
  });
  return { job, state, outcome, previewKind, problem };
}

/** Payload `{ job }` of a mutation that starts or changes a job; its resolver returns the job's id. */
export function jobPayload({ job }: Pick<JobTypes, 'job'>) {
  return (t: PayloadFields<{ readonly id: string }>) => ({
    job: t.field({
      type: job,
      description: 'The current job.',
      resolve: ({ id }, _args, context, info) => findJob(context, id, selectionOf(info)),
    }),
  });
}

function hasResult(row: JobRow, context: RequestContext): boolean {
  const definition = definitionOf(row, context);
  const isThere = row.resultExpiresAt !== null && new Date(row.resultExpiresAt) > context.services.clock.now();
  return isThere && definition !== undefined && mayUse(definition, row.params, context.caller);
}

function definitionOf({ kind }: JobRow, { services }: RequestContext) {
  return services.jobs.definitions.get(kind);
}
