CREATE TABLE retired_server_secret (
  name text NOT NULL REFERENCES server_secret (name),
  secret bytea NOT NULL CHECK (octet_length(secret) = 32),
  retired_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  signs_until timestamptz NOT NULL,
  accepted_until timestamptz NOT NULL CHECK (accepted_until >= signs_until),
  PRIMARY KEY (name, secret)
);
COMMENT ON TABLE retired_server_secret IS 'Earlier values of server_secret; npm run secrets -- rotate writes and deletes them';
COMMENT ON COLUMN retired_server_secret.signs_until IS 'Until then it signs what is new, because some processes may not know its successor yet';
COMMENT ON COLUMN retired_server_secret.accepted_until IS 'What it signed or sealed is refused from then on';
SELECT grant_to_application('SELECT', 'TABLE retired_server_secret');
