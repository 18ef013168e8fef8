import { z } from 'zod';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { FrozenSelection } from '../../listing/selection.ts';

/** What records were called when a job was asked for, for its parameters: names by language, by the id of the record. */
export const bulkNames = z.record(z.string(), z.record(z.string(), z.string())).default({});
/** Names by language, by the id of the record. */
export type BulkNames = z.output<typeof bulkNames>;

/** Filters whose values are records with names; lists call them the same. */
const NAMED_FILTERS = ['area', 'badge', 'topic'] as const;
/** As many values of a filter as people are told by name. */
const NAMES_MAX = 3;

/**
 * What the topic or badge of an action and the areas, topics and badges of its filter are called at the click. A job keeps them, so that it
 * says in every language what was meant, also when that was renamed later.
 * @param targetId topic or badge that the action is about
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
