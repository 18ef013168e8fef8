import { randomBytes } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

/** Not a literal, so that its types are not loaded: those of its server bring the browser's, which differ from Node's. */
const LIBRARY: string = '@graphql-yoga/render-graphiql';
interface Library {
  renderGraphiQL(options: Readonly<Record<string, string | boolean>>): string;
}
const START = '{\n  __schema { queryType { fields { name description } } }\n}\n';

/**
 * GraphiQL at `/graphiql`, for the demo; with the secret of its point of sale also a token. A development dependency:
 * without it, as in an archive, the address is unknown.
 */
export const graphiqlPlugin =
  (secret: string | null): FastifyPluginAsync =>
  async (app) => {
    app.get('/graphiql', async (_request, reply) => {
      const library: Library | null = await import(LIBRARY).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
        throw error;
      });
      if (library === null) return reply.callNotFound();
      const token = secret === null ? 'TOKEN' : await demoToken(app, secret);
      const nonce = randomBytes(16).toString('base64');
      const page = library.renderGraphiQL({
        title: 'Backcounter GraphiQL',
        endpoint: '/graphql',
        defaultQuery: START,
        headers: JSON.stringify({ authorization: `Bearer ${token}` }),
        shouldPersistHeaders: false,
      });
      return (
        reply
          .headers({
            'content-type': 'text/html; charset=utf-8',
            // The editor sets styles and starts workers of its own.
            'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
            'cache-control': 'no-store',
          })
          // The first tag is the page's own; later ones are texts of the editor.
          .send(page.replace('<script>', `<script nonce="${nonce}">`))
      );
    });
  };

async function demoToken(app: FastifyInstance, secret: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/identity/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`demo-pos:${secret}`).toString('base64')}`,
    },
    payload: 'grant_type=client_credentials',
  });
  if (answer.statusCode !== 200) throw new AppError('service.unavailable');
  return answer.json<{ access_token: string }>().access_token;
}
