// Generated from the migrated database by generate-types.ts; do not edit.
import type { ColumnType } from "kysely";

export type AccountState = "ACTIVE" | "CLOSED" | "ERASED" | "SUSPENDED";

export type ApprovalAction = "BULK" | "CAMPAIGN_WORST_CASE" | "ERASE" | "EXPORT_CONTACTS" | "NOTIFICATION_SEND" | "POINTS_ADJUST" | "ROLES";

export type ApprovalState = "APPROVED" | "CANCELED" | "DECLINED" | "EXPIRED" | "PENDING" | "VOIDED";

export type AppState = "ACTIVE" | "SUSPENDED";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type AuditOutcome = "DENIED" | "DONE" | "FAILED";

export type AwardSource = "IMPORT" | "RULE" | "STAFF";

export type BadgeAwardMode = "MANUAL" | "RULE";

export type BadgeRuleKind = "ACCOUNT_AGE_DAYS" | "COUPONS_REDEEMED" | "GIVEAWAYS_ENTERED" | "GIVEAWAYS_WON" | "POINTS_SPENT_TOTAL";

export type BadgeState = "ACTIVE" | "DRAFT" | "RETIRED";

export type CampaignAlertKind = "BUDGET" | "LEAK" | "REDEMPTIONS";

export type CampaignCodeMode = "SHARED" | "UNIQUE";

export type CampaignReward = "AMOUNT" | "GIFT" | "PERCENT" | "POINTS";

export type CampaignState = "ACTIVE" | "ARCHIVED" | "CANCELED" | "DRAFT" | "PAUSED";

export type ChangeType = "BUG" | "FEATURE" | "IMPROVEMENT";

export type ConfigValueType = "BOOLEAN" | "COLOR" | "DECIMAL" | "DURATION" | "ENUM" | "INTEGER" | "STRING" | "TIME";

export type CouponBatchState = "DISABLED" | "DONE" | "FAILED" | "QUEUED" | "RUNNING";

export type CouponState = "ACTIVE" | "DISABLED";

export type CouponTrySubject = "ACCOUNT" | "ADDRESS" | "CARD";

export type DeliveryReason = "ACCOUNT_NOT_ACTIVE" | "CANCELED_BY_STAFF" | "EXPIRED" | "FREQUENCY_CAP" | "NO_CONSENT" | "NO_DEVICE" | "NOT_PREPARED" | "NOTIFICATION_FAILED" | "PAYLOAD_TOO_BIG" | "PROVIDER_REJECTED" | "PROVIDER_UNAVAILABLE" | "QUIET_HOURS" | "TOKEN_INVALID" | "UNSUBSCRIBED";

export type DeliveryState = "CANCELED" | "DEFERRED" | "FAILED" | "OPENED" | "PENDING" | "RECEIVED" | "SENDING" | "SENT" | "SKIPPED";

export type DeviceInvalidReason = "ACCOUNT_CLOSED" | "EXPIRED_270D" | "REPLACED" | "SENDER_MISMATCH" | "STAFF" | "UNREGISTERED";

export type DevicePlatform = "ANDROID" | "IOS";

export type DisclosureKind = "CODE" | "CONTACT" | "EXPORT_ROW";

export type ExportFrequency = "DAILY" | "MONTHLY" | "WEEKLY";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type GiveawayActor = "ACCOUNT" | "STAFF" | "SYSTEM";

export type GiveawayDrawMode = "COMMIT_REVEAL";

export type GiveawayEntryState = "DISQUALIFIED" | "VALID" | "WITHDRAWN";

export type GiveawayPrizeKind = "COUPON" | "PHYSICAL" | "POINTS";

export type GiveawayState = "ANNOUNCED" | "CANCELED" | "DRAFT" | "DRAWN" | "FROZEN" | "PUBLISHED" | "SETTLED";

export type GiveawayTransactionType = "ALTERNATE_DRAWN" | "ANNOUNCED" | "CANCELED" | "CLAIMED" | "DISQUALIFIED" | "DRAWN" | "ENTERED" | "FORFEITED" | "FROZEN" | "FUNDED" | "LEFTOVER_RETURNED" | "NOTIFIED" | "PRIZE_GRANTED" | "PROMOTED" | "PUBLISHED" | "REFUNDED" | "REINSTATED" | "SETTLED" | "TICKETS_ADDED" | "WITHDRAWN" | "WON";

export type GiveawayWinnerKind = "ALTERNATE" | "WINNER";

export type GiveawayWinnerState = "CLAIMED" | "DRAWN" | "FORFEITED" | "FULFILLED" | "NOTIFIED" | "PROMOTED" | "UNUSED";

export type IdentityPersonState = "ACTIVE" | "SUSPENDED";

export type JobOutcome = "DONE" | "FAILED" | "SKIPPED";

export type JobState = "CANCELED" | "FAILED" | "QUEUED" | "RUNNING" | "SUCCEEDED";

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type MachineClientState = "ACTIVE" | "SUSPENDED";

export type NotificationSendMode = "AT_INSTANT" | "AT_LOCAL" | "NOW";

export type NotificationState = "CANCELED" | "DRAFT" | "FAILED" | "PAUSED" | "PREPARING" | "SCHEDULED" | "SENDING" | "SENT";

export type Numeric = ColumnType<string, number | string, number | string>;

export type PointsRefType = "GIVEAWAY" | "IMPORT" | "REDEMPTION" | "STAFF" | "TRANSFER";

export type PointsTransferCode = "COUPON_REWARD" | "EARN" | "GIVEAWAY_ENTRY" | "GIVEAWAY_FUND" | "GIVEAWAY_PRIZE" | "GIVEAWAY_REFUND" | "ISSUE" | "MANUAL_CREDIT" | "MANUAL_DEBIT" | "OPENING" | "REVERSAL" | "SPEND";

export type RedemptionState = "CONFIRMED" | "RELEASED" | "RESERVED" | "ROLLED_BACK";

export type ReleaseState = "DRAFT" | "PUBLISHED" | "WITHDRAWN";

export type StoreState = "ACTIVE" | "CLOSED" | "DRAFT" | "SUSPENDED";

export type StreamerPlatform = "KICK" | "OTHER" | "TIKTOK" | "TWITCH" | "YOUTUBE";

export type StreamerState = "ACTIVE" | "SUSPENDED";

export type SubscriptionSource = "APP" | "DEFAULT" | "IMPORT" | "STAFF";

export type SystemWalletCode = "BREAKAGE" | "CAMPAIGN" | "CORRECTION" | "ISSUANCE";

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type TopicKind = "MARKETING" | "SERVICE";

export type TranslationPublicationAction = "PUBLISHED" | "ROLLED_BACK" | "SHIPPED" | "WITHDRAWN";

export type TranslationState = "INVALID" | "MISSING" | "RETIRED" | "STALE" | "TRANSLATED";

export type WalletOwnerType = "ACCOUNT" | "GIVEAWAY" | "STORE" | "SYSTEM";

export interface AccessRequest {
  /**
   * When an administrator declined it. It stays, so that the next one is a day later.
   */
  declined_at: Timestamp | null;
  /**
   * Of this request; a later one of the person has another.
   */
  id: Generated<string>;
  note: string | null;
  requested_at: Generated<Timestamp>;
  /**
   * Any of them is enough; empty: any role at all.
   */
  roles: string[];
  staff_sub: string;
}

export interface Account {
  area_id: string | null;
  /**
   * Awards that are not revoked; kept by a trigger on the awards.
   */
  badge_count: Generated<number>;
  /**
   * For the age limit of giveaways only. {personal}
   */
  birth_date: string | null;
  country_code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * {personal}
   */
  display_name: string | null;
  /**
   * {personal}
   */
  email: string | null;
  /**
   * Unique, exact and prefix search.
   */
  email_key: Generated<string | null>;
  email_verified: Generated<boolean>;
  /**
   * Joins presence (online/{firebaseId}) and pictures (profile_pictures/{firebaseId}.png). {personal}
   */
  firebase_id: string | null;
  /**
   * True when staff have put profile_pictures/{firebaseId}.png into the file store. Other programs may write there too, unseen.
   */
  has_picture: Generated<boolean>;
  id: Generated<string>;
  /**
   * When the account was last online; coarse, written at most once an hour. {personal}
   */
  last_seen_at: Timestamp | null;
  /**
   * last_seen_at, or 1970-01-01 for accounts that were never seen.
   */
  last_seen_sort: Generated<Timestamp>;
  locale: string;
  /**
   * Prefix and fragment search.
   */
  name_key: Generated<string | null>;
  /**
   * Order of names in every script; accounts without a name come last.
   */
  name_sort: Generated<string>;
  /**
   * {personal}
   */
  phone_e164: string | null;
  /**
   * When the person asked for their data to be erased; 30 days later it happens by itself, unless the account is reopened before.
   */
  privacy_requested_at: Timestamp | null;
  /**
   * Short number that support reads on the phone.
   */
  public_no: Generated<number>;
  /**
   * Global switch over all marketing topics.
   */
  push_consent: Generated<boolean>;
  push_consent_at: Timestamp | null;
  state: Generated<AccountState>;
  /**
   * Set by a trigger; a closed account may be reactivated for 30 days from here.
   */
  state_changed_at: Generated<Timestamp>;
  state_reason: string | null;
  /**
   * End of a suspension with an end; NULL: until somebody lifts it.
   */
  suspended_until: Timestamp | null;
  /**
   * IANA zone for quiet hours and sends at local time.
   */
  timezone: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface AccountBadgeAward {
  account_id: string;
  awarded_at: Generated<Timestamp>;
  awarded_by: string | null;
  badge_id: string;
  /**
   * {personal}
   */
  evidence_ref: string | null;
  expires_at: Timestamp | null;
  id: Generated<string>;
  /**
   * As on the badge; the foreign key keeps the two equal.
   */
  is_repeatable: boolean;
  /**
   * {personal}
   */
  note: string | null;
  /**
   * The how many-eth award of this badge to this account, the revoked ones counted.
   */
  occurrence: Generated<number>;
  revoke_reason: string | null;
  revoked_at: Timestamp | null;
  /**
   * Subject of the member of staff; NULL: the product itself, because its time was over (revoked_at = expires_at) or its rule no longer holds.
   */
  revoked_by: string | null;
  source: AwardSource;
}

export interface AccountCard {
  /**
   * NULL: the account was erased.
   */
  account_id: string | null;
  /**
   * 12 digits and a check digit; NULL: the account was erased. {personal}
   */
  card_number: string | null;
  /**
   * When it was reported lost or replaced, or the account erased.
   */
  ended_at: Timestamp | null;
  id: Generated<string>;
  issued_at: Generated<Timestamp>;
  /**
   * SHA-256 of the number, by which numbers are unique permanently.
   */
  number_hash: Buffer;
}

export interface AccountCount {
  accounts: number;
  /**
   * All zeros: accounts without an area.
   */
  area_id: string;
  country_code: string;
  slot: Generated<number>;
  state: AccountState;
}

export interface AccountDevice {
  account_id: string;
  /**
   * {personal}
   */
  app_version: string | null;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  invalid_reason: DeviceInvalidReason | null;
  invalidated_at: Timestamp | null;
  platform: DevicePlatform;
  /**
   * Secret: nobody but whoever sends notifications sees more than its end. {personal}
   */
  push_token: string;
  /**
   * When the app last told its token; idle for 30 days it is stale, for 270 it has expired.
   */
  token_refreshed_at: Generated<Timestamp>;
}

export interface AccountNameWord {
  account_id: string;
  /**
   * {personal}
   */
  word: string;
}

export interface AccountNote {
  account_id: string;
  id: Generated<string>;
  /**
   * NULL where its author took it back soon after writing it.
   */
  retract_reason: string | null;
  retracted_at: Timestamp | null;
  retracted_by: string | null;
  /**
   * Plain text; NULL once the account has been erased. {personal}
   */
  text: string | null;
  written_at: Generated<Timestamp>;
  written_by: string;
}

export interface AccountSearch {
  account_id: string;
  /**
   * The email address behind the @, in lower case. {personal}
   */
  email_domain: string | null;
  /**
   * The email address before the @, in lower case. {personal}
   */
  email_local: string | null;
  /**
   * search_name of the display name. {personal}
   */
  name: string | null;
  /**
   * The digits of the phone number from the last to the first. {personal}
   */
  phone_end: string | null;
}

export interface AccountTopicSubscription {
  account_id: string;
  changed_at: Generated<Timestamp>;
  /**
   * Subject of the staff member or machine client; NULL: the product itself.
   */
  changed_by: string | null;
  is_subscribed: boolean;
  source: SubscriptionSource;
  topic_id: string;
}

export interface AccountWord {
  spellings: Generated<string[]>;
  /**
   * {personal}
   */
  word: string;
}

export interface App {
  client_id: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  /**
   * Path of a published picture of this server.
   */
  image_url: string | null;
  name: string;
  /**
   * One a line: pages of these may call the product.
   */
  origins: string | null;
  /**
   * One a line, matched exactly.
   */
  post_logout_addresses: string | null;
  /**
   * One a line, matched exactly; NULL: no one can sign in to it.
   */
  redirect_addresses: string | null;
  /**
   * Scopes that it may ask a person for, separated by spaces.
   */
  scopes: string | null;
  state: Generated<AppState>;
  state_reason: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface ApprovalComment {
  /**
   * {personal}
   */
  body: string;
  created_at: Generated<Timestamp>;
  created_by: string;
  id: Generated<string>;
  request_id: string;
}

export interface ApprovalRequest {
  action: ApprovalAction;
  code: Generated<string>;
  /**
   * Fields and figures, as shown to the approver. {personal}
   */
  content: Json;
  /**
   * SHA-256 over everything that the effect reads: another one voids the request.
   */
  content_hash: Buffer;
  /**
   * When it was decided, or ended in another way.
   */
  decided_at: Timestamp | null;
  decided_by: string | null;
  /**
   * {personal}
   */
  decision_note: string | null;
  entity_id: string | null;
  entity_type: string | null;
  expires_at: Generated<Timestamp>;
  /**
   * Error code of the last attempt to execute it.
   */
  failure: string | null;
  id: Generated<string>;
  limit_value: number | null;
  /**
   * Why the requester asks. {personal}
   */
  note: string | null;
  number: Generated<number>;
  /**
   * The mutation that an approval executes.
   */
  operation: string;
  requested_at: Generated<Timestamp>;
  requested_by: string;
  state: Generated<ApprovalState>;
  /**
   * Name of the record, or of what happens. {personal}
   */
  title: string;
  /**
   * In the unit of the action; NULL: without a ceiling, or not counted.
   */
  value: number | null;
  /**
   * Its input. {personal}
   */
  variables: Json;
}

export interface ApprovalRule {
  action: ApprovalAction;
  is_on: Generated<boolean>;
  /**
   * Larger values need approval; NULL: all do.
   */
  limit_value: number | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface Area {
  archived_at: Timestamp | null;
  code: string;
  country_code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  is_active: Generated<boolean>;
  name_i18n: Json;
  timezone: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface BackupProof {
  /**
   * How many rows of each kind were verified.
   */
  counts: Generated<Json>;
  ended_at: Timestamp | null;
  fault_count: Generated<number>;
  /**
   * The first 20 faults, a sentence each.
   */
  faults: Generated<string[]>;
  /**
   * Name of the file without its folder.
   */
  file: string;
  file_bytes: number;
  file_modified_at: Timestamp;
  id: Generated<string>;
  /**
   * FAULTS: restored, and its data has faults. REFUSED: the file is damaged or no backup. FAILED: not restored. INTERRUPTED: the process ended. NULL while it runs.
   */
  outcome: string | null;
  started_at: Generated<Timestamp>;
  /**
   * End of the backup: the moment whose data the file holds. NULL until the file has been read.
   */
  taken_at: Timestamp | null;
}

export interface Badge {
  /**
   * True: taken back when the rule no longer holds.
   */
  auto_revoke: Generated<boolean>;
  /**
   * Awards that are not revoked; kept by a trigger on the awards.
   */
  award_count: Generated<number>;
  award_mode: BadgeAwardMode;
  category_id: string;
  /**
   * Permanent: the mobile app names the badge by it.
   */
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  criteria_i18n: Json;
  description_i18n: Json;
  id: Generated<string>;
  /**
   * Key in the file store; another picture has another key.
   */
  image_path: string | null;
  is_repeatable: Generated<boolean>;
  name_i18n: Json;
  rule_kind: BadgeRuleKind | null;
  rule_threshold: number | null;
  state: Generated<BadgeState>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  /**
   * Days after which an award ends; NULL: never.
   */
  validity_days: number | null;
  version: Generated<number>;
}

export interface BadgeCategory {
  archived_at: Timestamp | null;
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  name_i18n: Json;
  position: number;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface BadgeRuleProgress {
  badge_id: string;
  /**
   * ACCOUNT_AGE_DAYS: accounts created until then; POINTS_SPENT_TOTAL: transfers made until then, once the look is done.
   */
  looked_until: Timestamp;
  /**
   * Account (created at looked_until) or transfer behind which the look goes on; NULL: it is done.
   */
  resume_after: string | null;
}

export interface Campaign {
  activated_at: Timestamp | null;
  /**
   * Minor units of the currency, as all money here.
   */
  amount_minor: number | null;
  budget_minor: number | null;
  /**
   * Set by a trigger; stays when the campaign is archived.
   */
  canceled_at: Timestamp | null;
  code: string;
  code_mode: CampaignCodeMode;
  code_prefix: string | null;
  coupons_limit: Generated<number>;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * ISO 4217; NULL only where nothing in the campaign is money.
   */
  currency: string | null;
  description: string | null;
  /**
   * First instant that no longer belongs to it.
   */
  ends_at: Timestamp;
  first_order_only: Generated<boolean>;
  gift_text_i18n: Json | null;
  id: Generated<string>;
  /**
   * Most that a percentage gives; NULL: no such limit.
   */
  max_discount_minor: number | null;
  min_order_minor: number | null;
  name: string;
  /**
   * Fragment search.
   */
  name_key: Generated<string>;
  /**
   * Order of names in every script.
   */
  name_sort: Generated<string>;
  per_account_limit: Generated<number>;
  /**
   * Uses of one code. UNIQUE: of those that are made from now on. SHARED: of every code.
   */
  per_coupon_limit: Generated<number>;
  /**
   * Basis points: 10000 is all of the order.
   */
  percent_bp: number | null;
  points: number | null;
  /**
   * Uses in all; NULL: no such limit.
   */
  redemptions_limit: number | null;
  /**
   * How long a use is held before it is confirmed; 0: confirmed at once.
   */
  reservation_seconds: Generated<number>;
  reward_type: CampaignReward;
  segment_id: string | null;
  starts_at: Timestamp;
  state: Generated<CampaignState>;
  /**
   * Set by a trigger, as is activated_at.
   */
  state_changed_at: Generated<Timestamp>;
  state_reason: string | null;
  /**
   * IANA zone in which people read and enter its window.
   */
  timezone: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface CampaignAlert {
  campaign_id: string;
  id: Generated<string>;
  kind: CampaignAlertKind;
  /**
   * The limit at that time: when it is raised, its alerts come again.
   */
  of_limit: number | null;
  percent: number | null;
  raised_at: Generated<Timestamp>;
}

export interface CampaignAnnouncementRead {
  campaign_id: string;
  /**
   * What happened up to this instant is told no more.
   */
  read_until: Timestamp;
  /**
   * Subject claim of the identity provider.
   */
  staff_sub: string;
}

export interface CampaignArea {
  area_id: string;
  campaign_id: string;
}

export interface CampaignDaily {
  campaign_id: string;
  commission_minor: Generated<number>;
  confirmed: Generated<number>;
  day: string;
  discount_minor: Generated<number>;
  order_minor: Generated<number>;
  points: Generated<number>;
  /**
   * How many of those confirmed on this day were rolled back since. Amounts are of the others.
   */
  rolled_back: Generated<number>;
  /**
   * So that those who confirm at once need not queue for one row. Past days are folded into slice 0.
   */
  slice: number;
  /**
   * All zeros for redemptions that name no store, as is streamer_id for codes without a partner.
   */
  store_id: string;
  streamer_id: string;
}

export interface CampaignSlice {
  budget_cap_minor: number | null;
  campaign_id: string;
  discount_used_minor: Generated<number>;
  /**
   * True while the campaign is ACTIVE. A reservation takes from open slices only, so none slips in beside a pause or cancellation.
   */
  is_open: Generated<boolean>;
  /**
   * Points of reserved and confirmed uses.
   */
  points_used: Generated<number>;
  /**
   * Part of the limit of uses; NULL: there is none. Caps are moved between slices, what is used stays.
   */
  redemptions_cap: number | null;
  /**
   * Reserved and confirmed uses.
   */
  redemptions_used: Generated<number>;
  slice: number;
}

export interface CampaignStore {
  campaign_id: string;
  store_id: string;
}

export interface CampaignStreamer {
  campaign_id: string;
  /**
   * Basis points of the order that each confirmed use earns the partner.
   */
  commission_bp: Generated<number>;
  /**
   * How many codes the partner may order.
   */
  coupon_quota: Generated<number>;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * When the partner was taken off the campaign; what was used before stays theirs.
   */
  removed_at: Timestamp | null;
  /**
   * The partner's shared code; NULL: none.
   */
  shared_coupon_id: string | null;
  streamer_id: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
}

export interface Change {
  change_list_id: string;
  description: string;
  id: Generated<string>;
  position: number;
  title: string;
  type: ChangeType;
}

export interface ChangeList {
  id: Generated<string>;
  position: number;
  release_id: string;
  title: string;
}

export interface ConfigEntry {
  allowed_values: string[] | null;
  created_at: Generated<Timestamp>;
  default_value: Json;
  description: string;
  /**
   * True: the mobile app may read it.
   */
  is_public: Generated<boolean>;
  key: string;
  max_value: Numeric | null;
  min_value: Numeric | null;
  /**
   * Of a number, as a word: seconds, days, points.
   */
  unit: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  value: Json;
  value_type: ConfigValueType;
  version: Generated<number>;
}

export interface Country {
  code: string;
  created_at: Generated<Timestamp>;
  /**
   * Subject of the staff member or machine client; NULL: the product itself.
   */
  created_by: string | null;
  /**
   * ISO 4217, of prices and campaigns in the country; XXX where there is none.
   */
  currency: string;
  default_locale: string;
  /**
   * IANA zone for accounts and stores that name none.
   */
  default_timezone: string;
  /**
   * Country calling code without +; NULL for places without subscribers of their own.
   */
  dial_code: string | null;
  /**
   * False: hidden from pickers; existing rows stay.
   */
  is_active: Generated<boolean>;
  /**
   * Years of age from which people may enter giveaways.
   */
  min_age: Generated<number>;
  name_i18n: Json;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface Coupon {
  /**
   * Whose alone it is; NULL: whoever has the code may use it.
   */
  account_id: string | null;
  batch_id: string;
  campaign_id: string;
  /**
   * In capitals without dashes. 4 to 10 signs: a shared code; 12 and more: prefix, 11 random signs and the check sign.
   */
  code: string;
  /**
   * The code with look-alikes as one: O is 0, I and L are 1. Codes are looked for and unique by it.
   */
  code_key: Generated<string>;
  /**
   * What those see who may not see the code.
   */
  code_last4: Generated<string>;
  disabled_reason: string | null;
  /**
   * When somebody first took the code away to give it out.
   */
  distributed_at: Timestamp | null;
  id: Generated<string>;
  /**
   * True for a code of others, added from a file: 8 to 20 signs without a check sign, for one person as generated codes.
   */
  is_own: Generated<boolean>;
  last_used_at: Timestamp | null;
  max_redemptions: number;
  /**
   * Confirmed uses, as reserved_count reserved ones; of UNIQUE codes only: those of SHARED ones are sums over coupon_slice.
   */
  redemptions_count: Generated<number>;
  /**
   * The voided coupon of the same campaign and holder that it was issued for; each has one such coupon at most.
   */
  replaces_id: string | null;
  reserved_count: Generated<number>;
  state: Generated<CouponState>;
  /**
   * Whose code it is.
   */
  streamer_id: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  /**
   * Narrower than the campaign's window; NULL: as that.
   */
  valid_from: Timestamp | null;
  /**
   * First instant at which it is no longer valid.
   */
  valid_until: Timestamp | null;
  version: Generated<number>;
}

export interface CouponBatch {
  campaign_id: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * When they end, if before the campaign does.
   */
  expires_at: Timestamp | null;
  /**
   * How many there are.
   */
  generated: Generated<number>;
  id: Generated<string>;
  /**
   * True where its streamer ordered it, which counts against their quota.
   */
  is_by_streamer: Generated<boolean>;
  /**
   * True for codes of others from a file, whose number grows while they are added.
   */
  is_own: Generated<boolean>;
  /**
   * Job that makes them; NULL: they were made at once, or the job is forgotten.
   */
  job_id: string | null;
  /**
   * 1, 2, 3, … within the campaign: what people call it. Given by a trigger.
   */
  number: Generated<number>;
  requested: number;
  state: Generated<CouponBatchState>;
  /**
   * Whose codes they are; NULL: nobody's in particular.
   */
  streamer_id: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  valid_from: Timestamp | null;
  version: Generated<number>;
}

export interface CouponRedemption {
  account_id: string;
  /**
   * Number among the uses by this account in the campaign.
   */
  account_use_no: number;
  campaign_id: string;
  commission_minor: number | null;
  confirmed_at: Timestamp | null;
  coupon_id: string;
  /**
   * Number among the uses of a UNIQUE code; NULL for SHARED ones.
   */
  coupon_use_no: number | null;
  /**
   * Subject of the machine client; keys are its own.
   */
  created_by: string;
  currency: string | null;
  discount_minor: number | null;
  id: Generated<string>;
  idempotency_key: string;
  order_minor: number | null;
  order_ref: string | null;
  points: number | null;
  points_transfer_id: string | null;
  released_at: Timestamp | null;
  /**
   * Of what was asked for under the key: other input with the same key is refused.
   */
  request_hash: Buffer;
  reserved_at: Generated<Timestamp>;
  reserved_until: Timestamp | null;
  rollback_reason: string | null;
  rolled_back_at: Timestamp | null;
  rolled_back_by: string | null;
  /**
   * Slice of the campaign, and of a SHARED code, that it is counted in.
   */
  slice: number;
  state: RedemptionState;
  store_id: string | null;
  /**
   * Owner of the code, for whom it counts.
   */
  streamer_id: string | null;
}

export interface CouponRejectionHourly {
  /**
   * All zeros for codes that do not exist.
   */
  campaign_id: string;
  hour: Timestamp;
  n: number;
  reason: string;
  /**
   * So that those who are refused at once need not queue for one row; the figure is the sum.
   */
  slice: Generated<number>;
}

export interface CouponSlice {
  campaign_id: string;
  coupon_id: string;
  last_used_at: Timestamp | null;
  /**
   * Part of the most uses of the code. Caps are moved between slices, what is used stays.
   */
  redemptions_cap: number;
  redemptions_count: Generated<number>;
  reserved_count: Generated<number>;
  slice: number;
}

export interface CouponTry {
  /**
   * Machine client through which it was tried.
   */
  client_sub: string;
  last_tried_at: Timestamp;
  /**
   * Id of the account, or the consumer's network address. {personal}
   */
  subject: string;
  subject_type: CouponTrySubject;
  /**
   * Those within the window, oldest first.
   */
  tried_at: ArrayType<Timestamp>;
}

export interface CouponUnknownMinute {
  client_sub: string;
  minute: Timestamp;
  n: number;
  slice: number;
}

export interface DailyMetric {
  /**
   * All zeros: no area.
   */
  area_id: string;
  /**
   * ZZ: no country. The place is that of the moment in which it was counted.
   */
  country_code: string;
  day: string;
  /**
   * Source and figure: points.issued.
   */
  metric: string;
  value: number;
}

export interface DailyMetricCountry {
  country_code: string;
  day: string;
  metric: string;
  value: number;
}

export interface DailyMetricSource {
  /**
   * The figures are right up to here; NULL: nothing was counted yet.
   */
  as_of: Timestamp | null;
  /**
   * What was recorded before is counted for good; what came after it is in daily_metric_tail as well.
   */
  counted_to: Generated<Timestamp>;
  /**
   * False while history is being counted.
   */
  is_complete: Generated<boolean>;
  source: string;
  /**
   * In which its days were counted; when staff set another one it starts over.
   */
  zone: string;
}

export interface DailyMetricTail {
  area_id: string;
  country_code: string;
  day: string;
  metric: string;
  source: string;
  value: number;
}

export interface ExportSchedule {
  created_at: Generated<Timestamp>;
  /**
   * Day of the week from Monday (1), or of the month; shorter months use their last day. NULL: every day.
   */
  day: number | null;
  frequency: ExportFrequency;
  hour: number;
  id: Generated<string>;
  /**
   * NULL: has not run, or the job was deleted.
   */
  last_job_id: string | null;
  /**
   * {personal copy}
   */
  name: string;
  /**
   * NULL: paused.
   */
  next_at: Timestamp | null;
  /**
   * Whose export it is, and whose rights each run needs (subject claim).
   */
  owner_sub: string;
  /**
   * List, filter, search, columns, order, format and language, as for an export; checked again at each run. {personal copy}
   */
  params: Json;
  /**
   * Error code of the run that paused it; NULL: it runs, or its owner paused it.
   */
  pause_code: string | null;
  /**
   * Zone of the hour, and of times in the file.
   */
  timezone: string;
}

export interface FileGarbage {
  due_at: Timestamp;
  /**
   * {personal copy}
   */
  key: string;
}

export interface FileUpload {
  expires_at: Timestamp;
  id: Generated<string>;
  kind: string;
  /**
   * Subject of the access token; nobody else may use the file.
   */
  owner_sub: string;
}

export interface Giveaway {
  algorithm: Generated<string>;
  alternates: Generated<number>;
  announced_at: Timestamp | null;
  canceled_at: Timestamp | null;
  /**
   * Days of 24 hours in which a winner may claim.
   */
  claim_days: Generated<number>;
  /**
   * First instant at which nobody can enter any more.
   */
  closes_at: Timestamp;
  code: string;
  /**
   * Who answers for it that entering costs something.
   */
  consideration_accepted_by: string | null;
  country_codes: string[];
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description_i18n: Json;
  draw_at: Timestamp;
  draw_mode: Generated<GiveawayDrawMode>;
  drawn_at: Timestamp | null;
  entries_count: number | null;
  entries_root: Buffer | null;
  /**
   * Points that each ticket costs.
   */
  entry_cost_points: Generated<number>;
  /**
   * Points that were put into the wallet of the giveaway for its prizes at publication.
   */
  escrow_points: Generated<number>;
  frozen_at: Timestamp | null;
  id: Generated<string>;
  image_path: string | null;
  /**
   * Accounts that may take part; NULL: no such limit.
   */
  max_entries: number | null;
  max_tickets_per_account: Generated<number>;
  /**
   * Years on the day of the entry in the zone of the giveaway.
   */
  min_age: number;
  opens_at: Timestamp;
  proof_path: string | null;
  proof_sha256: Buffer | null;
  /**
   * Key by which accounts become pseudonyms in the public list.
   */
  pseudonym_salt: Buffer | null;
  published_at: Timestamp | null;
  registration_florida: string | null;
  /**
   * Number under which the prizes are registered there.
   */
  registration_new_york: string | null;
  /**
   * SHA-256 of the canonical JSON of all that publication freezes: rules, prizes, dates, eligibility (decision 0094).
   */
  rules_hash: Buffer | null;
  /**
   * Official rules by language; publication freezes them.
   */
  rules_i18n: Json;
  /**
   * SHA-256 of "gw-seed-v1", the 16 bytes of the id and the seed; public from publication on.
   */
  seed_commitment: Buffer | null;
  /**
   * The seed, sealed with a key of the server: no list, record or export has it.
   */
  seed_encrypted: Buffer | null;
  /**
   * The seed, once it has decided the draw.
   */
  seed_revealed: Buffer | null;
  segment_id: string | null;
  settled_at: Timestamp | null;
  state: Generated<GiveawayState>;
  /**
   * Set by a trigger, as are published_at, announced_at, settled_at and canceled_at.
   */
  state_changed_at: Generated<Timestamp>;
  state_reason: string | null;
  /**
   * Sponsor, whose wallet the points of prizes come from; NULL: the company.
   */
  store_id: string | null;
  tickets_count: number | null;
  /**
   * IANA zone in which people read and enter its dates.
   */
  timezone: string;
  title_i18n: Json;
  /**
   * Fragment search.
   */
  title_key: Generated<string>;
  /**
   * Order of titles in every script.
   */
  title_sort: Generated<string>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface GiveawayEntry {
  account_id: string;
  changed_at: Timestamp;
  entered_at: Timestamp;
  giveaway_id: string;
  id: Generated<string>;
  /**
   * Points that its tickets have cost and that have not gone back.
   */
  points_paid: Generated<number>;
  state: Generated<GiveawayEntryState>;
  state_reason: string | null;
  tickets: number;
}

export interface GiveawayLeafChunk {
  chunk_index: number;
  first_entry_id: string;
  giveaway_id: string;
  /**
   * Root of the subtree of its leaves (RFC 6962).
   */
  root: Buffer;
  /**
   * Tickets of all entries before its first one.
   */
  ticket_start: number;
  /**
   * Tickets of each of its entries, one byte each.
   */
  tickets: Buffer;
}

export interface GiveawayPrize {
  /**
   * Campaign of whose codes each winner gets one.
   */
  campaign_id: string | null;
  currency: string | null;
  giveaway_id: string;
  id: Generated<string>;
  /**
   * Path of its picture. Presentation only: fixed with the prize at publication, but not part of the hash of the terms.
   */
  image_url: string | null;
  kind: GiveawayPrizeKind;
  /**
   * Of each prize.
   */
  points: number | null;
  quantity: number;
  rank: number;
  title_i18n: Json;
  /**
   * Worth of each prize in minor units of the currency.
   */
  value_minor: number | null;
}

export interface GiveawayTally {
  /**
   * Entries that are DISQUALIFIED; they keep their place, so that they can be reinstated.
   */
  disqualified: Generated<number>;
  /**
   * Entries that are VALID, as tickets are their tickets.
   */
  entries: Generated<number>;
  giveaway_id: string;
  /**
   * True while the giveaway is PUBLISHED; whether it is between its dates is judged under the lock.
   */
  is_open: boolean;
  /**
   * Number of the newest transaction.
   */
  last_seq: Generated<number>;
  /**
   * Points that entries have cost and that could still go back.
   */
  points_held: Generated<number>;
  tickets: Generated<number>;
  withdrawn: Generated<number>;
}

export interface GiveawayTransaction {
  account_id: string | null;
  actor: GiveawayActor;
  /**
   * Subject of the person of the staff, or of the machine client that acted for the account.
   */
  actor_sub: string | null;
  data: Json | null;
  entry_id: string | null;
  giveaway_id: string;
  /**
   * Of the request of a machine client, its own for ever in this giveaway.
   */
  idempotency_key: string | null;
  occurred_at: Timestamp;
  /**
   * Points that moved.
   */
  points: number | null;
  points_transfer_id: string | null;
  prize_id: string | null;
  reason: string | null;
  request_hash: Buffer | null;
  seq: number;
  /**
   * Tickets that came or went.
   */
  tickets: number | null;
  type: GiveawayTransactionType;
}

export interface GiveawayWinner {
  account_id: string;
  /**
   * First instant at which it is too late to claim; NULL: nobody was told yet.
   */
  claim_deadline: Timestamp | null;
  claimed_at: Timestamp | null;
  /**
   * Coupon that the winner got.
   */
  coupon_id: string | null;
  draw_position: number;
  entry_id: string;
  forfeited_at: Timestamp | null;
  forfeited_reason: string | null;
  fulfilled_at: Timestamp | null;
  /**
   * {personal}
   */
  fulfilment_note: string | null;
  giveaway_id: string;
  kind: GiveawayWinnerKind;
  notified_at: Timestamp | null;
  points_transfer_id: string | null;
  /**
   * NULL: an alternate who has none (yet).
   */
  prize_id: string | null;
  /**
   * Who got the prize instead.
   */
  replaced_by_position: number | null;
  state: Generated<GiveawayWinnerState>;
}

export interface IdempotencyKey {
  actor_sub: string;
  created_at: Generated<Timestamp>;
  key: string;
  operation: string;
  /**
   * SHA-256 of operation and input: the same key with another input is refused.
   */
  request_hash: Buffer;
  /**
   * Of the request that had the effect; its rows of the audit trail name the records.
   */
  request_id: string | null;
  /**
   * NULL if the answer had personal or secret data: a repeat is refused.
   */
  response: Json | null;
}

export interface IdentityAppConsent {
  client_id: string;
  granted_at: Generated<Timestamp>;
  person_id: string;
  scopes: string;
}

export interface IdentityEndedSignIn {
  ended_at: Timestamp;
  expires_at: Timestamp;
  /**
   * Id of the logout token: a second delivery changes nothing.
   */
  jti: string;
  recorded_at: Generated<Timestamp>;
  /**
   * The session that ended; without one, all sessions of sub that began before ended_at.
   */
  sid: string | null;
  sub: string | null;
}

export interface IdentityFirstAdministrator {
  appointed_at: Generated<Timestamp>;
  is_appointed: Generated<boolean>;
}

export interface IdentityInvitation {
  admin_url: string | null;
  created_at: Generated<Timestamp>;
  /**
   * NULL: the link of the first administrator.
   */
  email: string | null;
  expires_at: Timestamp;
  /**
   * Later the id of the person.
   */
  id: Generated<string>;
  /**
   * Subject of the administrator who sent the link; operator: a command at the server, or its start.
   */
  invited_by: string;
  preferred_language_key: string | null;
  roles: string[];
  /**
   * SHA-256 of the token, which only the link has; NULL until the mail is sent.
   */
  token_hash: Buffer | null;
  updated_at: Generated<Timestamp>;
  version: Generated<number>;
}

export interface IdentityKnownDevice {
  id: Generated<string>;
  person_id: string;
  signed_in_at: Generated<Timestamp>;
  /**
   * Grows with each sign-in. A cookie of an earlier turn is refused.
   */
  turn: Generated<number>;
}

export interface IdentityPasskey {
  /**
   * Of the last use. A key that counts on is refused when it comes back lower, because it was copied; 0: it does not count.
   */
  counter: number;
  created_at: Generated<Timestamp>;
  credential_id: string;
  last_used_at: Timestamp | null;
  name: string;
  person_id: string;
  public_key: Buffer;
}

export interface IdentityPasswordReset {
  expires_at: Timestamp;
  person_id: string;
  /**
   * SHA-256 of the token, which only the mail has.
   */
  token_hash: Buffer;
}

export interface IdentityPerson {
  admin_url: string | null;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  email: string;
  /**
   * The subject claim of the person's tokens.
   */
  id: Generated<string>;
  /**
   * Has a published password: such a person can sign in only while DEMO is on.
   */
  is_demo: Generated<boolean>;
  last_sign_in_at: Timestamp | null;
  name: string;
  password_changed_at: Generated<Timestamp>;
  password_hash: string;
  preferred_language_key: string | null;
  roles: Generated<string[]>;
  state: Generated<IdentityPersonState>;
  state_reason: string | null;
  /**
   * The 30-second step of the last accepted code: no code works twice.
   */
  totp_last_step: Generated<number>;
  /**
   * Secret of the second factor, sealed with the data key; NULL: not enrolled.
   */
  totp_secret: Buffer | null;
  updated_at: Generated<Timestamp>;
  /**
   * Subject of the administrator; operator: a command at the server; NULL: the product itself.
   */
  updated_by: string | null;
  /**
   * Counts what administrators change, not what the person does.
   */
  version: Generated<number>;
}

export interface IdentityRecoveryCode {
  /**
   * SHA-256: a code has 74 random bits, so nothing slower is needed.
   */
  code_hash: Buffer;
  person_id: string;
}

export interface IdentityRefusedSignIn {
  /**
   * An IPv4 address or a network of IPv6 (/64).
   */
  address: string;
  began_at: Generated<Timestamp>;
  reason: string;
  /**
   * The person, or unknown.
   */
  sub: string;
  tries: Generated<number>;
}

export interface IdentitySecretKey {
  created_at: Generated<Timestamp>;
  id: string;
  kind: string;
  /**
   * Signs nothing new; its public part stays published until what it signed has expired.
   */
  retired_at: Timestamp | null;
  sealed: Buffer;
}

export interface IdentitySessionDevice {
  account_id: string;
  address: string | null;
  session_uid: string;
  signed_in_at: Generated<Timestamp>;
  user_agent: string | null;
}

export interface IdentitySignInThrottle {
  blocked_until: Timestamp | null;
  failures: number;
  kind: string;
  last_failed_at: Timestamp;
  /**
   * SHA-256 of the e-mail as typed (it need not belong to anyone), of the address or network, of the known device, or of the person.
   */
  subject: Buffer;
}

export interface IdentityToken {
  account_id: string | null;
  consumed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  grant_id: string | null;
  /**
   * SHA-256 of the value, so that reading the table signs nobody in.
   */
  id: Buffer;
  model: string;
  payload: Json;
  /**
   * Access tokens only: kept, so that a revoked one is told from an unknown one.
   */
  revoked_at: Timestamp | null;
  uid: string | null;
}

export interface IdentityUsedChallenge {
  challenge_hash: Buffer;
  expires_at: Timestamp;
}

export interface Import {
  /**
   * The campaign that codes are added to.
   */
  campaign_id: string | null;
  /**
   * The check of exactly these settings; NULL when they were changed since.
   */
  check_job_id: string | null;
  /**
   * Headings and first cells: [{"header": …, "samples": […]}]. {personal copy}
   */
  columns: Json;
  created_at: Generated<Timestamp>;
  entity: string;
  expires_at: Timestamp;
  file_key: string;
  /**
   * {personal copy}
   */
  file_name: string;
  format: string;
  id: Generated<string>;
  imported_rows: Generated<number>;
  /**
   * Number of the last row of the file that was imported or refused; rows up to it never run again by themselves.
   */
  imported_through: Generated<number>;
  owner_sub: string;
  /**
   * How the file is read: encoding and delimiter of a text, sheets of a workbook and the chosen one.
   */
  reading: Json;
  /**
   * The last check of corrected rows.
   */
  recheck_job_id: string | null;
  run_job_id: string | null;
  /**
   * Field of each column, by what rows are matched, what empty cells mean, what becomes of rows that exist or do not.
   */
  settings: Json;
  size_bytes: number;
}

export interface ImportMapping {
  entity: string;
  headers_sha256: Buffer;
  owner_sub: string;
  settings: Json;
  used_at: Generated<Timestamp>;
}

export interface ImportProblem {
  /**
   * Cells of the row at its last check; NULL once the account in it was erased. {personal copy}
   */
  cells: Json | null;
  /**
   * The last job that ran the row again. Without a foreign key, as only that job reads it.
   */
  claimed_by: string | null;
  /**
   * Cells typed since then, by position in the row. {personal copy}
   */
  corrected: Json | null;
  import_id: string;
  job_id: string;
  /**
   * Position of the first problem whose cell is not corrected; NULL without one.
   */
  lead: Generated<number | null>;
  /**
   * {personal copy}
   */
  problems: Json;
  /**
   * Number of the row as a spreadsheet counts: the heading is 1.
   */
  row_no: number;
  state: Generated<string>;
}

export interface Job {
  cancel_requested_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  /**
   * Where the next batch begins; written in the transaction of the batch.
   */
  cursor: Json | null;
  /**
   * Unique among jobs that have not ended: a double click starts one job.
   */
  dedupe_key: string | null;
  done: Generated<number>;
  /**
   * Counts the times that a worker took the job over; a worker of an older epoch writes nothing any more.
   */
  epoch: Generated<number>;
  error_code: string | null;
  finished_at: Timestamp | null;
  heartbeat_at: Timestamp | null;
  id: Generated<string>;
  /**
   * True: `requested_by` is a machine client, whose scopes count instead of roles.
   */
  is_of_client: Generated<boolean>;
  kind: string;
  /**
   * Records by outcome and reason, such as {"DONE": 12, "SKIPPED already-suspended": 3}.
   */
  outcomes: Generated<Json>;
  /**
   * {personal copy}
   */
  params: Json;
  request_id: string | null;
  requested_by: string;
  /**
   * Roles of the requester at the moment of the request: what the job may do.
   */
  requested_roles: string[];
  result_expires_at: Timestamp | null;
  result_key: string | null;
  result_rows: number | null;
  result_sha256: Buffer | null;
  retry_of: string | null;
  started_at: Timestamp | null;
  state: Generated<JobState>;
  total: number | null;
}

export interface JobProblem {
  job_id: string;
  label: string | null;
  outcome: JobOutcome;
  reason: string;
  record_id: string;
}

export interface JobWorker {
  heartbeat_at: Generated<Timestamp>;
  id: string;
  started_at: Generated<Timestamp>;
}

export interface LedgerVerification {
  finished_at: Timestamp | null;
  id: Generated<string>;
  /**
   * Where it is, how many rows it has seen, how many faults it found, and the first of them.
   */
  progress: Json;
  requested_by: string | null;
  source: string;
  started_at: Generated<Timestamp>;
}

export interface LiveOperation {
  /**
   * The client named a persisted document.
   */
  is_persisted: boolean;
  kind: string;
  /**
   * Parameters of the GraphQL request as the client sent them; for END only the id of the operation. {personal copy}
   */
  request: Json;
  /**
   * Of the HTTP request, for the audit trail and error references.
   */
  request_id: string;
  seq: Generated<number>;
  session_id: string;
}

export interface LiveSession {
  /**
   * The carrying process moves it on. A past value is a stream of a dead process, or one that was never opened.
   */
  alive_until: Timestamp;
  /**
   * Process with the open response; NULL while the stream is only reserved.
   */
  carried_by: string | null;
  id: string;
  sub: string;
  /**
   * SHA-256 of the access token that reserved the stream. Another token sees no such stream.
   */
  token_hash: Buffer;
}

export interface MachineClient {
  /**
   * Permanent: the subject of the client's tokens, and who acted in the audit trail.
   */
  client_id: string;
  /**
   * Countries of the accounts to which it is bound, separated by spaces; NULL: no bound.
   */
  countries: string | null;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  /**
   * Its secret is published: it works only while DEMO is on.
   */
  is_demo: Generated<boolean>;
  /**
   * Its requests are checked and answered in full, and all that they change is rolled back.
   */
  is_dry: Generated<boolean>;
  /**
   * Coarse: written at most once a minute.
   */
  last_used_at: Timestamp | null;
  name: string;
  /**
   * Most points of one transfer that it posts; NULL: no bound.
   */
  points_max: number | null;
  /**
   * What the client may do; a scope that the product does not know has no effect.
   */
  scopes: string;
  state: Generated<MachineClientState>;
  state_reason: string | null;
  /**
   * Sids of the stores to which it is bound, separated by spaces; NULL: no bound.
   */
  stores: string | null;
  /**
   * Tokens issued earlier are refused: a secret was ended at once.
   */
  tokens_not_before: Timestamp | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface MachineClientSecret {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  expires_at: Timestamp | null;
  /**
   * SHA-256: secrets are 256 random bits, so nothing slower is needed. The secret itself never comes to the server but to ask for a token.
   */
  hash: Buffer;
  id: Generated<string>;
  machine_client_id: string;
}

export interface MachineRefusal {
  account_id: string;
  client_sub: string;
  /**
   * Last four characters of a coupon code.
   */
  code_end: string | null;
  /**
   * UTC day of the request.
   */
  day: string;
  id: Generated<string>;
  /**
   * When it happened according to the client, else when it was refused.
   */
  occurred_at: Timestamp;
  /**
   * Mutation of the API.
   */
  operation: string;
  /**
   * Number within the account and day.
   */
  place: number;
  /**
   * Points that the account would have got; negative: given.
   */
  points: number | null;
  /**
   * Error code, or outcome of a redemption.
   */
  reason: string;
  /**
   * Reference of the client, such as a receipt number. {personal}
   */
  receipt: string | null;
  store_id: string | null;
}

export interface Mail {
  /**
   * The record that the mail is about, such as a job.
   */
  about_id: string | null;
  created_at: Generated<Timestamp>;
  /**
   * Sent, or given up. NULL while it waits.
   */
  ended_at: Timestamp | null;
  /**
   * Code of the mail server or connection; NULL: sent.
   */
  failure: string | null;
  id: Generated<string>;
  kind: string;
  language: string;
  /**
   * NULL: no one. A reset for an unknown e-mail takes the same steps as for a known one.
   */
  recipient_sub: string | null;
}

export interface MetricEventAccounts {
  area_id: string | null;
  country_code: string | null;
  happened_at: Timestamp | null;
  metric: string | null;
  recorded_at: Timestamp | null;
  value: number | null;
}

export interface MetricEventGiveaways {
  area_id: string | null;
  country_code: string | null;
  happened_at: Timestamp | null;
  metric: string | null;
  recorded_at: Timestamp | null;
  value: number | null;
}

export interface MetricEventPoints {
  area_id: string | null;
  country_code: string | null;
  happened_at: Timestamp | null;
  metric: string | null;
  recorded_at: Timestamp | null;
  value: number | null;
}

export interface MetricEventRedemptions {
  area_id: string | null;
  country_code: string | null;
  happened_at: Timestamp | null;
  metric: string | null;
  recorded_at: Timestamp | null;
  value: number | null;
}

export interface Notification {
  area_ids: Generated<string[]>;
  /**
   * Recipients as they were confirmed.
   */
  audience_estimate: number | null;
  audience_estimated_at: Timestamp | null;
  audience_is_exact: boolean | null;
  badge_id: string | null;
  body_i18n: Json;
  canceled: Generated<number>;
  completed_at: Timestamp | null;
  content_hash: Generated<Buffer>;
  /**
   * Empty: of every country; area_ids and badge_id likewise.
   */
  country_codes: Generated<string[]>;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * Day (UTC) on which it was prepared: the partition of its deliveries.
   */
  created_on: string | null;
  deep_link: string | null;
  /**
   * Waiting at this moment for the end of the quiet hours.
   */
  deferred: Generated<number>;
  failed: Generated<number>;
  /**
   * Last account that the snapshot has written.
   */
  fanout_cursor: string | null;
  id: Generated<string>;
  ignore_frequency_cap: Generated<boolean>;
  /**
   * Of marketing topics; service topics have neither quiet hours nor a frequency cap.
   */
  ignore_quiet_hours: Generated<boolean>;
  /**
   * Picture that the phone loads: an address that this product never loads, or the path of an uploaded one.
   */
  image_url: string | null;
  last_seen_within_days: number | null;
  /**
   * What has not gone out by then is skipped.
   */
  not_after: Timestamp | null;
  not_seen_within_days: number | null;
  opened: Generated<number>;
  /**
   * When the snapshot of its recipients was complete.
   */
  prepared_at: Timestamp | null;
  received: Generated<number>;
  recipients: Generated<number>;
  /**
   * The notification to whose failed accounts this one goes.
   */
  resend_of: string | null;
  scheduled_at: Timestamp | null;
  scheduled_by: string | null;
  /**
   * When its notification_member rows were complete; NULL before, and without a segment.
   */
  segment_fixed_at: Timestamp | null;
  segment_id: string | null;
  send_at: Timestamp | null;
  /**
   * Wall time in the zone of each account.
   */
  send_local: Timestamp | null;
  send_mode: NotificationSendMode;
  /**
   * Accepted by the push service, as are received and opened ones: each figure includes those further on.
   */
  sent: Generated<number>;
  skipped: Generated<number>;
  /**
   * First batch that was handed to the push service.
   */
  started_at: Timestamp | null;
  /**
   * From when on it may be prepared.
   */
  starts_at: Timestamp | null;
  /**
   * starts_at; drafts come after everything.
   */
  starts_sort: Generated<Timestamp>;
  state: Generated<NotificationState>;
  /**
   * Set by a trigger.
   */
  state_changed_at: Generated<Timestamp>;
  /**
   * Subject of the staff member; NULL: the product itself.
   */
  state_changed_by: string | null;
  state_reason: string | null;
  throttle_per_minute: number | null;
  /**
   * IANA zone in which people enter and read its times.
   */
  timezone: string;
  title_i18n: Json;
  title_key: Generated<string>;
  title_sort: Generated<string>;
  topic_id: string;
  /**
   * How long the push service keeps it for a phone that is off.
   */
  ttl_seconds: Generated<number>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  /**
   * Grows with changes by people and with each state; counters leave it alone.
   */
  version: Generated<number>;
  /**
   * Of AT_LOCAL, as it was confirmed: [{timezone, startsAt, sendsAt, localTime, accounts, isOver, isShifted, isQuiet}].
   */
  wave_plan: Generated<Json>;
}

export interface NotificationDelivery {
  account_id: string;
  /**
   * Tries to hand it to the push service.
   */
  attempts: Generated<number>;
  changed_at: Generated<Timestamp>;
  /**
   * Of the notification.
   */
  created_on: string;
  /**
   * Devices whose message the push service has accepted.
   */
  devices_ok: Generated<number>;
  /**
   * When it is due: the wave of its zone, the end of the quiet hours, or the next try.
   */
  not_before: Timestamp;
  notification_id: string;
  opened_at: Timestamp | null;
  provider_code: string | null;
  provider_message_id: string | null;
  reason: DeliveryReason | null;
  received_at: Timestamp | null;
  sent_at: Timestamp | null;
  state: Generated<DeliveryState>;
}

export interface NotificationDispatch {
  /**
   * Accounts for which the push service has said yes or no for good.
   */
  answered: Generated<number>;
  deferred: Generated<number>;
  failed: Generated<number>;
  filled_at: Generated<Timestamp>;
  job_id: string | null;
  notification_id: string;
  opened: Generated<number>;
  received: Generated<number>;
  recipients: Generated<number>;
  /**
   * Of these, the ones with a no.
   */
  rejected: Generated<number>;
  /**
   * Not yet added to the notification, as are the figures beside it: they change with each batch, and the row of the notification is for readers and for whoever stops it.
   */
  sent: Generated<number>;
  skipped: Generated<number>;
  /**
   * Messages that its own limit allows at filled_at.
   */
  tokens: Generated<number>;
}

export interface NotificationMember {
  account_id: string;
  notification_id: string;
}

export interface NotificationReasonCount {
  deliveries: number;
  notification_id: string;
  reason: DeliveryReason;
  state: DeliveryState;
}

export interface NotificationTestSend {
  account_id: string;
  /**
   * Content of the notification as it was then.
   */
  content_hash: Buffer;
  /**
   * What the push service said where no device was reached. {personal}
   */
  detail: string | null;
  devices_ok: number;
  id: Generated<string>;
  locale: string;
  notification_id: string;
  sent_at: Generated<Timestamp>;
  sent_by: string;
}

export interface OutboxMail {
  body: string;
  id: string;
  recipient: string;
  sent_at: Generated<Timestamp>;
  subject: string;
}

export interface PastedSelection {
  expires_at: Timestamp;
  /**
   * Number of records by kind of key.
   */
  found_by: Json;
  id: Generated<string>;
  /**
   * Name of the list in the API, such as ACCOUNTS.
   */
  list_name: string;
  owner_sub: string;
  /**
   * Without foreign keys. Erasure of an account removes its id.
   */
  record_ids: string[];
  repeated: number;
  unknown: number;
  /**
   * The record that each of record_ids belongs to, such as the campaign of a coupon; NULL in other lists.
   */
  within_ids: string[] | null;
}

export interface PersistedDocument {
  document: string;
  /**
   * SHA-256 of the text, hexadecimal
   */
  hash: string;
  /**
   * Accepted for 30 days from here, so that open tabs survive a deploy
   */
  last_deployed_at: Generated<Timestamp>;
}

export interface PointsCorrection {
  /**
   * As in the reference of the transfer; NULL: the refused request had none.
   */
  receipt: string | null;
  /**
   * The refused request, which is deleted after 30 days; NULL: the receipt never arrived.
   */
  refusal_id: string | null;
  store_id: string;
  transfer_id: string;
}

export interface PointsEntry {
  /**
   * Balance of the wallet after it; NULL in SYSTEM wallets, as are the hashes.
   */
  balance_after: number | null;
  /**
   * Points that came in, or went out when negative.
   */
  delta: number;
  hash: Buffer | null;
  occurred_at: Timestamp;
  prev_hash: Buffer | null;
  /**
   * Never before that of the entry before it, whatever the clock did.
   */
  recorded_at: Timestamp;
  seq: number;
  transfer_id: string;
  wallet_id: string;
}

export interface PointsImport {
  created_at: Generated<Timestamp>;
  created_by: string;
  /**
   * {personal copy}
   */
  file_name: string;
  /**
   * SHA-256 of the file and of the name of its sheet.
   */
  file_sha256: Buffer;
  id: Generated<string>;
  /**
   * The job that reversed rows last; NULL before the first and once rows are posted again.
   */
  reversal_job_id: string | null;
  /**
   * The job that posted rows last.
   */
  run_job_id: string | null;
}

export interface PointsImportRow {
  import_id: string;
  points: number;
  row_no: number;
  transfer_id: string;
  /**
   * Wallet of the account or store.
   */
  wallet_id: string;
}

export interface PointsImportTotal {
  before: number;
  credited: number;
  debited: number;
  job_id: string;
  wallets: number;
}

export interface PointsImportWallet {
  delta: number;
  import_id: string;
  job_id: string;
  wallet_id: string;
}

export interface PointsTransfer {
  amount: number;
  /**
   * When the sender says that it happened; may be up to 60 s ahead, which occurred_at is not. NULL: it happened when it was recorded.
   */
  claimed_at: Timestamp | null;
  code: PointsTransferCode;
  /**
   * Subject of the member of staff or machine client; system: the product itself.
   */
  created_by: string;
  /**
   * Where the points go.
   */
  credit_wallet_id: string;
  /**
   * Where the points come from.
   */
  debit_wallet_id: string;
  id: Generated<string>;
  /**
   * Chosen by the sender and kept for ever: the same key is the same transfer.
   */
  idempotency_key: string;
  /**
   * When it happened, at most 90 days (of 24 hours) before it was recorded and never after.
   */
  occurred_at: Timestamp;
  reason: string | null;
  recorded_at: Timestamp;
  ref_id: string | null;
  /**
   * What kind of thing the transfer is about.
   */
  ref_type: PointsRefType | null;
  /**
   * The transfer that this one takes back; there is at most one.
   */
  reversal_of: string | null;
}

export interface PointsWallet {
  /**
   * Points at this moment. 0 for SYSTEM wallets, which every transfer of their kind would queue for: theirs is the sum of their entries.
   */
  balance: Generated<number>;
  created_at: Generated<Timestamp>;
  credited_total: Generated<number>;
  debited_total: Generated<number>;
  /**
   * True: nothing goes out, points may still come in. Follows the state of the owner.
   */
  frozen: Generated<boolean>;
  id: Generated<string>;
  /**
   * Hash of the newest entry: the head of the chain; zeros at its beginning.
   */
  last_hash: Generated<Buffer>;
  /**
   * When the newest entry was recorded, so that no later one is recorded before it.
   */
  last_recorded_at: Generated<Timestamp>;
  /**
   * Sequence number of the newest entry; 0: there is none.
   */
  last_seq: Generated<number>;
  owner_id: string | null;
  owner_type: WalletOwnerType;
  /**
   * ISSUANCE: where points come from. BREAKAGE: where they go that nobody will spend. CORRECTION: other side of adjustments by hand. CAMPAIGN: where points of coupons come from.
   */
  system_code: SystemWalletCode | null;
}

export interface PointsWalletProof {
  fault: string | null;
  /**
   * Number of the first entry that is wrong; NULL where the wallet itself is.
   */
  fault_seq: number | null;
  through_seq: number;
  verified_at: Generated<Timestamp>;
  /**
   * Subject of the member of staff; NULL: the product itself.
   */
  verified_by: string | null;
  wallet_id: string;
}

export interface PublishedLanguage {
  bundle_id: string;
  client_id: string;
  country_code: string;
  language: string;
  /**
   * In its own words, such as Deutsch.
   */
  name: string;
  /**
   * SHIPPED: the texts that came with the product, replaced by those of the next version. EDITED: a person's, which no start replaces.
   */
  origin: string;
  publication_id: string;
  published_at: Generated<Timestamp>;
  /**
   * Subject of the staff member; NULL: the product itself.
   */
  published_by: string | null;
}

export interface PushFrequency {
  account_id: string;
  sent_at: ArrayType<Timestamp>;
}

export interface PushPace {
  /**
   * When sending began after a rest; the rate grows over the first minute.
   */
  busy_since: Generated<Timestamp>;
  filled_at: Generated<Timestamp>;
  marketing_id: string | null;
  /**
   * Until then nobody else sends marketing, unless it is given back before.
   */
  marketing_until: Generated<Timestamp>;
  only_row: Generated<boolean>;
  tokens: Generated<number>;
}

export interface RegisteredDocument {
  app_id: string | null;
  /**
   * The operation and its fragments, without spaces and comments that mean nothing.
   */
  document: string;
  /**
   * SHA-256 of the document, hexadecimal.
   */
  hash: string;
  id: Generated<string>;
  machine_client_id: string | null;
  /**
   * Name of the operation.
   */
  name: string;
}

export interface Release {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * Shown as the date of the release.
   */
  date: Timestamp;
  id: Generated<string>;
  /**
   * Semantic version (semver.org), as people know the release.
   */
  number: string;
  /**
   * Order of the numbers.
   */
  number_key: Generated<string>;
  /**
   * First publication; a release that was withdrawn and published again keeps it, so nobody reads it twice.
   */
  published_at: Timestamp | null;
  published_by: string | null;
  state: Generated<ReleaseState>;
  /**
   * Set by a trigger.
   */
  state_changed_at: Generated<Timestamp>;
  state_changed_by: string | null;
  state_reason: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  /**
   * Grows with each change of the release, its lists and their changes included.
   */
  version: Generated<number>;
}

export interface ReleaseVisit {
  /**
   * Subject claim of the identity provider.
   */
  sub: string;
  visited_at: Generated<Timestamp>;
}

export interface RetiredServerSecret {
  /**
   * What it signed or sealed is refused from then on
   */
  accepted_until: Timestamp;
  name: string;
  retired_at: Generated<Timestamp>;
  secret: Buffer;
  /**
   * Until then it signs what is new, because some processes may not know its successor yet
   */
  signs_until: Timestamp;
}

export interface SavedView {
  archived_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  /**
   * Name of the list in the API, such as ACCOUNTS.
   */
  list_name: string;
  /**
   * {personal copy}
   */
  name: string;
  /**
   * Whose view it is (subject claim); NULL: the team's.
   */
  owner_sub: string | null;
  /**
   * Place among the views of the same list and owner; ties are in the order of their making.
   */
  position: number;
  /**
   * Checked by the rules of the domain when it is written; readers leave out what their list does not have. {personal copy}
   */
  state: Json;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface SavedViewDefault {
  list_name: string;
  staff_sub: string;
  /**
   * NULL: the list as it is, though the team's opens with a view.
   */
  view_id: string | null;
}

export interface SavedViewTeamDefault {
  list_name: string;
  view_id: string;
}

export interface SecondFactorConfirmation {
  expires_at: Timestamp;
  sign_in_id: string;
  staff_sub: string;
}

export interface Segment {
  archived_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * {personal copy}
   */
  description: string | null;
  id: Generated<string>;
  /**
   * {personal copy}
   */
  name: string;
  /**
   * Checked by the rules of the domain when it is written. {personal copy}
   */
  rule: Json;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface SegmentDay {
  day: string;
  departed: number;
  entered: number;
  members: number;
  segment_id: string;
}

export interface SegmentMember {
  account_id: string;
  segment_id: string;
}

export interface ServerProcess {
  /**
   * How far the clock of the process is ahead of the database. Negative: behind. NULL: unknown.
   */
  clock_offset_ms: number | null;
  /**
   * Clean end. NULL: running, or killed.
   */
  ended_at: Timestamp | null;
  host: string;
  id: string;
  roles: string[];
  /**
   * Last beat, by the clock of the database.
   */
  seen_at: Generated<Timestamp>;
  started_at: Generated<Timestamp>;
  version: string;
}

export interface ServerSecret {
  created_at: Generated<Timestamp>;
  name: string;
  secret: Buffer;
}

export interface StaffAuditEvent {
  /**
   * Such as account.suspend.
   */
  action: string;
  actor_roles: Generated<string[]>;
  /**
   * Subject of the access token: a member of staff or a machine client.
   */
  actor_sub: string;
  /**
   * Field -> [before, after] of fields that hold no personal data.
   */
  changes: Generated<Json>;
  entity_id: string | null;
  entity_type: string | null;
  id: Generated<number>;
  ip: string | null;
  /**
   * Whether another event of the same action, outcome and request came before, such as the second record of a job.
   */
  is_further: Generated<boolean>;
  occurred_at: Generated<Timestamp>;
  outcome: AuditOutcome;
  /**
   * Field -> [before, after] of fields with personal data; NULL when there were none or when the account has been erased. {personal copy}
   */
  personal_changes: Json | null;
  reason: string | null;
  request_id: string | null;
}

export interface StaffDisclosure {
  amount: number;
  bucket: Timestamp;
  kind: DisclosureKind;
  staff_sub: string;
}

export interface StaffLook {
  /**
   * The newest look of the present visit.
   */
  looked_at: Timestamp;
  /**
   * Last look of the visit before; NULL during the first visit ever.
   */
  since: Timestamp | null;
  staff_sub: string;
}

export interface StaffPreference {
  key: string;
  /**
   * Subject claim of the identity provider
   */
  staff_sub: string;
  /**
   * Time zone of a person's settings, so that it is one of the list. {personal copy}
   */
  time_zone: Generated<string | null>;
  updated_at: Generated<Timestamp>;
  /**
   * {personal copy}
   */
  value: Json;
}

export interface StaffTestAccount {
  account_id: string;
  sub: string;
  updated_at: Generated<Timestamp>;
}

export interface StaffUser {
  display_name: string;
  email: string | null;
  last_roles: Generated<string[]>;
  last_seen_at: Generated<Timestamp>;
  preferred_language_key: string | null;
  sub: string;
}

export interface Store {
  address_line: string | null;
  area_id: string;
  city: string | null;
  city_key: Generated<string | null>;
  /**
   * Order of cities; stores without one come last.
   */
  city_sort: Generated<string>;
  closed_at: Timestamp | null;
  contact_email: string | null;
  contact_phone: string | null;
  country_code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  name: string;
  /**
   * Prefix and fragment search.
   */
  name_key: Generated<string>;
  /**
   * Order of names in every script.
   */
  name_sort: Generated<string>;
  /**
   * Day in the zone of the store; filled in when a draft is activated without one.
   */
  opened_on: string | null;
  /**
   * opened_on, or the year 1 for stores that have not opened.
   */
  opened_sort: Generated<string>;
  postal_code: string | null;
  /**
   * The store_sid of presence entries; permanent.
   */
  sid: string;
  state: Generated<StoreState>;
  /**
   * Set by a trigger.
   */
  state_changed_at: Generated<Timestamp>;
  state_reason: string | null;
  /**
   * IANA zone in which the days of the store begin.
   */
  timezone: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface StoreOnline {
  online: number;
  slot: Timestamp;
  /**
   * Without a foreign key, whose check would lock thousands of stores per sample. Stores are never deleted.
   */
  store_id: string;
}

export interface StoreOnlineSample {
  /**
   * False: there were too many stores, so that a store without a count is unknown instead of 0.
   */
  is_complete: boolean;
  /**
   * Beginning of the quarter-hour.
   */
  slot: Timestamp;
}

export interface Streamer {
  channel_url: string | null;
  country_code: string | null;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  display_name: string;
  /**
   * Fragment search.
   */
  display_name_key: Generated<string>;
  /**
   * Order of names in every script.
   */
  display_name_sort: Generated<string>;
  id: Generated<string>;
  platform: StreamerPlatform;
  /**
   * Subject of the tokens of whoever is signed in as this partner; NULL: nobody.
   */
  staff_sub: string | null;
  state: Generated<StreamerState>;
  /**
   * Set by a trigger.
   */
  state_changed_at: Generated<Timestamp>;
  state_reason: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface TimeZone {
  name: string;
}

export interface Topic {
  archived_at: Timestamp | null;
  category_id: string;
  /**
   * Permanent: the mobile app names the topic by it.
   */
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  /**
   * True: a new account has it until its owner says otherwise.
   */
  default_subscribed: Generated<boolean>;
  description_i18n: Json;
  id: Generated<string>;
  /**
   * SERVICE goes out beyond the caps and quiet hours of MARKETING.
   */
  kind: TopicKind;
  name_i18n: Json;
  position: number;
  /**
   * Kept by a trigger on the subscriptions.
   */
  subscriber_count: Generated<number>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface TopicCategory {
  archived_at: Timestamp | null;
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  name_i18n: Json;
  position: number;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface TranslationBundle {
  client_id: string;
  /**
   * The file to the byte: a flat JSON object of ICU messages by key, keys in order.
   */
  content: string;
  country_code: string;
  created_at: Generated<Timestamp>;
  /**
   * Path under the CDN.
   */
  file_path: string;
  id: Generated<string>;
  language: string;
  sha256: Buffer;
}

export interface TranslationClient {
  client_id: string;
  created_at: Generated<Timestamp>;
  /**
   * Kept by triggers, as language_count; their limits are the ones of keys and languages.
   */
  key_count: Generated<number>;
  language_count: Generated<number>;
  /**
   * Of all shipped texts that were taken over last; the same ones are not taken over again.
   */
  shipped_sha256: Buffer | null;
}

export interface TranslationKey {
  client_id: string;
  created_at: Generated<Timestamp>;
  key: string;
  retired_at: Timestamp | null;
  /**
   * The English text as it is now; kept by a trigger equal to the text of en-US.
   */
  source_value: string;
}

export interface TranslationLanguage {
  client_id: string;
  country_code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: Generated<string>;
  /**
   * Taken from readers by a person: no start publishes it, the next publication does.
   */
  is_withdrawn: Generated<boolean>;
  language: string;
  locale: Generated<string>;
  /**
   * In its own words. What a person has named (updated_by) keeps its name when texts ship.
   */
  name: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  version: Generated<number>;
}

export interface TranslationMessage {
  /**
   * The shipped text when a person changed it: with the shipped text of now and the value the three sides of a merge. NULL: not edited, or nothing had shipped.
   */
  base_value: string | null;
  client_id: string;
  created_at: Generated<Timestamp>;
  id: Generated<string>;
  is_edited: Generated<boolean>;
  is_overtaken: Generated<boolean>;
  is_retired: Generated<boolean>;
  /**
   * Said when the row is inserted, then kept by a trigger, as is_retired.
   */
  is_stale: Generated<boolean>;
  is_unpublished: Generated<boolean>;
  key: string;
  language_id: string;
  locale: string;
  namespace: Generated<string>;
  /**
   * Why the text cannot be shown, as the API tells problems of a field; NULL: it can.
   */
  problems: Json | null;
  /**
   * What readers have; kept by translation_publish and translation_withdraw.
   */
  published_value: string | null;
  /**
   * Search by a part of the key or of the text.
   */
  search_key: Generated<string>;
  /**
   * The text that came with the product last.
   */
  shipped_value: string | null;
  /**
   * The English text that the value was translated from; another one than the present makes it stale.
   */
  source_value: string | null;
  state: Generated<TranslationState>;
  /**
   * When the text, or what it was translated from, changed.
   */
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  value: string | null;
  /**
   * Grows also when the English text changes: who is translating it then works on another text than they see.
   */
  version: Generated<number>;
}

export interface TranslationMissing {
  client_id: string;
  first_reported_at: Generated<Timestamp>;
  key: string;
  last_reported_at: Generated<Timestamp>;
  locale: string;
  /**
   * Sessions that reported it: each does so once.
   */
  reports: Generated<number>;
}

export interface TranslationPublication {
  action: TranslationPublicationAction;
  /**
   * Against what readers had before, as changed and removed.
   */
  added: number;
  bundle_id: string | null;
  changed: number;
  id: Generated<string>;
  language_id: string;
  /**
   * Texts in the file.
   */
  messages: number;
  note: string | null;
  published_at: Generated<Timestamp>;
  published_by: string | null;
  removed: number;
}

export interface DB {
  access_request: AccessRequest;
  account: Account;
  account_badge_award: AccountBadgeAward;
  account_card: AccountCard;
  account_count: AccountCount;
  account_device: AccountDevice;
  account_name_word: AccountNameWord;
  account_note: AccountNote;
  account_search: AccountSearch;
  account_topic_subscription: AccountTopicSubscription;
  account_word: AccountWord;
  app: App;
  approval_comment: ApprovalComment;
  approval_request: ApprovalRequest;
  approval_rule: ApprovalRule;
  area: Area;
  backup_proof: BackupProof;
  badge: Badge;
  badge_category: BadgeCategory;
  badge_rule_progress: BadgeRuleProgress;
  campaign: Campaign;
  campaign_alert: CampaignAlert;
  campaign_announcement_read: CampaignAnnouncementRead;
  campaign_area: CampaignArea;
  campaign_daily: CampaignDaily;
  campaign_slice: CampaignSlice;
  campaign_store: CampaignStore;
  campaign_streamer: CampaignStreamer;
  change: Change;
  change_list: ChangeList;
  config_entry: ConfigEntry;
  country: Country;
  coupon: Coupon;
  coupon_batch: CouponBatch;
  coupon_redemption: CouponRedemption;
  coupon_rejection_hourly: CouponRejectionHourly;
  coupon_slice: CouponSlice;
  coupon_try: CouponTry;
  coupon_unknown_minute: CouponUnknownMinute;
  daily_metric: DailyMetric;
  daily_metric_country: DailyMetricCountry;
  daily_metric_source: DailyMetricSource;
  daily_metric_tail: DailyMetricTail;
  export_schedule: ExportSchedule;
  file_garbage: FileGarbage;
  file_upload: FileUpload;
  giveaway: Giveaway;
  giveaway_entry: GiveawayEntry;
  giveaway_leaf_chunk: GiveawayLeafChunk;
  giveaway_prize: GiveawayPrize;
  giveaway_tally: GiveawayTally;
  giveaway_transaction: GiveawayTransaction;
  giveaway_winner: GiveawayWinner;
  idempotency_key: IdempotencyKey;
  "identity.app_consent": IdentityAppConsent;
  "identity.ended_sign_in": IdentityEndedSignIn;
  "identity.first_administrator": IdentityFirstAdministrator;
  "identity.invitation": IdentityInvitation;
  "identity.known_device": IdentityKnownDevice;
  "identity.passkey": IdentityPasskey;
  "identity.password_reset": IdentityPasswordReset;
  "identity.person": IdentityPerson;
  "identity.recovery_code": IdentityRecoveryCode;
  "identity.refused_sign_in": IdentityRefusedSignIn;
  "identity.secret_key": IdentitySecretKey;
  "identity.session_device": IdentitySessionDevice;
  "identity.sign_in_throttle": IdentitySignInThrottle;
  "identity.token": IdentityToken;
  "identity.used_challenge": IdentityUsedChallenge;
  import: Import;
  import_mapping: ImportMapping;
  import_problem: ImportProblem;
  job: Job;
  job_problem: JobProblem;
  job_worker: JobWorker;
  ledger_verification: LedgerVerification;
  live_operation: LiveOperation;
  live_session: LiveSession;
  machine_client: MachineClient;
  machine_client_secret: MachineClientSecret;
  machine_refusal: MachineRefusal;
  mail: Mail;
  metric_event_accounts: MetricEventAccounts;
  metric_event_giveaways: MetricEventGiveaways;
  metric_event_points: MetricEventPoints;
  metric_event_redemptions: MetricEventRedemptions;
  notification: Notification;
  notification_delivery: NotificationDelivery;
  notification_dispatch: NotificationDispatch;
  notification_member: NotificationMember;
  notification_reason_count: NotificationReasonCount;
  notification_test_send: NotificationTestSend;
  outbox_mail: OutboxMail;
  pasted_selection: PastedSelection;
  persisted_document: PersistedDocument;
  points_correction: PointsCorrection;
  points_entry: PointsEntry;
  points_import: PointsImport;
  points_import_row: PointsImportRow;
  points_import_total: PointsImportTotal;
  points_import_wallet: PointsImportWallet;
  points_transfer: PointsTransfer;
  points_wallet: PointsWallet;
  points_wallet_proof: PointsWalletProof;
  published_language: PublishedLanguage;
  push_frequency: PushFrequency;
  push_pace: PushPace;
  registered_document: RegisteredDocument;
  release: Release;
  release_visit: ReleaseVisit;
  retired_server_secret: RetiredServerSecret;
  saved_view: SavedView;
  saved_view_default: SavedViewDefault;
  saved_view_team_default: SavedViewTeamDefault;
  second_factor_confirmation: SecondFactorConfirmation;
  segment: Segment;
  segment_day: SegmentDay;
  segment_member: SegmentMember;
  server_process: ServerProcess;
  server_secret: ServerSecret;
  staff_audit_event: StaffAuditEvent;
  staff_disclosure: StaffDisclosure;
  staff_look: StaffLook;
  staff_preference: StaffPreference;
  staff_test_account: StaffTestAccount;
  staff_user: StaffUser;
  store: Store;
  store_online: StoreOnline;
  store_online_sample: StoreOnlineSample;
  streamer: Streamer;
  time_zone: TimeZone;
  topic: Topic;
  topic_category: TopicCategory;
  translation_bundle: TranslationBundle;
  translation_client: TranslationClient;
  translation_key: TranslationKey;
  translation_language: TranslationLanguage;
  translation_message: TranslationMessage;
  translation_missing: TranslationMissing;
  translation_publication: TranslationPublication;
}

