import type { TypedDocumentString } from '../../generated/graphql.ts';
import { type RequestOptions, request } from '../api/graphql-client.ts';

/** A document with this answer, for these variables. */
export type Ask<Answer, Variables> = TypedDocumentString<Answer, Variables>;

/** Answer of a mutation of one record: `saved` aliases the mutation, `record` the record in its payload. */
export interface Saved {
  readonly saved: { readonly record: { readonly id: string; readonly version: number } };
}

/** A mutation of one record. */
export type Change<Input> = Ask<Saved, { readonly input: Input }>;

/** Input of every change: the record, and its version as it was loaded. */
export interface ExpectedRecord {
  readonly id: string;
  readonly expectedVersion: number;
}

/** Input of an action on a record. */
export interface ActionInput extends ExpectedRecord {
  readonly reason: string | null;
}

/** Runs a mutation of one record; returns the record after it. */
export async function change<Input>(
  document: Change<Input>,
  input: Input,
  options?: RequestOptions,
): Promise<Saved['saved']['record']> {
  return (await request(document, { input }, options)).saved.record;
}
