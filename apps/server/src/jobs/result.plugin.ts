import { AppError } from '@backcounter/domain';
import type { FastifyPluginAsync } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/files.ts';
import type { LinkQuery, ResultLinks } from './result-links.ts';

/**
 * `GET /files/job_results/{id}` for whoever has a link to it: the right to see the job was checked when the link was made, minutes
 * ago. Each download is written to the audit trail.
 */
export const resultPlugin: FastifyPluginAsync<{
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly links: ResultLinks;
  readonly store: FileStore;
}> = async (app, { db, clock, links, store }) => {
  app.get<{ Params: { id: string }; Querystring: LinkQuery }>(
    '/files/job_results/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const holder = links.holderOf(request.params.id, request.query, clock.now());
      const key = holder === null ? undefined : await takeOut(db, request.params.id, holder, request.id);
      // One answer for what is not there and for who has no right to know.
      if (key === undefined) throw new AppError('record.not-found', { message: 'There is nothing here.' });
      const file = await store.read(key);
      reply.headers({
        'content-disposition': `attachment; filename="${key.slice(key.lastIndexOf('/') + 1)}"`,
        'content-length': file.sizeBytes,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
      return reply.type(file.contentType).send(file.content);
    },
  );
};

/** Key of the file, with the download written down; undefined when its time is over. */
async function takeOut(db: Kysely<Database>, id: string, sub: string, requestId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    with found as (select result_key as key from job where id = ${id}::uuid and result_expires_at > now()),
    trail as (
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome)
      select u.sub, u.last_roles, ${requestId}, 'job.download', 'job', ${id}, 'DONE'
      from found join staff_user u on u.sub = ${sub}
    )
    select key from found`.execute(db);
  return rows[0]?.key;
}
