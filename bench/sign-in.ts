import { createHash, randomBytes } from 'node:crypto';

/** Tokens of a signed-in person: an access token and the refresh token that renews it. */
export interface Session {
  accessToken: string;
  refreshToken: string;
  expiresAt: number;
}

const clientId = 'backcounter';

class CookieJar {
  readonly #cookies = new Map<string, string>();

  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const equals = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
  }
}

/** Follows redirects with cookies until a page is shown or the URL is the console's /login. */
async function visit(jar: CookieJar, address: string, form?: URLSearchParams): Promise<{ url: string; html: string }> {
  let url = address;
  let body = form;
  for (let hop = 0; hop < 10; hop++) {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: jar.header(), accept: 'text/html', origin: new URL(url).origin },
      ...(body ? { body } : {}),
    });
    jar.keep(response);
    const location = response.headers.get('location');
    if (!location) return { url, html: await response.text() };
    url = new URL(location, url).href;
    body = undefined;
    if (new URL(url).pathname === '/login') return { url, html: '' };
  }
  throw new Error(`Too many redirects from ${address}`);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}

/** Fills the sign-in form like a browser without scripts. */
export function fillForm(
  html: string,
  page: string,
  email: string,
  password: string,
): { action: string; form: URLSearchParams } {
  const form = new URLSearchParams();
  const markup = /<form[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  for (const [tag] of markup.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name');
    if (!name) continue;
    const type = attribute(tag, 'type');
    if (type === 'hidden') form.set(name, attribute(tag, 'value') ?? '');
    if (type === 'email') form.set(name, email);
    if (type === 'password') form.set(name, password);
  }
  const action = attribute(/<form[^>]*>/.exec(markup)?.[0] ?? '', 'action') ?? page;
  return { action: new URL(action, page).href, form };
}

/** Signs a demo person in through the provider's own page: authorization code with PKCE, as the console does. */
export async function signIn(publicUrl: string, email: string, password = 'backcounter'): Promise<Session> {
  const jar = new CookieJar();
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${publicUrl}/login`;
  const authorization = new URL(`${publicUrl}/identity/auth`);
  authorization.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: randomBytes(8).toString('hex'),
    nonce: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const page = await visit(jar, authorization.href);
  const { action, form } = fillForm(page.html, page.url, email, password);
  const landed = await visit(jar, action, form);
  const code = new URL(landed.url).searchParams.get('code');
  if (!code) {
    const said = landed.html.replaceAll(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    throw new Error(`Signing in as ${email} ended at ${landed.url}: ${said.slice(0, 500)}`);
  }
  return tokens(publicUrl, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
}

/** Token of a machine client of the demo, with all of its scopes unless one is named. */
export async function signInMachine(publicUrl: string, scope?: string): Promise<string> {
  const response = await fetch(`${publicUrl}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) }),
  });
  const answer = (await response.json()) as { access_token?: string };
  if (answer.access_token === undefined) throw new Error(JSON.stringify(answer));
  return answer.access_token;
}

/** Renews a session by its refresh token, which can't be used again. */
export function renew(publicUrl: string, session: Session): Promise<Session> {
  return tokens(publicUrl, { grant_type: 'refresh_token', refresh_token: session.refreshToken });
}

async function tokens(publicUrl: string, form: Record<string, string>): Promise<Session> {
  const response = await fetch(`${publicUrl}/identity/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, client_id: clientId }),
  });
  if (!response.ok) throw new Error(`The token endpoint answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { access_token: string; refresh_token: string; expires_in: number };
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
  };
}
