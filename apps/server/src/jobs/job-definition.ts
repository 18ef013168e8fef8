import type { Permission } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { z } from 'zod';
import type { ApprovalSubject } from '../approvals/require-approval.ts';
import type { DisclosureBudgets } from '../audit/disclosure.ts';
import type { Database } from '../db/client.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { RequestContext, Services } from '../graphql/request-context.ts';
import type { Clock } from '../ports/clock.ts';
import type { Caller } from '../ports/identity.ts';
import type { PushPort } from '../ports/push.ts';
import type { BulkPreview } from './bulk/bulk-preview.ts';
import type { JobToStart, JobUndo, UndoOptions, UndoSample } from './bulk/bulk-undo.ts';

/** Result of a batch. It is committed together with the batch's effects and cursor. */
export interface JobBatch<C> {
  /** Start of the next batch; any JSON value. */
  readonly cursor: C;
  /** Records processed, whatever their outcome. */
  readonly done: number;
  /** Records by outcome and reason: `DONE`, `SKIPPED already-suspended`, `FAILED busy`. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/**
 * Runs one batch in a transaction; returns null when nothing is left. A batch that times out on a lock is retried; on
 * `isLastTry` it should skip locked records. `rows` is the number of records that currently take about 0.1 s; keep to
 * it so that other work is not delayed.
 */
export type BatchWork<C> = (
  trx: DatabaseTransaction,
  cursor: C | null,
  isLastTry: boolean,
  rows: number,
) => Promise<JobBatch<C> | null>;

/** A file that a job creates for its requester. */
export interface ResultFile {
  /** File extension, such as `csv`. */
  readonly ending: string;
  readonly content: AsyncIterable<Uint8Array | string>;
  /** Number of rows without the heading; called after the content was read. */
  rows(): number;
  /** Runs in the transaction that publishes the file; if it throws, the file is not published. */
  readonly claim?: (trx: DatabaseTransaction, rows: number) => Promise<void>;
  /** Hours until the file expires; by default those of all job files. */
  readonly keptHours?: number;
}

/**
 * The interface passed to a job's code. Everything stops when the job is cancelled, the process stops or another worker
 * takes the job.
 */
export interface JobRun {
  readonly id: string;
  /** The requester, with their roles at the beginning of this step. */
  readonly caller: Caller;
  /** Reference id of the request, or of the job if no request started it; for audit rows, log and traces. */
  readonly requestId: string;
  /** The worker's own connections; statements may take 5 minutes. */
  readonly db: Kysely<Database>;
  /** The same connections without the query builder, for COPY. */
  readonly pool: pg.Pool;
  /**
   * Runs large reads on a replica that is up to date with everything committed before the call, or else on `pool`. If
   * the replica fails, `work` starts over on `pool`. Must not write.
   */
  read<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>;
  /** Disclosure limits per staff member. */
  readonly disclosureBudgets: DisclosureBudgets;
  /** Whether this process sends mail. */
  readonly isMailing: boolean;
  /** The clock shared by all processes. */
  readonly clock: Clock;
  /** The push service for notifications. */
  readonly push: PushPort;
  /** Pictures, and the files it reads. */
  readonly files: Services['files'];
  /** Aborts when the job must stop; the reason is the error to throw. */
  readonly signal: AbortSignal;
  /** Stores the total number of records, unless an earlier worker did. */
  countOnce(count: () => Promise<number>): Promise<void>;
  /**
   * Runs batches until none is left, continuing where an earlier worker stopped. `prepare` runs before each
   * transaction, for slow work such as reading a file. Rejects when the job must stop.
   */
  batches<C>(work: BatchWork<C>, prepare?: (cursor: C | null) => Promise<void>): Promise<void>;
  /**
   * Reports progress of a job without batches, such as one that writes a file: records processed in total since this
   * worker took it, and their outcomes. Cheap to call often: stored at most twice a second and at the end. Rejects when
   * the job must stop. Such a job restarts at zero when another worker takes it.
   */
  progress(done: number, outcomes?: Readonly<Record<string, number>>): Promise<void>;
  /**
   * Writes the requester's file, replacing an earlier one; an incomplete file is never visible. When `signal` aborts,
   * the job stops even if the content does not end.
   */
  writeResult(file: ResultFile): Promise<void>;
}

/** A kind of job. Parameters are validated when stored and when read. */
export interface JobDefinition {
  /** `noun.verb`, such as `account.bulk-change`. Stored in the database, so never rename it. */
  readonly kind: string;
  /** True if it may run for hours. Long jobs have separate slots, so that others need not wait. */
  readonly isLong: boolean;
  /** Permission to start and retry it. */
  readonly permission: Permission;
  /**
   * Permissions to run it with these parameters and to download its file: `permission` and those that the parameters
   * require.
   */
  permissionsFor(params: unknown): readonly Permission[];
  /** Suggested file name without extension; ASCII. */
  fileName(params: unknown, startedAt: Date): string;
  /** Parameters shown to people, without anything that requires a permission. */
  summarise(params: unknown): Readonly<Record<string, unknown>>;
  run(run: JobRun, params: unknown): Promise<void>;
  /** Parameters of a job that retries the records on which job `id` failed; null if unsupported. */
  paramsOfFailed(params: unknown, id: string): unknown;
  /** The job that undoes one with these parameters; null if it can't be undone. */
  undoOf(params: unknown, how: UndoOptions): JobToStart | null;
  /** Dry run of a job of this kind that undoes another. */
  previewUndo(context: RequestContext, params: unknown): Promise<BulkPreview<UndoSample>>;
  /** Whether starting or retrying it may need approval. */
  readonly mayNeedApproval: boolean;
  /** The approval that starting or retrying it may need; null for none. `total` is the number of its records, if known. */
  approvalFor(context: RequestContext, params: unknown, total: number | null): Promise<ApprovalSubject | null>;
  /** Maximum unfinished jobs of this kind per person; null for no limit. */
  limitPerPerson(db: Kysely<Database>): Promise<number | null>;
}

/** A kind of job with typed parameters, for code that starts it. */
export interface JobKind<P> extends JobDefinition {
  /** Validates parameters and converts them to JSON. */
  encode(params: P): unknown;
}

/** Declares a kind of job. */
export function defineJob<P>(spec: {
  readonly kind: string;
  /** Parses JSON; its output must survive being written as JSON. */
  readonly params: z.ZodType<P>;
  readonly permission: Permission;
  readonly isLong?: boolean;
  readonly permissionsFor?: (params: P) => readonly Permission[];
  readonly fileName?: (params: P, startedAt: Date) => string;
  readonly summarise: (params: P) => Readonly<Record<string, unknown>>;
  readonly run: (run: JobRun, params: P) => Promise<void>;
  readonly paramsOfFailed?: (params: P, id: string) => P;
  readonly undo?: JobUndo<P>;
  readonly previewUndo?: (context: RequestContext, params: P) => Promise<BulkPreview<UndoSample>>;
  readonly approval?: (
    context: RequestContext,
    params: P,
    total: number | null,
  ) => ApprovalSubject | null | Promise<ApprovalSubject | null>;
  /** Maximum unfinished jobs per person; one more is refused with `job.too-many`. No limit by default. */
  readonly limitPerPerson?: (db: Kysely<Database>) => Promise<number>;
}): JobKind<P> {
  const encode = (params: P): unknown => JSON.parse(JSON.stringify(params));
  return {
    kind: spec.kind,
    permission: spec.permission,
    isLong: spec.isLong ?? false,
    encode: (params) => encode(spec.params.parse(encode(params))),
    permissionsFor: (params) => [spec.permission, ...(spec.permissionsFor?.(spec.params.parse(params)) ?? [])],
    fileName: (params, startedAt) =>
      spec.fileName?.(spec.params.parse(params), startedAt) ??
      `${spec.kind.replace('.', '-')}-${startedAt.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}`,
    summarise: (params) => spec.summarise(spec.params.parse(params)),
    run: async (run, params) => spec.run(run, spec.params.parse(params)),
    paramsOfFailed: (params, id) =>
      spec.paramsOfFailed === undefined ? null : encode(spec.paramsOfFailed(spec.params.parse(params), id)),
    undoOf: (params, how) => {
      const undoing = spec.undo?.job(spec.params.parse(params), how) ?? null;
      return undoing && { ...undoing, params: JSON.parse(JSON.stringify(undoing.params)) };
    },
    previewUndo: (context, params) => {
      if (spec.previewUndo === undefined) throw new TypeError(`${spec.kind} undoes no job`);
      return spec.previewUndo(context, spec.params.parse(params));
    },
    mayNeedApproval: spec.approval !== undefined,
    approvalFor: async (context, params, total) =>
      (await spec.approval?.(context, spec.params.parse(params), total)) ?? null,
    limitPerPerson: async (db) => (await spec.limitPerPerson?.(db)) ?? null,
  };
}
