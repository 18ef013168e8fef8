import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AppError } from '@backcounter/domain';
import type { PublishedLanguage } from '@backcounter/i18n/locale';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';

const BROTLI_QUALITY = 9;
/** Compressed files cached in memory: those of all languages, current and previous. */
const KEPT_FILES = 40;
const FOREVER = 'public, max-age=31536000, immutable';

type Encoding = 'br' | 'gzip' | 'identity';
type Encoded = Readonly<Record<Encoding, Buffer>>;

/** `GET /i18n/clients/{clientId}/languages/published` and `GET /cdn/{file_path}` (specification, section 7). */
export function languageRoutes(app: FastifyInstance, db: Kysely<Database>): void {
  app.get<{ Params: { clientId: string } }>('/i18n/clients/:clientId/languages/published', async (request, reply) => {
    const body = JSON.stringify(await publishedLanguages(db, request.params.clientId));
    const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    reply.headers({ 'cache-control': 'no-cache', 'content-type': 'application/json; charset=utf-8', etag: tag });
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(body);
  });

  const file = createFileMemory(db);
  app.get<{ Params: { '*': string } }>('/cdn/*', async (request, reply) => {
    const encoded = await file(request.params['*']);
    const encoding = encodingFor(request.headers['accept-encoding']);
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': FOREVER,
      vary: 'origin, accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    });
    return reply.send(encoded[encoding]);
  });
}

async function publishedLanguages(db: Kysely<Database>, clientId: string): Promise<readonly PublishedLanguage[]> {
  const { rows } = await sql<{ language: string; country_code: string; name: string; file_path: string }>`
    SELECT published.language, published.country_code, published.name, bundle.file_path
    FROM published_language AS published JOIN translation_bundle AS bundle ON bundle.id = published.bundle_id
    WHERE published.client_id = ${clientId} ORDER BY published.name, published.country_code`.execute(db);
  if (rows.length === 0) throw new AppError('record.not-found', { message: 'This client has no languages.' });
  return rows.map(({ language, country_code, name, file_path }) => ({
    language: { iso639_1: language, country_code, name },
    file_path,
  }));
}

/** Caches files, which never change; evicts the least recently read. */
function createFileMemory(db: Kysely<Database>): (path: string) => Promise<Encoded> {
  const kept = new Map<string, Promise<Encoded>>();
  return (path) => {
    const known = kept.get(path);
    kept.delete(path);
    const file = known ?? readFile(db, path);
    kept.set(path, file);
    file.catch(() => kept.delete(path));
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_FILES) break;
      kept.delete(oldest);
    }
    return file;
  };
}

async function readFile(db: Kysely<Database>, path: string): Promise<Encoded> {
  const file = await db
    .selectFrom('translation_bundle')
    .select('content')
    .where('file_path', '=', path)
    .executeTakeFirst();
  if (!file) throw new AppError('record.not-found', { message: 'File not found.' });
  const identity = Buffer.from(file.content);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    promisify(gzip)(identity),
  ]);
  return { br, gzip: zipped, identity };
}

/** The smallest encoding the client accepts; weight 0 means refused (RFC 9110, section 12.5.3). */
function encodingFor(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/i.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
