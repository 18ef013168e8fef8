import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type DocumentPolicy, documentHeaders, documentRoleOf } from './security-headers.ts';

/** The built console and what it is told at run time. */
export interface ConsoleOptions {
  readonly consoleDir: string;
  /** Written into the page as JSON under `#backcounter-config`. */
  readonly settings: Readonly<Record<string, string | null>>;
  readonly policy: DocumentPolicy;
  readonly publicUrl: URL;
}

/** Answers a navigation; also the fallback for every address that nothing else serves. */
export type DocumentAnswer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

const NONCE = '__CSP_NONCE__';
const SETTINGS = '<!--backcounter-config-->';
const NOT_SERVED = /^(index\.html|persisted-documents\.json|.*\.(br|gz|map))$/;
const ONE_YEAR_MS = 31_536_000_000;

/** Hashed assets (immutable, compressed at build time) and the few named files beside them. */
export const consoleAssets: FastifyPluginAsync<Pick<ConsoleOptions, 'consoleDir'>> = async (app, { consoleDir }) => {
  const entries = await readdir(consoleDir, { withFileTypes: true });
  const rootFiles = entries.filter((entry) => entry.isFile() && !NOT_SERVED.test(entry.name)).map(({ name }) => name);
  await app.register(fastifyStatic, {
    root: consoleDir,
    serve: false,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
  });
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    if (NOT_SERVED.test(request.params['*'])) return reply.callNotFound();
    reply.header('cache-control', `public, max-age=${ONE_YEAR_MS / 1_000}, immutable`);
    return reply.sendFile(`assets/${request.params['*']}`);
  });
  for (const name of rootFiles) {
    app.get(`/${name}`, (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return reply.sendFile(name);
    });
  }
};

/** Prepares the document once; each answer gets a nonce of its own. */
export async function createDocumentAnswer(options: ConsoleOptions): Promise<DocumentAnswer> {
  const html = await readFile(join(options.consoleDir, 'index.html'), 'utf8');
  const settings = JSON.stringify(options.settings).replaceAll('<', '\\u003c');
  const parts = html
    .replace(SETTINGS, () => `<script type="application/json" id="backcounter-config">${settings}</script>`)
    .split(NONCE);
  return (request, reply) => {
    if (!isNavigation(request)) return null;
    const { host } = request.headers;
    if (host !== undefined && host !== options.publicUrl.host) {
      return reply.redirect(`${options.publicUrl.origin}${onlyPath(request.url)}`, 308);
    }
    const nonce = randomBytes(16).toString('base64');
    const path = request.url.split('?', 1)[0] ?? '/';
    reply.code(200).headers(documentHeaders(options.policy, documentRoleOf(path), nonce));
    return reply.send(request.method === 'HEAD' ? '' : parts.join(nonce));
  };
}

function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return (request.headers.accept ?? '').includes('text/html') && !request.url.startsWith('/assets/');
}

/** Keeps an absolute-form or `//host` request target from choosing where a redirect goes. */
function onlyPath(url: string): string {
  return `/${url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^[/\\]+/, '')}`;
}
