import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { FirebasePresenceSettings } from '../firebase/index.ts';
import { RealtimeDatabaseDouble } from './realtime-database-double.ts';

const HOUR_S = 3600;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
};

/**
 * Google's Identity Toolkit and Cloud Storage for Firebase as the SDK sees them, and a realtime database, on one port.
 */
export class FirebaseDouble {
  readonly database = new RealtimeDatabaseDouble((idToken) => this.#uidOf(idToken) !== null);
  readonly pictures = new Map<string, 'there' | 'forbidden'>();
  /** Error of each sign-in, in the words of the API. */
  refuseSignIn: string | undefined;
  /** Error status of each picture. */
  refusePictures: number | undefined;
  /** Paths of the HTTP calls. */
  readonly calls: string[] = [];
  #server: Server | undefined;
  #port = 0;

  /** Addresses of the services. */
  get emulators(): Required<FirebasePresenceSettings>['emulators'] {
    const address = { host: '127.0.0.1', port: this.#port };
    return { authUrl: `http://127.0.0.1:${this.#port}`, database: address, storage: address };
  }

  /** Settings that point the SDK to this double. */
  settings(name: string): FirebasePresenceSettings {
    return {
      apiKey: 'a-key',
      projectId: 'demo',
      databaseUrl: 'https://demo-default-rtdb.firebaseio.com',
      storageBucket: 'demo.appspot.com',
      name,
      emulators: this.emulators,
    };
  }

  /** Listens; after a stop, on the same port. */
  async start(): Promise<this> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((cause) => response.destroy(cause));
    });
    new WebSocketServer({ server, path: '/.ws' }).on('connection', (socket) => this.database.connect(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  /** Stops as abruptly as a killed process. */
  async stop(): Promise<void> {
    this.database.disconnectAll();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', 'http://double');
    const text = await new Promise<string>((resolve) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => resolve(body));
    });
    const answer = (status: number, content: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...CORS });
      response.end(JSON.stringify(content));
    };
    if (request.method === 'OPTIONS') return answer(200, {});
    this.calls.push(pathname);
    if (pathname.startsWith('/v0/b/'))
      return this.#answerStorage(pathname, request.headers.authorization ?? '', answer);
    const refuse = (message: string) =>
      answer(400, { error: { code: 400, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } });

    const body = pathname.endsWith('/token') ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    if (pathname.endsWith('accounts:signInWithCustomToken')) {
      if (this.refuseSignIn !== undefined) return refuse(this.refuseSignIn);
      const [, kind, uid = ''] = /^(good|expired|disabled|flooding):(.+)$/.exec(body.token) ?? [];
      if (kind === 'good')
        return answer(200, { idToken: idToken(uid), refreshToken: `refresh:${uid}`, expiresIn: String(HOUR_S) });
      if (kind === 'disabled') return refuse('USER_DISABLED');
      if (kind === 'flooding') return refuse('TOO_MANY_ATTEMPTS_TRY_LATER');
      return refuse(kind === 'expired' ? 'TOKEN_EXPIRED' : 'INVALID_CUSTOM_TOKEN');
    }
    if (pathname.endsWith('accounts:lookup')) {
      const uid = this.#uidOf(body.idToken);
      return uid === null ? refuse('INVALID_ID_TOKEN') : answer(200, { users: [{ localId: uid }] });
    }
    if (pathname.endsWith('/token')) {
      const uid = String(body.refresh_token).replace(/^refresh:/, '');
      const fresh = { id_token: idToken(uid), refresh_token: body.refresh_token, expires_in: String(HOUR_S) };
      return answer(200, { ...fresh, access_token: fresh.id_token, token_type: 'Bearer', user_id: uid });
    }
    return answer(404, { error: { code: 404, message: 'Not Found' } });
  }

  #answerStorage(
    pathname: string,
    authorization: string,
    answer: (status: number, content: unknown) => unknown,
  ): unknown {
    const [bucket = '', object = ''] = pathname.slice('/v0/b/'.length).split('/o/').map(decodeURIComponent);
    const refuse = (code: number, message: string) => answer(code, { error: { code, message } });
    if (this.#uidOf(authorization.replace(/^Firebase /, '')) === null) return refuse(401, 'Unauthenticated.');
    if (this.refusePictures !== undefined) return refuse(this.refusePictures, 'Refused.');
    const picture = this.pictures.get(object.replace(/^profile_pictures\/|\.png$/g, ''));
    if (picture === undefined) return refuse(404, 'Not Found.');
    if (picture === 'forbidden') return refuse(403, 'Permission denied.');
    return answer(200, { bucket, name: object, contentType: 'image/png', downloadTokens: 'f00d' });
  }

  #uidOf(token: unknown): string | null {
    const payload = String(token).split('.')[1];
    if (payload === undefined) return null;
    return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
  }
}

/** An unsigned ID token that the SDK can read. */
function idToken(uid: string): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const claims = { sub: uid, user_id: uid, iat: now, exp: now + HOUR_S, auth_time: now };
  return `${part({ alg: 'none' })}.${part({ ...claims, firebase: { sign_in_provider: 'custom' } })}.`;
}
