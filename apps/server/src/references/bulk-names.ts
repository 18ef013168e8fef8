import { z } from 'zod';
import type { RequestContext } from '../graphql/request-context.ts';
import type { FrozenSelection } from '../listing/selection.ts';

/** Names of records when the job was started: by record id, then language. */
export const bulkNames = z.record(z.string(), z.record(z.string(), z.string())).default({});
/** Names by record id, then language. */
export type BulkNames = z.output<typeof bulkNames>;

/** Filters whose values are named records. */
const NAMED_FILTERS = ['area', 'badge', 'topic'] as const;
/** Maximum number of values shown by name. */
const NAMES_MAX = 3;

/**
 * Finds the current names of the action's topic, badge or area and of areas, topics and badges in its filter. They are stored
 * with the job, so that it shows what was meant even after a rename.
 * @param targetId the action's topic, badge or area
 */
export async function findBulkNames(
  { db }: RequestContext,
  targetId: string | null,
  { filter }: Pick<FrozenSelection, 'filter'>,
): Promise<BulkNames> {
  const ids = [...(targetId === null ? [] : [targetId]), ...NAMED_FILTERS.flatMap((key) => idsOf(filter[key]))];
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom('topic')
    .select(['id', 'name_i18n'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('badge').select(['id', 'name_i18n']).where('id', 'in', ids))
    .unionAll(db.selectFrom('area').select(['id', 'name_i18n']).where('id', 'in', ids))
    .execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.name_i18n as Record<string, string>]));
}

function idsOf(filter: unknown): readonly string[] {
  const { in: chosen, notIn } = (filter ?? {}) as { in?: readonly string[] | null; notIn?: readonly string[] | null };
  return (chosen ?? notIn ?? []).slice(0, NAMES_MAX);
}
