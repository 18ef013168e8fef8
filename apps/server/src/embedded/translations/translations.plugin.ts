import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { languageRoutes } from './language.routes.ts';
import { missingKeyRoutes } from './missing-key.routes.ts';

const PREFLIGHT_MAX_AGE_S = 86_400;

export interface TranslationsDeps {
  readonly pool: pg.Pool;
  /** Origins whose pages may read languages and report what they lack. */
  readonly origins: readonly string[];
}

/** The translation service in the box: published languages, their files, and the intake of missing keys. */
export function createTranslations({ pool, origins }: TranslationsDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (scope) => {
      letOriginsRead(scope, new Set(origins));
      languageRoutes(scope, pool);
      await scope.register((intake) => missingKeyRoutes(intake, pool));
      scope.options('/i18n/clients/:clientId/missing', (_request, reply) =>
        reply
          .headers({
            'access-control-allow-methods': 'POST',
            'access-control-allow-headers': 'content-type',
            'access-control-max-age': PREFLIGHT_MAX_AGE_S,
          })
          .code(204)
          .send(),
      );
    });
  };
}

function letOriginsRead(app: FastifyInstance, origins: ReadonlySet<string>): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.header('vary', 'origin');
    if (origin !== undefined && origins.has(origin)) reply.header('access-control-allow-origin', origin);
  });
}
