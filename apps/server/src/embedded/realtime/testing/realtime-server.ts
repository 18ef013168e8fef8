import { randomBytes } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { fixedSecret } from '../../../db/testing/fixed-secret.ts';
import { addDrain } from '../../../http/drain.ts';
import type { Caller, StaffCaller } from '../../../ports/identity.ts';
import { MemoryBackplane } from '../memory-backplane.ts';
import { MemoryPresence } from '../memory-presence.ts';
import { realtimePlugin } from '../realtime.plugin.ts';
import { RealtimeTokens } from '../realtime-tokens.ts';
import { EventReader } from './event-reader.ts';

/** A response. */
export interface RealtimeAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly body: any;
}

export interface CallOptions {
  readonly bearer?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The realtime backend alone, on a free loopback port. */
export class RealtimeServer {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly store: MemoryPresence;
  readonly tokens: RealtimeTokens;
  readonly key: Buffer;
  readonly log: string[];
  readonly clock: { skewMs: number; now(): Date };
  /** Ended sign-ins. */
  readonly endedSignIns: Set<string>;

  private constructor(parts: Omit<RealtimeServer, 'call' | 'signIn' | 'stream' | 'stop'>) {
    this.app = parts.app;
    this.url = parts.url;
    this.store = parts.store;
    this.tokens = parts.tokens;
    this.key = parts.key;
    this.log = parts.log;
    this.clock = parts.clock;
    this.endedSignIns = parts.endedSignIns;
  }

  static async start(): Promise<RealtimeServer> {
    const log: string[] = [];
    const clock = { skewMs: 0, now: () => new Date(Date.now() + clock.skewMs) };
    const key = randomBytes(32);
    const store = new MemoryPresence();
    const tokens = new RealtimeTokens(fixedSecret(key), clock);
    const endedSignIns = new Set<string>();
    const app = Fastify({
      routerOptions: { maxParamLength: 500 },
      loggerInstance: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    }) as unknown as FastifyInstance;
    addDrain(app);
    await app.register(
      realtimePlugin({
        store,
        backplane: new MemoryBackplane(),
        tokens,
        identity: { authenticate },
        signIns: { standing: async (ids) => new Set(ids.filter((id) => !endedSignIns.has(id))) },
        origins: () => false,
        clock,
        pictureAddress: async (id) => (id === 'ada' ? { url: `/files/${id}.png`, expiresAt: 1 } : null),
      }),
    );
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return new RealtimeServer({ app, url, store, tokens, key, log, clock, endedSignIns });
  }

  async call(method: string, path: string, { bearer, body, headers }: CallOptions = {}): Promise<RealtimeAnswer> {
    const response = await fetch(`${this.url}/realtime${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  }

  /** Signs a person in and returns the session. */
  async signIn(sub = 'staff-1', signInId?: string): Promise<string> {
    const token = await this.tokens.issue(staff(sub, signInId));
    const { status, body } = await this.call('POST', '/session', { body: { token } });
    if (status !== 200) throw new Error(`signing in was answered with ${status}`);
    return body.session;
  }

  /** Opens a stream of a session with these keys. */
  async stream(session: string, keys: readonly string[] = []): Promise<EventReader> {
    const { body } = await this.call('POST', '/ticket', { bearer: session });
    const reader = await EventReader.open(`${this.url}/realtime/stream?ticket=${body.ticket}`);
    if (!reader.response.ok) throw new Error(`the stream was answered with ${reader.response.status}`);
    const streamId = await reader.open();
    if (keys.length > 0) await this.call('PUT', `/streams/${streamId}/keys`, { bearer: session, body: { keys } });
    return reader;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.store.close();
  }
}

/** A staff member; without `signInId`, of a provider that cannot report ended sign-ins. */
export function staff(sub: string, signInId?: string, expiresAt = new Date(Date.now() + 300_000)): StaffCaller {
  return {
    kind: 'staff',
    sub,
    name: sub,
    email: null,
    roles: ['ADMIN'],
    expiresAt,
    ...(signInId !== undefined && { signInId }),
  };
}

/** Accepts `pos` and `till` (may write), `sync` (a machine that may not) and `person`. */
async function authenticate(token: string): Promise<Caller> {
  const expiresAt = new Date(Date.now() + 300_000);
  if (token === 'person') return staff('person');
  if (token === 'expired') throw new AppError('session.expired');
  if (token === 'down') throw new AppError('service.unavailable');
  if (!['pos', 'till', 'sync'].includes(token)) throw new AppError('session.required');
  const scopes = token === 'sync' ? (['account.sync'] as const) : (['presence.write'] as const);
  return { kind: 'machine', sub: token, name: token, scopes, expiresAt };
}
