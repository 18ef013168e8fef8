import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { CHECK_SESSION_PAGE, CHECK_SESSION_SCRIPT } from '../session-state.ts';

const EYE =
  '<path d="M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0"/><path d="M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.600 -2 -9 -6c2.400 -4 5.400 -6 9 -6c3.600 0 6.600 2 9 6"/>';
const SLASH = '<path d="M3 3l18 18"/>';
const LANGUAGES =
  '<path d="M4 5h7"/><path d="M9 3v2c0 4.418 -2.239 8 -5 8"/><path d="M5 9c0 2.144 2.952 3.908 6.700 4"/><path d="M12 20l4 -9l4 9"/><path d="M19.100 18h-6.200"/>';
const CHEVRON = '<path d="M6 9l6 6l6 -6"/>';
const CACHE = 'public, max-age=3600, must-revalidate';

/** Styles, scripts, fonts and icons of the provider's pages, and the page of check_session_iframe. */
export async function pageAssetRoutes(app: FastifyInstance): Promise<void> {
  const here = (name: string) => readFile(new URL(name, import.meta.url));
  const font = (path: string) => readFile(new URL(import.meta.resolve(path)));
  const arabic = (weight: number) =>
    font(`@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-${weight}-normal.woff2`);
  const assets: Readonly<Record<string, readonly [type: string, body: Buffer | string]>> = {
    'identity.css': [
      'text/css; charset=utf-8',
      Buffer.concat([
        await here('./identity.fonts.css'),
        await here('./identity.css'),
        await here('./identity.parts.css'),
      ]),
    ],
    'identity.js': ['text/javascript; charset=utf-8', await here('./identity.page.js')],
    'session-check.js': ['text/javascript; charset=utf-8', CHECK_SESSION_SCRIPT],
    'eye.svg': ['image/svg+xml', icon(EYE)],
    'eye-off.svg': ['image/svg+xml', icon(EYE + SLASH)],
    'language.svg': ['image/svg+xml', icon(LANGUAGES)],
    'chevron.svg': ['image/svg+xml', icon(CHEVRON)],
    'inter.woff2': ['font/woff2', await font('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2')],
    'arabic-400.woff2': ['font/woff2', await arabic(400)],
    'arabic-600.woff2': ['font/woff2', await arabic(600)],
  };
  for (const [name, [type, body]] of Object.entries(assets)) {
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': CACHE, 'x-content-type-options': 'nosniff' }).send(body),
    );
  }
  app.get('/session/check', (_request, reply) =>
    reply.headers(CHECK_SESSION_PAGE.headers).send(CHECK_SESSION_PAGE.body),
  );
}

function icon(paths: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
}
