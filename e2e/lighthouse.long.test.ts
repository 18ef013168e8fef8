import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { median } from '../bench/load.ts';
import { launchProfile } from './harness/browser.ts';
import { freePort } from './harness/free-port.ts';
import { DEMO_PASSWORD, emailOf } from './harness/people.ts';
import { PersonClient } from './harness/person-client.ts';
import { productUrl } from './harness/product-url.ts';
import { takeSession } from './harness/take-session.ts';

const RUNS = 5;
const PERFORMANCE_GOAL = 95;
const url = productUrl();
let port: number;
let profile: BrowserContext;
let path: Readonly<Record<string, string>>;

/** Scores of one page view, 0 to 100; times in milliseconds. */
interface Scores {
  /** The path that was shown at the end. */
  readonly shown: string;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly performance: number;
  readonly lcpMs: number;
  readonly blockedMs: number;
  /** Failed audits of accessibility and best practices. */
  readonly findings: readonly string[];
}

beforeAll(async () => {
  port = await freePort();
  profile = await launchProfile(port, url);
  const client = new PersonClient(url);
  await client.refresh();
  const { accounts, campaigns } = await client.ask<Record<string, { nodes: { id: string }[] }>>(
    `{ accounts(first: 1, filter: { state: { in: [ACTIVE] } }) { nodes { id } }
       campaigns(first: 1, filter: { status: { in: [RUNNING] } }) { nodes { id } } }`,
  );
  path = {
    home: '/',
    accounts: '/accounts',
    account: `/accounts/${accounts?.nodes[0]?.id}`,
    campaign: `/campaigns/${campaigns?.nodes[0]?.id}`,
    dashboard: '/dashboard',
  };
});
afterAll(() => profile?.close());

/** Views a page on a desktop as Lighthouse does. */
async function view(address: string): Promise<Scores> {
  const found = await lighthouse(
    `${url}${address}`,
    {
      port,
      logLevel: 'error',
      disableStorageReset: true,
      // Its streams never end.
      maxWaitForLoad: 15_000,
      onlyCategories: ['accessibility', 'best-practices', 'performance'],
    },
    desktop,
  );
  if (found === undefined) throw new Error(`Lighthouse did not view ${address}`);
  const { categories, audits, runtimeError, finalDisplayedUrl } = found.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const gated = ['accessibility', 'best-practices'].flatMap((category) => categories[category]?.auditRefs ?? []);
  return {
    shown: new URL(finalDisplayedUrl).pathname,
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    performance: score('performance'),
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blockedMs: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    findings: gated
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${JSON.stringify(audits[id]?.details)}`),
  };
}

/** Views a page repeatedly; prints the medians. */
async function views(name: string, address: string): Promise<Scores[]> {
  const all: Scores[] = [];
  while (all.length < RUNS) all.push(await view(address));
  const mid = (figure: (scores: Scores) => number) => Math.round(median(all.map(figure)));
  console.log(
    `${name}: performance ${mid(({ performance }) => performance)} (goal ${PERFORMANCE_GOAL}), ` +
      `largest paint ${mid(({ lcpMs }) => lcpMs)} ms, blocked ${mid(({ blockedMs }) => blockedMs)} ms`,
  );
  return all;
}

const FULL = { accessibility: 100, bestPractices: 100, findings: [] };

/** Part of `npm run test:long`. Performance is printed only: it depends on the machine. */
describe('Lighthouse finds nothing in accessibility and best practices', () => {
  it('on the sign-in page', async () => {
    for (const scores of await views('sign-in', '/')) {
      expect(scores).toMatchObject(FULL);
      expect(scores.shown).toMatch(/^\/identity\//);
    }
  }, 300_000); // Longer: Lighthouse views the page five times.

  it('on home, a list, two records and the dashboard', async () => {
    const [page = await profile.newPage()] = profile.pages();
    await takeSession(page, url, emailOf('admin'), DEMO_PASSWORD);
    for (const [name, address] of Object.entries(path))
      for (const scores of await views(name, address)) expect(scores, name).toMatchObject({ ...FULL, shown: address });
  }, 900_000); // Longer: Lighthouse views each page five times.
});
