import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sendTagged } from './entity-tag.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of a public page without scripts and forms. */
export const PLAIN_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
} as const;

const FONT = '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';

/** Serves the styles of a plain page below `prefix/assets`: the common ones, then its own. */
export async function plainPageAssets(app: FastifyInstance, prefix: string, name: string, own: URL): Promise<void> {
  const common = await readFile(new URL('./plain-page.css', import.meta.url), 'utf8');
  const assets = {
    [`${name}.css`]: ['text/css; charset=utf-8', common + (await readFile(own, 'utf8'))],
    'inter.woff2': ['font/woff2', await readFile(new URL(import.meta.resolve(FONT)))],
  } as const;
  for (const [file, [type, body]] of Object.entries(assets)) {
    app.get(`${prefix}/assets/${file}`, (request, reply) =>
      sendTagged(request, reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=3600' }), body),
    );
  }
}
