import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Glewlwyd, hasGlewlwyd } from './glewlwyd.ts';
import { MockProvider } from './mock-provider.ts';

/** People of each foreign provider, with the product's roles. */
const PEOPLE = {
  ada: ['ADMIN'],
  carl: ['MARKETING', 'CAMPAIGN-VIEWER'],
  nobody: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ForeignPerson = keyof typeof PEOPLE;

/** A provider for starting the product. */
export interface ForeignProvider {
  readonly url: string;
  /** Settings of the product for it. */
  readonly env: Readonly<Record<string, string>>;
  readonly tokenPath: string;
  /** Signs in on the provider's page, until the console is back. */
  signIn(page: Page, person: ForeignPerson): Promise<void>;
  /** The same while the provider's session is active. */
  goOn(page: Page): Promise<void>;
  /** Confirms on the provider's page, until it has ended its session and notified the product. */
  confirmSignOut(page: Page): Promise<void>;
  stop(): Promise<void>;
}

/** Sends a logout token of OpenID Connect Back-Channel Logout 1.0. */
async function reportSignOut(server: MockProvider, clientUrl: string): Promise<void> {
  const logoutToken = await server.signExactly({
    iss: server.issuer,
    aud: 'backcounter',
    sub: server.sub,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  const body = new URLSearchParams({ logout_token: logoutToken });
  await fetch(`${clientUrl}/backchannel-logout`, { method: 'POST', body });
}

interface ForeignProviderKind {
  readonly name: string;
  isThere(): boolean;
  /** `clientUrl` is the future URL of the product. */
  start(clientUrl: string): Promise<ForeignProvider>;
}

async function startGlewlwyd(clientUrl: string): Promise<ForeignProvider> {
  const people = Object.entries(PEOPLE).map(([username, roles]) => ({ username, roles }));
  const server = await Glewlwyd.start({ clientId: 'backcounter', clientUrl, people });
  const scopes = ['openid', ...new Set(people.flatMap(({ roles }) => roles))];
  return {
    url: server.url,
    tokenPath: '/api/oidc/token',
    env: { OIDC_ISSUER: server.issuer, OIDC_SCOPE: scopes.join(' '), OIDC_ROLES_PATH: 'scope' },
    signIn: (page, person) => server.signIn(page, person),
    goOn: (page) => server.goOn(page),
    confirmSignOut: (page) => server.confirmSignOut(page),
    stop: () => server.stop(),
  };
}

const SESSION_COOKIE = 'mock_session';

/** oauth2-mock-server does not ask for a person; this page in front of it does. */
async function startMock(clientUrl: string): Promise<ForeignProvider> {
  const server = await MockProvider.start();
  server.fault = (path, response, request) => {
    if (path === '/endsession') response.setHeader('set-cookie', `${SESSION_COOKIE}=; Path=/; Max-Age=0`);
    if (path !== '/authorize') return false;
    const address = new URL(request.url ?? '/', server.issuer);
    // Signing in again is with a second factor.
    const isAgain = address.searchParams.get('prompt') === 'login';
    const cookie = new RegExp(`${SESSION_COOKIE}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1];
    const person = address.searchParams.get('login') ?? (isAgain ? undefined : cookie);
    if (person !== undefined && Object.hasOwn(PEOPLE, person)) {
      server.sub = person;
      server.roles = PEOPLE[person as ForeignPerson];
      // One of these people has a language in the profile.
      server.claims = {
        ...(person === 'carl' && { preferred_language_key: 'fr-FR' }),
        ...(isAgain && { auth_time: Math.floor(Date.now() / 1000), amr: ['pwd', 'otp'] }),
      };
      response.setHeader('set-cookie', `${SESSION_COOKIE}=${person}; Path=/; SameSite=Lax`);
      server.refuse = () => null;
      return false;
    }
    if (address.searchParams.get('prompt') === 'none') {
      server.refuse = () => 'login_required';
      return false;
    }
    const links = Object.keys(PEOPLE).map((name) => {
      address.searchParams.set('login', name);
      return `<a href="${address.pathname}${address.search.replaceAll('&', '&amp;')}">${name}</a>`;
    });
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Who are you?</h1>${links.join(' ')}`);
    return true;
  };
  return {
    url: server.issuer,
    tokenPath: '/token',
    env: { OIDC_ISSUER: server.issuer, OIDC_SECOND_FACTOR: 'amr=otp' },
    signIn: (page, person) => page.getByRole('link', { name: person }).click(),
    goOn: async () => undefined,
    confirmSignOut: async (page) => {
      await reportSignOut(server, clientUrl);
      // It redirects to the console immediately, which requests a sign-in again.
      await page.waitForURL((address) => address.pathname === '/authorize');
    },
    stop: () => server.stop(),
  };
}

export const FOREIGN_PROVIDERS: readonly ForeignProviderKind[] = [
  { name: 'glewlwyd', isThere: hasGlewlwyd, start: startGlewlwyd },
  { name: 'oauth2-mock-server', isThere: () => true, start: startMock },
];
