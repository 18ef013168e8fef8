import { z } from 'zod';

/** Replaces the ids if one statement changed more records than a notice lists. */
export const MANY_RECORDS = 'many';
const changedRecord = z.union([z.uuid(), z.literal(MANY_RECORDS)]);

/**
 * NOTIFY channels and their payloads.
 *
 * To add a topic, add a line here and `pg_notify('its_name', payload)` in the transaction of the change, from SQL or a
 * statement-level trigger. A payload has at most 8,000 bytes; equal payloads of one transaction are sent once. Follow a
 * topic with `services.live.follow('its_name', signal)` (decision 0051).
 */
export const LIVE_TOPICS = {
  /** Accounts were created. Payload: start of the creating transaction, which is their default `created_at`. */
  account_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The version of an account changed. Payload: its id or `many`. */
  account_changed: changedRecord,
  /** As `account_changed`, for stores. */
  store_changed: changedRecord,
  /** As `account_created`, for stores. */
  store_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** As `account_created`, for requests for approval. */
  approval_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** As `account_created`, for campaigns. */
  campaign_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** As `account_created`, for giveaways. */
  giveaway_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** Something happened to a giveaway. Payload: its id. */
  giveaway_moved: z.uuid(),
  /** Redemptions of a campaign were confirmed or rolled back. Payload: the campaign's id. */
  redemption_settled: z.uuid(),
  /** A campaign is close to a limit, or was paused because of guessed codes. Payload: its id. */
  campaign_alerted: z.uuid(),
  /** As `account_created`, for notifications. */
  notification_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** A notification was changed or made progress. Payload: its id. */
  notification_changed: z.uuid(),
  /** A campaign's state, end date or team changed, or someone read about that. Payload: its id. */
  campaign_changed: z.uuid(),
  /** A background job made progress or ended. Payload: its id. */
  job_changed: z.uuid(),
  /** An operation was posted to a process that does not hold its stream. Payload: the stream's id. */
  live_operation_posted: z.uuid(),
  /** Background jobs were created. Payload: start of the creating transaction, which is their `created_at`. */
  job_created: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  /** The people at a record whom a process carries. Payload: JSON of `RecordPeople`. */
  record_people: z
    .string()
    .transform((text, issues): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        issues.addIssue('no JSON');
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        process: z.string(),
        number: z.number(),
        record: z.string(),
        isAsking: z.boolean(),
        people: z.array(z.object({ sub: z.string(), name: z.string(), isEditing: z.boolean() })),
      }),
    ),
} as const;

/** The name of a topic. */
export type LiveTopic = keyof typeof LIVE_TOPICS;

/** The payload of a topic. */
export type LivePayload<Topic extends LiveTopic> = z.output<(typeof LIVE_TOPICS)[Topic]>;
