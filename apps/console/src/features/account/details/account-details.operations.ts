import { graphql } from '../../../generated/gql.ts';

/** How much is on the tabs of an account. */
export const accountSummaryQuery = graphql(`
  query AccountSummary($id: ID!) {
    accountSummary(id: $id) { badges topics devices notes latestNote { id text writtenAt writtenBy { name } } }
  }
`);

/** Every topic in use, with what the account has of it. */
export const accountTopicsQuery = graphql(`
  query AccountTopics($id: ID!, $locale: String) {
    accountTopics(accountId: $id) {
      topicId code name(locale: $locale) description(locale: $locale) kind categoryId category(locale: $locale)
      isSubscribed isEffective source changedAt changedBy { name }
    }
  }
`);

/** The devices of an account. */
export const accountDevicesQuery = graphql(`
  query AccountDevices($id: ID!) {
    accountDevices(accountId: $id) {
      id platform appVersion tokenEnd tokenRefreshedAt createdAt state invalidatedAt invalidReason
    }
  }
`);

/** One page of the badges that an account has or had. */
export const accountAwardsQuery = graphql(`
  query AccountAwards($id: ID!, $first: Int!, $after: String, $locale: String) {
    accountAwards(accountId: $id, first: $first, after: $after) {
      nodes {
        id occurrence source state awardedAt awardedBy { name } note expiresAt revokedAt revokedBy { name } revokeReason
        badge { id name(locale: $locale) imageUrl isRepeatable }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** One page of the notes about an account. */
export const accountNotesQuery = graphql(`
  query AccountNotes($id: ID!, $first: Int!, $after: String) {
    accountNotes(accountId: $id, first: $first, after: $after) {
      nodes { id text writtenAt writtenBy { name } retractedAt retractedBy { name } retractReason retraction }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const setAccountTopicMutation = graphql(`
  mutation SetAccountTopic($input: SetAccountTopicInput!) { setAccountTopic(input: $input) { account { id } } }
`);
export const invalidateDeviceMutation = graphql(`
  mutation InvalidateAccountDevice($input: InvalidateAccountDeviceInput!) {
    invalidateAccountDevice(input: $input) { account { id } }
  }
`);
export const awardBadgeMutation = graphql(`
  mutation AwardAccountBadge($input: AwardAccountBadgeInput!) { awardAccountBadge(input: $input) { awardId } }
`);
export const revokeBadgeMutation = graphql(`
  mutation RevokeAccountBadge($input: RevokeAccountBadgeInput!) { revokeAccountBadge(input: $input) { awardId } }
`);
export const writeNoteMutation = graphql(`
  mutation WriteAccountNote($input: WriteAccountNoteInput!) { writeAccountNote(input: $input) { noteId } }
`);
export const retractNoteMutation = graphql(`
  mutation RetractAccountNote($input: RetractAccountNoteInput!) { retractAccountNote(input: $input) { noteId } }
`);
export const exportAccountDataMutation = graphql(`
  mutation ExportAccountData($input: ExportAccountDataInput!) { exportAccountData(input: $input) { job { id } } }
`);
export const eraseAccountMutation = graphql(`
  mutation EraseAccount($input: EraseAccountInput!) { eraseAccount(input: $input) { account { id version } } }
`);
