import { graphql } from '../../generated/gql.ts';

/** Number of accounts and the newest of them. */
export const homeAccountsQuery = graphql(`
  query HomeAccounts {
    accounts(first: 6, sort: { key: CREATED, direction: DESC }) {
      nodes {
        id
        number
        displayName
        firebaseId
        hasPicture
        country {
          code
        }
        createdAt
      }
      count {
        kind
        value
      }
    }
  }
`);

/** What has come since the person was last here. */
export const sinceLastLookQuery = graphql(`
  query SinceLastLook {
    sinceLastLook {
      since
      counts {
        kind
        count {
          kind
          value
        }
      }
      failed
    }
  }
`);

/** The person looks now. */
export const recordLookMutation = graphql(`
  mutation RecordLook {
    recordLook { since }
  }
`);

/** Running campaigns. */
export const homeCampaignsQuery = graphql(`
  query HomeCampaigns($sort: CampaignSort!) {
    campaigns(first: 5, filter: { status: { in: [RUNNING, EXHAUSTED] } }, sort: $sort) {
      nodes { id name figures { redeemed budgetUse } }
    }
  }
`);

/** Notifications of the seven days before and after now. */
export const homeNotificationsQuery = graphql(`
  query HomeNotifications($locale: String!) {
    coming: notifications(
      first: 3
      filter: { scheduled: { nextDays: 7 }, state: { in: [SCHEDULED, PREPARING, PAUSED] } }
      sort: { key: SCHEDULED, direction: ASC }
    ) {
      nodes { ...HomeNotification }
    }
    recent: notifications(
      first: 4
      filter: { scheduled: { withinDays: 7 }, state: { in: [PREPARING, SENDING, PAUSED, SENT, FAILED] } }
      sort: { key: SCHEDULED, direction: DESC }
    ) {
      nodes { ...HomeNotification }
    }
  }
`);
graphql(`
  fragment HomeNotification on Notification { id title(locale: $locale) state startsAt figures { recipients } reasons { reason count } }
`);
