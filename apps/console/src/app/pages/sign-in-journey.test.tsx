// @vitest-environment happy-dom
import { AuthSDK } from '@backcounter/auth';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startConsole } from '../console.tsx';
import { cleanUp, until } from '../testing/console.ts';
import { fakeApi } from '../testing/fake-api.ts';

const roots: Root[] = [];
vi.mock('react-dom/client', async (load) => {
  const { createRoot, ...others } = await load<typeof import('react-dom/client')>();
  const remembered = (...args: Parameters<typeof createRoot>) => {
    roots.push(createRoot(...args));
    return roots.at(-1);
  };
  return { ...others, createRoot: remembered };
});
// Nothing of the realtime side is at work but its need of an admin token.
vi.mock('@backcounter/presence/embedded', () => ({
  createEmbeddedPresence: () => {
    const parts: Record<string, unknown> = {
      onAuth: (listener: (user: null) => void) => {
        listener(null);
        return () => undefined;
      },
      signIn: () => new Promise(() => undefined),
      // biome-ignore lint/suspicious/noThenProperty: awaited, it is no promise
      then: null,
    };
    return new Proxy(parts, { get: (own, name) => (name in own ? own[String(name)] : () => () => undefined) });
  },
}));
const sdks: AuthSDK[] = [];
const close = () => {
  for (const root of roots.splice(0)) root.unmount();
  for (const sdk of sdks.splice(0)) sdk.dispose();
};

/** The whole console, SDK and router included, with a provider whose session lives and an API that tests answer for. */
const CONSOLE = 'https://console.test';
const EMBEDDED = `${CONSOLE}/identity`;
const FOREIGN = 'https://id.test';
declare const happyDOM: { setURL(url: string): void };

cleanUp();
afterEach(close);
let left: URL[];
let followed: number;
let api: (input: unknown, init?: RequestInit) => Promise<Response>;
let tokens: number;
let provider: string;
/** This computer's clock less the servers'. */
let clockOffMs: number;
/** The same for the console's own server. */
let ownClockOffMs: number;
/** Requests of the admin token. */
let asked: number;
const refusal = () =>
  Response.json(
    { errors: [{ message: 'no', extensions: { code: 'session.expired' } }] },
    { status: 401, headers: { 'x-request-id': 'ref-401' } },
  );

beforeEach(async () => {
  const { start } = AuthSDK.prototype;
  vi.spyOn(AuthSDK.prototype, 'start').mockImplementation(function remember(this: AuthSDK) {
    sdks.push(this);
    return start.call(this);
  });
  left = [];
  followed = 0;
  tokens = 0;
  asked = 0;
  clockOffMs = ownClockOffMs = 0;
  provider = EMBEDDED;
  // Parts of earlier pages may still ask.
  api = () => new Promise(() => undefined);
  const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ES256, false, ['sign', 'verify']);
  const keys = [{ ...(await crypto.subtle.exportKey('jwk', publicKey)), alg: 'ES256', kid: 'a' }];
  const sign = async (claims: object) => {
    const parts = [{ alg: 'ES256', kid: 'a' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signature = await crypto.subtle.sign(ES256, privateKey, Buffer.from(parts.join('.')));
    return [...parts, Buffer.from(signature).toString('base64url')].join('.');
  };
  const leave = (address: string | URL) => void left.push(new URL(address, CONSOLE));
  vi.spyOn(window.location, 'replace').mockImplementation(leave);
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
  vi.stubGlobal('stop', () => undefined);
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  const idToken = () => {
    const now = Math.floor((Date.now() - clockOffMs) / 1000);
    const nonce = left.at(-1)?.searchParams.get('nonce') ?? '';
    return sign({
      iss: provider,
      aud: 'backcounter',
      sub: 'ada',
      iat: now,
      nbf: now,
      exp: now + (provider === EMBEDDED ? 300 : 60),
      nonce,
      resource_access: { global_roles: ['ADMIN'] },
    });
  };
  // Not undone: parts that are still at work after a test must find no network.
  window.fetch = async (input, init) => {
    const { origin, pathname } = new URL(String(input), CONSOLE);
    const path = origin + pathname;
    if (pathname === '/healthz')
      return new Response('ok', { headers: { date: new Date(Date.now() - ownClockOffMs).toUTCString() } });
    if (pathname === '/graphql') {
      if (String(init?.body).includes('getFirebaseAdminToken')) asked += 1;
      return api(input, init);
    }
    if (path === `${provider}/keys`) return Response.json({ keys });
    if (path === `${provider}/token`) {
      tokens += 1;
      return Response.json({
        access_token: `access ${tokens}`,
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await idToken(),
      });
    }
    if (path === `${provider}/.well-known/openid-configuration`)
      return Response.json({
        issuer: provider,
        authorization_endpoint: `${provider}/auth`,
        token_endpoint: `${provider}/token`,
        jwks_uri: `${provider}/keys`,
      });
    return new Response(null, { status: 404 });
  };
});

/** Opens the console at an address, as a browser does after each redirect. */
async function open(address: string): Promise<void> {
  close();
  happyDOM.setURL(new URL(address, CONSOLE).href);
  window.history.replaceState(null, '');
  document.body.innerHTML = `<div id="root"></div><script id="backcounter-config" type="application/json">${JSON.stringify({ issuer: provider })}</script>`;
  void startConsole(document.getElementById('root') as HTMLElement);
}

/** Follows the redirects to the provider, which returns at once, until the page has a title. */
async function follow(): Promise<string> {
  for (const most = followed + 12; followed < most; ) {
    const title = await until(() => {
      const heading = document.querySelector('h1')?.textContent;
      if (left.length === followed && !heading) throw new Error('still here');
      return left.length === followed ? heading : undefined;
    });
    if (title) return title;
    followed = left.length;
    await open(`/login?code=1&state=${left.at(-1)?.searchParams.get('state')}`);
  }
  throw new Error('The browser is redirected forever');
}

const retry = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retry')?.click();

describe('a server that refuses every token of a living session [spec 4.20] [sign-in 11]', () => {
  beforeEach(() => {
    api = async () => refusal();
  });

  test('gets three sign-ins, then a page says so, with Retry and the reference', async () => {
    await open('/accounts?state=ACTIVE');
    expect(await follow()).toBe('The server refuses your sign-in');
    expect(left.map(({ pathname }) => pathname)).toEqual(Array(3).fill('/identity/auth'));
    expect(document.querySelector('main')?.textContent).toContain('ref-401');
    // A new page of the same tab does not begin again; Retry asks once.
    await open('/accounts?state=ACTIVE');
    expect(await follow()).toBe('The server refuses your sign-in');
    expect(left).toHaveLength(3);
    retry();
    await until(() => expect(left).toHaveLength(4));
    expect(await follow()).toBe('The server refuses your sign-in');
    expect(left).toHaveLength(4);
  });

  test('counts from zero again after a good answer, and only then', async () => {
    await open('/accounts');
    await follow();
    api = fakeApi(['ADMIN'], { getFirebaseAdminToken: 'token' }).fetch;
    retry();
    await until(() => expect(left).toHaveLength(4));
    expect(await follow()).toBe('Accounts');
    api = async () => refusal();
    vi.setSystemTime(Date.now() + 61_000);
    await open('/stores');
    expect(await follow()).toBe('The server refuses your sign-in');
    expect(left).toHaveLength(7);
  });
});

const text = () => document.querySelector('main')?.textContent ?? '';
const isAdminToken = (init?: RequestInit) => String(init?.body).includes('getFirebaseAdminToken');

describe.each([
  ['embedded', EMBEDDED],
  ['foreign', FOREIGN],
])('the clock of a computer, with the %s provider [sign-in 13]', (_kind, issuer) => {
  beforeEach(() => {
    provider = issuer;
    api = fakeApi(['ADMIN'], { getFirebaseAdminToken: 'token' }).fetch;
  });
  const set = (offS: number) => {
    clockOffMs = ownClockOffMs = offS * 1000;
    vi.setSystemTime(Date.now() + clockOffMs);
  };

  test.each([-20, -240, 240])('may be %i s off', async (offS) => {
    set(offS);
    await open('/accounts');
    expect(await follow()).toBe('Accounts');
  });

  test.each([
    [-2 * 3600, '120 minutes'],
    [2 * 3600, '120 minutes'],
  ])('that is %i s off is named, with what to do', async (offS, said) => {
    set(offS);
    await open('/accounts');
    expect(await follow()).toBe('Sign-in failed');
    expect(text()).toContain(`This computer's clock is ${said} off. Turn on automatic date and time`);
    expect(left).toHaveLength(1);
  });

  test('is not blamed where it agrees with the console’s server', async () => {
    set(-2 * 3600);
    ownClockOffMs = 0;
    await open('/accounts');
    expect(await follow()).toBe('Sign-in failed');
    expect(text()).toContain('The clocks of this computer and of the sign-in service differ');
  });
});

describe('the start [spec 4.10, 4.11, 4.14, 8.15]', () => {
  const redirect = () =>
    Response.json({
      errors: [
        {
          message: 'first',
          extensions: { code: 'session.action-required', details: { redirectUrl: '/identity/account?enrol' } },
        },
      ],
    });
  let answer: PromiseWithResolvers<Response>;
  beforeEach(async () => {
    const { fetch } = fakeApi(['ADMIN'], { getFirebaseAdminToken: 'token' });
    api = fetch;
    await open('/accounts');
    await follow();
    left = [];
    followed = 0;
    asked = 0;
    answer = Promise.withResolvers();
    api = (input, init) => (isAdminToken(init) && asked === 1 ? answer.promise : fetch(input, init));
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await open('/accounts');
    await until(() => expect(asked).toBe(1));
  });
  const isMounted = () => document.querySelector('nav[aria-label="Main navigation"]') !== null;

  test('waits for the admin token, and shows that it loads', async () => {
    await until(() => expect(document.querySelector('main [role=status]')?.textContent).toBe('Loading'));
    await vi.advanceTimersByTimeAsync(8_000);
    expect(isMounted()).toBe(false);
    answer.resolve(Response.json({ data: { getFirebaseAdminToken: 'token' } }));
    await until(() => expect(isMounted()).toBe(true));
  });

  test('goes where the error says after 8 s, and mounts nothing', async () => {
    await vi.advanceTimersByTimeAsync(8_000);
    answer.resolve(redirect());
    await until(() => expect(left.map(({ pathname }) => pathname)).toEqual(['/identity/account']));
    expect(isMounted()).toBe(false);
  });

  test('mounts after 10 s without an answer, which is only logged, asks again, and goes where a late error says [spec 8.10]', async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    await until(() => expect(isMounted()).toBe(true));
    expect(console.error).toHaveBeenCalledWith('Start-up, admin token:', new Error('No answer within 10 s'));
    await until(() => expect(asked).toBeGreaterThan(1));
    expect(left).toEqual([]);
    answer.resolve(redirect());
    await until(() => expect(left.map(({ pathname }) => pathname)).toEqual(['/identity/account']));
  });
});

test('a sign-in that began at a bookmark of the provider ends on the start page [sign-in 15]', async () => {
  api = fakeApi(['ADMIN'], { getFirebaseAdminToken: 'token' }).fetch;
  await open('/login?code=1&state=of-a-bookmark');
  expect(await follow()).toMatch(/^Good /);
  expect([left.length, window.location.pathname]).toEqual([1, '/']);
});

test('where the browser forgets each sign-in, three answers in a row end on the reason [sign-in 15]', async () => {
  for (followed = 0; followed < 3; followed += 1) {
    await open('/login?code=1&state=forgotten');
    await until(() => expect(left).toHaveLength(followed + 1));
  }
  await open('/login?code=1&state=forgotten');
  expect(await follow()).toBe('Sign-in failed');
  expect(text()).toContain('The response doesn’t match a sign-in in this browser');
});

test('a full storage is named [sign-in 14]', async () => {
  const { localStorage: real } = window;
  const setItem = (key: string, value: string) => {
    if (key.startsWith('backcounter.signin.')) throw new DOMException('full', 'QuotaExceededError');
    real.setItem(key, value);
  };
  const get = (_target: Storage, key: string) => (key === 'setItem' ? setItem : Reflect.get(real, key));
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(new Proxy(real, { get }));
  await open('/accounts');
  expect(await follow()).toBe('Sign-in failed');
  expect(text()).toContain('the storage for this site is full');
});
