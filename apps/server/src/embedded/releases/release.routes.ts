import { AppError } from '@backcounter/domain';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { sendTagged } from '../../pages/entity-tag.ts';
import { type AllowsOrigin, allowOrigins, answerPreflight } from '../../ports/allowed-origins.ts';
import { authenticate } from '../../ports/bearer.ts';
import type { IdentityPort } from '../../ports/identity.ts';
import { markAsRead, newestReleases, readerOf, unreadReleases } from './published-releases.ts';

/** Far above a person who keeps reloading. */
const CALLS_PER_MINUTE = 120;
const BODY_MAX_BYTES = 1000;
const BEARER_HEADERS = 'authorization, content-type';

export interface ReleaseRoutesDeps {
  readonly db: Kysely<Database>;
  readonly identity: IdentityPort;
  /** Origins whose pages may call: the console and hosts that embed the popup. */
  readonly origins: AllowsOrigin;
}

/** `GET published` and `POST visit` (specification, section 7), for any signed-in person regardless of roles. */
export async function releaseRoutes(app: FastifyInstance, deps: ReleaseRoutesDeps): Promise<void> {
  const { db } = deps;
  allowOrigins(app, deps.origins);
  answerPreflight(app, '/published', 'GET', BEARER_HEADERS);
  answerPreflight(app, '/visit', 'POST', BEARER_HEADERS);
  takeNoBody(app);
  await app.register(async (scope) => {
    const subOf = await requirePerson(scope, deps.identity);
    scope.get<{ Querystring: Record<string, unknown> }>('/published', async (request, reply) => {
      const isAll = request.query['all'] === 'true';
      const releases = await (isAll ? newestReleases(db) : unreadReleases(db, subOf(request)));
      // Revalidated each time, so that marking as read takes effect immediately and another person gets their own list.
      reply.headers({ 'cache-control': 'private, no-cache', 'content-type': 'application/json; charset=utf-8' });
      reply.header('x-release-reader', await readerOf(db, subOf(request)));
      return sendTagged(request, reply, JSON.stringify(releases));
    });
    scope.post('/visit', async (request, reply) => {
      await markAsRead(db, subOf(request));
      return reply.code(204).send();
    });
  });
}

/** Accepts only people's tokens and limits calls per person; returns a function for the person's id. */
async function requirePerson(
  app: FastifyInstance,
  identity: IdentityPort,
): Promise<(request: FastifyRequest) => string> {
  app.addHook('onRequest', async (request) => {
    const caller = await authenticate(identity, request.headers.authorization, ({ scopes }) =>
      scopes.includes('release.read'),
    );
    request.caller = caller;
    if (caller.kind !== 'staff') throw new AppError('access.denied', { message: 'Release notes are for people.' });
  });
  const subOf = (request: FastifyRequest): string => {
    if (request.caller === null) throw new AppError('session.required');
    return request.caller.sub;
  };
  await app.register(rateLimit, {
    hook: 'preHandler',
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: subOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate.limited', {
        message: 'Too many requests.',
        details: { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) },
      }),
  });
  return subOf;
}

/** The specification defines an empty body for the visit, so any content is an error. */
function takeNoBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) => {
    if (body.length > 0) done(new AppError('request.malformed', { message: 'The body must be empty.' }));
    else done(null);
  });
}
