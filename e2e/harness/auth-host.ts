import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { hostScripts } from './host-scripts.ts';

/** The host page's scripts. */
const builtFiles = hostScripts('auth-host');

/** Settings of the SDK that can be serialized into a page. */
export interface HostSettings {
  readonly authority: string;
  /** Default: the console's. */
  readonly clientId?: string;
  readonly scope?: string;
  readonly rolesPath?: string;
  readonly storage?: 'local' | 'tab' | { readonly kind: 'encrypted'; readonly secret: string };
  readonly monitorSession?: boolean;
  readonly idTokenSync?: { readonly url: string; readonly maxAgeS?: number };
}

/**
 * Paths of the host on another server's origin: only the start page is the host's; the provider's redirects go to the
 * real pages.
 */
const BORROWED = ['/host', '/session'];

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A browser profile with a host of the SDK: on its own origin, or as a guest on the origin of a running server. */
export class AuthHost {
  readonly context: BrowserContext;
  readonly origin: string;
  /** Read by each page opened from now on. */
  settings: HostSettings;
  /** Requests to /session, the URL of the ID-token sync. */
  readonly synced: { readonly method: string; readonly authorization: string | null }[] = [];
  readonly #scripts: ReadonlyMap<string, string>;
  #server: http.Server | null = null;

  private constructor(
    context: BrowserContext,
    origin: string,
    settings: HostSettings,
    scripts: ReadonlyMap<string, string>,
  ) {
    this.context = context;
    this.origin = origin;
    this.settings = settings;
    this.#scripts = scripts;
  }

  static async open(browser: Browser, settings: HostSettings): Promise<AuthHost> {
    const scripts = await builtFiles();
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const context = await browser.newContext({ baseURL: origin });
    const host = new AuthHost(context, origin, settings, scripts);
    host.#server = server;
    server.on('request', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', origin);
      const answer = host.#answer(request.method ?? 'GET', pathname, request.headers.authorization ?? null);
      response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body);
    });
    return host;
  }

  static async openOn(context: BrowserContext, origin: string, settings: HostSettings): Promise<AuthHost> {
    const scripts = await builtFiles();
    const host = new AuthHost(context, origin, settings, scripts);
    // A page answered by the harness belongs to no address space; Chromium would prompt before a request to loopback.
    await context.grantPermissions(['local-network-access'], { origin });
    await context.route(
      (url) => url.origin === origin && (BORROWED.includes(url.pathname) || scripts.has(url.pathname)),
      async (route) => {
        const request = route.request();
        const { authorization = null } = await request.allHeaders();
        await route.fulfill({
          ...host.#answer(request.method(), new URL(request.url()).pathname, authorization),
          // Same as the console's pages: another policy would sever it from a window that it opens.
          headers: { 'cross-origin-opener-policy': 'same-origin-allow-popups' },
        });
      },
    );
    return host;
  }

  /** A new tab on the host's start page; with null, on a page of the origin without the SDK. */
  async tab(path: string | null = '/host'): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(path ?? '/session');
    if (path !== null) await page.locator('#status:not(:empty)').waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.context.close();
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  #answer(method: string, pathname: string, authorization: string | null): Answer {
    const script = this.#scripts.get(pathname);
    if (script !== undefined) return { status: 200, contentType: 'text/javascript', body: script };
    if (pathname !== '/session') return { status: 200, contentType: 'text/html', body: this.#page() };
    if (method !== 'GET') this.synced.push({ method, authorization });
    return { status: 200, contentType: 'text/plain', body: 'session' };
  }

  #page(): string {
    const settings = JSON.stringify(this.settings).replaceAll('<', '\\u003c');
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<script type="application/json" id="settings">${settings}</script><script type="module" src="/host.js"></script></head>
<body><output id="status"></output></body></html>`;
  }
}
