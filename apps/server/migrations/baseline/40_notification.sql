-- Notifications, whom they reach, and what became of each account (decision 0090).

CREATE TYPE notification_state AS ENUM ('DRAFT', 'SCHEDULED', 'PREPARING', 'SENDING', 'PAUSED', 'SENT', 'CANCELED', 'FAILED');
CREATE TYPE notification_send_mode AS ENUM ('NOW', 'AT_INSTANT', 'AT_LOCAL');
CREATE TYPE delivery_state AS ENUM ('PENDING', 'DEFERRED', 'SENDING', 'SENT', 'RECEIVED', 'OPENED', 'FAILED', 'SKIPPED', 'CANCELED');
CREATE TYPE delivery_reason AS ENUM
  ('UNSUBSCRIBED', 'NO_CONSENT', 'NO_DEVICE', 'FREQUENCY_CAP', 'ACCOUNT_NOT_ACTIVE', 'EXPIRED', 'QUIET_HOURS', 'PROVIDER_REJECTED',
   'PROVIDER_UNAVAILABLE', 'TOKEN_INVALID', 'PAYLOAD_TOO_BIG', 'CANCELED_BY_STAFF', 'NOTIFICATION_FAILED');
CREATE TYPE audience_exclusion AS ENUM ('UNSUBSCRIBED', 'ACCOUNT_NOT_ACTIVE', 'OUTSIDE_FILTERS', 'NO_CONSENT');

CREATE TABLE notification (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  topic_id uuid NOT NULL REFERENCES topic,
  title_i18n jsonb NOT NULL CHECK (is_i18n_map(title_i18n, 65)),
  body_i18n jsonb NOT NULL CHECK (is_i18n_map(body_i18n, 240)),
  image_url text COLLATE "C" CHECK (char_length(image_url) <= 1000 AND image_url ~ '^https://[\x21-\x7e]+$'),
  deep_link text COLLATE "C" CHECK (char_length(deep_link) <= 1000 AND deep_link ~ '^(https|backcounter)://[\x21-\x7e]+$'),
  country_codes char(2)[] NOT NULL DEFAULT '{}' CHECK (cardinality(country_codes) <= 100 AND are_distinct(country_codes)),
  area_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(area_ids) <= 500 AND are_distinct(area_ids)),
  badge_id uuid REFERENCES badge,
  last_seen_within_days int CHECK (last_seen_within_days BETWEEN 1 AND 3650),
  send_mode notification_send_mode NOT NULL,
  send_at timestamptz(3),
  send_local timestamp(0),
  timezone text NOT NULL CHECK (is_timezone_name(timezone)),
  not_after timestamptz(3),
  ttl_seconds int NOT NULL DEFAULT 86400 CHECK (ttl_seconds BETWEEN 0 AND 2419200),
  throttle_per_minute int CHECK (throttle_per_minute BETWEEN 60 AND 480000),
  ignore_quiet_hours boolean NOT NULL DEFAULT false,
  ignore_frequency_cap boolean NOT NULL DEFAULT false,
  resend_of uuid REFERENCES notification,
  state notification_state NOT NULL DEFAULT 'DRAFT',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  state_changed_by text CHECK (char_length(state_changed_by) BETWEEN 1 AND 255),
  audience_estimate int CHECK (audience_estimate >= 0),
  audience_estimated_at timestamptz(3),
  audience_is_exact boolean,
  wave_plan jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(wave_plan) = 'array'),
  scheduled_at timestamptz(3),
  scheduled_by text CHECK (char_length(scheduled_by) BETWEEN 1 AND 255),
  starts_at timestamptz(3),
  created_on date,
  fanout_cursor uuid,
  prepared_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  recipients int NOT NULL DEFAULT 0 CHECK (recipients >= 0),
  sent int NOT NULL DEFAULT 0 CHECK (sent >= 0),
  received int NOT NULL DEFAULT 0 CHECK (received >= 0),
  opened int NOT NULL DEFAULT 0 CHECK (opened >= 0),
  failed int NOT NULL DEFAULT 0 CHECK (failed >= 0),
  skipped int NOT NULL DEFAULT 0 CHECK (skipped >= 0),
  deferred int NOT NULL DEFAULT 0 CHECK (deferred >= 0),
  canceled int NOT NULL DEFAULT 0 CHECK (canceled >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  content_hash bytea NOT NULL GENERATED ALWAYS AS (notification_content_hash(title_i18n, body_i18n, image_url, deep_link)) STORED,

  -- Search and sort keys (decision 0020).
  title_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (i18n_search_key(title_i18n)) STORED,
  title_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(title_i18n ->> 'en-US')) STORED,
  starts_sort timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(starts_at, '9999-12-31 00:00:00+00'::timestamptz)) STORED,

  CONSTRAINT notification_mode_is_whole CHECK (
    (send_mode = 'AT_INSTANT') = (send_at IS NOT NULL) AND (send_mode = 'AT_LOCAL') = (send_local IS NOT NULL)),
  CONSTRAINT notification_times CHECK (send_at >= '2000-01-01' AND send_at < '2100-01-01' AND send_at < not_after),
  CONSTRAINT notification_local_time CHECK (send_local >= '2000-01-01' AND send_local < '2100-01-01'),
  CONSTRAINT notification_not_after CHECK (not_after >= '2000-01-01' AND not_after < '2100-01-01'),
  CONSTRAINT notification_draft_or_scheduled CHECK (CASE state
    WHEN 'DRAFT' THEN scheduled_at IS NULL AND starts_at IS NULL
    ELSE scheduled_at IS NOT NULL AND starts_at IS NOT NULL END),
  CONSTRAINT notification_prepared CHECK (CASE
    WHEN state IN ('DRAFT', 'SCHEDULED') THEN created_on IS NULL
    WHEN state IN ('PREPARING', 'SENDING', 'PAUSED', 'SENT') THEN created_on IS NOT NULL
    ELSE true END),
  CONSTRAINT notification_completed CHECK ((state = 'SENT') = (completed_at IS NOT NULL)),
  CONSTRAINT notification_state_has_reason CHECK (state NOT IN ('PAUSED', 'CANCELED', 'FAILED') OR state_reason IS NOT NULL),
  CONSTRAINT notification_estimate_is_whole CHECK (
    (audience_estimate IS NULL) = (audience_estimated_at IS NULL) AND (audience_estimate IS NULL) = (audience_is_exact IS NULL)),
  CONSTRAINT notification_counts CHECK (received <= sent AND opened <= received)
);
CREATE INDEX notification_by_created ON notification (created_at, id);
CREATE INDEX notification_by_updated ON notification (updated_at, id);
CREATE INDEX notification_by_start ON notification (starts_sort, id);
CREATE INDEX notification_by_title ON notification (title_sort, id);
CREATE INDEX notification_by_recipients ON notification (recipients, id);
CREATE INDEX notification_in_state ON notification (state, starts_at);
CREATE INDEX notification_topic_id ON notification (topic_id, created_on DESC);
CREATE INDEX notification_created_by ON notification (created_by, created_at);
-- What failed is sent again once; what fails then is sent again from there.
CREATE UNIQUE INDEX notification_one_resend ON notification (resend_of) WHERE resend_of IS NOT NULL AND state <> 'CANCELED';
CREATE INDEX notification_starts_at ON notification (starts_at);
CREATE INDEX notification_completed_at ON notification (completed_at) WHERE completed_at IS NOT NULL;
COMMENT ON TABLE notification IS 'A push notification to those who subscribe to a topic. Rows are never deleted.';
COMMENT ON COLUMN notification.image_url IS 'Picture that the phone loads; this product never does.';
COMMENT ON COLUMN notification.country_codes IS 'Empty: of every country; area_ids and badge_id likewise.';
COMMENT ON COLUMN notification.send_local IS 'Wall time in the zone of each account.';
COMMENT ON COLUMN notification.timezone IS 'IANA zone in which people enter and read its times.';
COMMENT ON COLUMN notification.not_after IS 'What has not gone out by then is skipped.';
COMMENT ON COLUMN notification.ttl_seconds IS 'How long the push service keeps it for a phone that is off.';
COMMENT ON COLUMN notification.ignore_quiet_hours IS 'Of marketing topics; service topics have neither quiet hours nor a frequency cap.';
COMMENT ON COLUMN notification.resend_of IS 'The notification to whose failed accounts this one goes.';
COMMENT ON COLUMN notification.state_changed_at IS 'Set by a trigger.';
COMMENT ON COLUMN notification.state_changed_by IS 'Subject of the staff member; NULL: the product itself.';
COMMENT ON COLUMN notification.audience_estimate IS 'Recipients as they were confirmed.';
COMMENT ON COLUMN notification.wave_plan IS
  'Of AT_LOCAL, as it was confirmed: [{timezone, startsAt, sendsAt, localTime, accounts, isOver, isShifted, isQuiet}].';
COMMENT ON COLUMN notification.starts_at IS 'From when on it may be prepared.';
COMMENT ON COLUMN notification.created_on IS 'Day (UTC) on which it was prepared: the partition of its deliveries.';
COMMENT ON COLUMN notification.fanout_cursor IS 'Last account that the snapshot has written.';
COMMENT ON COLUMN notification.prepared_at IS 'When the snapshot of its recipients was complete.';
COMMENT ON COLUMN notification.started_at IS 'First batch that was handed to the push service.';
COMMENT ON COLUMN notification.sent IS 'Accepted by the push service, as are received and opened ones: each figure includes those further on.';
COMMENT ON COLUMN notification.deferred IS 'Waiting at this moment for the end of the quiet hours.';
COMMENT ON COLUMN notification.version IS 'Grows with changes by people and with each state; counters leave it alone.';
COMMENT ON COLUMN notification.starts_sort IS 'starts_at; drafts come after everything.';
SELECT grant_to_application('SELECT, INSERT (topic_id, title_i18n, body_i18n, image_url, deep_link, country_codes, area_ids, badge_id, last_seen_within_days,
    send_mode, send_at, send_local, timezone, not_after, ttl_seconds, throttle_per_minute, ignore_quiet_hours, ignore_frequency_cap,
    resend_of, created_by, updated_by),
  UPDATE (topic_id, title_i18n, body_i18n, image_url, deep_link, country_codes, area_ids, badge_id, last_seen_within_days,
    send_mode, send_at, send_local, timezone, not_after, ttl_seconds, throttle_per_minute, ignore_quiet_hours, ignore_frequency_cap,
    state, state_reason, state_changed_by, audience_estimate, audience_estimated_at, audience_is_exact, wave_plan,
    scheduled_at, scheduled_by, starts_at, updated_at, updated_by, version)', 'TABLE notification');

CREATE TABLE notification_delivery (
  created_on date NOT NULL,
  notification_id uuid NOT NULL,
  account_id uuid NOT NULL,
  state delivery_state NOT NULL DEFAULT 'PENDING',
  reason delivery_reason,
  attempts smallint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  devices_ok smallint NOT NULL DEFAULT 0 CHECK (devices_ok >= 0),
  not_before timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  received_at timestamptz(3),
  opened_at timestamptz(3),
  provider_message_id text CHECK (char_length(provider_message_id) BETWEEN 1 AND 300),
  provider_code text CHECK (char_length(provider_code) BETWEEN 1 AND 80),
  PRIMARY KEY (notification_id, account_id, created_on),
  CONSTRAINT notification_delivery_reason CHECK (CASE
    WHEN state IN ('FAILED', 'SKIPPED', 'CANCELED') THEN reason IS NOT NULL
    WHEN state IN ('SENT', 'RECEIVED', 'OPENED') THEN reason IS NULL AND sent_at IS NOT NULL
    ELSE true END)
) PARTITION BY RANGE (created_on);
CREATE INDEX notification_delivery_due ON notification_delivery (notification_id, not_before, account_id) WHERE state IN ('PENDING', 'DEFERRED');
CREATE INDEX notification_delivery_by_state ON notification_delivery (notification_id, state, account_id);
CREATE INDEX notification_delivery_of_account ON notification_delivery (account_id, created_on, notification_id);
COMMENT ON TABLE notification_delivery IS
  'What became of a notification for one account: one row, whatever happens. Written by functions alone, which never move one back. Without foreign keys, as a million rows come at once and neither side is ever deleted.';
COMMENT ON COLUMN notification_delivery.created_on IS 'Of the notification.';
COMMENT ON COLUMN notification_delivery.attempts IS 'Tries to hand it to the push service.';
COMMENT ON COLUMN notification_delivery.devices_ok IS 'Devices whose message the push service has accepted.';
COMMENT ON COLUMN notification_delivery.not_before IS 'When it is due: the wave of its zone, the end of the quiet hours, or the next try.';
SELECT grant_to_application('SELECT', 'TABLE notification_delivery');

CREATE TABLE notification_reason_count (
  notification_id uuid NOT NULL REFERENCES notification,
  state delivery_state NOT NULL,
  reason delivery_reason NOT NULL,
  deliveries int NOT NULL CHECK (deliveries >= 0),
  PRIMARY KEY (notification_id, state, reason)
) WITH (fillfactor = 50);
COMMENT ON TABLE notification_reason_count IS
  'How many deliveries of a notification wait or ended for which reason. Kept with the deliveries, and longer than they.';
SELECT grant_to_application('SELECT', 'TABLE notification_reason_count');

CREATE TABLE push_frequency (
  account_id uuid PRIMARY KEY,
  sent_at timestamptz(3)[] NOT NULL CHECK (cardinality(sent_at) BETWEEN 1 AND 500)
) WITH (fillfactor = 70);
COMMENT ON TABLE push_frequency IS 'When an account was last sent marketing notifications, for the frequency cap: the newest of the last 7 days.';
SELECT grant_to_application('SELECT', 'TABLE push_frequency');

CREATE TABLE notification_test_send (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  notification_id uuid NOT NULL REFERENCES notification,
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  account_id uuid NOT NULL REFERENCES account,
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  devices_ok smallint NOT NULL CHECK (devices_ok >= 0),
  detail text CHECK (char_length(detail) BETWEEN 1 AND 80),
  sent_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_by text NOT NULL CHECK (char_length(sent_by) BETWEEN 1 AND 255)
);
CREATE INDEX notification_test_send_of ON notification_test_send (notification_id, id DESC);
CREATE INDEX notification_test_send_account_id ON notification_test_send (account_id);
COMMENT ON TABLE notification_test_send IS 'Notifications as somebody tried them; they count for no cap.';
COMMENT ON COLUMN notification_test_send.content_hash IS 'Content of the notification as it was then.';
COMMENT ON COLUMN notification_test_send.detail IS 'What the push service said where no device was reached. {personal}';
SELECT grant_to_application('SELECT, INSERT', 'TABLE notification_test_send');

CREATE TABLE staff_test_account (
  sub text PRIMARY KEY CHECK (char_length(sub) BETWEEN 1 AND 255),
  account_id uuid NOT NULL REFERENCES account,
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX staff_test_account_account_id ON staff_test_account (account_id);
COMMENT ON TABLE staff_test_account IS 'The account to whose phone a member of staff sends tests.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE staff_test_account');

-- Fan-out of notifications (decision 0091): what a running one needs, and who may send how fast.

CREATE TABLE notification_dispatch (
  notification_id uuid PRIMARY KEY REFERENCES notification,
  job_id uuid REFERENCES job ON DELETE SET NULL,
  answered int NOT NULL DEFAULT 0 CHECK (answered >= 0),
  rejected int NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  tokens double precision NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  filled_at timestamptz NOT NULL DEFAULT now(),
  recipients int NOT NULL DEFAULT 0,
  sent int NOT NULL DEFAULT 0,
  received int NOT NULL DEFAULT 0,
  opened int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  skipped int NOT NULL DEFAULT 0,
  deferred int NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX notification_dispatch_job_id ON notification_dispatch (job_id);
COMMENT ON TABLE notification_dispatch IS 'What sending a notification needs while it goes on.';
COMMENT ON COLUMN notification_dispatch.answered IS 'Accounts for which the push service has said yes or no for good.';
COMMENT ON COLUMN notification_dispatch.rejected IS 'Of these, the ones with a no.';
COMMENT ON COLUMN notification_dispatch.tokens IS 'Messages that its own limit allows at filled_at.';
COMMENT ON COLUMN notification_dispatch.sent IS
  'Not yet added to the notification, as are the figures beside it: they change with each batch, and the row of the notification is for readers and for whoever stops it.';
SELECT grant_to_application('SELECT', 'TABLE notification_dispatch');

CREATE TABLE push_pace (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  tokens double precision NOT NULL DEFAULT 0 CHECK (tokens >= 0),
  filled_at timestamptz NOT NULL DEFAULT 'epoch',
  busy_since timestamptz NOT NULL DEFAULT 'epoch',
  marketing_id uuid REFERENCES notification,
  marketing_until timestamptz NOT NULL DEFAULT 'epoch'
) WITH (fillfactor = 20);
COMMENT ON TABLE push_pace IS 'One bucket of tokens for all processes that send, and the marketing notification whose turn it is.';
COMMENT ON COLUMN push_pace.busy_since IS 'When sending began after a rest; the rate grows over the first minute.';
COMMENT ON COLUMN push_pace.marketing_until IS 'Until then nobody else sends marketing, unless it is given back before.';
SELECT grant_to_application('SELECT', 'TABLE push_pace');
INSERT INTO push_pace DEFAULT VALUES;
