import type { AttentionAction, AttentionScope, AttentionSeverity } from '../../attention/attention-source.ts';

/** Descriptions of the kinds in the API. */
export const ATTENTION_KIND_TEXTS = {
  CAMPAIGN_BUDGET: 'A running campaign has used 80 percent or more of its budget or its uses.',
  CAMPAIGN_DRAFT: 'A draft of a campaign that the caller made or changed.',
  CAMPAIGN_ENDING: 'A campaign ends within 3 days.',
  CAMPAIGN_LEAK: 'A campaign was paused because its code seems to have leaked.',
  CAMPAIGN_STARTING: 'A campaign that begins within 3 days, or should have begun, is still a draft.',
  GIVEAWAY_DRAFT: 'A draft of a giveaway that the caller made or changed.',
  GIVEAWAY_OVERDUE: 'A giveaway is late with a step.',
  GIVEAWAY_TO_ANNOUNCE: 'A giveaway was drawn, and its winners are not announced.',
  GIVEAWAY_TO_DRAW: 'A giveaway is closed and is drawn within 24 hours.',
  GIVEAWAY_TO_HAND_OVER: 'Winners of a giveaway wait for their prizes.',
  JOB_FAILED: 'A job failed.',
  LEDGER_BROKEN: 'Verification found faults in the points ledger.',
  NOTIFICATION_DRAFT: 'A draft of a notification.',
  NOTIFICATION_FAILED: 'A notification failed within the last 7 days and was not sent again.',
  NOTIFICATION_PAUSED: 'A notification is paused.',
  SEGMENT_EMPTY:
    'A segment has no members, and a scheduled notification, an open giveaway or a running campaign is for it.',
  STAFF_DISCLOSURE: 'A staff member was shown an unusual amount of personal or secret data.',
  STAFF_REQUEST: 'Someone was refused a page and asks for roles.',
  WALLETS_FROZEN: 'Wallets of stores are frozen.',
};

/** Descriptions of the scopes in the API. */
export const ATTENTION_SCOPE_TEXTS: Readonly<Record<AttentionScope, string>> = {
  MINE: 'Items on which the caller can act.',
  PROBLEMS: 'All problems, including those on which only others can act.',
};

/** Descriptions of the sources in the API. */
export const ATTENTION_SOURCE_TEXTS = {
  CAMPAIGNS: 'Campaigns.',
  GIVEAWAYS: 'Giveaways.',
  JOBS: 'Background jobs.',
  LEDGER: 'The points ledger.',
  NOTIFICATIONS: 'Notifications.',
  SEGMENTS: 'Segments of accounts.',
  STAFF: 'Disclosures to staff, and their requests for roles.',
  STORES: 'Stores.',
};

/** Descriptions of the severities in the API. */
export const ATTENTION_SEVERITY_TEXTS: Readonly<Record<AttentionSeverity, string>> = {
  CRITICAL: 'At once.',
  WARNING: 'Soon.',
  NOTICE: 'When there is time.',
};

/** Descriptions of the next steps in the API. */
export const ATTENTION_ACTION_TEXTS: Readonly<Record<AttentionAction, string>> = {
  ACTIVATE: 'Activate it.',
  ANNOUNCE: 'Announce its winners.',
  CONTINUE: 'Continue with the draft.',
  HAND_OVER: 'Deliver its prizes.',
  OPEN: 'Look at it.',
  RETRY: 'Try it again.',
  REVIEW: 'Find out what is wrong.',
};

/** Descriptions of the kinds of record in the API. */
export const ATTENTION_SUBJECT_TEXTS = {
  ACCOUNT: 'An account.',
  CAMPAIGN: 'A campaign.',
  GIVEAWAY: 'A giveaway.',
  JOB: 'A background job.',
  NOTIFICATION: 'A notification.',
  SEGMENT: 'A segment of accounts.',
  STAFF: 'A staff member.',
  STORE: 'A store.',
};

/** Descriptions of the limits in the API. */
export const ATTENTION_LIMIT_TEXTS = {
  BUDGET: 'The budget of a campaign.',
  USES: 'The uses of a campaign.',
  CONTACTS: 'Contacts shown to a staff member.',
  CODES: 'Coupon codes shown to a staff member.',
  ROWS: 'Rows exported by a staff member.',
};

/** Descriptions of the changes in the API. */
export const CHANGE_KIND_TEXTS = {
  ACCOUNTS_CREATED: 'Accounts that were created.',
  GIVEAWAY_ENTRIES: 'Entries into giveaways.',
  JOBS_FINISHED: 'Jobs of the caller that ended.',
  NOTES_WRITTEN: 'Notes about accounts that others wrote.',
  NOTIFICATIONS_SENT: 'Notifications that were sent.',
  REDEMPTIONS: 'Redemptions of campaigns.',
};

declare module '../../attention/attention-source.ts' {
  interface AttentionNames {
    kind: keyof typeof ATTENTION_KIND_TEXTS;
    source: keyof typeof ATTENTION_SOURCE_TEXTS;
    subject: keyof typeof ATTENTION_SUBJECT_TEXTS;
    limit: keyof typeof ATTENTION_LIMIT_TEXTS;
    change: keyof typeof CHANGE_KIND_TEXTS;
  }
}
