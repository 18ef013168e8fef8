import { AppError, may, parseRoles } from '@backcounter/domain';
import type { FastifyPluginAsync } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { LinkQuery, ResultLinks } from '../../../jobs/result/result-links.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FileStore } from '../../../ports/files.ts';

/** Path of proof files. */
export const PROOF_PATH = '/files/proofs';

/**
 * `GET /files/proofs/{giveaway id}` serves the proof file of a draw to the holder of a link. The person's roles of this
 * moment must still allow reading giveaways. Each download is audited.
 */
export const proofPlugin: FastifyPluginAsync<{
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly links: ResultLinks;
  readonly store: FileStore;
}> = async (app, { db, clock, links, store }) => {
  app.get<{ Params: { id: string }; Querystring: LinkQuery }>(
    `${PROOF_PATH}/:id`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params;
      const holder = isUuid(id) ? links.holderOf(id, request.query, clock.now()) : null;
      const found = holder === null ? null : await takeOut(db, id, holder, request.id);
      // The same answer for a missing file and a missing permission.
      if (found === null) throw new AppError('record.not-found', { message: 'There is nothing here.' });
      const file = await store.read(found.key);
      reply.headers({
        'content-disposition': `attachment; filename="draw-${found.code}.json"`,
        'content-length': file.sizeBytes,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, no-store',
      });
      return reply.type(file.contentType).send(file.content);
    },
  );
};

/** Audits a download and returns the key of the file and the code of the giveaway; null if missing or not permitted. */
function takeOut(
  db: Kysely<Database>,
  id: string,
  sub: string,
  requestId: string,
): Promise<{ readonly key: string; readonly code: string } | null> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ key: string; code: string; roles: string[] }>`
      select g.proof_path as key, g.code, roles_now(${sub}) as roles from giveaway g
      where g.id = ${id}::uuid and g.proof_path is not null`.execute(trx);
    const [row] = rows;
    if (row === undefined) return null;
    const isAllowed = may(parseRoles(row.roles), 'giveaway.read');
    await sql`
      insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome)
      values (${sub}, ${row.roles}, ${requestId}, 'giveaway.download-proof', 'giveaway', ${id.toLowerCase()},
        ${isAllowed ? 'DONE' : 'DENIED'})`.execute(trx);
    return isAllowed ? row : null;
  });
}
