import type { GraphQLField } from 'graphql';

const EXTENSION = 'isOneStatement';

/**
 * Declares a mutation whose whole effect, audit row included, is one statement that its resolver runs through the
 * context's `sql`. A statement is a transaction on its own, so without an `Idempotency-Key` none is opened around it,
 * which saves two round trips while rows are locked. The resolver must run nothing else that writes and must not fail
 * after it.
 */
export const IN_ONE_STATEMENT = { [EXTENSION]: true } as const;

/** True for a field with this declaration. */
export function isOneStatement(field: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return field.extensions[EXTENSION] === true;
}
