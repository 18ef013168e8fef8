import type { FastifyInstance } from 'fastify';
import type { PictureAddress, PresenceStore } from '../../ports/realtime.ts';
import { checked, firebaseId } from './realtime-body.ts';
import { RealtimeError } from './realtime-error.ts';
import type { Limit, RealtimeGuard } from './realtime-guard.ts';

export interface ReaderRoutesDeps {
  readonly store: PresenceStore;
  readonly guard: RealtimeGuard;
  readonly limit: (requestsPerMinute: number) => Limit;
  readonly pictureAddress: PictureAddress;
}

/** Single reads of values that the stream carries, and URLs of profile pictures (specification, section 7). */
export function readerRoutes(app: FastifyInstance, { store, guard, limit, pictureAddress }: ReaderRoutesDeps): void {
  const reads = limit(6_000);

  app.get<{ Querystring: { shallow?: unknown } }>('/online', async (request, reply) => {
    await reads(request, (await guard.session(request)).uid);
    if (request.query.shallow !== 'count')
      throw new RealtimeError('database/invalid-argument', 'Only the count can be read. Use shallow=count.');
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(await store.count()));
  });

  app.get<{ Params: { firebaseId: string } }>('/online/:firebaseId', async (request, reply) => {
    await reads(request, (await guard.session(request)).uid);
    const [entry] = await store.get([checked(request.params.firebaseId, firebaseId)]);
    const value = entry ? { store_sid: entry.storeSid } : null;
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
  });

  app.get<{ Params: { firebaseId: string } }>('/pictures/:firebaseId', async (request) => {
    await reads(request, (await guard.session(request)).uid);
    const address = await pictureAddress(checked(request.params.firebaseId, firebaseId));
    if (address === null) throw new RealtimeError('storage/object-not-found', 'The picture does not exist.');
    return address;
  });
}
