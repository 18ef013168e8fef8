import { createHash } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import { requireApproval } from '../approvals/require-approval.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { JobDefinition, JobKind } from './job-definition.ts';
import { holdToLimit } from './person-limit.ts';
import { addToQueue } from './queue.ts';

/** Options of a job besides its parameters. */
export interface EnqueueOptions {
  /** Unfinished jobs of one person with the same key are one job, as after a double click. */
  readonly dedupe: unknown;
  /** Number of records to process, if known. */
  readonly total?: number | null;
  readonly retryOf?: string | null;
}

/**
 * Starts a job in the mutation's transaction, with an audit row; the job runs only after the commit. Returns the id of
 * the new job, or of an unfinished one with the same key.
 * @throws AppError `job.too-many` if the kind is limited, `idempotency.in-flight`, errors of `requireApproval`
 */
export function enqueueJob<P>(
  context: RequestContext,
  definition: JobKind<P>,
  params: P,
  options: EnqueueOptions,
): Promise<string> {
  return enqueueEncoded(context, definition, definition.encode(params), options);
}

/** Like `enqueueJob`, with parameters taken from a job. */
export async function enqueueEncoded(
  context: RequestContext,
  definition: JobDefinition,
  params: unknown,
  { dedupe, total = null, retryOf = null }: EnqueueOptions,
): Promise<string> {
  const { db, caller, requestId } = context;
  const { kind } = definition;
  const key = `${kind} ${createHash('sha256')
    .update(JSON.stringify([caller.sub, dedupe]))
    .digest('base64url')}`;
  const active = await db
    .selectFrom('job')
    .select('id')
    .where('dedupe_key', '=', key)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirst();
  if (active !== undefined) return active.id;
  await holdToLimit(context, definition);
  await requireJobApproval(context, definition, params, total);
  const id = await newId(context);
  // Also stores the requester, whom the job references.
  await recordAudit(context, {
    action: 'job.start',
    entityType: 'job',
    entityId: id,
    outcome: 'DONE',
    changes: { kind: [null, kind] },
  });
  const inserted = await db
    .insertInto('job')
    .values({
      id,
      kind,
      params: JSON.stringify(params),
      requested_by: caller.sub,
      requested_roles: caller.kind === 'staff' ? [...caller.roles] : [],
      is_of_client: caller.kind === 'machine',
      request_id: requestId,
      retry_of: retryOf,
      dedupe_key: key,
      total,
    })
    .onConflict((conflict) =>
      conflict
        .column('dedupe_key')
        .where('dedupe_key', 'is not', null)
        .where('state', 'in', ['QUEUED', 'RUNNING'])
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  // A concurrent request was faster. This mutation is rolled back; a retry finds the other job.
  if (inserted === undefined) {
    throw new AppError('idempotency.in-flight', {
      message: 'The same job is being started.',
      details: { retryAfterSeconds: 1 },
    });
  }
  await addToQueue(db, kind, id);
  return id;
}

/** Call before a job is started or continued. @throws AppError as `requireApproval` does */
export async function requireJobApproval(
  context: RequestContext,
  definition: JobDefinition,
  params: unknown,
  total: number | null,
): Promise<void> {
  const subject = await definition.approvalFor(context, params, total);
  if (subject === null) return;
  const kind = { key: 'kind', before: null, after: definition.kind };
  const read = async () => {
    const content = await subject.read();
    return { ...content, fields: [kind, ...content.fields] };
  };
  await requireApproval(context, { ...subject, read });
}

async function newId({ db }: RequestContext): Promise<string> {
  const { id } = await db.selectNoFrom(({ fn }) => fn<string>('uuid_v7').as('id')).executeTakeFirstOrThrow();
  return id;
}
