-- Pages of other origins that people may sign in to, and the consent of each person (decision 0218).

CREATE TYPE app_state AS ENUM ('ACTIVE', 'SUSPENDED');

CREATE TABLE app (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  client_id text COLLATE "C" NOT NULL UNIQUE CHECK (client_id ~ '^[A-Za-z0-9][A-Za-z0-9._:@~/-]{1,127}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  redirect_addresses text CHECK (char_length(redirect_addresses) BETWEEN 1 AND 4000),
  post_logout_addresses text CHECK (char_length(post_logout_addresses) BETWEEN 1 AND 4000),
  origins text CHECK (char_length(origins) BETWEEN 1 AND 4000),
  scopes text CHECK (char_length(scopes) BETWEEN 1 AND 500),
  state app_state NOT NULL DEFAULT 'ACTIVE',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
COMMENT ON TABLE app IS 'Pages of other origins: what they may read, and where people who sign in to them return.';
COMMENT ON COLUMN app.redirect_addresses IS 'One a line, matched exactly; NULL: no one can sign in to it.';
COMMENT ON COLUMN app.post_logout_addresses IS 'One a line, matched exactly.';
COMMENT ON COLUMN app.origins IS 'One a line: pages of these may call the product.';
COMMENT ON COLUMN app.scopes IS 'Scopes that it may ask a person for, separated by spaces.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE app');

CREATE TABLE identity.app_consent (
  person_id uuid NOT NULL REFERENCES identity.person ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL REFERENCES app (client_id),
  scopes text NOT NULL CHECK (char_length(scopes) <= 500),
  granted_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, client_id)
);
CREATE INDEX app_consent_client_id ON identity.app_consent (client_id);
COMMENT ON TABLE identity.app_consent IS 'Scopes that a person allowed an app. They are asked again only when it asks for more.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE identity.app_consent');
