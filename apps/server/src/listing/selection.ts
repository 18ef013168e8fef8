import { AppError, JOB_LIMITS } from '@backcounter/domain';
import { z } from 'zod';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';
import { normaliseSearch } from './list-arguments.ts';
import { type ListDefinition, SqlValues } from './list-definition.ts';
import { type FilterInput, filterConditions, isUuid, requiredFilter, resolveFilter } from './list-filter.ts';
import { chooseSearch, modeNamed } from './list-search.ts';

/**
 * The records of a list that an action applies to: rows picked by id (with the list's required filters), or everything
 * that filter and search match, minus exclusions. A rule, so a million rows are as easy to state as ten.
 */
export interface SelectionInput {
  readonly filter?: FilterInput | null | undefined;
  readonly search?: string | null | undefined;
  readonly ids?: readonly string[] | null | undefined;
  readonly exclusions?: readonly string[] | null | undefined;
  /** Excludes rows created later, which the person has not seen. */
  readonly upTo?: Date | null | undefined;
}

const KEY_MAX_LENGTH = 128;
const id = z.string().min(1).max(KEY_MAX_LENGTH);
/** Validates keys by their database type. */
const KEY_FORMS: Readonly<Record<string, (key: string) => boolean>> = {
  uuid: isUuid,
  bigint: (key) => /^\d{1,18}$/.test(key),
};

/** A selection as stored with a job: JSON that means the same rows at any time. */
export const frozenSelection = z.strictObject({
  filter: z.record(z.string(), z.unknown()),
  isLive: z.boolean(),
  search: z.string().nullable(),
  /** The chosen interpretation of the search text; null if it matches nothing. */
  searchMode: z.string().nullable(),
  ids: z.array(id).nullable(),
  exclusions: z.array(id),
  upTo: z.iso.datetime(),
});
/** A selection that no longer depends on the current moment. */
export type FrozenSelection = z.infer<typeof frozenSelection>;

/**
 * Fixes a selection: the meaning of the search text, who is online and which rows exist are decided now, with the
 * caller's permissions.
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
    search !== null ||
    Object.entries(input.filter ?? {}).some(([key, value]) => value != null && !Object.hasOwn(required, key));
  if (ids !== null && (isByRule || exclusions.length > 0)) throw invalid('ids', 'alone');
  if (ids?.length === 0) throw invalid('ids', 'required');
  const filter = await resolveFilter(definition, input.filter ?? {}, context);
  // Throws here rather than in the job for filters that are forbidden or unknown.
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

/** Describes how a selection was made, without naming the records. */
export function selectionSummary({ ids, filter, search, exclusions, upTo }: FrozenSelection) {
  const chosen = Object.entries(filter).map(([key, value]) => [key, chosenValue(value)]);
  return {
    picked: ids?.length ?? null,
    filter: Object.fromEntries(chosen) as FilterInput,
    search,
    excluded: exclusions.length,
    upTo,
  };
}

/** The choice behind a frozen value: a LIVE one contains every value it matched, and a rule's the rules as they were. */
function chosenValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('is' in value && 'values' in value) return value.is;
  if (!('rules' in value)) return value;
  const { rules: _rules, ...chosen } = value;
  return chosen;
}

/**
 * SQL conditions of a frozen selection's rows, for keyset batches by the list's key.
 * @param createdSql a row's creation time
 * @throws AppError `access.denied` for a forbidden filter
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
    const mode = modeNamed(definition, plan, selection.searchMode);
    conditions.push(mode === null ? 'false' : mode.condition(values));
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
