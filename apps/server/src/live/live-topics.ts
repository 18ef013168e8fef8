import { z } from 'zod';

/** Stands in for ids when one statement changed more records than it names. */
export const MANY_RECORDS = 'many';
const changedRecord = z.union([z.uuid(), z.literal(MANY_RECORDS)]);

/**
 * What the database tells of, by channel of NOTIFY, with what a notice carries.
 *
 * A new topic is a line here and a `pg_notify('its_name', payload)` in the transaction of the change (of at most 8,000 bytes; the same
 * payload twice in one transaction is one notice), from SQL or from a trigger for each statement. Whoever wants to know follows it with
 * `services.live.follow('its_name', signal)` (decision 0051).
 */
export const LIVE_TOPICS = {
  /** Accounts were created; carries when the transaction began that created them, which is their `created_at` by default. */
  account_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The version of an account has changed; carries its id, or that there are many. */
  account_changed: changedRecord,
  /** The same for stores. */
  store_changed: changedRecord,
  /** As `account_created`, for stores. */
  store_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The same for campaigns. */
  campaign_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The same for giveaways. */
  giveaway_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Something happened to a giveaway; carries its id. */
  giveaway_moved: z.uuid(),
  /** Redemptions of a campaign were confirmed or rolled back; carries the id of the campaign. */
  redemption_settled: z.uuid(),
  /** So much of a limit of a campaign is used up, or it was paused because codes were guessed; carries the id of the campaign. */
  campaign_alerted: z.uuid(),
  /** The same for notifications. */
  notification_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** A notification was changed or has come further; carries its id. */
  notification_changed: z.uuid(),
  /** The state of a campaign, its end or who is on it has changed, or somebody has read of that; carries the id of the campaign. */
  campaign_changed: z.uuid(),
  /** A background job has come further or has ended; carries its id. */
  job_changed: z.uuid(),
  /** An operation was posted to another process than the one that carries its stream; carries the id of the stream. */
  live_operation_posted: z.uuid(),
  /** Background jobs were created; carries when the transaction began that created them, which is their `created_at`. */
  job_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
} as const;

/** Names of the topics. */
export type LiveTopic = keyof typeof LIVE_TOPICS;

/** What a notice of a topic carries. */
export type LivePayload<Topic extends LiveTopic> = z.output<(typeof LIVE_TOPICS)[Topic]>;
