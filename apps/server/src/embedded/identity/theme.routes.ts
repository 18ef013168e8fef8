import type { FastifyInstance } from 'fastify';
import { allowOrigins } from '../../pages/allowed-origins.ts';

/** Colours of the provider's theme (specification, section 7): no authorisation, readable by the hosts that embed the popup. */
const THEME = { colors: { primary: '#0f6b81', secondary: '#b5852a' } } as const;

export async function themeRoutes(app: FastifyInstance, allowedOrigins: readonly string[]): Promise<void> {
  await app.register(async (scope) => {
    allowOrigins(scope, new Set(allowedOrigins));
    scope.get('/.well-known/theme', (_request, reply) => {
      reply.headers({ 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' });
      return reply.send(THEME);
    });
  });
}
