CREATE TYPE config_value_type AS ENUM ('BOOLEAN', 'INTEGER', 'DECIMAL', 'STRING', 'DURATION', 'TIME', 'ENUM');

-- A CHECK can hold no subquery and no cast that may fail halfway, so the rule of a value is a function.
CREATE FUNCTION is_config_value(value jsonb, value_type config_value_type, min_value numeric, max_value numeric, allowed_values text[])
  RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE value_type
    WHEN 'BOOLEAN' THEN jsonb_typeof(value) = 'boolean'
    WHEN 'STRING' THEN jsonb_typeof(value) = 'string' AND char_length(value #>> '{}') <= 500
    WHEN 'TIME' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    WHEN 'ENUM' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' = ANY (allowed_values)
    ELSE CASE WHEN jsonb_typeof(value) = 'number' THEN
      (value_type = 'DECIMAL' OR scale(trim_scale((value #>> '{}')::numeric)) = 0)
      AND (min_value IS NULL OR (value #>> '{}')::numeric >= min_value)
      AND (max_value IS NULL OR (value #>> '{}')::numeric <= max_value)
      ELSE false END
    END, false);
COMMENT ON FUNCTION is_config_value(jsonb, config_value_type, numeric, numeric, text[]) IS
  'True for a value of the type, within its range: whole numbers for INTEGER and DURATION, HH:MM for TIME, one of the allowed values for ENUM.';

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
SELECT grant_to_application('SELECT', 'TABLE config_entry');
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    GRANT UPDATE (value, version, updated_at, updated_by) ON config_entry TO backcounter_app;
  END IF;
END
$$;

INSERT INTO config_entry (key, value_type, value, default_value, unit, min_value, max_value, description)
SELECT key, type::config_value_type, value, value, unit, low, high, description FROM (VALUES
  ('coupon.max_per_campaign', 'INTEGER', '1000000'::jsonb, 'coupons', 1, 5000000, 'Most coupons that one campaign may have.'),
  ('coupon.reservation_seconds', 'DURATION', '900', 'seconds', 30, 86400, 'How long a coupon stays reserved for a checkout.'),
  ('coupon.failed_tries_per_15min', 'INTEGER', '10', 'tries', 1, 1000, 'Wrong codes that one account may try within 15 minutes.'),
  ('points.manual_max', 'INTEGER', '1000000', 'points', 1, 1000000000, 'Most points of one adjustment by hand.'),
  ('push.cap_per_day', 'INTEGER', '3', 'notifications', 0, 100, 'Marketing notifications for one account within 24 hours.'),
  ('push.cap_per_week', 'INTEGER', '10', 'notifications', 0, 500, 'Marketing notifications for one account within 7 days.'),
  ('push.quiet_start', 'TIME', '"21:00"', NULL, NULL, NULL, 'Local time from which marketing notifications wait.'),
  ('push.quiet_end', 'TIME', '"08:00"', NULL, NULL, NULL, 'Local time from which waiting notifications go out.'),
  ('push.rate_per_second', 'INTEGER', '8000', 'notifications', 1, 10000, 'Notifications handed to the push service in a second.'),
  ('push.undo_seconds', 'DURATION', '30', 'seconds', 0, 600, 'How long sending can be taken back.'),
  ('giveaway.claim_days', 'DURATION', '14', 'days', 1, 365, 'How long a winner may claim a prize.'),
  ('giveaway.min_account_age_days', 'DURATION', '7', 'days', 0, 365, 'How old an account must be to enter a giveaway.'),
  ('export.max_rows', 'INTEGER', '2000000', 'rows', 1000, 20000000, 'Most rows of one export.'),
  ('export.ttl_hours', 'DURATION', '24', 'hours', 1, 168, 'How long the file of an export can be fetched.'),
  ('export.parallel_per_user', 'INTEGER', '2', 'exports', 1, 10, 'Exports of one person that run at once.')
) AS entry (key, type, value, unit, low, high, description);
