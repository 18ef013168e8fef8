import { graphql } from '../generated/gql.ts';

/** Something that needs somebody, as a row shows it. */
graphql(`
  fragment AttentionItemView on AttentionItem {
    key
    kind
    severity
    since
    action
    count
    usual
    names
    dueAt
    percent
    limitKind
    used
    limit
    currency
    hoursLeft
    errorCode
    subject {
      type
      id
      code
      title
      titleI18n
    }
    job {
      id
      kind
      summary
      canRetry
    }
  }
`);

/** What needs somebody. */
export const attentionQuery = graphql(`
  query Attention($scope: AttentionScope!, $first: Int!) {
    attention(scope: $scope, first: $first) {
      items {
        ...AttentionItemView
      }
      count
      hasMore
      kinds {
        kind
        count
        hasMore
      }
      failed
    }
  }
`);

/** That the answer would be another one now. */
export const attentionChangedSubscription = graphql(`
  subscription AttentionChanged($scope: AttentionScope!) {
    attentionChanged(scope: $scope)
  }
`);
