import type { ReleaseNotesGlobal, ReleaseNotesHandle, ReleaseNotesOptions } from '@backcounter/release-notes';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** The two outputs of the package, each on its own page. */
export const OUTPUTS = ['script', 'react'] as const;

/** Serializable options; a test creates functions in the page. */
type PlainOptions = Partial<
  Omit<ReleaseNotesOptions, 'translate' | 'onClose' | 'onUnread' | 'autoOpen' | 'container'>
> & {
  readonly autoOpen?: boolean;
};

/** The window of a host page, as tests see it. */
export interface HostWindow extends Window {
  readonly BackcounterReleaseNotes: ReleaseNotesGlobal;
  handle: ReleaseNotesHandle;
  readonly violations: string[];
  readonly popupEvents: { readonly type: string; readonly detail: unknown }[];
}

const EVENTS = ['open', 'close', 'read', 'error'].map((name) => `release-notes-${name}`);

/** A host page with the popup's global on it. */
export class PopupPage {
  readonly page: Page;
  readonly logs: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('console', (message) => this.logs.push(message.text()));
    page.on('pageerror', (error) => this.logs.push(`uncaught: ${error.message}`));
  }

  /** Opens the page of an output, without installing the popup. */
  static async open(browser: Browser, address: string, settings: BrowserContextOptions = {}): Promise<PopupPage> {
    const context = await browser.newContext({
      viewport: { width: 960, height: 640 },
      reducedMotion: 'reduce',
      ...settings,
    });
    return PopupPage.#openTab(context, address);
  }

  static async #openTab(context: BrowserContext, address: string): Promise<PopupPage> {
    const page = await context.newPage();
    const opened = new PopupPage(context, page);
    await page.addInitScript((events) => {
      const host = window as unknown as { violations: string[]; popupEvents: unknown[] };
      host.violations = [];
      host.popupEvents = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) => {
        host.violations.push(`${violatedDirective} ${sourceFile} ${sample}`);
      });
      for (const name of events) {
        document.addEventListener(name, (event) => {
          const { detail } = event as CustomEvent<{ error?: Error }>;
          host.popupEvents.push({ type: name, detail: detail.error ? detail.error.message : detail });
        });
      }
    }, EVENTS);
    await page.goto(address);
    await page.waitForFunction(() => 'BackcounterReleaseNotes' in window);
    return opened;
  }

  /** The same host in another tab of the same browser. */
  anotherTab(): Promise<PopupPage> {
    return PopupPage.#openTab(this.#context, this.page.url());
  }

  /** Stops the clock; `page.clock` advances it. */
  async stopTime(): Promise<void> {
    await this.page.clock.install();
    await this.page.clock.pauseAt(Date.now() + 60_000);
  }

  /** Installs the popup and returns the outcome of the opening, or the error's message and that of its cause. */
  async install(options: PlainOptions = {}): Promise<string> {
    return this.page.evaluate(
      (given) => {
        const host = window as unknown as HostWindow;
        host.handle = host.BackcounterReleaseNotes.install(given);
        return host.handle.ready.catch((error: Error) => `${error.message} | ${(error.cause as Error).message}`);
      },
      { authProviderEndpoint: '/identity', token: 'secret-token', ...options },
    );
  }

  async reopen(): Promise<string> {
    return this.page.evaluate(() => (window as unknown as HostWindow).handle.open());
  }

  async remove(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as HostWindow).handle.remove());
  }

  get popup() {
    return this.page.locator('backcounter-release-notes');
  }

  button(name: string) {
    return this.popup.getByRole('button', { name, exact: true });
  }

  /** Resolves when the container has been removed from the page. */
  gone(): Promise<void> {
    return this.popup.waitFor({ state: 'detached' });
  }

  events(): Promise<HostWindow['popupEvents']> {
    return this.page.evaluate(() => (window as unknown as HostWindow).popupEvents);
  }

  /** Possible leftovers of the popup, and violations of the page's policy. */
  leftovers(): Promise<Readonly<Record<string, unknown>>> {
    return this.page.evaluate(() => ({
      containers: document.querySelectorAll('backcounter-release-notes').length,
      inert: document.querySelectorAll('[inert]').length,
      styles: [document.documentElement, document.body].map((element) => element.getAttribute('style')),
      violations: (window as unknown as HostWindow).violations,
    }));
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

/** Result of {@link PopupPage.leftovers} on a clean page. */
export const NOTHING_LEFT = { containers: 0, inert: 0, styles: [null, null], violations: [] };
