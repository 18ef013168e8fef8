import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import {
  Events,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
} from 'oauth2-mock-server';

/** Answers a request in place of the provider, or returns false. */
export type Fault = (path: string, response: ServerResponse, request: IncomingMessage) => boolean | Promise<boolean>;

/**
 * A third-party OpenID provider that can fail in any way a test wants. It signs in the test's person without a
 * password.
 */
export class MockProvider {
  readonly #server = new OAuth2Server();
  readonly #http: http.Server;
  /** Requested paths, in order. */
  readonly asked: string[] = [];
  fault: Fault = () => false;
  /** Returns the error code of a sign-in request; null signs in. */
  refuse: (prompt: string | null) => string | null = () => null;
  sub = 'ada';
  roles: readonly string[] = ['ADMIN'];
  /** Life of the tokens in seconds. */
  lifeS = 300;
  /** Additional claims of every token. */
  claims: Readonly<Record<string, unknown>> = {};
  /** Answer of the user-info endpoint; null: the provider's own. */
  userInfo: Record<string, unknown> | null = null;
  /** Replaces members of the discovery document. */
  discovery: Readonly<Record<string, unknown>> = {};
  /** Creates the ID token of the token endpoint's next answers, from the claims of a valid one. */
  forge: ((good: Readonly<Record<string, unknown>>) => Promise<string> | string) | null = null;
  #nonce = '';

  private constructor() {
    this.#http = http.createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      this.asked.push(pathname);
      void this.#answer(pathname, request, response);
    });
  }

  static async start(): Promise<MockProvider> {
    const provider = new MockProvider();
    await provider.#listen();
    return provider;
  }

  get issuer(): string {
    return this.#server.issuer.url ?? '';
  }

  get keys(): OAuth2Server['issuer']['keys'] {
    return this.#server.issuer.keys;
  }

  /** Number of requests for the path. */
  count(path: string): number {
    return this.asked.filter((entry) => entry === path).length;
  }

  /** A token with exactly these claims, signed by the provider. */
  async signExactly(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const [key] = this.keys.toJSON(true);
    if (!key) throw new Error('The provider has no key');
    return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(await importJWK({ ...key }));
  }

  /** Signs with a new key from now on. The library rotates through its keys, so the next one is the new one. */
  async rotateKeys(): Promise<void> {
    await this.keys.generate('RS256');
    this.keys.get();
  }

  /** Restores the initial behaviour. */
  reset(): void {
    this.asked.length = 0;
    this.fault = () => false;
    this.refuse = () => null;
    this.sub = 'ada';
    this.roles = ['ADMIN'];
    this.lifeS = 300;
    this.claims = {};
    this.forge = null;
    this.userInfo = null;
    this.discovery = {};
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.fault(path, response, request)) return;
    if (this.forge && path === '/token' && request.method === 'POST') await this.#answerForged(request, response);
    else this.#server.service.requestHandler(request, response);
  }

  async #answerForged(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.resume();
    const now = Math.floor(Date.now() / 1000);
    const aud = 'backcounter';
    const good = { iss: this.issuer, aud, sub: this.sub, iat: now, exp: now + this.lifeS, nonce: this.#nonce };
    const body = {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: this.lifeS,
      id_token: await this.forge?.(good),
    };
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end(JSON.stringify(body));
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.#server.issuer.url = `http://localhost:${(this.#http.address() as AddressInfo).port}`;
    await this.keys.generate('RS256');
    const { service } = this.#server;
    service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken, { body }: { body: { client_id?: unknown } }) => {
      Object.assign(payload, {
        jti: randomUUID(),
        sub: this.sub,
        exp: payload.iat + this.lifeS,
        name: this.sub,
        client_id: body.client_id,
        resource_access: { global_roles: this.roles },
        ...this.claims,
      });
    });
    service.on(Events.BeforeWellKnownOpenIdConfiguration, (answer: MutableResponse) => {
      Object.assign(answer.body, this.discovery);
    });
    service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
      if (this.userInfo) answer.body = this.userInfo;
    });
    service.on(Events.BeforeResponse, (answer: MutableResponse) => {
      if (answer.body !== '') answer.body['expires_in'] = this.lifeS;
    });
    service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri, request: IncomingMessage) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      this.#nonce = searchParams.get('nonce') ?? '';
      const code = this.refuse(searchParams.get('prompt'));
      if (code === null) return;
      url.searchParams.delete('code');
      url.searchParams.set('error', code);
    });
  }
}
