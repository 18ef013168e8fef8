import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { bestEffort } from '../db/best-effort.ts';
import { type DocumentPolicy, documentHeaders, documentRoleOf } from './security-headers.ts';

/** The built console and its runtime settings. */
export interface ConsoleOptions {
  readonly consoleDir: string;
  /** Written into the page as JSON under `#backcounter-config`. */
  readonly settings: () => Readonly<Record<string, string | boolean | null | readonly string[]>>;
  readonly policy: DocumentPolicy;
  readonly publicUrl: URL;
  /** Called before a rebuilt console is first served. */
  readonly onRebuilt: () => Promise<unknown>;
}

/** Answers a navigation. Also the fallback for unknown addresses; null if the request is not a navigation. */
export type DocumentAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null;

const NONCE = '__CSP_NONCE__';
const SETTINGS = '<!--backcounter-config-->';
const NOT_SERVED = /^(index\.html|persisted-documents\.json|.*\.(br|gz|map))$/;
const ONE_YEAR_MS = 31_536_000_000;
/** Addresses that programs try: no page, whatever they accept. */
const NEVER_A_PAGE = /^\/(assets|\.well-known|api|docs|graphiql)(\/|$)|^\/openapi/;
/** Addresses that programs call, and files. */
const NO_PAGE =
  /^\/(assets|cdn|changelog|embed|files|graphql|healthz|i18n|identity|metrics|readyz|realtime)(\/|$)|\.[^/.]*$/;

/** Hashed assets (immutable, compressed at build time) and other files in the console's root. */
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
    // Set as options, not as a header, so that a 404 is not cached.
    return reply.sendFile(`assets/${request.params['*']}`, {
      cacheControl: true,
      maxAge: ONE_YEAR_MS,
      immutable: true,
    });
  });
  for (const name of rootFiles) {
    app.get(`/${name}`, (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return reply.sendFile(name);
    });
  }
};

/** Prepares the document, again after each build. Each response gets its own nonce. */
export async function createDocumentAnswer(options: ConsoleOptions): Promise<DocumentAnswer> {
  const parts = await documentParts(options);
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { host } = request.headers;
    // Browsers parse `//accounts` as the host `accounts` when the console writes its own address.
    const isOddPath = /^[/\\]{2}/.test(request.url);
    if (isOddPath || (host !== undefined && host !== options.publicUrl.host)) {
      return reply.redirect(`${options.publicUrl.origin}${onlyPath(request.url)}`, 308);
    }
    const nonce = randomBytes(16).toString('base64');
    const path = request.url.split('?', 1)[0] ?? '/';
    reply.code(200).headers(documentHeaders(options.policy, documentRoleOf(path), nonce));
    // For HEAD, Node omits the body but keeps its length.
    const settings = JSON.stringify(options.settings()).replaceAll('<', '\\u003c');
    const page = (await parts()).join(nonce);
    return reply.send(
      page.replace(SETTINGS, () => `<script type="application/json" id="backcounter-config">${settings}</script>`),
    );
  };
  return (request, reply) => (isNavigation(request) ? answer(request, reply) : null);
}

/** The text between nonces of the newest build, or of the previous one while the new build cannot be read. */
async function documentParts(options: ConsoleOptions): Promise<() => Promise<readonly string[]>> {
  const file = join(options.consoleDir, 'index.html');
  const read = async (): Promise<readonly string[]> => (await readFile(file, 'utf8')).split(NONCE);
  let builtMs = (await stat(file)).mtimeMs;
  let parts = await read();
  let refreshing: Promise<unknown> | null = null;
  const refresh = async (): Promise<void> => {
    const { mtimeMs } = await stat(file);
    if (mtimeMs === builtMs) return;
    const newer = await read();
    await options.onRebuilt();
    parts = newer;
    builtMs = mtimeMs;
  };
  return async () => {
    refreshing ??= bestEffort('reading the rebuilt console', refresh).finally(() => {
      refreshing = null;
    });
    await refreshing;
    return parts;
  };
}

/**
 * Whether a browser asks for a page. Clients that accept anything (RFC 9110, section 12.5.1) get it at page addresses.
 */
function isNavigation({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0] ?? '/';
  if (NEVER_A_PAGE.test(path)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !NO_PAGE.test(path));
}

/** Prevents an absolute-form or `//host` request target from choosing the redirect's host. */
function onlyPath(url: string): string {
  return `/${url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/^[/\\]+/, '')}`;
}
