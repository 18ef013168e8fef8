import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked } from './harness/api.ts';
import { insertApproval, removeApproval } from './harness/approvals.ts';
import { launchBrowser } from './harness/browser.ts';
import { MachineValues } from './harness/machine-values.ts';
import { productFolder, productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
/** Addresses without a screen of their own. */
const NO_SCREEN = /^\/(login|logout|no-access|silent|popup|\$)/;
/** Links to other parts of the server. */
const ELSEWHERE = /^\/(identity|changelog|docs|files|logout)/;
/** Parameters whose value is another screen; of others, such as an id, one value is enough. */
const SCREENS_OF = ['tab', 'as'];
/** Screens about the messages themselves: translators work with their keys and variables. */
const ABOUT_MESSAGES = '/admin/translations';
const OF_MESSAGES = /^a (?:key|raw value)/;
/** Longer: reads every screen. */
const SWEEP_TIMEOUT_MS = 900_000;

let browser: Browser;
let visit: Visit;
let values: MachineValues;
let routes: readonly string[];
let approval = '';

beforeAll(async () => {
  browser = await launchBrowser();
  approval = await insertApproval(productFolder() ?? '');
  visit = await visitAs(browser, url, 'admin', '/');
  const settings = await asked<{ nodes: { key: string }[] }>(
    visit,
    '{ answer: configEntries(first: 100) { nodes { key } } }',
    {},
  );
  values = new MachineValues(visit.page, [...(await messageKeys()), ...settings.nodes.map(({ key }) => key)]);
  await visit.page.waitForFunction(() => '__TSR_ROUTER__' in globalThis);
  routes = await visit.page.evaluate(() => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } };
    return Object.keys(router.routesByPath);
  });
});
afterAll(async () => {
  await visit?.close();
  await removeApproval(productFolder() ?? '', approval);
  await browser?.close();
});

async function messageKeys(): Promise<readonly string[]> {
  const published = (await (await fetch(`${url}/i18n/clients/backcounter/languages/published`)).json()) as {
    file_path: string;
  }[];
  const texts = (await (await fetch(`${url}/cdn/${published[0]?.file_path}`)).json()) as object;
  return Object.keys(texts);
}

/** One event of each action and fields in the trail, as addresses of their drawers. */
async function eventsOfEachKind(): Promise<readonly string[]> {
  const found = new Map<string, string>();
  interface Events {
    readonly nodes: readonly { id: string; occurredAt: string; action: string; changes: { field: string }[] }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  }
  for (let after: string | null = null, more = true; more; ) {
    const page: Events = await asked<Events>(
      visit,
      'query E2eEvents($after: String) { answer: auditEvents(first: 100, after: $after) { nodes { id occurredAt action changes { field } } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    for (const { id, occurredAt, action, changes } of page.nodes)
      found.set(`${action} ${changes.map(({ field }) => field)}`, `/admin/audit?open=${Date.parse(occurredAt)}.${id}`);
    ({ hasNextPage: more, endCursor: after } = page.pageInfo);
  }
  return [...found.values()];
}

/** The screen of an address: its route, with the parameters that choose a screen. */
function screenOf(path: string): string {
  const { pathname, searchParams } = new URL(path, url);
  const route =
    routes.find((each) => each === pathname) ??
    routes.find((each) => new RegExp(`^${each.replaceAll(/\$\w+/g, '[^/]+')}$`).test(pathname)) ??
    pathname;
  const parts = [...searchParams].map(([key, value]) => (SCREENS_OF.includes(key) ? `${key}=${value}` : key));
  return `${route}?${parts.sort().join('&')}`;
}

/** Addresses that a screen leads to: its links and its tabs. */
async function waysOn(path: string): Promise<readonly string[]> {
  const { page } = visit;
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const ways = links.filter((link) => !ELSEWHERE.test(link));
  if (path.includes('tab=')) return ways;
  const tabs = page.getByRole('tab').filter({ visible: true });
  // A tab may replace the others, such as those of a form.
  for (let index = 0; await tabs.nth(index).isVisible(); index += 1) {
    // Also behind a drawer.
    await tabs.nth(index).dispatchEvent('click');
    ways.push(visit.path);
  }
  return ways;
}

describe('no screen shows values of the machine', () => {
  const visited = new Set<string>();

  it(
    'no id, key, constant, raw time or minor unit: each list, record, tab, drawer, job and event of the demo',
    async () => {
      const found: string[] = [];
      const first = [
        ...routes.filter((route) => !/\$/.test(route) && !NO_SCREEN.test(route)),
        ...(await eventsOfEachKind()),
      ];
      const queue = [...first];
      for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
        // Each kind of event, and one address of every other screen.
        const screen = first.includes(path) ? path : screenOf(path);
        if (visited.has(screen)) continue;
        visited.add(screen).add(screenOf(path));
        await visit.go(path);
        await visit.page.locator('h1').first().waitFor();
        await visit.settled();
        const isAboutMessages = path.startsWith(ABOUT_MESSAGES);
        // A search that finds more outside of the filters is quoted as it was entered.
        const quoted = `“${new URL(path, url).searchParams.get('q')}” outside these filters`;
        const own = (await values.found()).filter((each) => !each.includes(quoted));
        found.push(
          ...own.filter((each) => !(isAboutMessages && OF_MESSAGES.test(each))).map((each) => `${path}: ${each}`),
        );
        queue.push(...(await waysOn(path)));
      }
      expect(found).toEqual([]);
    },
    SWEEP_TIMEOUT_MS,
  );

  it('and the sweep has been on every route of the console', () => {
    const seen = new Set([...visited].map((screen) => screen.split('?', 1)[0]));
    expect(routes.filter((route) => !NO_SCREEN.test(route) && !seen.has(route))).toEqual([]);
  });
});
