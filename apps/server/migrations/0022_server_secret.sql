CREATE TABLE server_secret (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z-]{1,40}$'),
  secret bytea NOT NULL CHECK (octet_length(secret) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE server_secret IS 'Random keys that all copies of the server share and nobody outside needs, such as the one that signs cursors';
