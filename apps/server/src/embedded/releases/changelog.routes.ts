import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { sendTagged } from '../../pages/entity-tag.ts';
import { PLAIN_PAGE_HEADERS, plainPageAssets } from '../../pages/plain-page.ts';
import { atomFeed, FEEDS, type FeedParts, jsonFeed } from './changelog.feed.ts';
import { changelogPage, missingChangelogPage } from './changelog.page.ts';
import { newestReleases, releasePage } from './published-releases.ts';

const SHORTLY = 'public, max-age=60';
const VERSION = /^\d{1,20}\.\d{1,20}\.\d{1,20}([-+][0-9A-Za-z.+-]{1,60})?$/;

export interface ChangelogRoutesDeps {
  readonly db: Kysely<Database>;
  readonly clientId: string;
  readonly publicUrl: string;
}

/** `/changelog/{clientId}`: published releases as a public page without scripts and as feeds. */
export async function changelogRoutes(app: FastifyInstance, deps: ChangelogRoutesDeps): Promise<void> {
  const { db, clientId, publicUrl } = deps;
  await plainPageAssets(app, '', 'changelog', new URL('./changelog.css', import.meta.url));
  app.get<{ Params: { clientId: string }; Querystring: Record<string, unknown> }>(
    '/:clientId',
    async (request, reply) => {
      reply.headers(PLAIN_PAGE_HEADERS);
      if (request.params.clientId !== clientId) return reply.code(404).send(missingChangelogPage());
      const { before } = request.query;
      const from = typeof before === 'string' && VERSION.test(before) ? before : null;
      const { releases, olderThan } = await releasePage(db, from);
      reply.header('cache-control', SHORTLY);
      return sendTagged(
        request,
        reply,
        changelogPage({ clientId, releases, olderThan, isContinued: from !== null, publicUrl }),
      );
    },
  );
  const feeds = [
    [FEEDS.atom, 'application/atom+xml; charset=utf-8', atomFeed],
    [FEEDS.json, 'application/feed+json; charset=utf-8', jsonFeed],
  ] as const satisfies readonly (readonly [string, string, (parts: FeedParts) => string])[];
  for (const [name, type, write] of feeds) {
    app.get<{ Params: { clientId: string } }>(`/:clientId/${name}`, async (request, reply) => {
      if (request.params.clientId !== clientId) {
        return reply.headers(PLAIN_PAGE_HEADERS).code(404).send(missingChangelogPage());
      }
      const parts = { releases: await newestReleases(db), pageUrl: `${publicUrl}/changelog/${clientId}` };
      reply.headers({ 'content-type': type, 'cache-control': SHORTLY });
      return sendTagged(request, reply, write(parts));
    });
  }
}
