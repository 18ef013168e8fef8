import type { FastifyInstance } from 'fastify';

/** Colours of the provider's theme (specification, section 7): no authorisation, readable by the hosts that embed the popup. */
const THEME = { colors: { primary: '#0f6b81', secondary: '#b5852a' } } as const;

export function themeRoutes(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  app.get('/.well-known/theme', (request, reply) => {
    const { origin } = request.headers;
    reply.headers({ 'cache-control': 'public, max-age=300', vary: 'origin', 'x-content-type-options': 'nosniff' });
    if (origin !== undefined && allowedOrigins.includes(origin)) reply.header('access-control-allow-origin', origin);
    return reply.send(THEME);
  });
}
