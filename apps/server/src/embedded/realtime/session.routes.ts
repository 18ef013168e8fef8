import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RealtimeBackplane } from '../../ports/realtime.ts';
import { checked } from './realtime-body.ts';
import { RealtimeError } from './realtime-error.ts';
import type { Limit, RealtimeGuard } from './realtime-guard.ts';
import type { RealtimeTokens } from './realtime-tokens.ts';

const sessionBody = z.strictObject({ token: z.string().max(4_096) });

export interface SessionRoutesDeps {
  readonly tokens: RealtimeTokens;
  readonly backplane: RealtimeBackplane;
  readonly guard: RealtimeGuard;
  readonly limit: (requestsPerMinute: number) => Limit;
}

/** Sign-in to the realtime backend with an admin token, sign-out, and tickets for the stream. */
export function sessionRoutes(app: FastifyInstance, { tokens, backplane, guard, limit }: SessionRoutesDeps): void {
  const tries = limit(600);
  // Each tab has its own session, and a restarted browser opens all of them.
  const sessions = limit(300);
  const tickets = limit(120);

  app.post('/session', { bodyLimit: 8_192 }, async (request) => {
    // A loose limit per address slows down guessing; an office of hundreds shares one address.
    await tries(request, request.ip, 'auth/too-many-requests');
    const session = await tokens.openSession(checked(request.body, sessionBody).token);
    await sessions(request, session.uid, 'auth/too-many-requests');
    if (!(await guard.stands(session)))
      throw new RealtimeError('auth/user-disabled', 'The access of this person has ended.');
    return { session: session.token, uid: session.uid, expiresAt: session.expiresAtMs };
  });

  app.delete('/session', async (request, reply) => {
    const session = await guard.session(request);
    await backplane.endSession(session.id, guard.remainingMs(session));
    return reply.code(204).send();
  });

  app.post('/ticket', { bodyLimit: 1_024 }, async (request) => {
    const session = await guard.session(request);
    await tickets(request, session.id);
    const { token, expiresAtMs } = await tokens.issueTicket(session);
    return { ticket: token, expiresAt: expiresAtMs };
  });
}
