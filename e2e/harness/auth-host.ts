import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build, defaultClientConditions, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '..', 'auth-host');
const PAGES = ['/host', '/login', '/silent', '/popup', '/logout'];

let files: Promise<ReadonlyMap<string, string>> | null = null;

/** The host page's scripts, built once a run. */
function builtFiles(): Promise<ReadonlyMap<string, string>> {
  files ??= build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: join(ROOT, 'host.ts'), output: { entryFileNames: 'host.js' } },
    },
  }).then((result) => {
    const { output } = result as Rolldown.RolldownOutput;
    return new Map(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[`/${chunk.fileName}`, chunk.code]] : [])));
  });
  return files;
}

/** Settings of the SDK that survive being written into a page. */
export interface HostSettings {
  readonly authority: string;
  readonly scope?: string;
  readonly rolesPath?: string;
  readonly storage?: 'local' | 'tab' | { readonly kind: 'encrypted'; readonly secret: string };
  readonly monitorSession?: boolean;
  readonly idTokenSync?: { readonly url: string; readonly maxAgeS?: number };
}

/** A browser profile in which `origin` is a host of the SDK. What the host does not answer itself goes to the real server there. */
export class AuthHost {
  readonly context: BrowserContext;
  readonly origin: string;
  /** Read by each page that is opened from now on. */
  settings: HostSettings;
  /** Requests to /session, the address of the ID-token sync. */
  readonly synced: { readonly method: string; readonly authorization: string | null }[] = [];

  private constructor(context: BrowserContext, origin: string, settings: HostSettings) {
    this.context = context;
    this.origin = origin;
    this.settings = settings;
  }

  static async open(browser: Browser, origin: string, settings: HostSettings): Promise<AuthHost> {
    const scripts = await builtFiles();
    const context = await browser.newContext({ baseURL: origin });
    context.setDefaultTimeout(15_000);
    const host = new AuthHost(context, origin, settings);
    await context.route(
      (url) => url.origin === origin && (PAGES.includes(url.pathname) || scripts.has(url.pathname)),
      async (route) => {
        const { pathname } = new URL(route.request().url());
        const script = scripts.get(pathname);
        await route.fulfill(
          script === undefined
            ? { contentType: 'text/html', body: host.#page() }
            : { contentType: 'text/javascript', body: script },
        );
      },
    );
    await context.route(`${origin}/session`, async (route) => {
      const { authorization = null } = await route.request().allHeaders();
      host.synced.push({ method: route.request().method(), authorization });
      await route.fulfill({ status: 204 });
    });
    return host;
  }

  /** A new tab on the host's start page; null as address for a page of the origin without the SDK. */
  async tab(path: string | null = '/host'): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path ?? '/session');
    if (path !== null) await page.locator('#status:not(:empty)').waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.context.close();
  }

  #page(): string {
    const settings = JSON.stringify(this.settings).replaceAll('<', '\\u003c');
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<script type="application/json" id="settings">${settings}</script><script type="module" src="/host.js"></script></head>
<body><output id="status"></output></body></html>`;
  }
}
