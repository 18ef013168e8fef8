import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { importSPKI, jwtVerify } from 'jose';
import type { Clock } from '../../../ports/clock.ts';
import type { ServiceAccount } from '../service-account.ts';

/** A message as received. */
export interface FcmReceived {
  readonly token: string;
  readonly notification: { readonly title: string; readonly body: string; readonly image?: string };
  readonly data: Readonly<Record<string, string>>;
  readonly android?: Readonly<Record<string, unknown>>;
  readonly apns?: { readonly headers: Readonly<Record<string, string>> };
}

/** A response to a message. */
export interface FcmReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stand-in for Google's token endpoint and FCM's HTTP v1 API of one project. */
export interface FcmDouble {
  readonly origin: string;
  readonly serviceAccount: ServiceAccount;
  readonly received: readonly FcmReceived[];
  /** Access tokens issued so far. */
  readonly tokens: readonly string[];
  /** Connections opened so far. */
  readonly connections: number;
  /** Decides the response to each message. */
  reply: (message: FcmReceived) => FcmReply;
  /** Invalidates all access tokens. */
  revoke(): void;
  end(): Promise<void>;
}

/** An FCM error response. */
export function fcmError(status: number, rpcStatus: string, errorCode?: string, message = 'no'): FcmReply {
  const details =
    errorCode === undefined ? [] : [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }];
  return { status, body: { error: { code: status, message, status: rpcStatus, details } } };
}

/** Starts the stand-in. It accepts only assertions for messaging signed with its key, and only tokens it issued. */
export async function startFcmDouble(projectId: string, clock: Clock): Promise<FcmDouble> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const verifyKey = await importSPKI(publicKey, 'RS256');
  const received: FcmReceived[] = [];
  const tokens: string[] = [];
  const valid = new Set<string>();
  let origin = '';
  const answer = (response: ServerResponse, { status, body, headers = {} }: FcmReply): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const double = {
    received,
    tokens,
    connections: 0,
    reply: (): FcmReply => ({ status: 200, body: { name: `projects/${projectId}/messages/${randomUUID()}` } }),
    revoke: () => valid.clear(),
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/token') {
      const assertion = new URLSearchParams(await text(request)).get('assertion') ?? '';
      const rules = { audience: `${origin}/token`, maxTokenAge: '1m', currentDate: clock.now() };
      const { payload } = await jwtVerify(assertion, verifyKey, rules);
      if (payload['scope'] !== 'https://www.googleapis.com/auth/firebase.messaging') throw new Error('another scope');
      const token = randomUUID();
      tokens.push(token);
      valid.add(token);
      return answer(response, { status: 200, body: { access_token: token, expires_in: 3600 } });
    }
    if (request.method !== 'POST' || request.url !== `/v1/projects/${projectId}/messages:send`) {
      return answer(response, { status: 404, body: '<!DOCTYPE html>' });
    }
    if (!valid.has((request.headers.authorization ?? '').slice('Bearer '.length))) {
      return answer(response, fcmError(401, 'UNAUTHENTICATED'));
    }
    const { message } = (await json(request)) as { message: FcmReceived };
    received.push(message);
    answer(response, (double as unknown as FcmDouble).reply(message));
  };
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(400).end('{}'));
  });
  server.on('connection', () => {
    double.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(double, {
    origin,
    serviceAccount: {
      clientEmail: 'backcounter@test.example',
      privateKey,
      tokenUri: `${origin}/token`,
      projectId,
    },
    end: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
