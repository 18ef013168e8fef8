import { sql } from 'kysely';
import type { RequestContext } from '../../../../graphql/request-context.ts';
import type { FrozenSelection } from '../../../../listing/selection.ts';
import type { BulkNames } from '../../../../references/bulk-names.ts';

const NAMED_FILTERS = ['campaign', 'batch', 'streamer'] as const;
/** Maximum number of filter values that are named. */
const NAMES_MAX = 3;

/** Names of a filter's campaign, batches and streamers at the start of a job, which stores them. They are the same in all languages. */
export async function couponBulkNames(
  { db }: RequestContext,
  { filter }: Pick<FrozenSelection, 'filter'>,
): Promise<BulkNames> {
  const ids = NAMED_FILTERS.flatMap((key) => {
    const { in: chosen, notIn } = (filter[key] ?? {}) as {
      in?: readonly string[] | null;
      notIn?: readonly string[] | null;
    };
    return (chosen ?? notIn ?? []).slice(0, NAMES_MAX);
  });
  const { rows } = await sql<{ id: string; name: string }>`
    select id, code as name from campaign where id = any(${ids}::uuid[])
    union all select id, number::text from coupon_batch where id = any(${ids}::uuid[])
    union all select id, display_name from streamer where id = any(${ids}::uuid[])`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, { 'en-US': name }]));
}
