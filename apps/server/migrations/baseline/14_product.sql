CREATE TABLE persisted_document (
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  document text NOT NULL CHECK (length(document) <= 100000),
  last_deployed_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE persisted_document IS 'GraphQL documents of deployed consoles; staff may run these and no others';
COMMENT ON COLUMN persisted_document.hash IS 'SHA-256 of the text, hexadecimal';
COMMENT ON COLUMN persisted_document.last_deployed_at IS 'Accepted for 30 days from here, so that open tabs survive a deploy';

CREATE TABLE server_secret (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z-]{1,40}$'),
  secret bytea NOT NULL CHECK (octet_length(secret) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE server_secret IS 'Random keys that all copies of the server share and nobody outside needs, such as the one that signs cursors';

CREATE TABLE idempotency_key (
  actor_sub text NOT NULL CHECK (char_length(actor_sub) BETWEEN 1 AND 255),
  key text NOT NULL CHECK (char_length(key) BETWEEN 1 AND 255),
  operation text NOT NULL CHECK (char_length(operation) BETWEEN 1 AND 120),
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  response jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  request_id text COLLATE "C" CHECK (char_length(request_id) BETWEEN 1 AND 64),
  PRIMARY KEY (actor_sub, key)
);
CREATE INDEX idempotency_key_created ON idempotency_key (created_at);
CREATE INDEX idempotency_key_request ON idempotency_key (request_id);
COMMENT ON TABLE idempotency_key IS 'Answers of mutations, kept 24 hours; written in the transaction of the effect (decision 0022).';
COMMENT ON COLUMN idempotency_key.request_hash IS 'SHA-256 of operation and input: the same key with another input is refused.';
COMMENT ON COLUMN idempotency_key.response IS 'NULL if the answer had personal or secret data: a repeat is refused.';
COMMENT ON COLUMN idempotency_key.request_id IS 'Of the request that had the effect; its rows of the audit trail name the records.';

CREATE TABLE file_upload (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  owner_sub text NOT NULL CHECK (char_length(owner_sub) BETWEEN 1 AND 255),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{1,30}$'),
  expires_at timestamptz NOT NULL
);
CREATE INDEX file_upload_expires ON file_upload (expires_at);
COMMENT ON TABLE file_upload IS 'Files uploads/{id} that a person has sent and not used yet; deleted when used (decision 0044).';
COMMENT ON COLUMN file_upload.owner_sub IS 'Subject of the access token; nobody else may use the file.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE file_upload');

CREATE TABLE file_garbage (
  key text COLLATE "C" PRIMARY KEY CHECK (char_length(key) BETWEEN 1 AND 300),
  due_at timestamptz NOT NULL
);
CREATE INDEX file_garbage_due ON file_garbage (due_at);
COMMENT ON TABLE file_garbage IS
  'Keys of files that belong to no record from due_at on. Written before the file is, so that none is left behind by a server that dies.';
COMMENT ON COLUMN file_garbage.key IS '{personal copy}';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE file_garbage');

CREATE TABLE config_entry (
  key text COLLATE "C" PRIMARY KEY CHECK (key ~ '^[a-z][a-z0-9_.]{2,63}$'),
  value_type config_value_type NOT NULL,
  value jsonb NOT NULL,
  default_value jsonb NOT NULL,
  unit text CHECK (unit ~ '^[a-z]{1,20}$'),
  min_value numeric,
  max_value numeric,
  allowed_values text[],
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 300),
  is_public boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  CONSTRAINT config_entry_range CHECK (min_value <= max_value),
  CONSTRAINT config_entry_choices CHECK ((value_type = 'ENUM') = (allowed_values IS NOT NULL)),
  CONSTRAINT config_entry_value_fits CHECK (is_config_value(value, value_type, min_value, max_value, allowed_values)),
  CONSTRAINT config_entry_default_fits CHECK (is_config_value(default_value, value_type, min_value, max_value, allowed_values))
);
COMMENT ON TABLE config_entry IS 'Settings that staff may change while the product runs. Keys come by migration alone; no secrets.';
COMMENT ON COLUMN config_entry.unit IS 'Of a number, as a word: seconds, days, points.';
COMMENT ON COLUMN config_entry.is_public IS 'True: the mobile app may read it.';
SELECT grant_to_application('SELECT, UPDATE (value, version, updated_at, updated_by)', 'TABLE config_entry');
INSERT INTO config_entry (key, value_type, value, default_value, unit, min_value, max_value, description)
SELECT key, type::config_value_type, value, value, unit, low, high, description FROM (VALUES
  ('coupon.max_per_campaign', 'INTEGER', '1000000'::jsonb, 'coupons', 1, 5000000, 'Most coupons that one campaign may have.'),
  ('coupon.reservation_seconds', 'DURATION', '900', 'seconds', 30, 86400, 'How long a coupon stays reserved for a checkout.'),
  ('coupon.failed_tries_per_15min', 'INTEGER', '10', 'tries', 1, 1000, 'Wrong codes that one account may try within 15 minutes.'),
  ('coupon.failed_tries_per_address_minute', 'INTEGER', '30', 'tries', 1, 1000,
    'Wrong codes that may be tried from one network address within a minute.'),
  ('coupon.leak_alarm_per_5min', 'INTEGER', '1000', 'tries', 10, 1000000,
    'Wrong codes within 5 minutes, over all clients, at which running campaigns with unique codes are paused.'),
  ('points.manual_max', 'INTEGER', '1000000', 'points', 1, 1000000000, 'Most points of one adjustment by hand.'),
  ('push.cap_per_day', 'INTEGER', '3', 'notifications', 0, 100, 'Marketing notifications for one account within 24 hours.'),
  ('push.cap_per_week', 'INTEGER', '10', 'notifications', 0, 500, 'Marketing notifications for one account within 7 days.'),
  ('push.quiet_start', 'TIME', '"21:00"', NULL, NULL, NULL, 'Local time from which marketing notifications wait.'),
  ('push.quiet_end', 'TIME', '"08:00"', NULL, NULL, NULL, 'Local time from which waiting notifications go out.'),
  ('push.rate_per_second', 'INTEGER', '8000', 'notifications', 1, 10000, 'Notifications handed to the push service in a second.'),
  ('push.undo_seconds', 'DURATION', '30', 'seconds', 0, 600, 'How long sending can be taken back.'),
  ('push.approval_above', 'INTEGER', '10000', 'accounts', 0, 100000000,
    'More recipients than this are for an administrator to write to, with a reason.'),
  ('theme.primary', 'COLOR', '"#0f6b81"', NULL, NULL, NULL, 'Main colour of the embedded identity provider''s theme.'),
  ('theme.secondary', 'COLOR', '"#b5852a"', NULL, NULL, NULL, 'Second colour of the embedded identity provider''s theme.'),
  ('giveaway.claim_days', 'DURATION', '14', 'days', 1, 365, 'How long a winner may claim a prize.'),
  ('giveaway.min_account_age_days', 'DURATION', '7', 'days', 0, 365, 'How old an account must be to enter a giveaway.'),
  ('export.max_rows', 'INTEGER', '2000000', 'rows', 1000, 20000000, 'Most rows of one export.'),
  ('export.ttl_hours', 'DURATION', '24', 'hours', 1, 168, 'How long the file of an export can be fetched.'),
  ('export.parallel_per_user', 'INTEGER', '2', 'exports', 1, 10, 'Exports of one person that run at once.')
) AS entry (key, type, value, unit, low, high, description);
-- Zones as this PostgreSQL knows them, without the old names of the same ones.
INSERT INTO config_entry (key, value_type, value, default_value, allowed_values, description)
SELECT 'reporting.time_zone', 'ENUM', '"UTC"', '"UTC"', array_agg(name ORDER BY name <> 'UTC', name COLLATE "C"),
  'Time zone in which the days of the dashboard begin. After a change all of them are counted again.'
FROM pg_timezone_names
WHERE name = 'UTC' OR name ~ '^(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/' AND is_timezone_name(name);
