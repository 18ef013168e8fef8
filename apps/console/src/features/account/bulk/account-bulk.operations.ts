import { graphql } from '../../../generated/gql.ts';

/** What an action would do with the selected accounts. */
export const accountBulkPreviewQuery = graphql(`
  query AccountBulkPreview($selection: AccountSelection!, $action: AccountBulkAction!, $targetId: ID, $patch: AccountBulkPatchInput) {
    previewAccountBulk(selection: $selection, action: $action, targetId: $targetId, patch: $patch) {
      upTo
      kind
      total
      groups {
        outcome
        reason
        count
        samples {
          id
          number
          displayName
        }
      }
    }
  }
`);

/** Starts the job. */
export const startAccountBulkMutation = graphql(`
  mutation StartAccountBulk($input: StartAccountBulkInput!) {
    startAccountBulk(input: $input) {
      job {
        id
      }
    }
  }
`);

/** Topics that accounts can be subscribed to, in their order. */
export const topicChoicesQuery = graphql(`
  query TopicChoices($locale: String) {
    list: topics(first: 100, filter: { archived: false }) { nodes { id name(locale: $locale) archivedAt } }
  }
`);

/** Badges that staff may award. */
export const badgeChoicesQuery = graphql(`
  query BadgeChoices($locale: String) {
    list: badges(first: 100, filter: { state: { in: [ACTIVE] }, awardMode: { in: [MANUAL] } }) { nodes { id name(locale: $locale) } }
  }
`);
