-- Builds before 0.2.0 made these tables in a step of another name.
CREATE UNLOGGED TABLE IF NOT EXISTS live_session (
  id uuid PRIMARY KEY,
  sub text NOT NULL CHECK (char_length(sub) BETWEEN 1 AND 255),
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  carried_by uuid,
  alive_until timestamptz(3) NOT NULL
) WITH (fillfactor = 70);
COMMENT ON TABLE live_session IS 'Streams of subscriptions, so that each API process knows those that the others carry. Not logged: after a crash clients open new ones.';
COMMENT ON COLUMN live_session.token_hash IS 'SHA-256 of the access token that reserved the stream. Another token sees no such stream.';
COMMENT ON COLUMN live_session.carried_by IS 'Process with the open response; NULL while the stream is only reserved.';
COMMENT ON COLUMN live_session.alive_until IS 'The carrying process moves it on. A past value is a stream of a dead process, or one that was never opened.';
CREATE INDEX IF NOT EXISTS live_session_sub ON live_session (sub);
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE live_session');

CREATE UNLOGGED TABLE IF NOT EXISTS live_operation (
  seq bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  session_id uuid NOT NULL REFERENCES live_session ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('START', 'END')),
  request json NOT NULL,
  request_id text NOT NULL CHECK (char_length(request_id) BETWEEN 1 AND 64),
  is_persisted boolean NOT NULL
);
COMMENT ON TABLE live_operation IS 'Subscriptions that start or end, posted to another process than the one that carries the stream, which deletes them at pick-up.';
COMMENT ON COLUMN live_operation.request IS 'Parameters of the GraphQL request as the client sent them; for END only the id of the operation. {personal copy}';
COMMENT ON COLUMN live_operation.request_id IS 'Of the HTTP request, for the audit trail and error references.';
COMMENT ON COLUMN live_operation.is_persisted IS 'The client named a persisted document.';
CREATE INDEX IF NOT EXISTS live_operation_session ON live_operation (session_id);
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE live_operation');
