CREATE TYPE account_state AS ENUM ('ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED');

-- Instants that lists show or sort by keep milliseconds, so that they survive the way through JSON and JavaScript unchanged.
CREATE TABLE account (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  public_no bigint GENERATED ALWAYS AS IDENTITY (START WITH 100001) CHECK (public_no BETWEEN 1 AND 9007199254740991),
  firebase_id text COLLATE "C" CHECK (char_length(firebase_id) BETWEEN 1 AND 128),
  display_name text CHECK (char_length(display_name) BETWEEN 1 AND 80),
  email text CHECK (char_length(email) BETWEEN 3 AND 254 AND email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  email_verified boolean NOT NULL DEFAULT false,
  phone_e164 text COLLATE "C" CHECK (phone_e164 ~ '^\+[1-9][0-9]{6,14}$'),
  country_code char(2) NOT NULL REFERENCES country,
  area_id uuid,
  locale text NOT NULL CHECK (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  timezone text NOT NULL CHECK (is_timezone_name(timezone)),
  birth_date date CHECK (birth_date BETWEEN '1900-01-01' AND '2100-01-01'),
  push_consent boolean NOT NULL DEFAULT false,
  push_consent_at timestamptz(3),
  state account_state NOT NULL DEFAULT 'ACTIVE',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  suspended_until timestamptz(3),
  last_seen_at timestamptz(3) CHECK (last_seen_at > '1970-01-01 00:00:00+00'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),

  -- Search and sort keys. They are stored and NOT NULL where a list sorts by them, so that keyset paging is one row comparison
  -- that an index answers in both directions (decision 0020).
  email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email)) STORED,
  name_key text COLLATE "C" GENERATED ALWAYS AS (lower(display_name)) STORED,
  name_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (coalesce(lower(display_name), U&'\FFFF')) STORED,
  last_seen_sort timestamptz(3) NOT NULL GENERATED ALWAYS AS (coalesce(last_seen_at, '1970-01-01 00:00:00+00'::timestamptz)) STORED,

  has_picture boolean NOT NULL DEFAULT false,
  badge_count int NOT NULL DEFAULT 0 CHECK (badge_count >= 0),
  privacy_requested_at timestamptz(3),

  CONSTRAINT account_area_in_country FOREIGN KEY (country_code, area_id) REFERENCES area (country_code, id),
  CONSTRAINT account_email_verified_has_email CHECK (NOT email_verified OR email IS NOT NULL),
  CONSTRAINT account_consent_has_instant CHECK (NOT push_consent OR push_consent_at IS NOT NULL),
  CONSTRAINT account_state_has_reason CHECK (state NOT IN ('SUSPENDED', 'CLOSED') OR state_reason IS NOT NULL),
  CONSTRAINT account_until_only_suspended CHECK (suspended_until IS NULL OR state = 'SUSPENDED'),
  CONSTRAINT account_picture_has_firebase_id CHECK (NOT has_picture OR firebase_id IS NOT NULL),
  CONSTRAINT account_privacy_only_closed CHECK (privacy_requested_at IS NULL OR state = 'CLOSED'),
  CONSTRAINT account_erased_is_empty CHECK (state <> 'ERASED' OR (
    display_name IS NULL AND email IS NULL AND phone_e164 IS NULL AND birth_date IS NULL AND firebase_id IS NULL
    AND NOT push_consent AND state_reason IS NULL))
);
-- Unique values; the same indexes serve exact and prefix search and the order by number.
CREATE UNIQUE INDEX account_public_no ON account (public_no);
CREATE UNIQUE INDEX account_firebase_id ON account (firebase_id) WHERE firebase_id IS NOT NULL;
CREATE UNIQUE INDEX account_email ON account (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX account_phone ON account (phone_e164) WHERE phone_e164 IS NOT NULL;
CREATE INDEX account_name_prefix ON account (name_key) WHERE name_key IS NOT NULL;
CREATE INDEX account_name_fragment ON account USING gin (name_key gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 256);
-- Orders of lists.
CREATE INDEX account_by_created ON account (created_at, id);
CREATE INDEX account_by_name ON account (name_sort, id);
CREATE INDEX account_by_last_seen ON account (last_seen_sort, id);
-- Filters in the default order.
CREATE INDEX account_in_state ON account (state, created_at, id);
CREATE INDEX account_in_country ON account (country_code, created_at, id) INCLUDE (state);
CREATE INDEX account_in_area ON account (area_id, created_at, id) WHERE area_id IS NOT NULL;
CREATE INDEX account_suspension_ends ON account (suspended_until) WHERE suspended_until IS NOT NULL;
CREATE INDEX account_by_badges ON account (badge_count, id);
CREATE INDEX account_erasure_due ON account (privacy_requested_at) WHERE privacy_requested_at IS NOT NULL;
COMMENT ON TABLE account IS 'A consumer of the mobile app. Rows are never deleted; erasing empties them.';
COMMENT ON COLUMN account.public_no IS 'Short number that support reads on the phone.';
COMMENT ON COLUMN account.firebase_id IS 'Joins presence (online/{firebaseId}) and pictures (profile_pictures/{firebaseId}.png). {personal}';
COMMENT ON COLUMN account.display_name IS '{personal}';
COMMENT ON COLUMN account.email IS '{personal}';
COMMENT ON COLUMN account.phone_e164 IS '{personal}';
COMMENT ON COLUMN account.timezone IS 'IANA zone for quiet hours and sends at local time.';
COMMENT ON COLUMN account.birth_date IS 'For the age limit of giveaways only. {personal}';
COMMENT ON COLUMN account.push_consent IS 'Global switch over all marketing topics.';
COMMENT ON COLUMN account.state_changed_at IS 'Set by a trigger; a closed account may be reactivated for 30 days from here.';
COMMENT ON COLUMN account.suspended_until IS 'End of a suspension with an end; NULL: until somebody lifts it.';
COMMENT ON COLUMN account.last_seen_at IS 'When the account was last online; coarse, written at most once an hour. {personal}';
COMMENT ON COLUMN account.email_key IS 'Unique, exact and prefix search.';
COMMENT ON COLUMN account.name_key IS 'Prefix and fragment search.';
COMMENT ON COLUMN account.name_sort IS 'Order of names in every script; accounts without a name come last.';
COMMENT ON COLUMN account.last_seen_sort IS 'last_seen_at, or 1970-01-01 for accounts that were never seen.';
COMMENT ON COLUMN account.has_picture IS
  'True when staff have put profile_pictures/{firebaseId}.png into the file store. Other programs may write there too, unseen.';
COMMENT ON COLUMN account.badge_count IS 'Awards that are not revoked; kept by a trigger on the awards.';
COMMENT ON COLUMN account.privacy_requested_at IS
  'When the person asked for their data to be erased; 30 days later it happens by itself, unless the account is reopened before.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account');

-- How many accounts are in each state, kept exactly without a row that every writer waits for: a statement adds its change to any
-- slot that nobody holds, or opens a new one. There are never more slots than there were writers at once (decision 0021).
CREATE TABLE account_count (
  slot bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state account_state NOT NULL,
  accounts bigint NOT NULL,
  country_code char(2) NOT NULL,
  area_id uuid NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX account_count_place ON account_count (state, country_code, area_id);
COMMENT ON TABLE account_count IS 'The sum over the slots of a state and place is the exact number of accounts in it; a single slot means nothing.';
COMMENT ON COLUMN account_count.area_id IS 'All zeros: accounts without an area.';
SELECT grant_to_application('SELECT', 'TABLE account_count');

CREATE TYPE device_platform AS ENUM ('IOS', 'ANDROID');
CREATE TYPE device_invalid_reason AS ENUM ('UNREGISTERED', 'SENDER_MISMATCH', 'EXPIRED_270D', 'REPLACED', 'ACCOUNT_CLOSED', 'STAFF');

CREATE TABLE account_device (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES account,
  platform device_platform NOT NULL,
  push_token text COLLATE "C" NOT NULL CHECK (char_length(push_token) BETWEEN 8 AND 4096 AND push_token ~ '^[\x21-\x7e]+$'),
  token_refreshed_at timestamptz(3) NOT NULL DEFAULT now(),
  app_version text CHECK (char_length(app_version) BETWEEN 1 AND 40),
  invalidated_at timestamptz(3),
  invalid_reason device_invalid_reason,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT account_device_invalid_has_reason CHECK ((invalidated_at IS NULL) = (invalid_reason IS NULL))
);
CREATE UNIQUE INDEX account_device_token ON account_device (push_token_key(push_token));
CREATE INDEX account_device_of_account ON account_device (account_id, created_at);
CREATE INDEX account_device_reachable ON account_device (account_id) WHERE invalidated_at IS NULL;
CREATE INDEX account_device_idle ON account_device (token_refreshed_at) WHERE invalidated_at IS NULL;
COMMENT ON TABLE account_device IS 'Devices on which an account has the app: where its notifications are sent. Erasing an account removes them.';
COMMENT ON COLUMN account_device.push_token IS 'Secret: nobody but whoever sends notifications sees more than its end. {personal}';
COMMENT ON COLUMN account_device.token_refreshed_at IS 'When the app last told its token; idle for 30 days it is stale, for 270 it has expired.';
COMMENT ON COLUMN account_device.app_version IS '{personal}';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account_device');

CREATE TABLE account_note (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  account_id uuid NOT NULL REFERENCES account,
  text text CHECK (char_length(text) BETWEEN 1 AND 2000),
  written_at timestamptz(3) NOT NULL DEFAULT now(),
  written_by text NOT NULL CHECK (char_length(written_by) BETWEEN 1 AND 255),
  retracted_at timestamptz(3),
  retracted_by text CHECK (char_length(retracted_by) BETWEEN 1 AND 255),
  retract_reason text CHECK (char_length(retract_reason) BETWEEN 1 AND 300),
  CONSTRAINT account_note_retracted_is_whole CHECK ((retracted_at IS NULL) = (retracted_by IS NULL)
    AND (retract_reason IS NULL OR retracted_at IS NOT NULL))
);
CREATE INDEX account_note_of_account ON account_note (account_id, written_at, id);
CREATE INDEX account_note_by_time ON account_note (written_at);
COMMENT ON TABLE account_note IS 'What staff noted about an account. Never changed and never deleted; a note may be retracted.';
COMMENT ON COLUMN account_note.text IS 'Plain text; NULL once the account has been erased. {personal}';
COMMENT ON COLUMN account_note.retract_reason IS 'NULL where its author took it back soon after writing it.';
-- What a note says cannot be changed by the application: that is for the function that erases an account.
SELECT grant_to_application('SELECT, INSERT, UPDATE (retracted_at, retracted_by, retract_reason)', 'TABLE account_note');
