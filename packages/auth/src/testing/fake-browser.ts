import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { vi } from 'vitest';
import type { AuthSDK } from '../auth-sdk.ts';

/** Storage of a page, which lists its keys like a browser's. */
export class MemoryStorage implements Storage {
  readonly entries = new Map<string, string>();
  get length() {
    return this.entries.size;
  }
  clear = () => this.entries.clear();
  key = (index: number) => [...this.entries.keys()][index] ?? null;
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

const PAGE = 'https://office.example';
const PROVIDER = 'https://id.example';

export const SETTINGS = {
  authority: PROVIDER,
  clientId: 'office',
  redirectUri: `${PAGE}/login`,
  silentRedirectUri: `${PAGE}/silent`,
  popupRedirectUri: `${PAGE}/popup`,
  postLogoutRedirectUri: `${PAGE}/logout`,
};

/**
 * A page with hidden frames, and a provider behind `fetch` and those frames: the library's own code runs against both.
 */
export class FakeBrowser {
  readonly localStorage = new MemoryStorage();
  readonly sessionStorage = new MemoryStorage();
  /** Requested paths of the provider with the response status, in order. */
  readonly answered: [path: string, status: number][] = [];
  /** Bodies of the token calls. */
  readonly grants: URLSearchParams[] = [];
  /** Bodies of the revocation calls. */
  readonly revoked: URLSearchParams[] = [];
  /** URLs loaded in hidden frames. */
  readonly framed: URL[] = [];
  /** Messages to the session-check frames. */
  readonly sessionChecks: [message: unknown, origin: string][] = [];
  /** URLs that the page navigated to. */
  readonly left: URL[] = [];
  /** URLs opened in popup windows. */
  readonly opened: URL[] = [];
  /** Requests to the page's own server. */
  readonly told: [method: string | undefined, path: string][] = [];
  /** Overrides of the provider's answers: ID token, discovery, token answer, and redirect URL. */
  claims: JWTPayload = {};
  discovery: object = {};
  tokens: () => object = () => ({});
  back: (target: URL, asked: URL) => void = () => undefined;
  /** Overrides the answer of a path. */
  instead: (path: string) => Response | null = () => null;
  #nonce = '';
  #returns = 0;
  #checkFrame: object | null = null;
  readonly #key: CryptoKey;
  readonly #jwks: object;

  private constructor(key: CryptoKey, jwks: object) {
    this.#key = key;
    this.#jwks = jwks;
  }

  /** Replaces the globals until `vi.unstubAllGlobals()`. */
  static async open(): Promise<FakeBrowser> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const browser = new FakeBrowser(privateKey, {
      keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'a' }],
    });
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      createElement: () => browser.#createFrame(),
      body: { appendChild: (frame: { src?: string; onload?: () => void }) => queueMicrotask(() => frame.onload?.()) },
    });
    const leave = (url: string) => void browser.left.push(new URL(url));
    const page = Object.assign(new EventTarget(), {
      localStorage: browser.localStorage,
      sessionStorage: browser.sessionStorage,
      document,
      crypto,
      isSecureContext: true,
      location: { origin: PAGE, href: `${PAGE}/host`, replace: leave, assign: leave },
      stop: () => undefined,
      open: () => browser.#createPopup(),
      close: () => undefined,
    });
    vi.stubGlobal('window', Object.assign(page, { self: page }));
    vi.stubGlobal('document', document);
    vi.stubGlobal('localStorage', browser.localStorage);
    vi.stubGlobal('sessionStorage', browser.sessionStorage);
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => browser.#fetch(new URL(input), init));
    return browser;
  }

  /** Signs in through the provider's page. */
  async signIn(sdk: AuthSDK): Promise<void> {
    await sdk.start();
    void sdk.signIn();
    await sdk.handleLoginCallback(await this.comeBack());
  }

  /** The URL with which the provider returns the page after its next redirect. */
  async comeBack(): Promise<string> {
    return this.answerTo(
      await vi.waitFor(() => {
        const asked = this.left[this.#returns];
        if (!asked) throw new Error('The page is still here');
        this.#returns += 1;
        return asked;
      }),
    );
  }

  /** Keys under which a signed-in user is stored for all tabs. */
  storedUsers = () => [...this.localStorage.entries.keys()].filter((key) => key.startsWith('backcounter.user.'));

  /** Shortens the life of the stored token to `livesS`. */
  age(livesS = 30): void {
    for (const key of this.storedUsers()) {
      const user = JSON.parse(this.localStorage.getItem(key) ?? '') as object;
      const expires_at = Math.floor(Date.now() / 1000) + livesS;
      this.localStorage.setItem(key, JSON.stringify({ ...user, expires_at }));
    }
  }

  /** The URL to which the provider's page redirects the browser. */
  answerTo(asked: URL): string {
    const target = new URL(asked.searchParams.get('redirect_uri') ?? '');
    this.#nonce = asked.searchParams.get('nonce') ?? '';
    target.searchParams.set('state', asked.searchParams.get('state') ?? '');
    target.searchParams.set('code', 'code');
    target.searchParams.set('session_state', 'session');
    this.back(target, asked);
    return target.href;
  }

  /** Makes the provider's session-check frame report a change. */
  changeSession(): void {
    this.#post(PROVIDER, this.#checkFrame, 'changed');
  }

  /** Changes the stored states of pending sign-ins. */
  changeSignIns(change: object): void {
    for (const [key, value] of this.localStorage.entries)
      if (key.startsWith('backcounter.signin.'))
        this.localStorage.setItem(key, JSON.stringify({ ...(JSON.parse(value) as object), ...change }));
  }

  #createPopup() {
    const popup = { closed: false, location: { replace: (url: string) => this.#visit(popup, url, this.opened) } };
    return Object.assign(popup, { focus: () => undefined, close: () => Object.assign(popup, { closed: true }) });
  }

  #visit(from: object, url: string, visited: URL[]): void {
    if (url === 'about:blank') return;
    const asked = new URL(url);
    visited.push(asked);
    const answer = this.answerTo(asked);
    queueMicrotask(() => this.#post(PAGE, from, { source: 'oidc-client', url: answer, keepOpen: false }));
  }

  #createFrame() {
    const contentWindow = {
      location: { replace: (url: string) => this.#visit(contentWindow, url, this.framed) },
      postMessage: (message: unknown, origin: string) => {
        this.#checkFrame = contentWindow;
        this.sessionChecks.push([message, origin]);
      },
    };
    return { style: {}, contentWindow, parentNode: {}, addEventListener: () => undefined };
  }

  #post(origin: string, source: object | null, data: unknown): void {
    window.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }));
  }

  async #fetch({ origin, pathname }: URL, init: RequestInit = {}): Promise<Response> {
    if (origin === PAGE) {
      this.told.push([init.method, pathname]);
      return new Response(null, { status: 204 });
    }
    const other = this.instead(pathname);
    if (other) return other;
    const body = await this.#answer(pathname, init);
    this.answered.push([pathname, body ? 200 : 404]);
    return body ? Response.json(body) : new Response(null, { status: 404 });
  }

  async #answer(path: string, init: RequestInit): Promise<object | null> {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: PROVIDER,
        authorization_endpoint: `${PROVIDER}/authorize`,
        token_endpoint: `${PROVIDER}/token`,
        revocation_endpoint: `${PROVIDER}/revoke`,
        end_session_endpoint: `${PROVIDER}/end`,
        check_session_iframe: `${PROVIDER}/check`,
        jwks_uri: `${PROVIDER}/keys`,
        ...this.discovery,
      };
    if (path === '/keys') return this.#jwks;
    if (path === '/revoke') {
      this.revoked.push(new URLSearchParams(`${init.body}`));
      return {};
    }
    if (path !== '/token') return null;
    this.grants.push(new URLSearchParams(`${init.body}`));
    return {
      access_token: `access ${this.grants.length}`,
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'openid',
      id_token: await this.#idToken(),
      ...this.tokens(),
    };
  }

  #idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const nonce = this.#nonce;
    return new SignJWT({ iss: PROVIDER, aud: 'office', sub: 'ada', iat: now, exp: now + 300, nonce, ...this.claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'a' })
      .sign(this.#key);
  }
}
