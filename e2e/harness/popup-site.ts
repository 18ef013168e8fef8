import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');
const BUILT = join(ROOT, '.cache', 'popup-hosts');

/** Policy of a host page: no inline script or style, no nonce, no string into a script sink. */
const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'";

const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

export interface ProviderCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** Builds pages of a folder like a separate project, into a folder of the same name. */
export async function buildPages(root: string, pages: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    root,
    base: `/${basename(root)}/`,
    logLevel: 'error',
    // Even if NODE_ENV says otherwise, as in a test.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'], dedupe: ['react', 'react-dom'] },
    build: {
      outDir: join(BUILT, basename(root)),
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: pages.map((page) => join(root, page)) },
    },
  });
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A JSON answer. */
export const json =
  (value: unknown, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Serves host pages under the strict policy, the popup's outputs, and a provider whose answers the test sets. */
export class PopupSite {
  readonly calls: ProviderCall[] = [];
  /** Answers by method and path; each test starts with those of {@link reset}. */
  answers: Record<string, Answer> = {};
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));

  /** Builds the outputs and listens; returns the URL. */
  async start(): Promise<string> {
    await Promise.all([
      promisify(execFile)(process.execPath, ['packages/release-notes/build.mjs', join(BUILT, 'embed')], { cwd: ROOT }),
      buildPages(join(ROOT, 'e2e/popup-hosts'), ['react.html']),
    ]);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  reset(): void {
    this.calls.length = 0;
    this.answers = {
      'GET /identity/releases/published': json([]),
      'GET /identity/.well-known/theme': json({ colors: { primary: '#0f6b81', secondary: '#b5852a' } }),
      'POST /identity/releases/visit': (_request, response) => response.writeHead(204).end(),
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host');
    const method = request.method ?? 'GET';
    const answer = this.answers[`${method} ${url.pathname}`];
    if (answer) {
      let body = '';
      for await (const part of request) body += part;
      this.calls.push({
        method,
        path: url.pathname.replace('/identity', '') + url.search,
        authorization: request.headers.authorization ?? null,
        body,
      });
      answer(request, response);
      return;
    }
    const path = normalize(decodeURIComponent(url.pathname));
    const file = [BUILT, join(ROOT, 'e2e'), join(ROOT, 'packages/release-notes/examples')]
      .map((folder) => join(folder, path))
      .find((each) => /\.(html|js|css)$/.test(each) && existsSync(each));
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    this.calls.push({ method, path: url.pathname, authorization: null, body: '' });
    response.writeHead(200, {
      'content-type': `${TYPES[file.slice(file.lastIndexOf('.') + 1)]}; charset=utf-8`,
      'content-security-policy': STRICT_POLICY,
      'cache-control': 'no-store',
      // For pages of other origins, as the product's server does for known ones.
      'access-control-allow-origin': '*',
    });
    response.end(readFileSync(file));
  }
}
