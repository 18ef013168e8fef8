-- Test restores of backups: which file, and what came of it.

CREATE TABLE backup_proof (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  file text NOT NULL CHECK (char_length(file) BETWEEN 1 AND 255),
  file_bytes bigint NOT NULL CHECK (file_bytes >= 0),
  file_modified_at timestamptz(3) NOT NULL,
  taken_at timestamptz(3),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  outcome text CHECK (outcome IN ('PROVEN', 'FAULTS', 'REFUSED', 'FAILED', 'INTERRUPTED')),
  counts jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(counts) = 'object'),
  fault_count int NOT NULL DEFAULT 0 CHECK (fault_count >= 0),
  faults text[] NOT NULL DEFAULT '{}' CHECK (cardinality(faults) <= 20),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome <> 'PROVEN' OR (taken_at IS NOT NULL AND fault_count = 0))
);
CREATE INDEX backup_proof_started ON backup_proof (started_at DESC);
COMMENT ON TABLE backup_proof IS 'Test restores of backups, kept for 90 days; the last proven one is kept longer.';
COMMENT ON COLUMN backup_proof.file IS 'Name of the file without its folder.';
COMMENT ON COLUMN backup_proof.taken_at IS 'End of the backup: the moment whose data the file holds. NULL until the file has been read.';
COMMENT ON COLUMN backup_proof.outcome IS
  'FAULTS: restored, and its data has faults. REFUSED: the file is damaged or no backup. FAILED: not restored. INTERRUPTED: the process ended. NULL while it runs.';
COMMENT ON COLUMN backup_proof.counts IS 'How many rows of each kind were verified.';
COMMENT ON COLUMN backup_proof.faults IS 'The first 20 faults, a sentence each.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE backup_proof');
