import { AppError } from '@backcounter/domain';
import { z } from 'zod';
import type { FilterDefinition, ListDefinition } from './list-definition.ts';
import type { FilterInput } from './list-filter.ts';

const texts = z.array(z.string()).nullish();
const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish();
const choices = z.strictObject({ in: texts, notIn: texts });
const instants = z.strictObject({
  from: instant,
  to: instant,
  withinDays: z.int().nullish(),
  olderThanDays: z.int().nullish(),
  nextDays: z.int().nullish(),
  isEmpty: z.boolean().nullish(),
});

/**
 * Validates a filter that the API receives as JSON, because its list is named only in the request. Accepts the same
 * values as the list's own input type. @throws AppError `filter.invalid`
 */
export function filterOfJson(definition: ListDefinition, json: unknown): FilterInput {
  const shape = Object.fromEntries(
    Object.entries(definition.filters).map(([key, filter]) => [key, ruleOf(filter).nullish()]),
  );
  const parsed = z.strictObject(shape).safeParse(json ?? {});
  if (parsed.success) return parsed.data;
  const key = parsed.error.issues[0]?.path[0];
  throw new AppError('filter.invalid', {
    message: 'The filter is not valid.',
    details: { fields: { [key === undefined ? 'filter' : `filter.${String(key)}`]: [{ rule: 'invalid' }] } },
  });
}

const number = z.int().nullish();
const numbers = z.strictObject({ from: number, to: number });

function ruleOf({ kind, values }: FilterDefinition): z.ZodType {
  if (kind === 'BOOLEAN' || kind === 'LIVE') return z.boolean();
  if (kind === 'INSTANT') return instants;
  if (kind === 'NUMBER') return numbers;
  if (kind !== 'ENUM') return choices;
  const known = z.array(z.enum(values ?? [])).nullish();
  return z.strictObject({ in: known, notIn: known });
}
