import { AppError, may, parseRoles } from '@backcounter/domain';
import type { FastifyPluginAsync } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { asExporter } from '../../audit/roles-now.ts';
import type { Database } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { authenticate } from '../../ports/bearer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileStore } from '../../ports/files.ts';
import type { IdentityPort, MachineCaller } from '../../ports/identity.ts';
import type { JobDefinition } from '../job-definition.ts';
import type { LinkQuery, ResultLinks } from './result-links.ts';

/**
 * `GET /files/exports/{id}`: a job's file, for the holder of a signed link, or for the machine client that started it with
 * its token. The permissions are checked again, using the roles or scopes of this moment. Each download is audited.
 */
export const resultPlugin: FastifyPluginAsync<{
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly links: ResultLinks;
  readonly store: FileStore;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
  readonly identity: IdentityPort;
}> = async (app, { db, clock, links, store, definitions, identity }) => {
  app.get<{ Params: { id: string }; Querystring: LinkQuery }>(
    '/files/exports/:id',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params;
      const { authorization } = request.headers;
      const caller = authorization === undefined ? null : await authenticate(identity, authorization);
      const client = caller?.kind === 'machine' && isUuid(id) ? asExporter(caller) : null;
      const holder = caller === null ? links.holderOf(id, request.query, clock.now()) : (client?.sub ?? null);
      const found = holder === null ? null : await takeOut(db, definitions, id, holder, request.id, client);
      // The same answer for missing files and missing rights.
      if (found === null) throw new AppError('record.not-found', { message: 'There is nothing here.' });
      const file = await store.read(found.key);
      reply.headers({
        'content-disposition': `attachment; filename="${found.name}"`,
        'content-length': file.sizeBytes,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
      return reply.type(file.contentType).send(file.content);
    },
  );
};

/** Key and name of the file, with the download recorded; null if it has expired or its holder lost the permission. */
function takeOut(
  db: Kysely<Database>,
  definitions: ReadonlyMap<string, JobDefinition>,
  id: string,
  sub: string,
  requestId: string,
  client: MachineCaller | null,
): Promise<{ readonly key: string; readonly name: string } | null> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ key: string; kind: string; params: unknown; startedAt: Date; roles: string[] }>`
      select j.result_key as key, j.kind, j.params, j.created_at as "startedAt", roles_now(${sub}) as roles
      from job j
      where j.id = ${id}::uuid and j.result_expires_at > now()
        and (${client === null} or (j.is_of_client and j.requested_by = ${sub}))`.execute(trx);
    const [job] = rows;
    const definition = job && definitions.get(job.kind);
    if (job === undefined || definition === undefined) return null;
    const roles = parseRoles(job.roles);
    const isAllowed = definition
      .permissionsFor(job.params)
      .every((permission) => (client === null ? may(roles, permission) : callerMay(client, permission)));
    await sql`
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome)
      values (${sub}, ${job.roles}, ${requestId}, 'job.download', 'job', ${id}, ${isAllowed ? 'DONE' : 'DENIED'})`.execute(
      trx,
    );
    const ending = job.key.slice(job.key.lastIndexOf('.') + 1);
    return isAllowed ? { key: job.key, name: `${definition.fileName(job.params, job.startedAt)}.${ending}` } : null;
  });
}
