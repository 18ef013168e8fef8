import type { TypedDocumentString } from '../generated/graphql.ts';
import { type RequestOptions, request } from '../lib/graphql-client.ts';

/** A document whose answer the kit reads; each names its variables as the kit sends them. */
export type Ask<Answer> = TypedDocumentString<Answer, never>;

/** Runs a document of an entity with the variables that the kit gives to all of its kind. */
export function ask<Answer>(
  document: Ask<Answer>,
  variables: Readonly<Record<string, unknown>>,
  options?: RequestOptions,
): Promise<Answer> {
  return request(document as TypedDocumentString<Answer, Readonly<Record<string, unknown>>>, variables, options);
}

/** Loads with a document of an entity; the place that shows the answer shows its failure too. */
export function askInPlace<Answer>(
  document: Ask<Answer>,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Answer> {
  return ask(document, variables, { errorsShown: 'in-place', signal });
}
