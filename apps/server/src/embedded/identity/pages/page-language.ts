import { AsyncLocalStorage } from 'node:async_hooks';
import { directionOf } from '@backcounter/i18n/locale';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type TextLanguage, textLanguageOf } from '../../../mail/text-language.ts';

const COOKIE = '_language';
const COOKIE_MAX_AGE_S = 31_536_000;
const current = new AsyncLocalStorage<TextLanguage>();

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the response. */
    pageLocale: TextLanguage;
  }
}

/** Kept by a browser: the language of its pages, and the one that the application requested when it was chosen. */
interface KeptLanguage {
  readonly shown: TextLanguage;
  readonly requested: TextLanguage;
}

/** The language of the current page. */
export function pageLocale(): TextLanguage {
  return current.getStore() ?? 'en-US';
}

/** Text direction of the current page. */
export function pageDirection(): 'ltr' | 'rtl' {
  return directionOf(pageLocale());
}

/**
 * Chooses the language picked on a page (`?language=`), or requested by the application (`ui_locales`, OpenID Connect
 * Core, section 3.1.2.1), or one the browser prefers. Later pages in this browser keep it; a picked one until the
 * application requests another language than before. Pages are rendered deep inside the provider, so the language is
 * passed in an async context.
 */
export function negotiateLanguage(app: FastifyInstance, cookiePath: string, isSecure: boolean): void {
  app.decorateRequest('pageLocale', 'en-US');
  app.addHook('onRequest', (request, reply, done) => {
    const kept = keptLanguage(request);
    const next = nextLanguage(request, kept);
    request.pageLocale = next?.shown ?? firstKnown(acceptedLanguages(request)) ?? 'en-US';
    if (next && (next.shown !== kept?.shown || next.requested !== kept.requested)) {
      const secure = isSecure ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${COOKIE}=${next.shown}.${next.requested}; Path=${cookiePath}; Max-Age=${COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`,
      );
    }
    current.run(request.pageLocale, done);
  });
  // Parsing the body has lost the async context.
  app.addHook('preValidation', (request, _reply, done) => current.run(request.pageLocale, done));
}

function nextLanguage(request: FastifyRequest, kept: KeptLanguage | undefined): KeptLanguage | undefined {
  const picked = firstKnown(queried(request, 'language'));
  if (picked) return { shown: picked, requested: kept?.requested ?? picked };
  const requested = firstKnown(queried(request, 'ui_locales'));
  return requested && requested !== kept?.requested ? { shown: requested, requested } : kept;
}

function firstKnown(tags: readonly string[]): TextLanguage | undefined {
  return tags.map(textLanguageOf).find((language) => language !== undefined);
}

/** Language tags of a query parameter. */
function queried(request: FastifyRequest, name: string): readonly string[] {
  const value = (request.query as Record<string, unknown> | null)?.[name];
  return typeof value === 'string' ? value.slice(0, 500).split(' ') : [];
}

function keptLanguage(request: FastifyRequest): KeptLanguage | undefined {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1];
  const [shown, requested] = (value ?? '').split('.').map(textLanguageOf);
  return shown && { shown, requested: requested ?? shown };
}

/** Sorted by weight (RFC 9110, section 12.5.4). */
function acceptedLanguages(request: FastifyRequest): readonly string[] {
  return (request.headers['accept-language'] ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(';').map((piece) => piece.trim());
      return { tag, weight: weight?.startsWith('q=') ? Number(weight.slice(2)) : 1 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
