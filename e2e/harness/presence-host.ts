import type { BrowserContext, Page } from 'playwright-core';
import type { Host } from '../presence-host/host.ts';
import { hostScripts } from './host-scripts.ts';

/** The page's scripts, in chunks as a bundler creates them. */
const builtFiles = hostScripts('presence-host');

/** As strict as the console's own, plus hosts of the test. */
const policy = (connect: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' ${connect}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** Adds a host page at /host of a running server's origin. */
export async function addPresenceHost(context: BrowserContext, origin: string, connect = ''): Promise<void> {
  const scripts = await builtFiles();
  // A page that was not loaded over the network belongs to another network than the server on this machine.
  await context.grantPermissions(['local-network-access'], { origin });
  await context.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const script = scripts.get(pathname);
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script });
    if (pathname !== '/host') return route.fallback();
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy(connect) },
      body: '<!doctype html><meta charset="utf-8"><title>Host</title><script type="module" src="/host.js"></script>',
    });
  });
}

/** Opens a host page; its errors are collected in `complaints`. */
export async function openHost(context: BrowserContext, origin: string, complaints: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|TrustedHTML/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${origin}/host`);
  await page.waitForFunction('globalThis.host !== undefined');
  return page;
}

export type { Host };
