-- Points: wallets, immutable transfers between them, and each wallet's gap-free, hash-chained entries (decision 0070).

CREATE TYPE wallet_owner_type AS ENUM ('STORE', 'ACCOUNT', 'GIVEAWAY', 'SYSTEM');
CREATE TYPE system_wallet_code AS ENUM ('ISSUANCE', 'BREAKAGE', 'CORRECTION');
CREATE TYPE points_transfer_code AS ENUM ('ISSUE', 'EARN', 'SPEND', 'MANUAL_CREDIT', 'MANUAL_DEBIT', 'GIVEAWAY_FUND',
  'GIVEAWAY_PRIZE', 'GIVEAWAY_ENTRY', 'GIVEAWAY_REFUND', 'COUPON_REWARD', 'REVERSAL', 'OPENING');
CREATE TYPE points_ref_type AS ENUM ('STAFF', 'GIVEAWAY', 'REDEMPTION', 'TRANSFER', 'IMPORT');

-- The three wallets of the product itself have the same ids everywhere, so that a transfer knows them without looking.
CREATE FUNCTION is_system_wallet(wallet uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN wallet BETWEEN '00000000-0000-7000-8000-000000000001' AND '00000000-0000-7000-8000-000000000003';

CREATE TABLE points_wallet (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  owner_type wallet_owner_type NOT NULL,
  owner_id uuid,
  system_code system_wallet_code UNIQUE,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance <= 9007199254740991),
  last_seq bigint NOT NULL DEFAULT 0 CHECK (last_seq BETWEEN 0 AND 9007199254740991),
  last_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(last_hash) = 32),
  credited_total bigint NOT NULL DEFAULT 0 CHECK (credited_total BETWEEN 0 AND 9007199254740991),
  debited_total bigint NOT NULL DEFAULT 0 CHECK (debited_total BETWEEN 0 AND 9007199254740991),
  last_recorded_at timestamptz(3) NOT NULL DEFAULT '1970-01-01 00:00:00+00',
  frozen boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (owner_type, owner_id),
  CONSTRAINT points_wallet_owner CHECK ((owner_type = 'SYSTEM') = (system_code IS NOT NULL)
    AND (owner_type = 'SYSTEM') = (owner_id IS NULL) AND (owner_type = 'SYSTEM') = is_system_wallet(id)),
  CONSTRAINT points_wallet_no_overdraft CHECK (balance >= 0),
  CONSTRAINT points_wallet_balance_is_total CHECK (balance = credited_total - debited_total),
  CONSTRAINT points_wallet_system_rests CHECK (owner_type <> 'SYSTEM' OR (last_seq = 0 AND balance = 0))
) WITH (fillfactor = 70);
-- Lists of stores and accounts sort and filter by it; the owner closes the order.
CREATE INDEX points_wallet_by_balance ON points_wallet (owner_type, balance, owner_id);
COMMENT ON TABLE points_wallet IS 'Holds the points of one owner. Changed by the functions of the ledger alone, never deleted.';
COMMENT ON COLUMN points_wallet.balance IS 'Points at this moment. 0 for SYSTEM wallets, which every transfer of their kind would queue for: theirs is the sum of their entries.';
COMMENT ON COLUMN points_wallet.last_seq IS 'Sequence number of the newest entry; 0: there is none.';
COMMENT ON COLUMN points_wallet.last_hash IS 'Hash of the newest entry: the head of the chain; zeros at its beginning.';
COMMENT ON COLUMN points_wallet.last_recorded_at IS 'When the newest entry was recorded, so that no later one is recorded before it.';
COMMENT ON COLUMN points_wallet.frozen IS 'True: nothing goes out, points may still come in. Follows the state of the owner.';
SELECT grant_to_application('SELECT', 'TABLE points_wallet');

INSERT INTO points_wallet (id, owner_type, system_code) VALUES
  ('00000000-0000-7000-8000-000000000001', 'SYSTEM', 'ISSUANCE'),
  ('00000000-0000-7000-8000-000000000002', 'SYSTEM', 'BREAKAGE'),
  ('00000000-0000-7000-8000-000000000003', 'SYSTEM', 'CORRECTION');
COMMENT ON COLUMN points_wallet.system_code IS 'ISSUANCE: where points come from. BREAKAGE: where they go that nobody will spend. CORRECTION: other side of adjustments by hand.';

CREATE SEQUENCE points_system_seq AS bigint;
COMMENT ON SEQUENCE points_system_seq IS 'Numbers the entries of SYSTEM wallets, which may have gaps: no transfer waits for another there.';

-- Wallets are named without a foreign key: checking one locks the wallet's row, and every transfer names a SYSTEM wallet. The
-- functions below have read both wallets by then, and wallets are never deleted.
CREATE TABLE points_transfer (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  debit_wallet_id uuid NOT NULL,
  credit_wallet_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000000000),
  code points_transfer_code NOT NULL,
  reason text CHECK (char_length(reason) BETWEEN 1 AND 300),
  occurred_at timestamptz(3) NOT NULL,
  claimed_at timestamptz(3),
  recorded_at timestamptz(3) NOT NULL,
  ref_type points_ref_type,
  ref_id text CHECK (char_length(ref_id) BETWEEN 1 AND 128),
  reversal_of uuid UNIQUE REFERENCES points_transfer,
  idempotency_key text COLLATE "C" NOT NULL CHECK (char_length(idempotency_key) BETWEEN 1 AND 64),
  created_by text COLLATE "C" NOT NULL CHECK (char_length(created_by) BETWEEN 1 AND 255),
  UNIQUE (created_by, idempotency_key),
  CONSTRAINT points_transfer_between_two CHECK (debit_wallet_id <> credit_wallet_id),
  CONSTRAINT points_transfer_by_hand_has_reason CHECK (code NOT IN ('MANUAL_CREDIT', 'MANUAL_DEBIT', 'REVERSAL') OR reason IS NOT NULL),
  CONSTRAINT points_transfer_time CHECK (occurred_at <= recorded_at AND occurred_at > recorded_at - interval '2160 hours'),
  CONSTRAINT points_transfer_reverses CHECK ((code = 'REVERSAL') = (reversal_of IS NOT NULL)),
  CONSTRAINT points_transfer_reference CHECK (ref_type IS NOT NULL OR ref_id IS NULL)
);
CREATE INDEX points_transfer_reference ON points_transfer (ref_type, ref_id) WHERE ref_id IS NOT NULL;
COMMENT ON TABLE points_transfer IS 'One movement of points from a wallet to another. Never changed, never deleted: a mistake is corrected by a reversal.';
COMMENT ON COLUMN points_transfer.debit_wallet_id IS 'Where the points come from.';
COMMENT ON COLUMN points_transfer.credit_wallet_id IS 'Where the points go.';
COMMENT ON COLUMN points_transfer.occurred_at IS 'When it happened, at most 90 days (of 24 hours) before it was recorded and never after.';
COMMENT ON COLUMN points_transfer.claimed_at IS 'When the sender says that it happened; may be up to 60 s ahead, which occurred_at is not. NULL: it happened when it was recorded.';
COMMENT ON COLUMN points_transfer.ref_type IS 'What kind of thing the transfer is about.';
COMMENT ON COLUMN points_transfer.reversal_of IS 'The transfer that this one takes back; there is at most one.';
COMMENT ON COLUMN points_transfer.idempotency_key IS 'Chosen by the sender and kept for ever: the same key is the same transfer.';
COMMENT ON COLUMN points_transfer.created_by IS 'Subject of the member of staff or machine client; system: the product itself.';
SELECT grant_to_application('SELECT', 'TABLE points_transfer');

CREATE TABLE points_entry (
  wallet_id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq BETWEEN 1 AND 9007199254740991),
  transfer_id uuid NOT NULL,
  delta bigint NOT NULL CHECK (delta <> 0 AND abs(delta) <= 1000000000000),
  balance_after bigint CHECK (balance_after BETWEEN 0 AND 9007199254740991),
  occurred_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  prev_hash bytea CHECK (octet_length(prev_hash) = 32),
  hash bytea CHECK (octet_length(hash) = 32),
  PRIMARY KEY (wallet_id, seq),
  CONSTRAINT points_entry_chained_or_system CHECK (num_nulls(balance_after, prev_hash, hash) IN (0, 3))
);
CREATE INDEX points_entry_by_time ON points_entry (wallet_id, recorded_at, seq);
CREATE INDEX points_entry_transfer ON points_entry (transfer_id);
COMMENT ON TABLE points_entry IS 'One side of a transfer in one wallet, numbered without a gap and chained by hash (docs/ledger.md). Never changed, never deleted.';
COMMENT ON COLUMN points_entry.delta IS 'Points that came in, or went out when negative.';
COMMENT ON COLUMN points_entry.balance_after IS 'Balance of the wallet after it; NULL in SYSTEM wallets, as are the hashes.';
COMMENT ON COLUMN points_entry.recorded_at IS 'Never before that of the entry before it, whatever the clock did.';
SELECT grant_to_application('SELECT', 'TABLE points_entry');

-- Holds for every role, the owner included.
CREATE FUNCTION points_are_append_only() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'points are neither changed nor deleted: a mistake is corrected by a reversal'
    USING ERRCODE = 'BC002', TABLE = TG_TABLE_NAME;
END
$$;
COMMENT ON FUNCTION points_are_append_only() IS 'Refuses with SQLSTATE BC002.';
CREATE TRIGGER points_transfer_is_append_only BEFORE UPDATE OR DELETE ON points_transfer
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();
CREATE TRIGGER points_transfer_is_not_emptied BEFORE TRUNCATE ON points_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION points_are_append_only();
CREATE TRIGGER points_entry_is_append_only BEFORE UPDATE OR DELETE ON points_entry
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();
CREATE TRIGGER points_entry_is_not_emptied BEFORE TRUNCATE ON points_entry
  FOR EACH STATEMENT EXECUTE FUNCTION points_are_append_only();
CREATE TRIGGER points_wallet_stays BEFORE DELETE ON points_wallet
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();
CREATE TRIGGER points_wallet_is_not_emptied BEFORE TRUNCATE ON points_wallet
  FOR EACH STATEMENT EXECUTE FUNCTION points_are_append_only();
CREATE TRIGGER points_wallet_keeps_owner BEFORE UPDATE OF id, owner_type, owner_id, system_code ON points_wallet
  FOR EACH ROW EXECUTE FUNCTION points_are_append_only();

-- The layout that docs/ledger.md describes, so that anybody can compute it elsewhere.
CREATE FUNCTION points_entry_hash(
    prev_hash bytea, wallet_id uuid, seq bigint, transfer_id uuid, delta bigint, balance_after bigint, occurred_at timestamptz)
  RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN sha256(prev_hash || uuid_send(wallet_id) || int8send(seq) || uuid_send(transfer_id) || int8send(delta)
    || int8send(balance_after) || int8send((extract(epoch FROM occurred_at) * 1000000)::bigint));
COMMENT ON FUNCTION points_entry_hash(bytea, uuid, bigint, uuid, bigint, bigint, timestamptz) IS
  'SHA-256 over previous hash, wallet, number, transfer, points, balance after and instant in microseconds since 1970.';
