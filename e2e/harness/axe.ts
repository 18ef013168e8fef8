import { createRequire } from 'node:module';
import type { Visit } from './visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Trusted Types would refuse axe's own script; the policy itself is tested by all other journeys. */
export const AXE_NEEDS = { bypassCSP: true };

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What another colour scheme can break on a page that is otherwise the same. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page now, in words. */
export function violations(visit: Visit): Promise<string[]> {
  return run(visit, TAGS);
}

/** What axe finds in the colours of the page now, of which `violations` has judged the rest in other colours. */
export function colourViolations(visit: Visit): Promise<string[]> {
  return run(visit, { type: 'rule', values: OF_COLOURS });
}

async function run({ page }: Visit, runOnly: object): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: AxeViolation[] }> } };
    // What passes need not be described, which is most of the work.
    return (await axe.run({ runOnly: rules, resultTypes: ['violations'] })).violations;
  }, runOnly);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
