import { AppError, LIMITS } from '@backcounter/domain';
import { type RequestContext, requirePermission } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';
import type { FilterDefinition, ListDefinition, RuleSource, SqlValues } from './list-definition.ts';

/** A filter as received: values of the input types, by key. */
export type FilterInput = Readonly<Record<string, unknown>>;

/** A filter whose LIVE parts and rules have been resolved to their current values. */
export interface ResolvedFilter {
  readonly input: FilterInput;
  /** True if the values, and so the best plan, change from request to request. */
  readonly isLive: boolean;
}

interface LiveInput {
  readonly is: boolean;
  readonly values: readonly string[];
}
interface ChoiceInput {
  readonly in?: readonly string[] | null;
  readonly notIn?: readonly string[] | null;
}
interface RuleInput extends ChoiceInput {
  readonly rules: Readonly<Record<string, unknown>>;
}
interface NumberInput {
  readonly from?: number | null;
  readonly to?: number | null;
}
interface InstantInput {
  readonly from?: Date | null;
  readonly to?: Date | null;
  readonly withinDays?: number | null;
  readonly olderThanDays?: number | null;
  readonly nextDays?: number | null;
  readonly isEmpty?: boolean | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
const TEXT_MAX_LENGTH = 255;
const DAY_MS = 86_400_000;
const DAYS_MAX = 36_500;
/** Records with a rule in one filter: each rule has many conditions. */
const RULES_MAX = 10;
/** Placeholder for the required filter's value in conditions by value. */
const REQUIRED = '{required}';

/** Whether a text is a UUID in its usual form. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Resolves LIVE filters and rules, once for all statements of a request.
 * @throws AppError `filter.too-broad`; `access.denied` or `filter.invalid` for a filter that is forbidden or that the
 * list does not have
 */
export async function resolveFilter(
  definition: ListDefinition,
  input: FilterInput,
  context: RequestContext,
): Promise<ResolvedFilter> {
  const { caller, services } = context;
  const resolved: Record<string, LiveInput | RuleInput> = {};
  for (const [key, declared] of Object.entries(definition.filters)) {
    const { live, rules, permission } = declared;
    const value = input[key];
    if ((live === undefined && rules === undefined) || value == null) continue;
    if (permission !== undefined) requirePermission(caller, permission);
    if (rules !== undefined)
      resolved[key] = await resolveRules(key, rules, value as ChoiceInput, {
        ...context,
        caller: knownTo(declared, caller),
      });
    if (live === undefined) continue;
    const read = live(services);
    if (read === null) throw invalidFilter(key, 'unavailable');
    const values = await read();
    if (values === null) throw new AppError('filter.too-broad', { message: 'This filter matches too many rows.' });
    resolved[key] = { is: value === true, values };
  }
  return { input: { ...input, ...resolved }, isLive: Object.keys(resolved).length > 0 };
}

/** The caller as a filter knows it. One that others share cursors and counts of can't depend on who calls. */
function knownTo({ isOwn }: FilterDefinition, caller: Caller): Caller {
  if (isOwn === true) return caller;
  return {
    ...caller,
    get sub(): string {
      throw new Error('A filter whose rows differ between callers needs `isOwn`.');
    },
  };
}

async function resolveRules(
  key: string,
  source: RuleSource,
  { in: among, notIn }: ChoiceInput,
  context: RequestContext,
): Promise<RuleInput> {
  const ids = [...new Set([...(among ?? []), ...(notIn ?? [])])];
  if (ids.length > RULES_MAX) throw invalidFilter(key, 'too-many');
  if (!ids.every(isUuid)) throw invalidFilter(key, 'id');
  const rules = await source.read(context, ids);
  if (ids.some((id) => !Object.hasOwn(rules, id))) throw invalidFilter(key, 'unknown');
  return { in: among ?? null, notIn: notIn ?? null, rules };
}

/**
 * SQL conditions of the caller's rows and of a filter. They follow the definition's order, so equal filters always give
 * the same statement.
 * @throws AppError `filter.invalid`, or `access.denied` for a forbidden filter
 */
export function filterConditions(
  definition: ListDefinition,
  { input: filter }: ResolvedFilter,
  values: SqlValues,
  caller: Caller,
  now: Date,
): string[] {
  const conditions = rowConditions(definition, caller, values);
  const within = (to: SqlValues): string => requiredValue(definition, filter, to);
  for (const key in definition.filters) {
    const value = filter[key];
    const declared = definition.filters[key];
    // A pasted list may have rows of several records.
    const isPasted = value == null && (filter['pasted'] as RuleInput | null | undefined)?.in != null;
    if (declared?.isRequired === true && !isPasted) requireOne(key, value as ChoiceInput | null | undefined);
    if (value == null || declared === undefined) continue;
    if (declared.permission !== undefined) requirePermission(caller, declared.permission);
    if (declared.kind === 'LIVE') liveCondition(declared, value as LiveInput, values, conditions);
    else if (declared.kind === 'BOOLEAN') conditions.push(value === true ? declared.sql : `not (${declared.sql})`);
    else if (declared.kind === 'INSTANT')
      instantConditions(key, declared, value as InstantInput, values, now, conditions);
    else if (declared.kind === 'NUMBER') numberConditions(key, declared, value as NumberInput, values, conditions);
    else if (declared.rules !== undefined) {
      const { rules } = declared;
      ruleConditions(value as RuleInput, conditions, (given) =>
        rules.isOfAll === true
          ? rules.condition(given, values, knownTo(declared, caller), now)
          : given.map((rule) => rules.condition(rule, values, knownTo(declared, caller), now)).join(' or '),
      );
    } else choiceConditions(key, declared, value as ChoiceInput, values, conditions, within, { filter, caller });
  }
  return conditions;
}

/** SQL condition of the rows the caller may see; empty if that is all of them. */
export function rowConditions({ rows }: ListDefinition, caller: Caller, values: SqlValues): string[] {
  const rule = rows?.(caller) ?? null;
  return rule === null ? [] : [rule.condition(values)];
}

function liveCondition({ sql }: FilterDefinition, input: LiveInput, values: SqlValues, conditions: string[]): void {
  const list = `${values.add(input.values)}::text[]`;
  conditions.push(input.is ? `${sql} = any(${list})` : `(${sql} <> all(${list}) or ${sql} is null)`);
}

function ruleConditions(
  { in: among, notIn, rules }: RuleInput,
  conditions: string[],
  conditionOf: (rules: readonly unknown[]) => string,
): void {
  const oneOf = (ids: readonly string[]) =>
    ids.length === 0 ? 'false' : `(${conditionOf([...new Set(ids)].map((id) => rules[id]))})`;
  if (among != null) conditions.push(oneOf(among));
  if (notIn != null) conditions.push(`${oneOf(notIn)} is not true`);
}

function choiceConditions(
  key: string,
  { kind, sql, cast, related, condition, conditions: byValue }: FilterDefinition,
  input: ChoiceInput,
  values: SqlValues,
  conditions: string[],
  within: (values: SqlValues) => string,
  request: { readonly filter: FilterInput; readonly caller: Caller },
): void {
  const suffix = cast === undefined ? '' : `::${cast}`;
  for (const operator of ['in', 'notIn'] as const) {
    const given = input[operator];
    if (given == null) continue;
    const choices = [...new Set(given)];
    if (choices.length > LIMITS.filterValuesMax) throw invalidFilter(key, 'too-many');
    for (const choice of choices) {
      if (kind === 'ID' && !isUuid(choice)) throw invalidFilter(key, 'id');
      if (kind === 'CODE' && !CODE.test(choice)) throw invalidFilter(key, 'code');
      if (kind === 'TEXT' && (choice.length === 0 || choice.length > TEXT_MAX_LENGTH)) throw invalidFilter(key, 'text');
    }
    if (condition !== undefined) {
      const isAmong = condition(choices, values, request);
      conditions.push(operator === 'in' ? isAmong : `(${isAmong}) is not true`);
      continue;
    }
    if (byValue !== undefined) {
      const byChoice = byValue(REQUIRED);
      const among = `(${choices.map((choice) => byChoice[choice] ?? 'false').join(' or ') || 'false'})`;
      // PostgreSQL rejects parameters that the statement does not use.
      const required = among.includes(REQUIRED) ? within(values) : '';
      const isAmong = among.replaceAll(REQUIRED, () => required);
      conditions.push(operator === 'in' ? isAmong : `not ${isAmong}`);
      continue;
    }
    if (related !== undefined) {
      if (operator === 'notIn' && choices.length === 0) continue;
      const list = `${values.add(choices)}${suffix === '' ? '' : `${suffix}[]`}`;
      const isAmong = `exists (select from ${related} and ${sql} = any(${list}))`;
      conditions.push(operator === 'in' ? isAmong : `not ${isAmong}`);
      continue;
    }
    // Plain equality for one value: an index on (column, order) then returns sorted rows.
    const [only] = choices;
    if (choices.length === 1 && operator === 'in') conditions.push(`${sql} = ${values.add(only)}${suffix}`);
    else if (operator === 'in')
      conditions.push(`${sql} = any(${values.add(choices)}${suffix === '' ? '' : `${suffix}[]`})`);
    else if (choices.length > 0) {
      const list = `${values.add(choices)}${suffix === '' ? '' : `${suffix}[]`}`;
      conditions.push(`(${sql} <> all(${list}) or ${sql} is null)`);
    }
  }
}

/** The required part of a filter. */
export function requiredFilter({ filters }: ListDefinition, filter: FilterInput): FilterInput {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => filters[key]?.isRequired === true));
}

/** SELECT of the values of a filter whose conditions hold for a row. */
export function valuesByCondition(
  definition: ListDefinition,
  filter: FilterInput,
  conditions: NonNullable<FilterDefinition['conditions']>,
  values: SqlValues,
): string {
  const rows = Object.entries(conditions(REQUIRED)).map(([value, holds]) => `(${values.add(value)}::text, ${holds})`);
  const text = `select value from (values ${rows.join(', ')}) as each (value, holds) where holds`;
  const required = text.includes(REQUIRED) ? requiredValue(definition, filter, values) : '';
  return text.replaceAll(REQUIRED, () => required);
}

/** Placeholder for the required filter's value; without one, its column. */
function requiredValue({ filters }: ListDefinition, filter: FilterInput, values: SqlValues): string {
  const [key, declared] = Object.entries(filters).find(([, { isRequired }]) => isRequired === true) ?? [];
  const chosen = key === undefined ? null : (filter[key] as ChoiceInput | null | undefined)?.in?.[0];
  if (chosen == null) return declared?.sql ?? 'null';
  return `${values.add(chosen)}${declared?.cast === undefined ? '' : `::${declared.cast}`}`;
}

function requireOne(key: string, input: ChoiceInput | null | undefined): void {
  if (input?.in?.length !== 1 || input.notIn != null) throw invalidFilter(key, 'required');
}

/** Both bounds are inclusive. */
function numberConditions(
  key: string,
  { sql, related }: FilterDefinition,
  { from, to }: NumberInput,
  values: SqlValues,
  conditions: string[],
): void {
  if (from != null && to != null && from > to) throw invalidFilter(key, 'range');
  const bounds: string[] = [];
  if (from != null) bounds.push(`${sql} >= ${values.add(from)}::bigint`);
  if (to != null) bounds.push(`${sql} <= ${values.add(to)}::bigint`);
  if (bounds.length === 0) return;
  conditions.push(
    ...(related === undefined ? bounds : [`exists (select from ${related} and ${bounds.join(' and ')})`]),
  );
}

function instantConditions(
  key: string,
  { sql }: FilterDefinition,
  input: InstantInput,
  values: SqlValues,
  now: Date,
  conditions: string[],
): void {
  if (input.isEmpty != null) conditions.push(`${sql} is ${input.isEmpty ? '' : 'not '}null`);
  if (input.from != null) conditions.push(`${sql} >= ${values.add(input.from)}::timestamptz`);
  if (input.to != null) conditions.push(`${sql} < ${values.add(input.to)}::timestamptz`);
  const bound = (comparison: string, days: number) => {
    if (Math.abs(days) > DAYS_MAX) throw invalidFilter(key, 'range');
    conditions.push(`${sql} ${comparison} ${values.add(new Date(now.getTime() + days * DAY_MS))}::timestamptz`);
  };
  const { withinDays, olderThanDays, nextDays } = input;
  if ([withinDays, olderThanDays, nextDays].some((days) => days != null && days < 1)) throw invalidFilter(key, 'range');
  // Every time is in exactly one of these for equal numbers of days, or later than all of them.
  if (olderThanDays != null) bound('<', -olderThanDays);
  if (withinDays != null) {
    bound('>=', -withinDays);
    bound('<=', 0);
  }
  if (nextDays != null) {
    bound('>', 0);
    bound('<=', nextDays);
  }
}

/** A filter with a value that breaks a rule. */
export function invalidFilter(key: string, rule: string): AppError {
  return new AppError('filter.invalid', {
    message: 'The filter is not valid.',
    details: { fields: { [`filter.${key}`]: [{ rule }] } },
  });
}
