import type { Permission } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { z } from 'zod';
import type { DisclosureBudgets } from '../audit/disclosure.ts';
import type { Database } from '../db/client.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/files.ts';
import type { StaffCaller } from '../ports/identity.ts';
import type { PushPort } from '../ports/push.ts';

/** What one batch did. Its effects, this and the cursor are committed together. */
export interface JobBatch<C> {
  /** Where the next batch begins; any JSON value. */
  readonly cursor: C;
  /** Records that the batch dealt with, whatever became of them. */
  readonly done: number;
  /** Records by outcome and reason: `DONE`, `SKIPPED already-suspended`, `FAILED busy`. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/**
 * Does one batch in a transaction; null when nothing is left. A batch that waits too long for a lock is tried again; `isLastTry` says
 * that it should rather leave out what is locked. `rows` is how many records take about a tenth of a second now; a batch that follows it
 * leaves the machine to people.
 */
export type BatchWork<C> = (
  trx: DatabaseTransaction,
  cursor: C | null,
  isLastTry: boolean,
  rows: number,
) => Promise<JobBatch<C> | null>;

/** A file that a job makes for its requester. */
export interface ResultFile {
  /** Ending of its name, such as `csv`. */
  readonly ending: string;
  readonly content: AsyncIterable<Uint8Array | string>;
  /** Rows without the heading; asked for after the content was read to its end. */
  rows(): number;
  /** Runs in the transaction that makes the file available, with its number of rows; what it throws keeps the file back. */
  readonly claim?: (trx: DatabaseTransaction, rows: number) => Promise<void>;
  /** How long it can be fetched; without it as long as files of jobs in general. */
  readonly keptHours?: number;
}

/** What the code of a job is given. All of it ends when the job is cancelled, the process stops or another worker took the job over. */
export interface JobRun {
  readonly id: string;
  /** Who asked for it, with the roles of that moment. */
  readonly caller: StaffCaller;
  /** Reference id of the request that asked for it, for audit rows. */
  readonly requestId: string | null;
  /** The worker's own connections: a statement may take five minutes. */
  readonly db: Kysely<Database>;
  /** The same connections without the query builder, for COPY. */
  readonly pool: pg.Pool;
  /**
   * Reads much, where it is least in the way: on a replica that has everything that was committed when this was called, or on `pool`; on `pool` once
   * more when the replica fails, so `work` starts over. Nothing is written with it.
   */
  read<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T>;
  /** How much one member of staff may take away. */
  readonly disclosureBudgets: DisclosureBudgets;
  /** The time, as all processes know it. */
  readonly clock: Clock;
  /** Where notifications are handed over. */
  readonly push: PushPort;
  /** Where files are that it reads. */
  readonly files: Pick<FileStore, 'read'>;
  /** Aborts when the job has to stop; reason is the error to throw. */
  readonly signal: AbortSignal;
  /** Counts the records that there are in all, unless an earlier worker has. */
  countOnce(count: () => Promise<number>): Promise<void>;
  /**
   * Runs batches until there are none left, starting where an earlier worker stopped. `prepare` runs before each batch's transaction,
   * for slow work that needs none, such as reading a file. Rejects when the job has to stop.
   */
  batches<C>(work: BatchWork<C>, prepare?: (cursor: C | null) => Promise<void>): Promise<void>;
  /**
   * Tells how far a job is that works in no batches, such as one that makes a file: records dealt with since this worker took it over,
   * in all, and what became of them. Costs nothing to call often: it is written at most twice a second, and at the end. Rejects when
   * the job has to stop. A job without a batch starts over at zero when another worker takes it over.
   */
  progress(done: number, outcomes?: Readonly<Record<string, number>>): Promise<void>;
  /**
   * Writes the file that the requester gets; replaces one that was written before. Nobody sees half a file. A content that ends when
   * `signal` aborts ends at once; one that does not is left behind, and the job still stops.
   */
  writeResult(file: ResultFile): Promise<void>;
}

/** A kind of job as the worker and the API know it; parameters are checked on the way in and on the way out. */
export interface JobDefinition {
  /** `noun.verb`, such as `account.bulk-change`; part of the database, so never renamed. */
  readonly kind: string;
  /** True: it may go on for hours, and has places of its own in a worker so that other kinds need not wait for it. */
  readonly isLong: boolean;
  /** What its requester needs, to start it and to start it again. */
  readonly permission: Permission;
  /** What it takes to run with these parameters and to fetch the file: `permission` and what the parameters touch. */
  permissionsFor(params: unknown): readonly Permission[];
  /** Name of the file without its ending, for whoever saves it; ASCII. */
  fileName(params: unknown, startedAt: Date): string;
  /** What people are told of the parameters; without anything that needs a permission of its own. */
  summarise(params: unknown): Readonly<Record<string, unknown>>;
  run(run: JobRun, params: unknown): Promise<void>;
  /** Parameters of a job for the records on which job `id` failed; null where that makes no sense. */
  paramsOfFailed(params: unknown, id: string): unknown;
  /** Jobs of the kind that one person may have at once, waiting or running; null for any number. */
  limitPerPerson(db: Kysely<Database>): Promise<number | null>;
}

/** A kind of job with the type of its parameters, for whoever starts it. */
export interface JobKind<P> extends JobDefinition {
  /** Checks parameters and makes them JSON. */
  encode(params: P): unknown;
}

/** Declares a kind of job. */
export function defineJob<P>(spec: {
  readonly kind: string;
  /** Reads JSON; what it makes must be JSON again when it is written. */
  readonly params: z.ZodType<P>;
  readonly permission: Permission;
  readonly isLong?: boolean;
  readonly permissionsFor?: (params: P) => readonly Permission[];
  readonly fileName?: (params: P, startedAt: Date) => string;
  readonly summarise: (params: P) => Readonly<Record<string, unknown>>;
  readonly run: (run: JobRun, params: P) => Promise<void>;
  readonly paramsOfFailed?: (params: P, id: string) => P;
  /** Refuses one job more with `job.too-many`. Without it a person may have any number. */
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
    limitPerPerson: async (db) => (await spec.limitPerPerson?.(db)) ?? null,
  };
}
