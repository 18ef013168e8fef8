import type { TypedDocumentString } from '../../generated/graphql.ts';
import type { ListCount } from '../list-count.ts';
import type { ListQuery } from '../list-query.ts';

/** The subscription that returns the number of matching rows created since an instant. */
export interface ListNewsSource {
  readonly document: TypedDocumentString<unknown, unknown>;
  readonly variables: (query: ListQuery, since: string) => unknown;
  readonly count: (result: unknown) => ListCount;
}

/** Creates a source whose parts have matching types; lists keep it without the types of their documents. */
export function listNewsOf<Result, Variables>(source: {
  readonly document: TypedDocumentString<Result, Variables>;
  readonly variables: (query: ListQuery, since: string) => Variables;
  readonly count: (result: Result) => ListCount;
}): ListNewsSource {
  return source as ListNewsSource;
}
