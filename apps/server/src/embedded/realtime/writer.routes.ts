import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MachineCaller } from '../../ports/identity.ts';
import type { PresenceStore } from '../../ports/realtime.ts';
import { checked, connectionId, firebaseId, storeSid } from './realtime-body.ts';
import type { Limit, RealtimeGuard } from './realtime-guard.ts';

const HEARTBEAT_MAX = 1_000;

const putBody = z.strictObject({ store_sid: storeSid, connection_id: connectionId.optional() });
const dropQuery = z.object({ connection_id: connectionId.optional() });
const heartbeatBody = z.strictObject({
  entries: z
    .array(z.strictObject({ firebase_id: firebaseId, store_sid: storeSid, connection_id: connectionId.optional() }))
    .max(HEARTBEAT_MAX),
});

export interface WriterRoutesDeps {
  readonly store: PresenceStore;
  readonly guard: RealtimeGuard;
  readonly limit: (requestsPerMinute: number) => Limit;
}

/** Routes for machine clients to report presence: individually, or in bulk as a heartbeat. */
export function writerRoutes(app: FastifyInstance, { store, guard, limit }: WriterRoutesDeps): void {
  const writes = limit(60_000);
  const heartbeats = limit(6_000);

  app.put<{ Params: { firebaseId: string } }>('/online/:firebaseId', { bodyLimit: 4_096 }, async (request, reply) => {
    const client = await guard.writer(request);
    await writes(request, client.sub);
    const body = checked(request.body, putBody);
    const id = checked(request.params.firebaseId, firebaseId);
    const connection = ownConnection(client, body.connection_id);
    await store.touch([{ firebaseId: id, storeSid: body.store_sid, connectionId: connection }]);
    return reply.code(204).send();
  });

  app.delete<{ Params: { firebaseId: string } }>('/online/:firebaseId', async (request, reply) => {
    const client = await guard.writer(request);
    await writes(request, client.sub);
    const id = checked(request.params.firebaseId, firebaseId);
    const connection = ownConnection(client, checked(request.query, dropQuery).connection_id);
    await store.drop([{ firebaseId: id, connectionId: connection }]);
    return reply.code(204).send();
  });

  app.post('/heartbeat', { bodyLimit: 512 * 1024 }, async (request) => {
    const client = await guard.writer(request);
    await heartbeats(request, client.sub);
    const { entries } = checked(request.body, heartbeatBody);
    await store.touch(
      entries.map((entry) => ({
        firebaseId: entry.firebase_id,
        storeSid: entry.store_sid,
        connectionId: ownConnection(client, entry.connection_id),
      })),
    );
    return { accepted: entries.length };
  });
}

/** Separates connections by client, so that none can end another's. */
export function ownConnection(client: MachineCaller, connection = ''): string {
  return `${client.sub}/${connection}`;
}
