import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { animationsEnded } from './animations.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Trusted Types would refuse axe's own script; the policy itself is tested by all other journeys. */
export const AXE_NEEDS = { bypassCSP: true };

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly (string | readonly string[])[];
    readonly failureSummary?: string;
  }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another colour scheme can break on a page that is otherwise the same. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** A browser's page, or what has one. */
interface OnPage {
  readonly page: Page;
}

/** What axe finds on the page now, in words; with a selector, in that part of it alone. */
export function violations(on: OnPage, within = ':root'): Promise<string[]> {
  return run(on, TAGS, within);
}

/** What axe finds in the colours of the page now, of which `violations` has judged the rest in other colours. */
export function colourViolations(on: OnPage): Promise<string[]> {
  return run(on, { type: 'rule', values: OF_COLOURS }, ':root');
}

async function run({ page }: OnPage, runOnly: object, within: string): Promise<string[]> {
  await animationsEnded(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(
    async ([include, rules]) => {
      const { axe } = window as unknown as {
        axe: { run: (context: object, options: object) => Promise<{ violations: AxeViolation[] }> };
      };
      // What passes need not be described, which is most of the work.
      return (await axe.run({ include: [include] }, { runOnly: rules, resultTypes: ['violations'] })).violations;
    },
    [within, runOnly] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary ?? ''}`),
  );
}
