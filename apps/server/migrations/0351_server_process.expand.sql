-- Processes of the product. Each writes a beat every 15 s.
CREATE TABLE server_process (
  id uuid PRIMARY KEY,
  version text COLLATE "C" NOT NULL CHECK (char_length(version) BETWEEN 1 AND 64),
  roles text[] COLLATE "C" NOT NULL,
  host text NOT NULL CHECK (char_length(host) <= 255),
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  clock_offset_ms int,
  ended_at timestamptz(3)
) WITH (fillfactor = 50);
COMMENT ON TABLE server_process IS 'Processes that served this database in the last 30 days. Version 0.1.0 has no beat: its row is written by later versions that see its connections.';
COMMENT ON COLUMN server_process.seen_at IS 'Last beat, by the clock of the database.';
COMMENT ON COLUMN server_process.clock_offset_ms IS 'How far the clock of the process is ahead of the database. Negative: behind. NULL: unknown.';
COMMENT ON COLUMN server_process.ended_at IS 'Clean end. NULL: running, or killed.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE server_process');
