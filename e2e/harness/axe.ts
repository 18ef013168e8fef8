import { createRequire } from 'node:module';
import type { Visit } from './visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Trusted Types would refuse axe's own script; the policy itself is tested by all other journeys. */
export const AXE_NEEDS = { bypassCSP: true };

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** What axe finds on the page now, in words. */
export async function violations({ page }: Visit): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: AxeViolation[] }> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    // What passes need not be described, which is most of the work.
    return (await axe.run({ runOnly: tags, resultTypes: ['violations'] })).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
