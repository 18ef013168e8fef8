import type { TypedDocumentString } from '../generated/graphql.ts';
import { load } from '../lib/api/graphql-client.ts';
import type { PageArguments, PageEnds } from './address/list-position.ts';
import type { ListCount } from './list-count.ts';
import type { ListDefinition, ListSource } from './list-definition.ts';

export type PageAnswer<Row> = {
  readonly list: { readonly nodes: readonly Row[]; readonly pageInfo: PageEnds; readonly matchedBy?: string | null };
};

/** Variables of a page of records. Filter and sort are the list's own. */
export interface PageVariables extends PageArguments {
  readonly filter: never;
  readonly sort: never;
  readonly search: string | null;
  readonly locale: string;
}

/** Documents of a list: each aliases its only root field, `list`. */
export interface ListDocuments<Row> {
  readonly page: TypedDocumentString<PageAnswer<Row>, PageVariables>;
  readonly count: TypedDocumentString<
    { readonly list: { readonly count: ListCount } },
    Pick<PageVariables, 'filter' | 'search'>
  >;
}

/** Pages and counts of a list: the documents alias its field `list`. */
export function listSource<Row>(
  documents: ListDocuments<Row>,
  filterOf: ListDefinition<Row>['filterInput'],
): ListSource<Row> {
  return {
    async page({ filters, search, sort, page, locale }, signal) {
      const variables = {
        ...page,
        filter: filterOf(filters) as never,
        search: search || null,
        sort: sort as never,
        locale,
      };
      const { list } = await load(documents.page, variables, signal);
      return { rows: list.nodes, ends: list.pageInfo, matchedBy: list.matchedBy ?? null };
    },
    async count({ filters, search }, signal) {
      const variables = { filter: filterOf(filters) as never, search: search || null };
      return (await load(documents.count, variables, signal)).list.count;
    },
  };
}
