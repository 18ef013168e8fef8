import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import type { RequestContext } from '../graphql/request-context.ts';
import type { JobDefinition } from './job-definition.ts';

/**
 * Refuses a job beyond its requester's limit for the kind; a machine client has one at once. Locks until the end of the mutation, so that concurrent
 * requests cannot both be the last one allowed.
 * @throws AppError `job.too-many`, with `details.max`
 */
export async function holdToLimit({ db, caller }: RequestContext, definition: JobDefinition): Promise<void> {
  const max = caller.kind === 'machine' ? 1 : await definition.limitPerPerson(db);
  if (max === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`backcounter.jobs.limit ${definition.kind} ${caller.sub}`}, 0))`.execute(
    db,
  );
  const { active } = await db
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<string>().as('active'))
    .where('kind', '=', definition.kind)
    .where('requested_by', '=', caller.sub)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow();
  if (Number(active) < max) return;
  throw new AppError('job.too-many', { message: `At most ${max} of these jobs at once.`, details: { max } });
}
