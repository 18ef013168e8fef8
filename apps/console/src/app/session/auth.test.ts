// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../lib/settings/config.ts';
import { createAuth, endSession } from './auth.ts';

const CONSOLE = 'https://console.test';
const PROVIDER = 'https://id.test';

declare const happyDOM: { setURL(url: string): void };

let left: URL[];
let answers: boolean;
beforeEach(() => {
  left = [];
  answers = true;
  happyDOM.setURL(`${CONSOLE}/accounts`);
  const leave = (address: string | URL) => void left.push(new URL(address));
  vi.spyOn(window.location, 'replace').mockImplementation(leave);
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => {
    if (!answers) throw new TypeError('away');
    return Response.json({
      issuer: PROVIDER,
      authorization_endpoint: `${PROVIDER}/auth`,
      token_endpoint: `${PROVIDER}/token`,
      end_session_endpoint: `${PROVIDER}/end`,
      jwks_uri: `${PROVIDER}/jwks`,
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

function create(memory = '/stores') {
  const config = { ...readConfig(document, CONSOLE), issuer: PROVIDER, clientId: 'console', scope: 'openid roles' };
  return createAuth(config, { rememberedRoute: () => memory });
}

describe('requests of the console to its provider [spec 2.22, 4.1]', () => {
  test('name its own client and scopes, and return to /login', async () => {
    const auth = create();
    await auth.start();
    void auth.signIn({ returnTo: '/accounts' });
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(left[0]?.href).toMatch(/^https:\/\/id\.test\/auth\?/);
    expect(Object.fromEntries(left[0]?.searchParams ?? [])).toMatchObject({
      client_id: 'console',
      redirect_uri: `${CONSOLE}/login`,
      scope: 'openid roles',
    });
    auth.dispose();
  });

  test.each([
    [null, 'de-DE en'],
    ['ar-EG', 'ar-EG de-DE en'],
  ])('prefer the language that was chosen here (%s) to those of the browser', async (chosen, locales) => {
    if (chosen !== null) localStorage.setItem('sdk-locale', chosen);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en']);
    const auth = create();
    await auth.start();
    void auth.signIn();
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(left[0]?.searchParams.get('ui_locales')).toBe(locales);
    auth.dispose();
  });

  test('sign out, and return to /logout', async () => {
    const auth = create();
    await auth.start();
    void auth.signOut();
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(left[0]?.pathname).toBe('/end');
    expect(left[0]?.searchParams.get('post_logout_redirect_uri')).toBe(`${CONSOLE}/logout`);
    auth.dispose();
  });
});

describe('the end of the session [spec 4.19, 4.20]', () => {
  const unauthorized = (auth: ReturnType<typeof create>) => () =>
    auth.inspectAnswer(401, [{ message: 'ended', extensions: { code: 'session.expired' } }]);

  test('follows an answer with 401: the browser goes to sign-in', async () => {
    const auth = create();
    await auth.start();
    expect(unauthorized(auth)).toThrow();
    await vi.waitFor(() => expect(left).toHaveLength(1));
    expect(left[0]?.pathname).toBe('/auth');
    auth.dispose();
  });

  test('is logged when the provider is down', async () => {
    const auth = create();
    await auth.start();
    answers = false;
    endSession(auth, null, null);
    await vi.waitFor(() =>
      expect(console.error).toHaveBeenCalledWith(
        'Sign-in after expiry:',
        expect.objectContaining({ name: 'AuthError' }),
      ),
    );
    expect(left).toEqual([]);
    auth.dispose();
  });
});
