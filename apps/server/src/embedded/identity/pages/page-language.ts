import { AsyncLocalStorage } from 'node:async_hooks';
import { chooseLocale, directionOf, matchKey } from '@backcounter/i18n/locale';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Languages of the provider's pages. */
const PAGE_LOCALES = ['en-US', 'de-DE', 'ar-EG', 'fr-FR', 'es-ES'] as const;
export type PageLocale = (typeof PAGE_LOCALES)[number];

const COOKIE = '_language';
const COOKIE_MAX_AGE_S = 31_536_000;
const current = new AsyncLocalStorage<PageLocale>();

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the response. */
    pageLocale: PageLocale;
  }
}

/** The language of the current page. */
export function pageLocale(): PageLocale {
  return current.getStore() ?? 'en-US';
}

/** Text direction of the current page. */
export function pageDirection(): 'ltr' | 'rtl' {
  return directionOf(pageLocale());
}

/**
 * Chooses the language requested by the application (`ui_locales`, OpenID Connect Core, section 3.1.2.1), which later
 * pages in this browser keep, or one the browser prefers. Pages are rendered deep inside the provider, so the language
 * is passed in an async context.
 */
export function negotiateLanguage(app: FastifyInstance, cookiePath: string, isSecure: boolean): void {
  app.decorateRequest('pageLocale', 'en-US');
  app.addHook('onRequest', (request, reply, done) => {
    const wanted = firstKnown(uiLocales(request));
    request.pageLocale = wanted ?? keptLocale(request) ?? firstKnown(acceptedLanguages(request)) ?? 'en-US';
    if (wanted && wanted !== keptLocale(request)) {
      const secure = isSecure ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${COOKIE}=${wanted}; Path=${cookiePath}; Max-Age=${COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax${secure}`,
      );
    }
    current.run(request.pageLocale, done);
  });
  // Parsing the body has lost the async context.
  app.addHook('preValidation', (request, _reply, done) => current.run(request.pageLocale, done));
}

function firstKnown(tags: readonly string[]): PageLocale | undefined {
  const known = tags.find((tag) => PAGE_LOCALES.some((locale) => languageOf(locale) === languageOf(tag)));
  return known === undefined
    ? undefined
    : asPageLocale(chooseLocale({ stored: null, browser: [known], published: PAGE_LOCALES }));
}

const languageOf = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();
const asPageLocale = (tag: string | undefined) => PAGE_LOCALES.find((locale) => locale === matchKey(tag, PAGE_LOCALES));

function uiLocales(request: FastifyRequest): readonly string[] {
  const value = (request.query as Record<string, unknown> | null)?.['ui_locales'];
  return typeof value === 'string' ? value.slice(0, 500).split(' ') : [];
}

function keptLocale(request: FastifyRequest): PageLocale | undefined {
  return asPageLocale(new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]);
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
