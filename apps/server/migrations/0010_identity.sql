-- The embedded identity provider: people, machine clients, tokens, keys. Nothing outside the provider reads these tables.

CREATE SCHEMA identity;

CREATE TYPE identity.person_state AS ENUM ('ACTIVE', 'SUSPENDED');

CREATE TABLE identity.person (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254 AND email LIKE '%_@_%'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  roles text[] NOT NULL DEFAULT '{}' CHECK (cardinality(roles) <= 20),
  state identity.person_state NOT NULL DEFAULT 'ACTIVE',
  preferred_language_key text CHECK (preferred_language_key ~ '^[a-z]{2,3}-[A-Z]{2}$'),
  admin_url text CHECK (admin_url ~ '^https?://' AND char_length(admin_url) <= 500),
  totp_secret bytea,
  totp_last_step bigint NOT NULL DEFAULT 0,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz(3)
);
CREATE UNIQUE INDEX person_email ON identity.person (lower(email));
COMMENT ON COLUMN identity.person.id IS 'The subject claim of the person''s tokens.';
COMMENT ON COLUMN identity.person.totp_secret IS 'Secret of the second factor, sealed with the data key; NULL: not enrolled.';
COMMENT ON COLUMN identity.person.totp_last_step IS 'The 30-second step of the last accepted code: no code works twice.';
COMMENT ON COLUMN identity.person.is_demo IS 'Has a published password: such a person can sign in only while DEMO is on.';

CREATE TABLE identity.machine_client (
  id text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{1,62}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) <= 20),
  state identity.person_state NOT NULL DEFAULT 'ACTIVE',
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON COLUMN identity.machine_client.secret_hash IS
  'SHA-256: secrets are 256 random bits made by the server, so nothing slower is needed.';

CREATE TABLE identity.token (
  model text NOT NULL CHECK (char_length(model) <= 40),
  id bytea NOT NULL CHECK (octet_length(id) = 32),
  uid text,
  grant_id text,
  account_id text,
  payload jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  consumed_at timestamptz(3),
  revoked_at timestamptz(3),
  PRIMARY KEY (id, model)
);
CREATE INDEX token_uid ON identity.token (uid) WHERE uid IS NOT NULL;
CREATE INDEX token_grant ON identity.token (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX token_account ON identity.token (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX token_expires ON identity.token (expires_at);
COMMENT ON TABLE identity.token IS 'What the provider issued: sessions, grants, codes, tokens. Swept a day after expiry.';
COMMENT ON COLUMN identity.token.id IS 'SHA-256 of the value, so that reading the table signs nobody in.';
COMMENT ON COLUMN identity.token.revoked_at IS 'Access tokens only: kept, so that a revoked one is told from an unknown one.';

CREATE TABLE identity.session_device (
  session_uid text PRIMARY KEY,
  account_id text NOT NULL,
  user_agent text CHECK (char_length(user_agent) <= 300),
  address inet,
  signed_in_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX session_device_account ON identity.session_device (account_id);
COMMENT ON TABLE identity.session_device IS 'Where a person is signed in, for the list on their own page.';

CREATE TABLE identity.sign_in_throttle (
  kind text NOT NULL CHECK (kind IN ('account', 'address', 'second-factor')),
  subject bytea NOT NULL CHECK (octet_length(subject) = 32),
  failures int NOT NULL,
  last_failed_at timestamptz(3) NOT NULL,
  blocked_until timestamptz(3),
  PRIMARY KEY (kind, subject)
);
CREATE INDEX sign_in_throttle_age ON identity.sign_in_throttle (last_failed_at);
COMMENT ON COLUMN identity.sign_in_throttle.subject IS 'SHA-256 of the e-mail as typed (it need not belong to anybody) or of the address.';

CREATE TABLE identity.secret_key (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('RS256', 'ES256', 'COOKIE')),
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  retired_at timestamptz(3)
);
COMMENT ON TABLE identity.secret_key IS 'Keys that sign tokens and cookies, sealed with the data key (file identity.key of the data folder).';
COMMENT ON COLUMN identity.secret_key.retired_at IS 'Signs nothing new; its public part stays published until what it signed has expired.';
