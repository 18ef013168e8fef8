import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { graphiqlPlugin } from './graphiql.plugin.ts';

it('has a token only with the secret of the point of sale, and one script of its own', async () => {
  const pageWith = async (secret: string | null) => {
    const app = Fastify();
    app.post('/identity/token', async () => ({ access_token: 'demo-token' }));
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => null);
    await app.register(graphiqlPlugin(secret));
    return app.inject({ url: '/graphiql' }).finally(() => app.close());
  };
  const { body, headers } = await pageWith('secret');
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
  expect(body.split(`<script nonce="${nonce}">`)).toHaveLength(2);
  expect(body).toContain('Bearer demo-token');
  expect((await pageWith(null)).body).toContain('Bearer TOKEN');
});
