import { graphql } from '../../generated/gql.ts';
import '../../records/entity.operations.ts';
import './account-record.operations.ts';

/** One page of accounts. */
export const accountListQuery = graphql(`
  query AccountList(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: AccountFilter
    $sort: AccountSort
    $search: String
    $startAt: ListStart
    $locale: String
  ) {
    list: accounts(
      first: $first
      after: $after
      last: $last
      before: $before
      filter: $filter
      sort: $sort
      search: $search
      startAt: $startAt
    ) {
      nodes {
        id
        version
        number
        displayName
        ...AccountColumns
        firebaseId
        hasPicture
        isContactMasked
        emailVerified
        country {
          code
          name(locale: $locale)
        }
        area {
          id
          name(locale: $locale)
        }
        state
        badgeCount
        points
        lastSeenAt
        createdAt
        updatedAt
        matchedOn
      }
      pageInfo {
        ...Ends
      }
      matchedBy
    }
  }
`);

/** How many accounts match. */
export const accountCountQuery = graphql(`
  query AccountCount($filter: AccountFilter, $search: String) {
    list: accounts(first: 1, filter: $filter, search: $search) {
      count {
        ...Counted
      }
    }
  }
`);

/** How many accounts that match were created since. */
export const accountNewsSubscription = graphql(`
  subscription AccountNews($since: DateTime!, $filter: AccountFilter, $search: String) {
    accountsCreated(since: $since, filter: $filter, search: $search) {
      kind
      value
      countedAt
    }
  }
`);

/** The latest versions of accounts that are open. */
export const accountVersionsSubscription = graphql(`
  subscription AccountVersions($ids: [ID!]!) {
    latest: accountsChanged(ids: $ids) {
      ...RecordVersion
    }
  }
`);

/** One account as its page shows it. */
export const accountQuery = graphql(`
  query Account($id: ID!, $locale: String) {
    account(id: $id) {
      ...AccountFields
      id
      number
      isContactMasked
      emailVerified
      firebaseId
      card
      hasPicture
      country {
        code
        name(locale: $locale)
      }
      area {
        id
        name(locale: $locale)
      }
      pushConsentAt
      state
      stateChangedAt
      stateReason
      suspendedUntil
      privacyRequestedAt
      badgeCount
      lastSeenAt
      createdAt
      updatedAt
      updatedBy {
        sub
        name
      }
      version
      actions {
        action
        isAllowed
        refusal
      }
    }
  }
`);

/** Who changed an account, newest first. */
export const accountHistoryQuery = graphql(`
  query AccountHistory($id: ID!, $first: Int!, $after: String, $without: [String!]) {
    record: account(id: $id) {
      id
      history(first: $first, after: $after, without: $without) {
        ...Events
        nodes {
          actorRoles
        }
      }
    }
  }
`);

/** Countries for pickers and filters. */
export const accountCountriesQuery = graphql(`
  query AccountCountries($locale: String) {
    countries {
      code
      name(locale: $locale)
      isActive
    }
  }
`);

/** Areas for pickers and filters. */
export const accountAreasQuery = graphql(`
  query AccountAreas($countryCodes: [String!], $locale: String) {
    areas(countryCodes: $countryCodes) {
      id
      code
      countryCode
      name(locale: $locale)
      isActive
    }
  }
`);
