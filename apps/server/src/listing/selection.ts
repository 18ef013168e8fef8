import { AppError, JOB_LIMITS } from '@backcounter/domain';
import { z } from 'zod';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';
import { normaliseSearch } from './list-arguments.ts';
import { type ListDefinition, SqlValues } from './list-definition.ts';
import { type FilterInput, filterConditions, isUuid, requiredFilter, resolveFilter } from './list-filter.ts';
import { chooseSearch } from './list-search.ts';

/**
 * Which records of a list something is for: either rows picked by hand (with the filters that the list cannot be read without), or all
 * that filter and search match but for some. A rule rather than a list of ids, so that it says a million rows as easily as ten.
 */
export interface SelectionInput {
  readonly filter?: FilterInput | null | undefined;
  readonly search?: string | null | undefined;
  readonly ids?: readonly string[] | null | undefined;
  readonly exclusions?: readonly string[] | null | undefined;
  /** Rows that were created later are not meant: nobody has seen them. */
  readonly upTo?: Date | null | undefined;
}

const KEY_MAX_LENGTH = 128;
const id = z.string().min(1).max(KEY_MAX_LENGTH);
/** What is a key, by its type in the database. */
const KEY_FORMS: Readonly<Record<string, (key: string) => boolean>> = {
  uuid: isUuid,
  bigint: (key) => /^\d{1,18}$/.test(key),
};

/** A selection as a job keeps it: JSON that means the same rows whoever reads it, whenever. */
export const frozenSelection = z.strictObject({
  filter: z.record(z.string(), z.unknown()),
  isLive: z.boolean(),
  search: z.string().nullable(),
  /** What the search text was understood as; null: it finds nothing. */
  searchMode: z.string().nullable(),
  ids: z.array(id).nullable(),
  exclusions: z.array(id),
  upTo: z.iso.datetime(),
});
/** A selection that no longer depends on the moment. */
export type FrozenSelection = z.infer<typeof frozenSelection>;

/**
 * Makes a selection independent of the moment: what a search text means, who is online and which rows there were is decided now,
 * within the rights of the caller.
 * @throws AppError `field.invalid`, `filter.invalid`, `filter.too-broad`, `access.denied`
 */
export async function freezeSelection(
  definition: ListDefinition,
  context: RequestContext,
  input: SelectionInput,
): Promise<FrozenSelection> {
  const ids = input.ids == null ? null : checkIds(definition, 'ids', input.ids, JOB_LIMITS.selectionIdsMax);
  const exclusions = checkIds(definition, 'exclusions', input.exclusions ?? [], JOB_LIMITS.selectionExclusionsMax);
  const search = normaliseSearch(input.search);
  const required = requiredFilter(definition, input.filter ?? {});
  const isByRule =
    search !== null || Object.entries(input.filter ?? {}).some(([key, value]) => value != null && !(key in required));
  if (ids !== null && (isByRule || exclusions.length > 0)) throw invalid('ids', 'alone');
  if (ids?.length === 0) throw invalid('ids', 'required');
  const filter = await resolveFilter(definition, input.filter ?? {}, context);
  // Refuses here, and not in the job, what the caller or the list does not have.
  filterConditions(definition, filter, new SqlValues(), context.caller, context.now);
  const mode = await chooseSearch(definition, context, filter, search, null);
  const upTo = input.upTo == null || input.upTo > context.now ? context.now : input.upTo;
  const frozen: FrozenSelection = {
    filter: JSON.parse(JSON.stringify(filter.input)) as Record<string, unknown>,
    isLive: filter.isLive,
    search,
    searchMode: typeof mode === 'object' ? (mode?.mode ?? null) : null,
    ids,
    exclusions,
    upTo: upTo.toISOString(),
  };
  return frozen;
}

/** What people are told of a selection: how it was made, and not who was meant by name. */
export function selectionSummary({ ids, filter, search, exclusions, upTo }: FrozenSelection) {
  // A filter on what is live was frozen with everybody it held for; people are told what was chosen.
  const chosen = Object.entries(filter).map(([key, value]) => [key, isFrozenLive(value) ? value.is : value]);
  return {
    picked: ids?.length ?? null,
    filter: Object.fromEntries(chosen) as FilterInput,
    hasSearch: search !== null,
    excluded: exclusions.length,
    upTo,
  };
}

const isFrozenLive = (value: unknown): value is { readonly is: boolean } =>
  typeof value === 'object' && value !== null && 'is' in value && 'values' in value;

/**
 * SQL conditions for the rows of a frozen selection, for keyset batches over the key of the list.
 * @param createdSql instant at which a row was created
 * @throws AppError `access.denied` for a filter that the caller may not use
 */
export function selectionConditions(
  definition: ListDefinition,
  selection: FrozenSelection,
  createdSql: string,
  caller: Caller,
  values: SqlValues,
): string[] {
  const { key } = definition;
  const upTo = new Date(selection.upTo);
  if (selection.ids !== null) {
    const within = { input: requiredFilter(definition, selection.filter), isLive: false };
    const picked = filterConditions(definition, within, values, caller, upTo);
    return [...picked, `${key.sql} = any(${values.add(selection.ids)}::${key.cast}[])`];
  }
  const filter = { input: selection.filter, isLive: selection.isLive };
  const conditions = filterConditions(definition, filter, values, caller, upTo);
  conditions.push(`${createdSql} <= ${values.add(upTo)}::timestamptz`);
  if (selection.exclusions.length > 0)
    conditions.push(`${key.sql} <> all(${values.add(selection.exclusions)}::${key.cast}[])`);
  if (selection.search !== null) {
    const plan = definition.planSearch(selection.search, caller);
    const mode = plan?.find((way) => way.mode === selection.searchMode);
    conditions.push(mode === undefined ? 'false' : mode.condition(values));
  }
  return conditions;
}

function checkIds({ key }: ListDefinition, field: string, ids: readonly string[], max: number): string[] {
  if (ids.length > max) throw invalid(field, 'too-many');
  const isKey = KEY_FORMS[key.cast];
  if (!ids.every((one) => id.safeParse(one).success && isKey?.(one) !== false)) throw invalid(field, 'id');
  return [...new Set(key.cast === 'uuid' ? ids.map((one) => one.toLowerCase()) : ids)];
}

function invalid(field: string, rule: string): AppError {
  return new AppError('field.invalid', {
    message: 'The selection is not valid.',
    details: { fields: { [`selection.${field}`]: [{ rule }] } },
  });
}
