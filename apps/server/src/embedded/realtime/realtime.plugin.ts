import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bestEffort } from '../../db/best-effort.ts';
import { type AllowsOrigin, allowOrigins, answerPreflight } from '../../ports/allowed-origins.ts';
import { bearerToken } from '../../ports/bearer.ts';
import { networkOf } from '../../ports/client-network.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort, SignInRegistry } from '../../ports/identity.ts';
import type { PictureAddress, PresenceStore, RealtimeBackplane } from '../../ports/realtime.ts';
import { acceptJsonOnly, checked, firebaseId } from './realtime-body.ts';
import { RealtimeError, toRealtimeError } from './realtime-error.ts';
import { createLimits, type Limit, RealtimeGuard } from './realtime-guard.ts';
import type { RealtimeTokens } from './realtime-tokens.ts';
import { SignInWatch } from './sign-in-watch.ts';
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
  readonly origins: AllowsOrigin;
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
        allowOrigins(scope, deps.origins);
        answerErrors(scope);
        acceptJsonOnly(scope);
        answerPreflight(scope, '/*', 'GET, POST, PUT, DELETE', 'authorization, content-type');
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

/** Limits of open sockets: in total, and of unidentified clients. */
const MOST = { open: 1_000, waiting: 200, waitingPerNetwork: 20 } as const;

/**
 * Slots of sockets, held from the upgrade until the connection closes. Unidentified clients get few, so that known ones
 * find one.
 */
class SocketPlaces {
  readonly #open = new Set<Socket>();
  /** Connections of unidentified clients, with their network. */
  readonly #waiting = new Map<Socket, string>();

  /**
   * @param address of an unidentified client, otherwise null
   * @throws RealtimeError `database/unavailable`, `database/too-many-requests`
   */
  take(connection: Socket, address: string | null): void {
    if (this.#open.size >= MOST.open || (address !== null && this.#waiting.size >= MOST.waiting))
      throw new RealtimeError('database/unavailable', 'No more sockets can be opened now.');
    if (address !== null) {
      const network = networkOf(address);
      const others = [...this.#waiting.values()].filter((each) => each === network);
      if (others.length >= MOST.waitingPerNetwork)
        throw new RealtimeError('database/too-many-requests', 'Too many sockets without a token.', {
          retryAfterS: 1,
        });
      this.#waiting.set(connection, network);
    }
    this.#open.add(connection);
    connection.once('close', () => {
      this.#open.delete(connection);
      this.#waiting.delete(connection);
    });
  }

  /** Marks the client as identified. */
  prove(connection: Socket): void {
    this.#waiting.delete(connection);
  }
}

interface ReaderRoutesDeps {
  readonly store: PresenceStore;
  readonly guard: RealtimeGuard;
  readonly limit: (requestsPerMinute: number) => Limit;
  readonly pictureAddress: PictureAddress;
}

/** Single reads of values that the stream carries, and URLs of profile pictures (specification, section 7). */
function readerRoutes(app: FastifyInstance, { store, guard, limit, pictureAddress }: ReaderRoutesDeps): void {
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

const sessionBody = z.strictObject({ token: z.string().max(4_096) });

interface SessionRoutesDeps {
  readonly tokens: RealtimeTokens;
  readonly backplane: RealtimeBackplane;
  readonly guard: RealtimeGuard;
  readonly limit: (requestsPerMinute: number) => Limit;
}

/** Sign-in to the realtime backend with an admin token, sign-out, and tickets for the stream. */
function sessionRoutes(app: FastifyInstance, { tokens, backplane, guard, limit }: SessionRoutesDeps): void {
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
