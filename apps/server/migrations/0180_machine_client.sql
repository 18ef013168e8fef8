CREATE TYPE machine_client_state AS ENUM ('ACTIVE', 'SUSPENDED');

CREATE TABLE machine_client (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  client_id text COLLATE "C" NOT NULL UNIQUE CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  scopes text[] NOT NULL CHECK (cardinality(scopes) <= 20 AND array_position(scopes, NULL) IS NULL),
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
COMMENT ON TABLE machine_client_secret IS 'Secrets of machine clients of the embedded provider: the present one, and the one before while it is replaced.';
COMMENT ON COLUMN machine_client_secret.hash IS
  'SHA-256: secrets are 256 random bits, so nothing slower is needed. The secret itself never comes to the server but to ask for a token.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE machine_client_secret');

WITH moved AS (
  INSERT INTO machine_client (client_id, name, scopes, state, is_demo, created_at)
  SELECT id, left(name, 80), scopes, state::text::machine_client_state, is_demo, created_at FROM identity.machine_client
  RETURNING id, client_id
)
INSERT INTO machine_client_secret (machine_client_id, hash, created_at)
SELECT moved.id, old.secret_hash, old.created_at
FROM moved JOIN identity.machine_client AS old ON old.id = moved.client_id;
DROP TABLE identity.machine_client;
