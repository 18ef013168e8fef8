import { AppError } from '@backcounter/domain';
import { type RequestContext, readingContext, requirePermission } from '../graphql/request-context.ts';
import { filterOfJson } from './filter-json.ts';
import { normaliseSearch } from './list-arguments.ts';
import { type FilterDefinition, type ListDefinition, SqlValues } from './list-definition.ts';
import { filterConditions, resolveFilter, valuesByCondition } from './list-filter.ts';
import { chooseSearch } from './list-search.ts';

/** Rows with one value of a filter. */
export interface ListGroup {
  readonly value: string;
  readonly rows: number;
}

/** Rows to count, and by which filter. */
export interface GroupsRequest {
  /** Key of the filter whose values are counted. */
  readonly by: string;
  /** Filter of the list as JSON; its part of this key is ignored. */
  readonly filter: unknown;
  readonly search: string | null;
}

/** Time limit; there are no counts after that. */
const GROUPS_TIMEOUT_MS = 1_000;
const GROUPS_MAX = 2_000;

/**
 * Counts the rows of a list by the values of one of its filters, most rows first; null if that takes too long.
 * @throws AppError `filter.invalid`, `filter.too-broad`, `access.denied`
 */
export async function countGroups(
  definition: ListDefinition,
  request: RequestContext,
  { by, filter, search }: GroupsRequest,
): Promise<readonly ListGroup[] | null> {
  const counted = definition.filters[by];
  if (counted === undefined || !isCountable(counted))
    throw new AppError('filter.invalid', {
      message: 'This filter has no values to count.',
      details: { fields: { by: [{ rule: 'unknown' }] } },
    });
  if (counted.permission !== undefined) requirePermission(request.caller, counted.permission);
  const context = await readingContext(request);
  const { [by]: _own, ...others } = filterOfJson(definition, filter);
  const resolved = await resolveFilter(definition, others, context);
  const mode = await chooseSearch(definition, context, resolved, normaliseSearch(search), null);
  if (typeof mode === 'string') return [];
  const values = new SqlValues();
  const conditions = [
    ...filterConditions(definition, resolved, values, context.caller, context.now),
    ...(mode === null ? [] : [mode.condition(values)]),
    'own.value is not null',
  ];
  const { sql, related, conditions: byValue } = counted;
  const column = `(${sql})::text as value`;
  const own =
    byValue !== undefined
      ? valuesByCondition(definition, others, byValue, values)
      : related === undefined
        ? `select ${column}`
        : `select distinct ${column} from ${related}`;
  const text = `select own.value, count(*) as rows from ${definition.from} cross join lateral (${own}) as own
    where ${conditions.join(' and ')} group by own.value order by count(*) desc, own.value limit ${GROUPS_MAX}`;
  try {
    const options = { signal: context.signal, timeoutMs: GROUPS_TIMEOUT_MS, isCostly: true } as const;
    // Filters vary too much to prepare each combination.
    const rows = await context.sql.rows<{ value: string; rows: string }>({ text, name: null }, values.list, options);
    return rows.map(({ value, rows }) => ({ value, rows: Number(rows) }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'query.timed-out') return null;
    throw error;
  }
}

const isCountable = ({ kind, rules, isRequired }: FilterDefinition) =>
  ['CODE', 'ENUM', 'ID'].includes(kind) && rules === undefined && isRequired !== true;
