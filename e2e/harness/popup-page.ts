import type { ReleaseNotesGlobal, ReleaseNotesHandle, ReleaseNotesOptions } from '@backcounter/release-notes';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** The two outputs of the package, each on a page of its own. */
export const OUTPUTS = ['script', 'react'] as const;

/** Options that can go over to a page; a test makes functions there. */
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

  /** Opens the page of an output, without installing anything yet. */
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

  /** From now on time passes only by `page.clock`. */
  async stopTime(): Promise<void> {
    await this.page.clock.install();
    await this.page.clock.pauseAt(Date.now() + 60_000);
  }

  /** Installs and answers with how the opening ended, or the error's message and that of its cause. */
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

  /** Resolves when the container has left the page. */
  gone(): Promise<void> {
    return this.popup.waitFor({ state: 'detached' });
  }

  events(): Promise<HostWindow['popupEvents']> {
    return this.page.evaluate(() => (window as unknown as HostWindow).popupEvents);
  }

  /** What the popup must not leave behind, and what the policy of the page has refused. */
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

/** What {@link PopupPage.leftovers} answers on a clean page. */
export const NOTHING_LEFT = { containers: 0, inert: 0, styles: [null, null], violations: [] };
