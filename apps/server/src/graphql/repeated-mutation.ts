import { type DocumentNode, type GraphQLField, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** Handling of a mutation repeated with its `Idempotency-Key`: replay the stored answer, run again, or refuse. */
export type WhenRepeated = 'stored-answer' | 'run-again' | 'refused';

/** Declares a field with personal or secret data: an answer that contains it is never stored. */
export const NEVER_STORED = { isNeverStored: true } as const;

/** Declares a mutation that is safe to run again: an idempotent one, or a read that is recorded. */
export const RUNS_AGAIN = { runsAgain: true } as const;

/** Handling of repeats of this validated mutation. */
export function whenRepeated(
  schema: GraphQLSchema,
  document: DocumentNode,
  rootField: Pick<GraphQLField<unknown, unknown>, 'extensions'>,
): WhenRepeated {
  if (rootField.extensions['runsAgain'] === true) return 'run-again';
  const types = new TypeInfo(schema);
  let isStored = true;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        if (types.getFieldDef()?.extensions['isNeverStored'] === true) isStored = false;
      },
    }),
  );
  return isStored ? 'stored-answer' : 'refused';
}
