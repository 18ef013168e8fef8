import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { animationsEnded } from './animations.ts';
import { DEMO_PASSWORD, emailOf, type Person } from './people.ts';
import { takeSession } from './take-session.ts';

/** Requests that never end. */
const STREAMS: ReadonlySet<string> = new Set(['/realtime/stream', '/graphql/stream']);
const QUIET_MS = 400;
const QUIET_TIMEOUT_MS = 45_000;
/** `E2E_SLOW=6` makes pages six times slower, which reveals missing waits. */
const SLOWNESS = Number(process.env['E2E_SLOW'] || 1);
const SCREENSHOTS = join(import.meta.dirname, '..', '..', 'artifacts', 'screenshots');

/** The part of the console's router exposed for its developer tools. */
interface RouterOfTheConsole {
  readonly state: {
    readonly status: 'pending' | 'idle';
    readonly location: { readonly href: string };
    readonly resolvedLocation?: { readonly href: string; readonly pathname: string };
  };
}

export interface VisitOptions extends BrowserContextOptions {
  /** Console messages that the test causes on purpose. */
  readonly expected?: readonly RegExp[];
}

/** Initial state of a signed-in person. */
export interface SessionOptions extends VisitOptions {
  /** The language that was last chosen in the browser, such as `ar-EG`. */
  readonly language?: string;
}

/** A browser profile of one person, with all errors in it. */
export class Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;
  /** Warnings on the console. */
  readonly warnings: string[] = [];
  readonly #expected: readonly RegExp[];
  readonly #troubles: string[] = [];
  /** Addresses of reads that the server was too busy for. */
  readonly #busy: string[] = [];
  /** Requests without an answer, with their start times. */
  readonly #inFlight = new Map<Request, number>();

  private constructor(context: BrowserContext, page: Page, url: string, expected: readonly RegExp[]) {
    this.context = context;
    this.page = page;
    this.url = url;
    this.#expected = expected;
    this.#watch(page);
    context.on('page', (opened) => this.#watch(opened));
  }

  static async open(browser: Browser, url: string, { expected = [], ...options }: VisitOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
      colorScheme: 'light',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    if (SLOWNESS > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
    }
    return new Visit(context, page, url, expected);
  }

  /**
   * Violations of the content security policy, errors on the console, exceptions; not the answer of a server that was
   * too busy for a read (503 with Retry-After), which the console repeats (`busy.slow.test.ts`).
   */
  get troubles(): string[] {
    const excused = [...this.#busy];
    return this.#troubles.filter((text) => {
      const index = excused.findIndex((address) => text.includes('status of 503') && text.includes(address));
      if (index >= 0) excused.splice(index, 1);
      return index < 0;
    });
  }

  /** The troubles so far, which are then forgotten. */
  takeTroubles(): string[] {
    const found = this.troubles;
    this.#troubles.length = 0;
    this.#busy.length = 0;
    return found;
  }

  /** Stops the watch of the provider's session (specification, section 9). Call it before the sign-in. */
  async stopSessionWatch(): Promise<void> {
    await this.context.route('**/identity/session/check', (route) =>
      route.fulfill({ contentType: 'text/html', body: '' }),
    );
  }

  #watch(page: Page): void {
    const note = (text: string) => {
      if (!this.#expected.some((pattern) => pattern.test(text))) this.#troubles.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'warning' && !this.#expected.some((pattern) => pattern.test(message.text())))
        this.warnings.push(`${message.text()} (${message.location().url})`);
      if (message.type() === 'error' || /Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
        note(`${message.text()} (${message.location().url})`);
    });
    // The browser does not always report the end of requests of a page that is left or closed.
    const forget = () => {
      for (const request of this.#inFlight.keys()) if (pageOf(request) === page) this.#inFlight.delete(request);
    };
    page.on('close', forget);
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) forget();
      const isStream = request.method() === 'GET' && STREAMS.has(new URL(request.url()).pathname);
      if (!isStream) this.#inFlight.set(request, Date.now());
    });
    page.on('response', (response) => {
      const request = response.request();
      const isRead = request.headers()['idempotency-key'] === undefined;
      if (isRead && response.status() === 503 && response.headers()['retry-after']) this.#busy.push(request.url());
    });
    page.on('requestfinished', (request) => this.#inFlight.delete(request));
    page.on('requestfailed', (request) => this.#inFlight.delete(request));
    page.on('pageerror', (error) => note(`exception: ${error.message}`));
  }

  /** Fills in the provider's page and waits until the console is back. */
  async fillSignIn(person: Person): Promise<void> {
    await this.page.getByLabel('E-mail').fill(emailOf(person));
    await this.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await this.page.getByLabel('Password', { exact: true }).press('Enter');
    await this.page.waitForURL((address) => !/^\/(identity|login)/.test(address.pathname));
  }

  /** Opens a path as a person who is not signed in yet. */
  async signIn(person: Person, path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.fillSignIn(person);
  }

  /** Navigates within the console like its own links; resolves when its guards have decided. */
  async go(path: string): Promise<void> {
    await this.#routed();
    await this.page.evaluate((to) => history.pushState(null, '', to), path);
    await this.#routed();
  }

  /** Resolves when the console's router is idle. */
  async #routed(): Promise<void> {
    await this.page.waitForFunction(() => {
      const router = (globalThis as unknown as { __TSR_ROUTER__?: RouterOfTheConsole }).__TSR_ROUTER__;
      if (router === undefined) return false;
      const { status, location: asked, resolvedLocation: shown } = router.state;
      return status === 'idle' && shown?.href === asked.href && shown.pathname === location.pathname;
    });
  }

  /** Changes the colour scheme like the system does; resolves when all colour transitions have ended. */
  async setColours(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    await this.page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await animationsEnded(this.page);
  }

  /** The current path, with query and hash. */
  get path(): string {
    const { pathname, search, hash } = new URL(this.page.url());
    return pathname + search + hash;
  }

  /** Waits until no request was sent to the server for a moment. */
  async settled(): Promise<void> {
    const deadline = Date.now() + QUIET_TIMEOUT_MS;
    for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; ) {
      await sleep(20);
      if (this.#inFlight.size > 0) quietSince = Date.now();
      if (Date.now() > deadline)
        throw new Error(`Still asked for: ${[...this.#inFlight].map(inWords).join(', ') || 'something new each time'}`);
    }
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/**
 * Opens a profile of a person with an existing session, like a returning person's, which is much faster than the
 * sign-in page. Tests of signing in use `Visit.open` and `signIn`.
 */
export async function visitAs(
  browser: Browser,
  url: string,
  person: Person,
  path = '/',
  { language, ...options }: SessionOptions = {},
): Promise<Visit> {
  const visit = await Visit.open(browser, url, options);
  await takeSession(visit.page, url, emailOf(person), DEMO_PASSWORD);
  if (language !== undefined)
    await visit.page.evaluate((chosen) => localStorage.setItem('sdk-locale', chosen), language);
  await visit.page.goto(path);
  return visit;
}

/** Opens a profile in which a person signs in through the provider's page. */
export async function visitBySigningIn(
  browser: Browser,
  url: string,
  person: Person,
  path = '/',
  options: VisitOptions = {},
): Promise<Visit> {
  const visit = await Visit.open(browser, url, options);
  await visit.signIn(person, path);
  return visit;
}

/** The page of a request; undefined for those of a service worker. */
function pageOf(request: Request): Page | undefined {
  return request.serviceWorker() === null ? request.frame().page() : undefined;
}

function inWords([request, askedAt]: [Request, number]): string {
  return `${request.url()} ${request.postData()?.slice(0, 120) ?? ''} since ${Date.now() - askedAt} ms`;
}
