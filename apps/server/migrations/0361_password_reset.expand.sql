-- Links by which people who forgot their password choose a new one (decision 0153).

CREATE TABLE identity.password_reset (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  person_id uuid NOT NULL REFERENCES identity.person ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX password_reset_person ON identity.password_reset (person_id);
CREATE INDEX password_reset_expires ON identity.password_reset (expires_at);
COMMENT ON TABLE identity.password_reset IS 'Links to choose a new password. A used one is deleted, with all others of the person.';
COMMENT ON COLUMN identity.password_reset.token_hash IS 'SHA-256 of the token, which only the mail has.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE identity.password_reset');

ALTER TABLE identity.sign_in_throttle
  DROP CONSTRAINT sign_in_throttle_kind_check,
  ADD CONSTRAINT sign_in_throttle_kind_check CHECK (kind IN ('account', 'address', 'second-factor', 'reset'));
