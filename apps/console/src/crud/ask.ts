import type { TypedDocumentString } from '../generated/graphql.ts';
import { type RequestOptions, request } from '../lib/api/graphql-client.ts';

/** A document whose answer the kit reads; it must name its variables as the kit sends them. */
export type Ask<Answer> = TypedDocumentString<Answer, never>;

/** Answer of a mutation of one record: `saved` aliases the mutation, `record` the record in its payload. */
export interface Saved {
  readonly saved: { readonly record: { readonly id: string; readonly version: number } };
}

/** Runs a document of an entity with the kit's variables. */
export function ask<Answer>(
  document: Ask<Answer>,
  variables: Readonly<Record<string, unknown>>,
  options?: RequestOptions,
): Promise<Answer> {
  return request(document as TypedDocumentString<Answer, Readonly<Record<string, unknown>>>, variables, options);
}

/** Runs a mutation of one record; returns the record after it. */
export async function change(
  document: Ask<Saved>,
  input: Readonly<Record<string, unknown>>,
  options?: RequestOptions,
): Promise<Saved['saved']['record']> {
  return (await ask(document, { input }, options)).saved.record;
}

/** Runs a query of an entity; the component that shows the answer shows its failure too. */
export function askInPlace<Answer>(
  document: Ask<Answer>,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Answer> {
  return ask(document, variables, { errorsShown: 'in-place', signal });
}
