import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { animationsEnded } from './animations.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Trusted Types would refuse axe's own script; all other journeys test the policy. */
export const AXE_NEEDS = { bypassCSP: true };

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly (string | readonly string[])[];
    readonly failureSummary?: string;
  }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that another colour scheme can break on an otherwise identical page. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** A page, or an object with one. */
interface OnPage {
  readonly page: Page;
}

/** Current violations that axe finds, in words; with a selector, only in that part of the page. */
export function violations(on: OnPage, within = ':root'): Promise<string[]> {
  return run(on, TAGS, within);
}

/** Current colour violations that axe finds, after `violations` checked the page in other colours. */
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
      // Passing elements need no description, which is most of the work.
      return (await axe.run({ include: [include] }, { runOnly: rules, resultTypes: ['violations'] })).violations;
    },
    [within, runOnly] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.flat().join(' ')} ${failureSummary ?? ''}`),
  );
}
