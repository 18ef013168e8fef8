CREATE TABLE points_wallet (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  owner_type wallet_owner_type NOT NULL,
  owner_id uuid,
  system_code system_wallet_code UNIQUE,
  balance bigint NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  last_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  credited_total bigint NOT NULL DEFAULT 0,
  debited_total bigint NOT NULL DEFAULT 0,
  last_recorded_at timestamptz(3) NOT NULL DEFAULT '1970-01-01 00:00:00+00',
  frozen boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (owner_type, owner_id),
  CONSTRAINT points_wallet_no_overdraft CHECK (balance >= 0)
) WITH (fillfactor = 70);
ALTER TABLE points_wallet
  ADD CONSTRAINT points_wallet_is_sound CHECK (points_wallet_is_sound(id, owner_type, owner_id, system_code, balance, last_seq, last_hash,
    credited_total, debited_total)) NOT VALID;
-- Lists of stores and accounts sort and filter by it; the owner closes the order.
CREATE INDEX points_wallet_by_balance ON points_wallet (owner_type, balance, owner_id);
COMMENT ON TABLE points_wallet IS 'Holds the points of one owner. Changed by the functions of the ledger alone, never deleted.';
COMMENT ON COLUMN points_wallet.system_code IS
  'ISSUANCE: where points come from. BREAKAGE: where they go that nobody will spend. CORRECTION: other side of adjustments by hand. CAMPAIGN: where points of coupons come from.';
COMMENT ON COLUMN points_wallet.balance IS
  'Points at this moment. 0 for SYSTEM wallets, which every transfer of their kind would queue for: theirs is the sum of their entries.';
COMMENT ON COLUMN points_wallet.last_seq IS 'Sequence number of the newest entry; 0: there is none.';
COMMENT ON COLUMN points_wallet.last_hash IS 'Hash of the newest entry: the head of the chain; zeros at its beginning.';
COMMENT ON COLUMN points_wallet.last_recorded_at IS 'When the newest entry was recorded, so that no later one is recorded before it.';
COMMENT ON COLUMN points_wallet.frozen IS 'True: nothing goes out, points may still come in. Follows the state of the owner.';
SELECT grant_to_application('SELECT', 'TABLE points_wallet');
INSERT INTO points_wallet (id, owner_type, system_code) VALUES
  ('00000000-0000-7000-8000-000000000001', 'SYSTEM', 'ISSUANCE'),
  ('00000000-0000-7000-8000-000000000002', 'SYSTEM', 'BREAKAGE'),
  ('00000000-0000-7000-8000-000000000003', 'SYSTEM', 'CORRECTION'),
  ('00000000-0000-7000-8000-000000000004', 'SYSTEM', 'CAMPAIGN');

-- Wallets are named without a foreign key: checking one locks the wallet's row, and every transfer names a SYSTEM wallet. The
-- functions below have read both wallets by then, and wallets are never deleted.
CREATE TABLE points_transfer (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  debit_wallet_id uuid NOT NULL,
  credit_wallet_id uuid NOT NULL,
  amount bigint NOT NULL,
  code points_transfer_code NOT NULL,
  reason text,
  occurred_at timestamptz(3) NOT NULL,
  claimed_at timestamptz(3),
  recorded_at timestamptz(3) NOT NULL,
  ref_type points_ref_type,
  ref_id text,
  reversal_of uuid UNIQUE REFERENCES points_transfer,
  idempotency_key text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  UNIQUE (created_by, idempotency_key)
);
ALTER TABLE points_transfer
  ADD CONSTRAINT points_transfer_is_sound CHECK (points_transfer_is_sound(debit_wallet_id, credit_wallet_id, amount, code, reason,
    occurred_at, recorded_at, ref_type, ref_id, reversal_of, idempotency_key, created_by)) NOT VALID;
CREATE INDEX points_transfer_reference ON points_transfer (ref_type, ref_id) WHERE ref_id IS NOT NULL;
-- Points: what accounts got, and what they gave for something. What is taken back or refunded counts against it, on the day of that.
CREATE INDEX points_transfer_by_time ON points_transfer (recorded_at);
COMMENT ON TABLE points_transfer IS
  'One movement of points from a wallet to another. Never changed, never deleted: a mistake is corrected by a reversal.';
COMMENT ON COLUMN points_transfer.debit_wallet_id IS 'Where the points come from.';
COMMENT ON COLUMN points_transfer.credit_wallet_id IS 'Where the points go.';
COMMENT ON COLUMN points_transfer.occurred_at IS 'When it happened, at most 90 days (of 24 hours) before it was recorded and never after.';
COMMENT ON COLUMN points_transfer.claimed_at IS
  'When the sender says that it happened; may be up to 60 s ahead, which occurred_at is not. NULL: it happened when it was recorded.';
COMMENT ON COLUMN points_transfer.ref_type IS 'What kind of thing the transfer is about.';
COMMENT ON COLUMN points_transfer.reversal_of IS 'The transfer that this one takes back; there is at most one.';
COMMENT ON COLUMN points_transfer.idempotency_key IS 'Chosen by the sender and kept for ever: the same key is the same transfer.';
COMMENT ON COLUMN points_transfer.created_by IS 'Subject of the member of staff or machine client; system: the product itself.';
SELECT grant_to_application('SELECT', 'TABLE points_transfer');

CREATE SEQUENCE points_system_seq AS bigint;
COMMENT ON SEQUENCE points_system_seq IS 'Numbers the entries of SYSTEM wallets, which may have gaps: no transfer waits for another there.';

CREATE TABLE points_entry (
  wallet_id uuid NOT NULL,
  seq bigint NOT NULL,
  transfer_id uuid NOT NULL,
  delta bigint NOT NULL,
  balance_after bigint,
  occurred_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  prev_hash bytea,
  hash bytea,
  PRIMARY KEY (wallet_id, seq)
);
ALTER TABLE points_entry
  ADD CONSTRAINT points_entry_is_sound CHECK (points_entry_is_sound(seq, delta, balance_after, prev_hash, hash)) NOT VALID;
CREATE INDEX points_entry_by_time ON points_entry (wallet_id, recorded_at, seq);
CREATE INDEX points_entry_transfer ON points_entry (transfer_id);
COMMENT ON TABLE points_entry IS
  'One side of a transfer in one wallet, numbered without a gap and chained by hash (docs/ledger.md). Never changed, never deleted.';
COMMENT ON COLUMN points_entry.delta IS 'Points that came in, or went out when negative.';
COMMENT ON COLUMN points_entry.balance_after IS 'Balance of the wallet after it; NULL in SYSTEM wallets, as are the hashes.';
COMMENT ON COLUMN points_entry.recorded_at IS 'Never before that of the entry before it, whatever the clock did.';
SELECT grant_to_application('SELECT', 'TABLE points_entry');

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
