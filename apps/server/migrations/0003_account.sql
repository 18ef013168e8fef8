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

  CONSTRAINT account_area_in_country FOREIGN KEY (country_code, area_id) REFERENCES area (country_code, id),
  CONSTRAINT account_email_verified_has_email CHECK (NOT email_verified OR email IS NOT NULL),
  CONSTRAINT account_consent_has_instant CHECK (NOT push_consent OR push_consent_at IS NOT NULL),
  CONSTRAINT account_state_has_reason CHECK (state NOT IN ('SUSPENDED', 'CLOSED') OR state_reason IS NOT NULL),
  CONSTRAINT account_until_only_suspended CHECK (suspended_until IS NULL OR state = 'SUSPENDED'),
  CONSTRAINT account_erased_is_empty CHECK (state <> 'ERASED' OR (
    display_name IS NULL AND email IS NULL AND phone_e164 IS NULL AND birth_date IS NULL AND firebase_id IS NULL
    AND NOT push_consent AND state_reason IS NULL))
);
COMMENT ON TABLE account IS 'A consumer of the mobile app. Rows are never deleted; erasing empties them.';
COMMENT ON COLUMN account.public_no IS 'Short number that support reads on the phone.';
COMMENT ON COLUMN account.firebase_id IS 'Joins presence (online/{firebaseId}) and pictures (profile_pictures/{firebaseId}.png).';
COMMENT ON COLUMN account.timezone IS 'IANA zone for quiet hours and sends at local time.';
COMMENT ON COLUMN account.birth_date IS 'For the age limit of giveaways only.';
COMMENT ON COLUMN account.push_consent IS 'Global switch over all marketing topics.';
COMMENT ON COLUMN account.state_changed_at IS 'Set by a trigger; a closed account may be reactivated for 30 days from here.';
COMMENT ON COLUMN account.suspended_until IS 'End of a suspension with an end; NULL: until somebody lifts it.';
COMMENT ON COLUMN account.last_seen_at IS 'Coarse, written at most once a day.';
COMMENT ON COLUMN account.email_key IS 'Unique, exact and prefix search.';
COMMENT ON COLUMN account.name_key IS 'Prefix and fragment search.';
COMMENT ON COLUMN account.name_sort IS 'Order of names in every script; accounts without a name come last.';
COMMENT ON COLUMN account.last_seen_sort IS 'last_seen_at, or 1970-01-01 for accounts that were never seen.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account');

-- Unique values; the same indexes serve exact and prefix search and the order by number.
CREATE UNIQUE INDEX account_public_no ON account (public_no);
CREATE UNIQUE INDEX account_firebase_id ON account (firebase_id) WHERE firebase_id IS NOT NULL;
CREATE UNIQUE INDEX account_email ON account (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX account_phone ON account (phone_e164) WHERE phone_e164 IS NOT NULL;
CREATE INDEX account_name_prefix ON account (name_key) WHERE name_key IS NOT NULL;
CREATE INDEX account_name_fragment ON account USING gin (name_key gin_trgm_ops) WITH (fastupdate = off);
-- Orders of lists.
CREATE INDEX account_by_created ON account (created_at, id);
CREATE INDEX account_by_name ON account (name_sort, id);
CREATE INDEX account_by_last_seen ON account (last_seen_sort, id);
-- Filters in the default order.
CREATE INDEX account_in_state ON account (state, created_at, id);
CREATE INDEX account_in_country ON account (country_code, created_at, id) INCLUDE (state);
CREATE INDEX account_in_area ON account (area_id, created_at, id) WHERE area_id IS NOT NULL;
CREATE INDEX account_suspension_ends ON account (suspended_until) WHERE suspended_until IS NOT NULL;

CREATE FUNCTION account_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (
      ('ACTIVE', 'SUSPENDED'), ('ACTIVE', 'CLOSED'), ('SUSPENDED', 'ACTIVE'), ('SUSPENDED', 'CLOSED'),
      ('CLOSED', 'ACTIVE'), ('CLOSED', 'ERASED'))
    OR (OLD.state = 'CLOSED' AND NEW.state = 'ACTIVE' AND OLD.state_changed_at < now() - interval '30 days')
  THEN
    RAISE EXCEPTION 'an account cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'account', COLUMN = 'state';
  END IF;
  NEW.state_changed_at := now();
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION account_check_transition() IS 'Refuses a state that may not follow the present one with SQLSTATE BC001.';
CREATE TRIGGER account_check_transition BEFORE UPDATE OF state ON account
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION account_check_transition();

-- How many accounts are in each state, kept exactly without a row that every writer waits for: a statement adds its change to any
-- slot that nobody holds, or opens a new one. There are never more slots than there were writers at once (decision 0021).
CREATE TABLE account_count (
  slot bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  state account_state NOT NULL,
  accounts bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX account_count_state ON account_count (state);
COMMENT ON TABLE account_count IS 'The sum over the slots of a state is the exact number of accounts in it; a single slot means nothing.';
SELECT grant_to_application('SELECT', 'TABLE account_count');

CREATE FUNCTION account_count_add(changed_state account_state, change bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  UPDATE account_count SET accounts = accounts + change WHERE slot = (
    SELECT slot FROM account_count WHERE state = changed_state LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO account_count (state, accounts) VALUES (changed_state, change);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION account_count_add(account_state, bigint) FROM PUBLIC;

CREATE FUNCTION account_count_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM account_count_add(state, count(*)) FROM new_rows GROUP BY state;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM account_count_add(state, -count(*)) FROM old_rows GROUP BY state;
  ELSE
    PERFORM account_count_add(state, sum(change)::bigint)
      FROM (SELECT state, -1 AS change FROM old_rows UNION ALL SELECT state, 1 FROM new_rows) AS moves
      GROUP BY state HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER account_count_inserted AFTER INSERT ON account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_changes();
CREATE TRIGGER account_count_updated AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_changes();
CREATE TRIGGER account_count_deleted AFTER DELETE ON account REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_changes();
CREATE FUNCTION account_count_truncated() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  DELETE FROM account_count;
  RETURN NULL;
END
$$;
CREATE TRIGGER account_count_truncated AFTER TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION account_count_truncated();
