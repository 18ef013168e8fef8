import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Events,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
} from 'oauth2-mock-server';

/** Answers a request in place of the provider; false leaves it to the provider. */
export type Fault = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** An OpenID provider that others wrote, made to fail in any way a test wants. Nobody types a password: it signs in whom the test says. */
export class MockProvider {
  readonly #server = new OAuth2Server();
  readonly #http: http.Server;
  /** Paths asked for, in turn. */
  readonly asked: string[] = [];
  fault: Fault = () => false;
  /** Whether the browser has a session there, for `prompt=none`. */
  hasSession = true;
  sub = 'ada';
  roles: readonly string[] = ['ADMIN'];
  /** Life of the tokens in seconds. */
  lifeS = 300;
  /** Claims that every token carries besides. */
  claims: Readonly<Record<string, unknown>> = {};
  /** Last word on an answer of the token endpoint. */
  onTokenAnswer: (answer: MutableResponse, body: Readonly<Record<string, unknown>>) => void = () => undefined;

  private constructor() {
    this.#http = http.createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      this.asked.push(pathname);
      if (!this.fault(request, response, pathname)) this.#server.service.requestHandler(request, response);
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

  /** How often the path was asked for. */
  count(path: string): number {
    return this.asked.filter((entry) => entry === path).length;
  }

  /** A token signed with the provider's newest key. */
  sign(claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.#server.issuer.buildToken({
      scopesOrTransform: (own, payload) => {
        Object.assign(own, header);
        Object.assign(payload, claims);
      },
    });
  }

  /** As at the beginning. */
  reset(): void {
    this.asked.length = 0;
    this.fault = () => false;
    this.hasSession = true;
    this.sub = 'ada';
    this.roles = ['ADMIN'];
    this.lifeS = 300;
    this.claims = {};
    this.onTokenAnswer = () => undefined;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  async #listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    this.#server.issuer.url = `http://localhost:${(this.#http.address() as AddressInfo).port}`;
    await this.keys.generate('RS256');
    const { service } = this.#server;
    service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken, { body }: { body: { client_id?: unknown } }) => {
      Object.assign(payload, {
        sub: this.sub,
        exp: payload.iat + this.lifeS,
        name: this.sub,
        client_id: body.client_id,
        resource_access: { global_roles: this.roles },
        ...this.claims,
      });
    });
    service.on(Events.BeforeResponse, (answer: MutableResponse, { body }: { body: Record<string, unknown> }) => {
      if (answer.body !== '') answer.body['expires_in'] = this.lifeS;
      this.onTokenAnswer(answer, body);
    });
    service.on(Events.BeforeAuthorizeRedirect, ({ url }: MutableRedirectUri, request: IncomingMessage) => {
      const isSilent = new URL(request.url ?? '/', 'http://localhost').searchParams.get('prompt') === 'none';
      if (!isSilent || this.hasSession) return;
      url.searchParams.delete('code');
      url.searchParams.set('error', 'login_required');
    });
  }
}
