import { type DocumentNode, type GraphQLField, type GraphQLSchema, TypeInfo, visit, visitWithTypeInfo } from 'graphql';

/** A mutation that comes again with its `Idempotency-Key` is answered with the stored answer, run again, or told that it was done. */
export type WhenRepeated = 'stored-answer' | 'run-again' | 'refused';

/** Declares a field with personal or secret data: an answer that has it is never stored. */
export const NEVER_STORED = { isNeverStored: true } as const;

/** Declares a mutation that may run again: it knows by itself what it has done, or only shows something and writes that down. */
export const RUNS_AGAIN = { runsAgain: true } as const;

/** What becomes of a repeat of this validated mutation. */
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
