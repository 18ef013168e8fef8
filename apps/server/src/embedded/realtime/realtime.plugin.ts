import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { bestEffort } from '../../db/best-effort.ts';
import { bearerToken } from '../../ports/bearer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort, SignInRegistry } from '../../ports/identity.ts';
import type { PictureAddress, PresenceStore, RealtimeBackplane } from '../../ports/realtime.ts';
import { readerRoutes } from './reader.routes.ts';
import { acceptJsonOnly } from './realtime-body.ts';
import { RealtimeError, toRealtimeError } from './realtime-error.ts';
import { createLimits, RealtimeGuard } from './realtime-guard.ts';
import type { RealtimeTokens } from './realtime-tokens.ts';
import { sessionRoutes } from './session.routes.ts';
import { SignInWatch } from './sign-in-watch.ts';
import { SocketPlaces } from './socket-places.ts';
import { streamRoutes } from './stream.routes.ts';
import { StreamHub } from './stream-hub.ts';
import { writerRoutes } from './writer.routes.ts';
import { WriterSocket } from './writer-socket.ts';

/** Path below PUBLIC_URL. */
const REALTIME_PATH = '/realtime';
const EXPIRY_LOOK_MS = 1_000;
/** Including the lookup, sign-out and loss of all roles end streams within 5 s. */
const SIGN_IN_LOOK_MS = 3_000;
const SOCKET_LOOK_MS = 15_000;
/** A socket whose client does not answer the close is terminated after 1 s. */
const SOCKET_OPTIONS = { maxPayload: 16_384, closeTimeout: 1_000 };

export interface RealtimeDeps {
  readonly store: PresenceStore;
  readonly backplane: RealtimeBackplane;
  readonly tokens: RealtimeTokens;
  readonly identity: IdentityPort;
  /** Null if the provider cannot report ended sign-ins. */
  readonly signIns: SignInRegistry | null;
  readonly clock: Clock;
  readonly pictureAddress: PictureAddress;
}

/** The embedded realtime database (specification, section 7), with its own prefix and error format (decision 0041). */
export function realtimePlugin(deps: RealtimeDeps): FastifyPluginAsync {
  const { store, backplane, tokens, clock } = deps;
  return async (app) => {
    await app.register(
      async (scope) => {
        const signIns = new SignInWatch(deps.signIns ?? { standing: async (ids) => new Set(ids) });
        const guard = new RealtimeGuard({ ...deps, signIns });
        const hub = new StreamHub(store);
        answerErrors(scope);
        acceptJsonOnly(scope);
        const limit = await createLimits(scope);
        // Sockets are closed by their own hook, with a code.
        await scope.register(websocket, { options: SOCKET_OPTIONS, preClose: (done) => done() });
        sessionRoutes(scope, { tokens, backplane, guard, limit });
        streamRoutes(scope, { hub, tokens, backplane, guard, limit });
        readerRoutes(scope, { store, guard, limit, pictureAddress: deps.pictureAddress });
        writerRoutes(scope, { store, guard, limit });
        socketRoute(scope, store, guard);
        backplane.onSessionEnded((id) => hub.endWhere((session) => session.id === id, 'expired'));
        backplane.onRelayedKeys(async ({ streamId, uid, keys }) => hub.setKeys(streamId, uid, keys));
        watchStreams(scope, hub, signIns, clock);
      },
      { prefix: REALTIME_PATH },
    );
  };
}

/** Ends streams whose session has expired or whose sign-in has ended, and all of them on shutdown. */
function watchStreams(scope: FastifyInstance, hub: StreamHub, signIns: SignInWatch, clock: Clock): void {
  const expiry = setInterval(() => {
    const nowMs = clock.now().getTime();
    hub.endWhere((session) => session.expiresAtMs <= nowMs, 'expired');
  }, EXPIRY_LOOK_MS);
  const endings = setInterval(
    () =>
      void bestEffort('checking sign-ins of streams', async () => {
        const ids = new Set<string>();
        for (const { session } of hub.streams) if (session.signInId !== undefined) ids.add(session.signInId);
        const ended = await signIns.ended(ids);
        if (ended.size > 0) hub.endWhere(({ signInId }) => signInId !== undefined && ended.has(signInId), 'expired');
      }),
    SIGN_IN_LOOK_MS,
  );
  // Before the server waits for open responses: a stream would never end.
  scope.addHook('preClose', async () => {
    clearInterval(expiry);
    clearInterval(endings);
    hub.close();
  });
}

function socketRoute(scope: FastifyInstance, store: PresenceStore, guard: RealtimeGuard): void {
  const sockets = new Set<WriterSocket>();
  const places = new SocketPlaces();
  const look = setInterval(() => {
    for (const socket of sockets) void socket.tick();
  }, SOCKET_LOOK_MS);
  scope.addHook('preClose', async () => {
    clearInterval(look);
    for (const socket of sockets) socket.close();
    scope.websocketServer.close();
  });
  const options = {
    websocket: true,
    exposeHeadRoute: false,
    preValidation: async (request: FastifyRequest) => {
      if (!request.ws) throw new RealtimeError('database/invalid-argument', 'This address accepts WebSockets only.');
      // Browsers send an Origin header and machine clients do not, so pages of other sites are refused.
      if (request.headers.origin !== undefined)
        throw new RealtimeError('database/permission-denied', 'Browsers are not accepted.');
      const isKnown = request.headers.authorization !== undefined;
      if (isKnown) await guard.writer(request);
      places.take(request.raw.socket, isKnown ? null : request.ip);
    },
  } as const;
  scope.get('/socket', options, (socket, request) => {
    const token = bearerToken(request.headers.authorization) ?? null;
    const writer = new WriterSocket(socket, token, store, guard, () => places.prove(request.raw.socket));
    sockets.add(writer);
    socket.once('close', () => sockets.delete(writer));
  });
}

function answerErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    const known = toRealtimeError(error);
    if (known === null) request.log.error({ err: error }, 'unexpected error');
    const answer = known ?? new RealtimeError('internal-error', `Something went wrong (${request.id}).`);
    if (answer.status >= 500) request.failure = error;
    if (answer.status === 401) reply.header('www-authenticate', 'Bearer');
    if (answer.retryAfterS !== null) reply.header('retry-after', String(answer.retryAfterS));
    return reply.code(answer.status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
  });
  scope.setNotFoundHandler((_request, reply) =>
    reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(new RealtimeError('database/not-found', 'There is nothing here.').body)),
  );
}
