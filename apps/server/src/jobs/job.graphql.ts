import type { JobOutcome, JobState } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import type { PayloadFields } from '../graphql/schema/mutation.ts';
import { selectionOf } from '../graphql/schema/selection.ts';
import type { JobDefinition } from './job-definition.ts';
import type { JobOwners } from './job-owners.ts';
import {
  findJob,
  type JobRow,
  mayCancel,
  mayUse,
  type OutcomeCount,
  outcomesOf,
  requesterOf,
  retryOf,
} from './job-record.ts';
import type { ResultLinks } from './result/result-links.ts';

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

const STATES: Readonly<Record<JobState, string>> = {
  QUEUED: 'Waits for a worker.',
  RUNNING: 'A worker is at it.',
  SUCCEEDED: 'Ended; all its records were looked at.',
  FAILED: 'Ended because it could not go on; `errorCode` says why.',
  CANCELED: 'Ended because somebody cancelled it.',
};

const OUTCOMES: Readonly<Record<JobOutcome, string>> = {
  DONE: 'Changed.',
  SKIPPED: 'Left as it is, for the reason given.',
  FAILED: 'Could not be changed, for the reason given; can be tried again.',
};

/** The types that features with jobs refer to. */
export interface JobTypes {
  readonly job: ObjectRef<BuilderTypes, JobRow>;
  readonly state: EnumRef<BuilderTypes, JobState>;
  readonly outcome: EnumRef<BuilderTypes, JobOutcome>;
  readonly previewKind: EnumRef<BuilderTypes, 'EXACT' | 'LOWER_BOUND'>;
  readonly problem: ObjectRef<BuilderTypes, JobProblem>;
}

/** The types of jobs, for the fields that list, start and change them. */
export function addJobTypes(builder: Builder): JobTypes {
  const state = addEnum(builder, 'JobState', 'State of a job.', STATES);
  const outcome = addEnum(builder, 'JobOutcome', 'What became of a record of a job.', OUTCOMES);
  const previewKind = addEnum(builder, 'PreviewKind', 'How exact the numbers of a dry run are.', {
    EXACT: 'All records were counted.',
    LOWER_BOUND: 'There are more records than could be counted in time.',
  });
  const outcomeCount = builder.objectRef<OutcomeCount>('JobOutcomeCount').implement({
    description: 'How many records of a job had the same outcome for the same reason.',
    fields: (t) => ({
      outcome: t.expose('outcome', { type: outcome, description: 'What became of them.' }),
      reason: t.exposeString('reason', {
        nullable: true,
        description: 'Why, such as `already-suspended`; null for DONE.',
      }),
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
        description: 'Address of the file; good for five minutes and for this person.',
        // A subscription lives longer than the moment in which it began.
        resolve: ({ id }, _args, { services, caller }) =>
          services.jobs.links.make(id, caller.sub, services.clock.now()),
      }),
    }),
  });
  const job = builder.objectRef<JobRow>('Job').implement({
    description: 'Work that goes on in the background.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      kind: t.exposeString('kind', { description: 'What it does, such as `account.bulk-change`.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      done: t.expose('done', {
        type: 'SafeInt',
        description: 'Number of records dealt with, whatever became of them.',
      }),
      total: t.expose('total', {
        type: 'SafeInt',
        nullable: true,
        description: 'Number of records in all; null until they are counted.',
      }),
      outcomes: t.field({
        type: [outcomeCount],
        description: 'What became of its records, by outcome and reason.',
        resolve: outcomesOf,
      }),
      summary: t.field({
        type: 'JSON',
        description: 'What was asked for, by kind.',
        resolve: ({ kind, params }, _args, { services }) =>
          services.jobs.definitions.get(kind)?.summarise(params) ?? {},
      }),
      requester: t.field({ type: 'StaffRef', description: 'Who started it.', resolve: requesterOf }),
      errorCode: t.exposeString('errorCode', { nullable: true, description: 'Why it failed; null unless it did.' }),
      requestId: t.exposeString('requestId', {
        nullable: true,
        description:
          'Reference id of the request that started it, which its audit rows carry; null where none is known.',
      }),
      retryOfId: t.exposeID('retryOfId', {
        nullable: true,
        description: 'The job whose failed records it tries again; null where it is no such job.',
      }),
      isCancelRequested: t.boolean({
        description: 'True while a job that was cancelled ends its batch.',
        resolve: ({ isCancelRequested, state: now }) => isCancelRequested && now === 'RUNNING',
      }),
      canCancel: t.boolean({
        description: 'Whether this person may cancel it now.',
        resolve: (row, _args, context) => mayCancel(row, context),
      }),
      canRetry: t.boolean({
        description:
          'Whether this person may retry it now: a job that stopped goes on; of one that succeeded the failed records are tried again.',
        resolve: (row, _args, context) => retryOf(row, definitionOf(row, context), context) !== null,
      }),
      result: t.field({
        type: result,
        nullable: true,
        description: 'File for the requester; null when there is none or its time is over.',
        resolve: (row, _args, context) => (hasResult(row, context) ? row : null),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was requested.' }),
      startedAt: t.expose('startedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When a worker first took it; null before.',
      }),
      finishedAt: t.expose('finishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ended; null before.',
      }),
    }),
  });
  const problem = builder.objectRef<JobProblem>('JobProblem').implement({
    description: 'A record that a job did not change.',
    fields: (t) => ({
      recordId: t.exposeString('recordId', { description: 'Id of the record.' }),
      label: t.exposeString('label', {
        nullable: true,
        description: 'What people call the record, such as `#1042`; null where it is gone.',
      }),
      outcome: t.expose('outcome', { type: outcome, description: 'SKIPPED or FAILED.' }),
      reason: t.exposeString('reason', { description: 'Why, such as `already-suspended`.' }),
    }),
  });
  return { job, state, outcome, previewKind, problem };
}

/** Payload of a mutation that starts or changes one job: `{ job }`; its resolver answers with the job's id. */
export function jobPayload({ job }: Pick<JobTypes, 'job'>) {
  return (t: PayloadFields<{ readonly id: string }>) => ({
    job: t.field({
      type: job,
      description: 'The job as it is now.',
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
