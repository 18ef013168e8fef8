import { createHash, randomBytes } from 'node:crypto';

/** A browser without scripts: keeps cookies, submits forms, follows no redirects. */
export class BrowserLike {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #issuer: string;
  readonly #publicUrl: string;

  constructor(issuer: string, publicUrl: string) {
    this.#issuer = issuer;
    this.#publicUrl = publicUrl;
  }

  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, `${this.#issuer}/`);
    const headers = new Headers(init.headers);
    const cookies = [...this.#cookies].filter(([, cookie]) => url.pathname.startsWith(cookie.path));
    headers.set('cookie', cookies.map(([key, cookie]) => `${key.split('@')[0]}=${cookie.value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line, url.pathname);
    return response;
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies].find(([key]) => key.split('@')[0] === name)?.[1].value;
  }

  /** Sets a cookie issued to another browser. */
  steal(name: string, value: string, path: string): void {
    this.#cookies.set(`${name}@${path}`, { value, path });
  }

  /** Starts a sign-in, as the console does. */
  async authorize(params: Record<string, string> = {}): Promise<{ response: Response; verifier: string }> {
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: 'backcounter',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${this.#publicUrl}/login`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'a-state',
      nonce: 'a-nonce',
      ...params,
    });
    return { response: await this.request(`auth?${query}`), verifier };
  }

  /** Opens the target of a redirect. */
  async open(response: Response): Promise<{ markup: string; address: string; response: Response }> {
    const address = response.headers.get('location') ?? '';
    const page = await this.request(address);
    return { markup: await page.text(), address, response: page };
  }

  /** Submits a form with its CSRF token, as a browser would. */
  async submit(
    page: { markup: string; address: string },
    fields: Record<string, string>,
    headers = {},
  ): Promise<Response> {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.markup)?.[1] ?? '';
    return this.request(page.address, {
      method: 'POST',
      headers: { origin: this.#publicUrl, 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams({ csrf, ...fields }),
    });
  }

  /** Follows redirects to the console's URL with a code. */
  async followToClient(response: Response): Promise<URL> {
    let current = response;
    for (let hop = 0; hop < 5; hop += 1) {
      const location = current.headers.get('location') ?? '';
      if (location.startsWith(`${this.#publicUrl}/login`)) return new URL(location);
      current = await this.request(location);
    }
    throw new Error(`no way to the client: ${current.status} ${await current.text()}`);
  }

  async signIn(email: string, password = 'backcounter'): Promise<Tokens> {
    const { response, verifier } = await this.authorize();
    const page = await this.open(response);
    const answer = await this.submit(page, { email, password, action: 'sign-in' });
    const callback = await this.followToClient(answer);
    const tokens = await this.token({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: `${this.#publicUrl}/login`,
      code_verifier: verifier,
    });
    return (await tokens.json()) as Tokens;
  }

  token(params: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams(headers['authorization'] ? params : { client_id: 'backcounter', ...params });
    return fetch(`${this.#issuer}/token`, { method: 'POST', body, headers });
  }

  #keep(line: string, requestPath: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? requestPath;
    const isGone = attributes.some((attribute) => attribute.includes('01 Jan 1970')) || value.join('=') === '';
    if (isGone) this.#cookies.delete(`${name}@${path}`);
    else this.#cookies.set(`${name}@${path}`, { value: value.join('='), path });
  }
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly expires_in: number;
  readonly token_type: string;
}
