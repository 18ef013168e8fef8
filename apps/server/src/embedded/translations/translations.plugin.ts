import { AppError } from '@backcounter/domain';
import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { type AllowsOrigin, allowOrigins, answerPreflight } from '../../ports/allowed-origins.ts';
import { languageRoutes } from './language.routes.ts';
import { missingKeyRoutes } from './missing-key.routes.ts';

export interface TranslationsDeps {
  readonly db: Kysely<Database>;
  /** Origins whose pages may read languages and report missing keys. */
  readonly origins: AllowsOrigin;
}

/** The embedded translation service: published languages, their files, and reports of missing keys. */
export function createTranslations({ db, origins }: TranslationsDeps): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (scope) => {
      allowOrigins(scope, origins);
      scope.addHook('onRequest', async ({ url }) => {
        // PostgreSQL stores no NUL, so no name contains one.
        if (url.includes('%00')) throw new AppError('record.not-found', { message: 'There is nothing here.' });
      });
      languageRoutes(scope, db);
      await scope.register((intake) => missingKeyRoutes(intake, db));
      answerPreflight(scope, '/i18n/clients/:clientId/missing', 'POST', 'content-type');
    });
  };
}
