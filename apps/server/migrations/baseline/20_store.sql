CREATE TYPE store_state AS ENUM ('DRAFT', 'ACTIVE', 'SUSPENDED', 'CLOSED');

CREATE TABLE store (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  sid text COLLATE "C" NOT NULL UNIQUE CHECK (sid ~ '^[A-Z0-9]{6,12}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  country_code char(2) NOT NULL REFERENCES country,
  area_id uuid NOT NULL,
  timezone text NOT NULL CHECK (is_timezone_name(timezone)),
  address_line text CHECK (char_length(address_line) BETWEEN 1 AND 200),
  city text CHECK (char_length(city) BETWEEN 1 AND 120),
  postal_code text CHECK (char_length(postal_code) BETWEEN 1 AND 16),
  contact_email text CHECK (char_length(contact_email) BETWEEN 3 AND 254 AND contact_email ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  contact_phone text COLLATE "C" CHECK (contact_phone ~ '^\+[1-9][0-9]{6,14}$'),
  opened_on date CHECK (opened_on BETWEEN '1800-01-01' AND '2100-01-01'),
  state store_state NOT NULL DEFAULT 'DRAFT',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),

  -- Search and sort keys (decision 0020).
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  name_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  city_key text COLLATE "C" GENERATED ALWAYS AS (lower(city)) STORED,
  city_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (coalesce(lower(city), U&'\FFFF')) STORED,
  opened_sort date NOT NULL GENERATED ALWAYS AS (coalesce(opened_on, '0001-01-01'::date)) STORED,

  CONSTRAINT store_area_id_fkey FOREIGN KEY (country_code, area_id) REFERENCES area (country_code, id),
  CONSTRAINT store_state_has_reason CHECK (state NOT IN ('SUSPENDED', 'CLOSED') OR state_reason IS NOT NULL),
  CONSTRAINT store_closed_has_instant CHECK ((state = 'CLOSED') = (closed_at IS NOT NULL)),
  CONSTRAINT store_draft_or_opened CHECK (state = 'DRAFT' OR opened_on IS NOT NULL)
);
-- Search.
CREATE INDEX store_name_fragment ON store USING gin (name_key gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 256);
CREATE INDEX store_name_prefix ON store (name_key);
CREATE INDEX store_city_prefix ON store (city_key) WHERE city_key IS NOT NULL;
-- Orders of the list; the key on sid serves its own.
CREATE INDEX store_by_name ON store (name_sort, id);
CREATE INDEX store_by_city ON store (city_sort, id);
CREATE INDEX store_by_opened ON store (opened_sort, id);
CREATE INDEX store_by_created ON store (created_at, id);
CREATE INDEX store_by_updated ON store (updated_at, id);
-- Filters, and the keys that refer to countries and areas.
CREATE INDEX store_in_place ON store (country_code, area_id, state);
CREATE INDEX store_in_area ON store (area_id);
COMMENT ON TABLE store IS 'A place where people earn and spend points. Rows are never deleted, so that a sid is never used again.';
COMMENT ON COLUMN store.sid IS 'The store_sid of presence entries; permanent.';
COMMENT ON COLUMN store.timezone IS 'IANA zone in which the days of the store begin.';
COMMENT ON COLUMN store.opened_on IS 'Day in the zone of the store; filled in when a draft is activated without one.';
COMMENT ON COLUMN store.state_changed_at IS 'Set by a trigger.';
COMMENT ON COLUMN store.name_key IS 'Prefix and fragment search.';
COMMENT ON COLUMN store.name_sort IS 'Order of names in every script.';
COMMENT ON COLUMN store.city_sort IS 'Order of cities; stores without one come last.';
COMMENT ON COLUMN store.opened_sort IS 'opened_on, or the year 1 for stores that have not opened.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE store');
