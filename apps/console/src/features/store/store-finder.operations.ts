import { graphql } from '../../generated/gql.ts';

/** The best stores for a search text. */
export const findStoresQuery = graphql(`
  query FindStores($search: String!, $first: Int!, $locale: String) {
    stores(first: $first, search: $search) {
      nodes { id sid name city state country { name(locale: $locale) } }
      pageInfo { hasNextPage }
      matchedBy
    }
  }
`);
