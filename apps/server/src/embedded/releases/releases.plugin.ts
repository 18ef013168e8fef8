import type { FastifyPluginAsync } from 'fastify';
import { changelogRoutes } from './changelog.routes.ts';
import { embedRoutes } from './embed.routes.ts';
import { type ReleaseRoutesDeps, releaseRoutes } from './release.routes.ts';

export interface ReleasesDeps extends Pick<ReleaseRoutesDeps, 'db' | 'identity'> {
  /** PUBLIC_URL without a trailing slash. */
  readonly publicUrl: string;
  /** The client of this changelog. */
  readonly clientId: string;
  /** Other origins that show the popup. */
  readonly embedOrigins: readonly string[];
  /** The popup built for other hosts. */
  readonly embedDir: string;
}

/**
 * The embedded releases: the popup's API under /identity/releases, the public changelog, and the popup's script for
 * other hosts. Also served with an external identity provider (decision 0046).
 */
export function createReleases(deps: ReleasesDeps): FastifyPluginAsync {
  const { db, identity, clientId, embedDir } = deps;
  const origins = new Set([deps.publicUrl, ...deps.embedOrigins]);
  return async (app) => {
    await app.register((scope) => releaseRoutes(scope, { db, identity, origins }), { prefix: '/identity/releases' });
    await app.register((scope) => changelogRoutes(scope, { db, clientId, publicUrl: deps.publicUrl }), {
      prefix: '/changelog',
    });
    await app.register((scope) => embedRoutes(scope, { embedDir, origins }), { prefix: '/embed' });
  };
}
