/** A type guard for external data. For the few small shapes of the first screens; forms use the rules of the domain. */
export type Shape<T> = (value: unknown) => value is T;

export const isText: Shape<string> = (value) => typeof value === 'string';
export const isNumber: Shape<number> = (value): value is number => typeof value === 'number' && Number.isFinite(value);
export const isRecord: Shape<Record<string, unknown>> = (value): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of at most `max` entries of a shape. */
export function isListOf<T>(shape: Shape<T>, max = Number.POSITIVE_INFINITY): Shape<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= max && value.every(shape);
}
