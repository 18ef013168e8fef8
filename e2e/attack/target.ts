import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { fillForm } from '../../bench/sign-in.ts';
import { Product } from '../harness/product.ts';

/** The public name of the product behind its proxy. */
export const HOST = 'office.example';
const ORIGIN = `https://${HOST}`;
/** Password of the demo people and the demo's machine client. */
export const PASSWORD = randomBytes(18).toString('base64url');

/** Roles of the demo people, by the first part of their email address. */
export const STAFF = {
  admin: ['ADMIN'],
  marketing: ['MARKETING'],
  viewer: ['CAMPAIGN-VIEWER'],
  manager: ['CAMPAIGN-MANAGER'],
  streamer: ['CAMPAIGN-STREAMER'],
  nobody: [],
} as const;
export type Staff = keyof typeof STAFF;

/** One request as a proxy forwards it. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly token?: string | null;
  /** Address of the client, according to the proxy. */
  readonly from?: string;
}

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined for anything else. */
  // biome-ignore lint/suspicious/noExplicitAny: cases reach into answers freely
  readonly json: any;
  /** Code of the first error. */
  readonly code: string | undefined;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** The product behind a proxy with production settings, and a client for it. */
export class Target {
  readonly product: Product;
  readonly #sessions = new Map<string, Promise<string>>();
  #addresses = 0;

  private constructor(product: Product) {
    this.product = product;
  }

  /** @param env in addition to the production settings */
  static async start(env: Readonly<Record<string, string>>, dataDir?: string): Promise<Target> {
    const product = await Product.start({
      ...(dataDir !== undefined && { dataDir }),
      env: {
        NODE_ENV: 'production',
        PUBLIC_URL: ORIGIN,
        TRUST_PROXY: 'loopback',
        DEMO_PASSWORD: PASSWORD,
        METRICS_TOKEN: PASSWORD,
        MACHINE_REQUESTS_PER_SECOND: '100000',
        ...env,
      },
    });
    return new Target(product);
  }

  /** The same product through another process on its database. */
  async beside(): Promise<Target> {
    return new Target(await Product.beside(this.product));
  }

  get port(): number {
    return this.product.port;
  }

  /** An address without earlier requests. */
  freshAddress(): string {
    this.#addresses += 1;
    return `198.18.${this.#addresses >> 8}.${this.#addresses & 255}`;
  }

  send(path: string, { method = 'GET', headers = {}, body, token, from }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: this.port,
        path,
        method,
        agent: false,
        headers: {
          ...this.#asProxy(from),
          ...(token != null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const json = parsed(text);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json,
            code: json?.errors?.[0]?.extensions?.code,
          });
        });
      });
      outgoing.end(body);
    });
  }

  /** The first events of a stream, which is then closed. */
  follow(path: string, { token, headers = {} }: Pick<Sent, 'token' | 'headers'>): Promise<string> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        host: '127.0.0.1',
        port: this.port,
        path,
        agent: false,
        headers: { ...this.#asProxy(), authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (/^data: \{/m.test(text)) outgoing.destroy();
        });
        response.on('error', () => undefined);
        response.on('close', () => resolve(text));
      });
      outgoing.end();
    });
  }

  graphql(
    token: string | null,
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.send('/graphql', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
  }

  /** Sends raw bytes and reads until the server closes or is silent for a moment. */
  raw(bytes: string | Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.setTimeout(1_500, () => socket.destroy());
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
      socket.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' ? resolve(text) : reject(error),
      );
    });
  }

  /** Access token of a demo person, signed in once. */
  token(staff: Staff): Promise<string> {
    return this.#once(staff, async () => (await this.signIn(staff)).access_token);
  }

  /** Access token of the demo's machine client, with all of its scopes unless one is named. */
  machine(scope?: string): Promise<string> {
    return this.#once(`machine ${scope ?? ''}`, async () => {
      const { json, text } = await this.tokenEndpoint(
        { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) },
        { authorization: `Basic ${Buffer.from(`demo-pos:${PASSWORD}`).toString('base64')}` },
      );
      if (json?.access_token === undefined) throw new Error(`No token for the program: ${text}`);
      return json.access_token as string;
    });
  }

  tokenEndpoint(
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.send('/identity/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
    });
  }

  /** Signs in by authorization code with PKCE through the provider's own page, as the console does. */
  async signIn(staff: Staff, from = this.freshAddress()): Promise<Tokens> {
    const answer = await this.redeem(await this.code(staff, from));
    if (answer.status !== 200) throw new Error(`The token endpoint answered ${answer.status}: ${answer.text}`);
    return answer.json as Tokens;
  }

  /** Exchanges a code. */
  redeem({ code, verifier }: Code): Promise<Answer> {
    return this.tokenEndpoint({
      grant_type: 'authorization_code',
      client_id: 'backcounter',
      redirect_uri: `${ORIGIN}/login`,
      code,
      code_verifier: verifier,
    });
  }

  refresh(refreshToken: string): Promise<Answer> {
    return this.tokenEndpoint({ grant_type: 'refresh_token', client_id: 'backcounter', refresh_token: refreshToken });
  }

  /** Signs a person in up to the code. */
  async code(staff: Staff, from = this.freshAddress(), jar = new Map<string, string>()): Promise<Code> {
    const verifier = randomBytes(32).toString('base64url');
    const page = await this.visit(jar, this.authorization({ code_challenge: challengeOf(verifier) }), from);
    const { action, form } = fillForm(page.text, page.url, `${staff}@demo.test`, PASSWORD);
    const landed = await this.visit(jar, action, from, form.toString());
    const code = new URL(landed.url).searchParams.get('code');
    if (code === null) throw new Error(`Signing in as ${staff} ended at ${landed.url}: ${landed.text.slice(-600)}`);
    return { code, verifier };
  }

  /** URL of an authorization request; `changes` replace its parameters, null removes one. */
  authorization(changes: Readonly<Record<string, string | null>> = {}): string {
    const parameters: Record<string, string | null> = {
      client_id: 'backcounter',
      redirect_uri: `${ORIGIN}/login`,
      response_type: 'code',
      scope: 'openid',
      state: randomUUID(),
      nonce: randomUUID(),
      code_challenge: challengeOf('x'.repeat(43)),
      code_challenge_method: 'S256',
      ...changes,
    };
    const set = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
    return `${ORIGIN}/identity/auth?${new URLSearchParams(set)}`;
  }

  /** Follows redirects with cookies until a page is shown or the URL is the console's. */
  async visit(
    jar: Map<string, string>,
    address: string,
    from: string,
    form?: string,
  ): Promise<Answer & { url: string }> {
    let url = address;
    let body = form;
    for (let hop = 0; hop < 10; hop += 1) {
      const { pathname, search } = new URL(url);
      const answer = await this.send(`${pathname}${search}`, {
        method: body === undefined ? 'GET' : 'POST',
        from,
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          accept: 'text/html',
          origin: ORIGIN,
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body !== undefined && { body }),
      });
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [pair = ''] = line.split(';');
        jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const { location } = answer.headers;
      if (location === undefined) return { ...answer, url };
      url = new URL(location, url).href;
      body = undefined;
      if (new URL(url).host !== HOST || new URL(url).pathname === '/login') return { ...answer, url };
    }
    throw new Error(`Too many redirects from ${address}`);
  }

  async stop(): Promise<void> {
    await this.product.stop();
  }

  #asProxy(from = '203.0.113.9'): Readonly<Record<string, string>> {
    return { host: HOST, 'x-forwarded-proto': 'https', 'x-forwarded-for': from };
  }

  #once(name: string, make: () => Promise<string>): Promise<string> {
    const known = this.#sessions.get(name) ?? make();
    this.#sessions.set(name, known);
    return known;
  }
}

/** An authorization code and its verifier. */
export interface Code {
  readonly code: string;
  readonly verifier: string;
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

// biome-ignore lint/suspicious/noExplicitAny: cases reach into answers freely
function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
