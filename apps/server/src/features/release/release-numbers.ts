import { type NextNumbers, nextNumbers } from '@backcounter/domain';
import type { EffectContext } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';

/** Numbers in use, and the next ones. */
export interface ReleaseNumbers extends NextNumbers {
  /** The greatest number ever published; null: none. */
  readonly latest: string | null;
}

const NUMBERS = `
  select (select number from release where published_at is not null order by number_key desc limit 1) as latest,
    array(select number from release where published_at is null) as drafts`;

/** Returns the greatest published number, and the possible next ones that no draft has. */
export async function readNumbers(context: EffectContext): Promise<ReleaseNumbers> {
  const [found] = await context.sql.rows<{ latest: string | null; drafts: readonly string[] }>(
    statementFor(NUMBERS),
    [],
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  const latest = found?.latest ?? null;
  const drafts = new Set(found?.drafts);
  const free = (step: keyof NextNumbers): string => {
    let number = nextNumbers(latest)[step];
    while (drafts.has(number)) number = nextNumbers(number)[step];
    return number;
  };
  return { latest, patch: free('patch'), minor: free('minor'), major: free('major') };
}
