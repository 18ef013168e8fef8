import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { createDatabase, createPool, type Database, START_ACQUIRE_MS } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import type { AllowsOrigin } from '../ports/allowed-origins.ts';

/** No request waits during start-up, and loading thousands of texts may be slow on a busy machine. */
const START_STATEMENT_TIMEOUT_MS = 60_000;

const console = (path: string): string => fileURLToPath(new URL(`../../../console/${path}`, import.meta.url));
/** The source texts, or those of the build if only that is installed. */
const TEXTS = [console('src/messages'), console('dist/messages')];

/** Folder of the texts that ship with the console; undefined if the console is not installed. */
export const shippedFolder = (): string | undefined => TEXTS.find((path) => existsSync(path));

/**
 * The embedded translation service with the product's languages published; empty if I18N_BASE_URL names another
 * service.
 */
export async function composeTranslations(
  config: Config,
  db: Kysely<Database>,
  databaseUrl: string,
  origins: AllowsOrigin,
): Promise<readonly FastifyPluginAsync[]> {
  if (config.i18nBaseUrl !== config.publicUrl) return [];
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(config.i18nClientId))
    throw new StartupError(
      'I18N_CLIENT_ID may contain only letters, digits, dots and dashes with the embedded translation service.',
    );
  const [{ createTranslations }, { readShippedLanguages }, { takeOverShipped }, { publishShipped }] = await Promise.all(
    [
      import('../embedded/translations/translations.plugin.ts'),
      import('../embedded/translations/shipped-language.ts'),
      import('../embedded/translations/take-over-shipped.ts'),
      import('../embedded/translations/publish-shipped.ts'),
    ],
  );
  const folder = shippedFolder();
  if (folder !== undefined) {
    const languages = await readShippedLanguages(folder);
    const starting = createPool({
      url: databaseUrl,
      max: 2,
      statementTimeoutMs: START_STATEMENT_TIMEOUT_MS,
      acquireTimeoutMs: START_ACQUIRE_MS,
    });
    try {
      const db = createDatabase(starting);
      await takeOverShipped(db, config.i18nClientId, languages);
      await publishShipped(db, config.i18nClientId, languages);
    } finally {
      await starting.end();
    }
  }
  return [createTranslations({ db, origins })];
}
