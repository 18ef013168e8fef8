import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RealtimeBackplane } from '../../ports/realtime.ts';
import { checked } from './realtime-body.ts';
import { RealtimeError } from './realtime-error.ts';
import type { Limit, RealtimeGuard } from './realtime-guard.ts';
import { KEYS_MAX, parseKey } from './realtime-key.ts';
import { type RealtimeTokens, TICKET_S } from './realtime-tokens.ts';
import type { StreamHub } from './stream-hub.ts';

const STREAMS_A_SESSION_MAX = 6;
const STREAMS_A_PERSON_MAX = 60;
const STREAMS_MAX = 10_000;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Closes the connection with the stream, so that a stopping server does not wait for it.
  connection: 'close',
  'cache-control': 'no-store, no-transform',
  // nginx and compatible proxies would buffer events.
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const query = z.object({ ticket: z.string().max(4_096) });
const keysBody = z.strictObject({
  keys: z.array(z.string().refine((key) => parseKey(key) !== null)).max(KEYS_MAX),
});

export interface StreamRoutesDeps {
  readonly hub: StreamHub;
  readonly tokens: RealtimeTokens;
  readonly backplane: RealtimeBackplane;
  readonly guard: RealtimeGuard;
  readonly limit: (requestsPerMinute: number) => Limit;
}

/** The event stream and its keys. */
export function streamRoutes(app: FastifyInstance, { hub, tokens, backplane, guard, limit }: StreamRoutesDeps): void {
  const keySets = limit(1_200);

  app.get('/stream', { exposeHeadRoute: false }, async (request, reply) => {
    const { id, session } = await tokens.readTicket(checkedTicket(request.query));
    if (!(await backplane.claimOnce(id, TICKET_S * 1_000)))
      throw new RealtimeError('auth/user-token-expired', 'The ticket has been used.');
    await guard.requireStanding(session);
    const { ofPerson, ofSession } = hub.countOf(session);
    if (ofSession >= STREAMS_A_SESSION_MAX || ofPerson >= STREAMS_A_PERSON_MAX)
      throw new RealtimeError('database/too-many-requests', 'Too many streams are open.');
    if (hub.size >= STREAMS_MAX) throw new RealtimeError('database/unavailable', 'No more streams can be opened now.');
    reply.hijack();
    const { raw } = reply;
    if (raw.destroyed) return;
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS, 'x-request-id': request.id });
    hub.open(session, raw);
  });

  app.put<{ Params: { streamId: string } }>(
    '/streams/:streamId/keys',
    { bodyLimit: 131_072 },
    async (request, reply) => {
      const session = await guard.session(request);
      await keySets(request, session.id);
      const { keys } = checked(request.body, keysBody);
      const { streamId } = request.params;
      if (hub.setKeys(streamId, session.uid, keys)) return reply.code(204).send();
      if (await backplane.relayKeys({ streamId, uid: session.uid, keys })) return reply.code(202).send();
      throw new RealtimeError('database/not-found', 'The stream has ended.');
    },
  );
}

function checkedTicket(value: unknown): string {
  try {
    return checked(value, query).ticket;
  } catch (cause) {
    throw new RealtimeError('auth/invalid-credential', 'A ticket is required.', { cause });
  }
}
