import { AppError } from '@backcounter/domain';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/client.ts';

const BODY_MAX_BYTES = 64_000;
const REPORTS_PER_MINUTE = 30;
/** Maximum distinct keys stored per client, so that invented keys cannot fill the disk. */
const KEYS_MAX = 5_000;

const report = z.object({
  missing: z
    .array(
      z.object({
        locale: z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/),
        key: z
          .string()
          .max(200)
          .regex(/^[\w-]+(\.[\w-]+)*$/),
      }),
    )
    .min(1)
    .max(200),
});

/**
 * `POST /i18n/clients/{clientId}/missing`: reports keys that a reader's language lacks. Public, because pages before
 * sign-in report too; limited to published languages, a rate per address and a number of keys per client.
 */
export async function missingKeyRoutes(app: FastifyInstance, db: Kysely<Database>): Promise<void> {
  await app.register(rateLimit, {
    max: REPORTS_PER_MINUTE,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate.limited', {
        message: 'Too many reports.',
        details: { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) },
      }),
  });
  app.removeAllContentTypeParsers();
  // Beacons send plain text, which needs no CORS preflight.
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Params: { clientId: string } }>(
    '/i18n/clients/:clientId/missing',
    { bodyLimit: BODY_MAX_BYTES },
    async (request, reply) => {
      await keep(db, request.params.clientId, readReport(request.body));
      return reply.code(204).send();
    },
  );
}

function readReport(body: unknown): z.infer<typeof report>['missing'] {
  try {
    return report.parse(JSON.parse(String(body))).missing;
  } catch (cause) {
    throw new AppError('request.malformed', { message: 'The report is malformed.', cause });
  }
}

/** Sorted by key, so that concurrent reports cannot deadlock. */
async function keep(db: Kysely<Database>, clientId: string, missing: z.infer<typeof report>['missing']): Promise<void> {
  await sql`
    INSERT INTO translation_missing AS known (client_id, locale, key)
    SELECT DISTINCT ${clientId}::text, reported.locale, reported.key
    FROM unnest(${missing.map(({ locale }) => locale)}::text[], ${missing.map(({ key }) => key)}::text[]) AS reported (locale, key)
    WHERE EXISTS (
        SELECT FROM published_language AS published
        WHERE published.client_id = ${clientId} AND published.language || '-' || published.country_code = reported.locale)
      AND ((SELECT count(*) FROM translation_missing WHERE client_id = ${clientId}) < ${KEYS_MAX} OR EXISTS (
        SELECT FROM translation_missing AS old
        WHERE old.client_id = ${clientId} AND old.locale = reported.locale AND old.key = reported.key))
    ORDER BY 2, 3
    ON CONFLICT (client_id, locale, key) DO UPDATE
      SET reports = known.reports + 1, last_reported_at = now()`.execute(db);
}
