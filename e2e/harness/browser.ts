import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--force-color-profile=srgb',
  // Chromium's own sandbox refuses to start as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Sources of browsers, in order. Each returns the path of an executable or null. */
export const BROWSER_SOURCES = {
  CHROMIUM_PATH: () => process.env['CHROMIUM_PATH'] || null,
  'chromium on the PATH': onThePath,
  "Playwright's own": () => existing(chromium.executablePath()),
  '@sparticuz/chromium': async () => {
    const { default: packed } = await import('@sparticuz/chromium');
    return packed.executablePath();
  },
} as const satisfies Record<string, () => string | null | Promise<string | null>>;

type BrowserSource = keyof typeof BROWSER_SOURCES;

/** The headless shell first: it renders the same pages with about half of the CPU time, having no windows to draw. */
function onThePath(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null;
}

const existing = (path: string) => (path !== '' && existsSync(path) ? path : null);

const ALL = Object.keys(BROWSER_SOURCES) as BrowserSource[];

/** The first available one, and its arguments. */
async function firstOf(sources: readonly BrowserSource[]): Promise<{ executablePath: string; args: string[] }> {
  for (const source of sources) {
    const executablePath = await BROWSER_SOURCES[source]();
    if (executablePath === null) continue;
    const packed = source === '@sparticuz/chromium' ? (await import('@sparticuz/chromium')).default.args : [];
    return { executablePath, args: [...new Set([...packed, ...FLAGS])] };
  }
  throw new Error(`No browser: looked for ${sources.join(', ')}`);
}

/** The browser of this process, used by its files one after another. */
let shared: Promise<Browser> | null = null;

/** Closing it closes all that the file has opened; the browser itself ends with the process. */
async function startShared(): Promise<Browser> {
  const browser = await chromium.launch(await firstOf(ALL));
  browser.on('disconnected', () => {
    shared = null;
  });
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/** A browser without profiles, to be closed at the end of the file. `only` starts a new one from that source. */
export async function launchBrowser(only?: BrowserSource): Promise<Browser> {
  if (only) return chromium.launch(await firstOf([only]));
  shared ??= startShared();
  return shared;
}

/** Starts a browser that another program may control at a port, and returns its only profile. */
export async function launchProfile(port: number, baseURL: string): Promise<BrowserContext> {
  const { executablePath, args } = await firstOf(ALL);
  return chromium.launchPersistentContext('', {
    executablePath,
    baseURL,
    args: [...args, `--remote-debugging-port=${port}`],
  });
}
