import { type NextNumbers, nextNumbers } from '@backcounter/domain';
import type { EffectContext } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';

/** Where the numbers of releases stand. */
export interface ReleaseNumbers extends NextNumbers {
  /** The greatest that was ever published; null: none was. */
  readonly latest: string | null;
}

const GREATEST = `
  select (select number from release where published_at is not null order by number_key desc limit 1) as latest,
    (select number from release order by number_key desc limit 1) as greatest`;

/** The greatest published number, and the ones that may come after all that there are, drafts included. */
export async function readNumbers(context: EffectContext): Promise<ReleaseNumbers> {
  const [found] = await context.sql.rows<{ latest: string | null; greatest: string | null }>(
    statementFor(GREATEST),
    [],
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  return { latest: found?.latest ?? null, ...nextNumbers(found?.greatest ?? null) };
}
