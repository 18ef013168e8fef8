import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type AllowsOrigin, allowOrigins } from '../../ports/allowed-origins.ts';
import { changelogRoutes } from './changelog.routes.ts';
import { type ReleaseRoutesDeps, releaseRoutes } from './release.routes.ts';

export interface ReleasesDeps extends ReleaseRoutesDeps {
  /** PUBLIC_URL without a trailing slash. */
  readonly publicUrl: string;
  /** The client of this changelog. */
  readonly clientId: string;
  /** The popup built for other hosts. */
  readonly embedDir: string;
}

/**
 * The embedded releases: the popup's API under /identity/releases, the public changelog, and the popup's script for
 * other hosts. Also served with an external identity provider (decision 0046).
 */
export function createReleases(deps: ReleasesDeps): FastifyPluginAsync {
  const { db, identity, origins, clientId, embedDir } = deps;
  return async (app) => {
    await app.register((scope) => releaseRoutes(scope, { db, identity, origins }), { prefix: '/identity/releases' });
    await app.register((scope) => changelogRoutes(scope, { db, clientId, publicUrl: deps.publicUrl }), {
      prefix: '/changelog',
    });
    await app.register((scope) => embedRoutes(scope, { embedDir, origins }), { prefix: '/embed' });
  };
}

const SCRIPT = /^[\w.-]+\.js$/;
/** `name-hash.js`: the name changes with the content. */
const HASHED = /-[\w-]{8}\.js$/;

interface EmbedRoutesDeps {
  /** Output folder of the popup's build, which may not exist yet. */
  readonly embedDir: string;
  readonly origins: AllowsOrigin;
}

/** The popup as a script for other hosts, and the files it loads (compressed at build time). */
async function embedRoutes(app: FastifyInstance, { embedDir, origins }: EmbedRoutesDeps): Promise<void> {
  allowOrigins(app, origins);
  await app.register(fastifyStatic, {
    root: embedDir,
    suppressWarning: true,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
  });
  app.get<{ Params: { file: string } }>('/:file', (request, reply) => {
    const { file } = request.params;
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (SCRIPT.test(file) && existsSync(join(embedDir, file))) {
      reply.header('cache-control', HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
      return reply.sendFile(file);
    }
    if (file === 'release-notes.js')
      request.log.warn({ embedDir }, 'the release notes script is not built: run npm run build');
    return reply.code(404).type('text/plain; charset=utf-8').send('Script not found.\n');
  });
}
