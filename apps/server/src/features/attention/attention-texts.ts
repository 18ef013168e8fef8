import type {
  AttentionAction,
  AttentionKind,
  AttentionLimitKind,
  AttentionScope,
  AttentionSeverity,
  AttentionSourceName,
  AttentionSubjectType,
} from '../../attention/attention-source.ts';

/** What the API says about what can need somebody. */
export const ATTENTION_KIND_TEXTS: Readonly<Record<AttentionKind, string>> = {
  CAMPAIGN_BUDGET: 'A running campaign has used 80 percent or more of its budget or its uses.',
  CAMPAIGN_DRAFT: 'A draft of a campaign that the caller made or changed.',
  CAMPAIGN_ENDING: 'A campaign ends within 3 days.',
  CAMPAIGN_LEAK: 'A campaign was paused because its code seems to have leaked.',
  CAMPAIGN_STARTING: 'A campaign is to begin within 3 days, or should have begun, and is still a draft.',
  GIVEAWAY_DRAFT: 'A draft of a giveaway that the caller made or changed.',
  GIVEAWAY_OVERDUE: 'A giveaway has not taken a step that was due.',
  GIVEAWAY_TO_ANNOUNCE: 'A giveaway was drawn, and its winners are not announced.',
  GIVEAWAY_TO_DRAW: 'A giveaway is closed and is drawn within 24 hours.',
  GIVEAWAY_TO_HAND_OVER: 'Winners of a giveaway wait for their prizes.',
  JOB_FAILED: 'A job failed.',
  LEDGER_BROKEN: 'Verification found faults in the points ledger.',
  NOTIFICATION_DRAFT: 'A draft of a notification.',
  NOTIFICATION_FAILED: 'A notification failed within the last 7 days and was not sent again.',
  NOTIFICATION_PAUSED: 'A notification is paused.',
  STAFF_DISCLOSURE: 'Somebody of the staff was shown much personal or secret data.',
  WALLETS_FROZEN: 'Wallets of stores are frozen.',
};

/** What the API says about the scopes. */
export const ATTENTION_SCOPE_TEXTS: Readonly<Record<AttentionScope, string>> = {
  MINE: 'What the caller can do something about.',
  PROBLEMS: 'What is wrong, whoever can do something about it.',
};

/** What the API says about who tells. */
export const ATTENTION_SOURCE_TEXTS: Readonly<Record<AttentionSourceName, string>> = {
  CAMPAIGNS: 'Campaigns.',
  GIVEAWAYS: 'Giveaways.',
  JOBS: 'Background jobs.',
  LEDGER: 'The points ledger.',
  NOTIFICATIONS: 'Notifications.',
  STAFF: 'What staff were shown.',
  STORES: 'Stores.',
};

/** What the API says about how soon somebody should look. */
export const ATTENTION_SEVERITY_TEXTS: Readonly<Record<AttentionSeverity, string>> = {
  CRITICAL: 'At once.',
  WARNING: 'Soon.',
  NOTICE: 'When there is time.',
};

/** What the API says about next steps. */
export const ATTENTION_ACTION_TEXTS: Readonly<Record<AttentionAction, string>> = {
  ACTIVATE: 'Activate it.',
  ANNOUNCE: 'Announce its winners.',
  CONTINUE: 'Continue with the draft.',
  HAND_OVER: 'Hand over its prizes.',
  OPEN: 'Look at it.',
  RETRY: 'Try it again.',
  REVIEW: 'Find out what is wrong.',
};

/** What the API says about kinds of record. */
export const ATTENTION_SUBJECT_TEXTS: Readonly<Record<AttentionSubjectType, string>> = {
  ACCOUNT: 'An account.',
  CAMPAIGN: 'A campaign.',
  GIVEAWAY: 'A giveaway.',
  JOB: 'A background job.',
  NOTIFICATION: 'A notification.',
  STAFF: 'A person of the staff.',
  STORE: 'A store.',
};

/** What the API says about limits. */
export const ATTENTION_LIMIT_TEXTS: Readonly<Record<AttentionLimitKind, string>> = {
  BUDGET: 'The budget of a campaign.',
  USES: 'The uses of a campaign.',
  CONTACTS: 'Contacts that somebody of the staff was shown.',
  CODES: 'Coupon codes that somebody of the staff was shown.',
  ROWS: 'Rows that somebody of the staff exported.',
};
