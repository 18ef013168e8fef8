CREATE TYPE device_platform AS ENUM ('IOS', 'ANDROID');
CREATE TYPE device_invalid_reason AS ENUM
  ('UNREGISTERED', 'SENDER_MISMATCH', 'EXPIRED_270D', 'REPLACED', 'ACCOUNT_CLOSED', 'STAFF');

-- Push tokens may be longer than what an index row holds, so they are unique by their hash. They are ASCII, whose bytes are the same
-- in every encoding: the function is what it says.
CREATE FUNCTION push_token_key(token text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT sha256(convert_to(token, 'UTF8')) $$;
COMMENT ON FUNCTION push_token_key(text) IS 'SHA-256 of a push token, by which tokens are unique.';

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
COMMENT ON COLUMN account_device.push_token IS 'Secret: nobody but whoever sends notifications sees more than its end.';
COMMENT ON COLUMN account_device.token_refreshed_at IS 'When the app last told its token; idle for 30 days it is stale, for 270 it has expired.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account_device');
