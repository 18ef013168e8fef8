-- Passkeys and recovery codes of people of the embedded provider (decision 0211).

CREATE TABLE identity.passkey (
  credential_id text PRIMARY KEY CHECK (char_length(credential_id) BETWEEN 1 AND 1400),
  person_id uuid NOT NULL REFERENCES identity.person ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE INDEX passkey_person ON identity.passkey (person_id);
COMMENT ON TABLE identity.passkey IS 'Passkeys with which people sign in or confirm: only the public part.';
COMMENT ON COLUMN identity.passkey.counter IS 'Of the last use. A key that counts on is refused when it comes back lower, because it was copied; 0: it does not count.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE identity.passkey');

CREATE TABLE identity.recovery_code (
  person_id uuid NOT NULL REFERENCES identity.person ON DELETE CASCADE,
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  PRIMARY KEY (person_id, code_hash)
);
COMMENT ON TABLE identity.recovery_code IS 'Codes for people without their second factor. A used one is deleted.';
COMMENT ON COLUMN identity.recovery_code.code_hash IS 'SHA-256: a code has 74 random bits, so nothing slower is needed.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE identity.recovery_code');

CREATE TABLE identity.used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX used_challenge_expires ON identity.used_challenge (expires_at);
COMMENT ON TABLE identity.used_challenge IS 'Challenges that a passkey has signed: none is accepted twice. Written only after the signature was right.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE identity.used_challenge');
