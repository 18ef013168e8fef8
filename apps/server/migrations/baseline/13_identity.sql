CREATE TYPE identity.person_state AS ENUM ('ACTIVE', 'SUSPENDED');

CREATE TABLE identity.person (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254 AND email LIKE '%_@_%'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
  password_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  roles text[] NOT NULL DEFAULT '{}' CHECK (cardinality(roles) <= 20),
  state identity.person_state NOT NULL DEFAULT 'ACTIVE',
  -- Regions may be those of UN M.49, as in es-419.
  preferred_language_key text CHECK (preferred_language_key ~ '^[a-z]{2,3}-([A-Z]{2}|[0-9]{3})$'),
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
COMMENT ON COLUMN identity.sign_in_throttle.subject IS
  'SHA-256 of the e-mail as typed (it need not belong to anyone), of the address or network, of the known device, or of the person.';

CREATE TABLE identity.secret_key (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('RS256', 'ES256', 'COOKIE')),
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  retired_at timestamptz(3)
);
COMMENT ON TABLE identity.secret_key IS 'Keys that sign tokens and cookies, sealed with the data key (file identity.key of the data folder).';
COMMENT ON COLUMN identity.secret_key.retired_at IS 'Signs nothing new; its public part stays published until what it signed has expired.';

-- Sign-outs that another provider reported (OpenID Connect Back-Channel Logout 1.0).

CREATE TABLE identity.ended_sign_in (
  jti text PRIMARY KEY CHECK (char_length(jti) <= 255),
  sub text CHECK (char_length(sub) <= 255),
  sid text CHECK (char_length(sid) <= 255),
  ended_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  CHECK (sub IS NOT NULL OR sid IS NOT NULL)
);
CREATE INDEX ended_sign_in_recorded ON identity.ended_sign_in (recorded_at);
CREATE INDEX ended_sign_in_expiry ON identity.ended_sign_in (expires_at);
COMMENT ON TABLE identity.ended_sign_in IS
  'One row a logout token of another provider; access tokens that it covers are refused until they have expired anyway.';
COMMENT ON COLUMN identity.ended_sign_in.jti IS 'Id of the logout token: a second delivery changes nothing.';
COMMENT ON COLUMN identity.ended_sign_in.sid IS 'The session that ended; without one, all sessions of sub that began before ended_at.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE identity.ended_sign_in');

CREATE TABLE identity.known_device (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  person_id uuid NOT NULL REFERENCES identity.person ON DELETE CASCADE,
  turn int NOT NULL DEFAULT 1 CHECK (turn > 0),
  signed_in_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX known_device_person ON identity.known_device (person_id, signed_in_at);
COMMENT ON TABLE identity.known_device IS 'Browsers in which a person signed in: guesses from elsewhere do not block them (decision 0126).';
COMMENT ON COLUMN identity.known_device.turn IS 'Grows with each sign-in. A cookie of an earlier turn is refused.';

CREATE TABLE identity.refused_sign_in (
  sub text NOT NULL CHECK (char_length(sub) BETWEEN 1 AND 255),
  address inet NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 100),
  tries bigint NOT NULL DEFAULT 1 CHECK (tries > 0),
  began_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (sub, address, reason)
);
CREATE INDEX refused_sign_in_began ON identity.refused_sign_in (began_at);
COMMENT ON TABLE identity.refused_sign_in IS
  'Refused sign-ins of the present window. The first is in the audit trail at once, the number of all when the window is over.';
COMMENT ON COLUMN identity.refused_sign_in.sub IS 'The person, or unknown.';
COMMENT ON COLUMN identity.refused_sign_in.address IS 'An IPv4 address or a network of IPv6 (/64).';

CREATE TYPE machine_client_state AS ENUM ('ACTIVE', 'SUSPENDED');

CREATE TABLE machine_client (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  client_id text COLLATE "C" NOT NULL UNIQUE CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  -- As OAuth writes them (RFC 6749, section 3.3): a text, parted by spaces.
  scopes text NOT NULL CHECK (scopes ~ '^([a-z-]+\.[a-z-]+( [a-z-]+\.[a-z-]+){0,19})?$'),
  state machine_client_state NOT NULL DEFAULT 'ACTIVE',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  tokens_not_before timestamptz(3),
  last_used_at timestamptz(3),
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
COMMENT ON TABLE machine_client IS 'Programs that may use the API, with what they may do; of the embedded provider and of any other.';
COMMENT ON COLUMN machine_client.client_id IS 'Permanent: the subject of the client''s tokens, and who acted in the audit trail.';
COMMENT ON COLUMN machine_client.scopes IS 'What the client may do; a scope that the product does not know has no effect.';
COMMENT ON COLUMN machine_client.tokens_not_before IS 'Tokens issued earlier are refused: a secret was ended at once.';
COMMENT ON COLUMN machine_client.last_used_at IS 'Coarse: written at most once a minute.';
COMMENT ON COLUMN machine_client.is_demo IS 'Its secret is published: it works only while DEMO is on.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE machine_client');

CREATE TABLE machine_client_secret (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  machine_client_id uuid NOT NULL REFERENCES machine_client,
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  expires_at timestamptz(3)
);
CREATE INDEX machine_client_secret_machine_client_id ON machine_client_secret (machine_client_id);
CREATE UNIQUE INDEX machine_client_secret_present ON machine_client_secret (machine_client_id) WHERE expires_at IS NULL;
COMMENT ON TABLE machine_client_secret IS
  'Secrets of machine clients of the embedded provider: the present one, and the one before while it is replaced.';
COMMENT ON COLUMN machine_client_secret.hash IS
  'SHA-256: secrets are 256 random bits, so nothing slower is needed. The secret itself never comes to the server but to ask for a token.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE machine_client_secret');
