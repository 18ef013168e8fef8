-- What came of checking the ledger: of all of it every night and whenever somebody asks, and of one wallet.

CREATE TABLE ledger_verification (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  source text NOT NULL CHECK (source IN ('NIGHTLY', 'JOB', 'COMMAND')),
  requested_by text CHECK (char_length(requested_by) BETWEEN 1 AND 255),
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  finished_at timestamptz(3),
  progress jsonb NOT NULL CHECK (jsonb_typeof(progress) = 'object')
);
CREATE INDEX ledger_verification_finished ON ledger_verification (finished_at DESC) WHERE finished_at IS NOT NULL;
CREATE UNIQUE INDEX ledger_verification_one_night ON ledger_verification (source) WHERE source = 'NIGHTLY' AND finished_at IS NULL;
COMMENT ON TABLE ledger_verification IS 'Checks of the whole ledger, kept for 90 days.';
COMMENT ON COLUMN ledger_verification.progress IS 'Where it is, how many rows it has seen, how many faults it found, and the first of them.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE ledger_verification');

CREATE TABLE points_wallet_proof (
  wallet_id uuid PRIMARY KEY,
  verified_at timestamptz(3) NOT NULL DEFAULT now(),
  verified_by text CHECK (char_length(verified_by) BETWEEN 1 AND 255),
  through_seq bigint NOT NULL CHECK (through_seq >= 0),
  fault text CHECK (fault ~ '^[A-Z_]{1,40}$'),
  fault_seq bigint
);
CREATE INDEX points_wallet_proof_faults ON points_wallet_proof (verified_at) WHERE fault IS NOT NULL;
COMMENT ON TABLE points_wallet_proof IS 'When the chain of a wallet was last walked, how far, and what was wrong first.';
COMMENT ON COLUMN points_wallet_proof.verified_by IS 'Subject of the member of staff; NULL: the product itself.';
COMMENT ON COLUMN points_wallet_proof.fault_seq IS 'Number of the first entry that is wrong; NULL where the wallet itself is.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE points_wallet_proof');
