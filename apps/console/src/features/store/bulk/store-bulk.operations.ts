import { graphql } from '../../../generated/gql.ts';

/** What an action would do with the selected stores. */
export const storeBulkPreviewQuery = graphql(`
  query StoreBulkPreview($selection: StoreSelection!, $action: StoreBulkAction!) {
    previewStoreBulk(selection: $selection, action: $action) {
      upTo
      kind
      total
      groups { outcome reason count samples { id sid name } }
    }
  }
`);

/** Starts the job. */
export const startStoreBulkMutation = graphql(`
  mutation StartStoreBulk($input: StartStoreBulkInput!) { startStoreBulk(input: $input) { job { id } } }
`);

/** How many stores that match were created since. */
export const storeNewsSubscription = graphql(`
  subscription StoreNews($since: DateTime!, $filter: StoreFilter, $search: String) {
    storesCreated(since: $since, filter: $filter, search: $search) { kind value countedAt }
  }
`);
