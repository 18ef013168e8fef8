CREATE OR REPLACE VIEW reporting.points_wallet AS
  SELECT id AS wallet_id, owner_type::text AS owner_type, owner_id, system_code::text AS system_code, balance, credited_total,
    debited_total, frozen AS is_frozen, last_seq AS entries, encode(last_hash, 'hex') AS last_hash
  FROM public.points_wallet;
COMMENT ON VIEW reporting.points_wallet IS 'Balances of points.';
COMMENT ON COLUMN reporting.points_wallet.wallet_id IS 'Id of the wallet.';
COMMENT ON COLUMN reporting.points_wallet.owner_type IS 'ACCOUNT, STORE, GIVEAWAY or SYSTEM.';
COMMENT ON COLUMN reporting.points_wallet.owner_id IS 'Id of the account, store or giveaway; NULL: SYSTEM.';
COMMENT ON COLUMN reporting.points_wallet.system_code IS 'ISSUANCE, BREAKAGE, CORRECTION or CAMPAIGN; NULL: not SYSTEM.';
COMMENT ON COLUMN reporting.points_wallet.balance IS 'Points now; 0 for SYSTEM, whose balance is the sum of its entries.';
COMMENT ON COLUMN reporting.points_wallet.credited_total IS 'Points received in all; 0 for SYSTEM.';
COMMENT ON COLUMN reporting.points_wallet.debited_total IS 'Points given in all; 0 for SYSTEM.';
COMMENT ON COLUMN reporting.points_wallet.is_frozen IS 'Whether nothing may be taken out.';
COMMENT ON COLUMN reporting.points_wallet.entries IS 'Number of entries, and the number of the newest; 0 for SYSTEM.';
COMMENT ON COLUMN reporting.points_wallet.last_hash IS 'Head of the chain of hashes, in hex: proves a copy of the entries.';

CREATE OR REPLACE VIEW reporting.points_transfer AS
  SELECT id AS transfer_id, code::text AS code, amount, debit_wallet_id, credit_wallet_id, occurred_at, recorded_at, reversal_of,
    ref_type::text AS ref_type, CASE WHEN ref_type IS NOT NULL AND ref_type <> 'STAFF' THEN ref_id END AS ref_id
  FROM public.points_transfer;
COMMENT ON VIEW reporting.points_transfer IS 'Transfers of points. Never changed: a correction is a reversal.';
COMMENT ON COLUMN reporting.points_transfer.transfer_id IS 'Id of the transfer.';
COMMENT ON COLUMN reporting.points_transfer.code IS 'Kind, such as EARN or SPEND (docs/ledger.md).';
COMMENT ON COLUMN reporting.points_transfer.amount IS 'Points, always positive.';
COMMENT ON COLUMN reporting.points_transfer.debit_wallet_id IS 'Wallet that gives.';
COMMENT ON COLUMN reporting.points_transfer.credit_wallet_id IS 'Wallet that receives.';
COMMENT ON COLUMN reporting.points_transfer.occurred_at IS 'When it happened.';
COMMENT ON COLUMN reporting.points_transfer.recorded_at IS 'When it was recorded.';
COMMENT ON COLUMN reporting.points_transfer.reversal_of IS 'Transfer that it reverses; NULL: no reversal.';
COMMENT ON COLUMN reporting.points_transfer.ref_type IS 'Reason for it: GIVEAWAY, REDEMPTION, TRANSFER, IMPORT or STAFF; NULL: a sale.';
COMMENT ON COLUMN reporting.points_transfer.ref_id IS 'Id of that record; NULL: none.';

CREATE OR REPLACE VIEW reporting.points_entry AS
  SELECT wallet_id, seq, transfer_id, delta, balance_after, occurred_at, recorded_at, encode(hash, 'hex') AS hash
  FROM public.points_entry;
COMMENT ON VIEW reporting.points_entry IS 'Both sides of each transfer, numbered in their wallet.';
COMMENT ON COLUMN reporting.points_entry.wallet_id IS 'Wallet.';
COMMENT ON COLUMN reporting.points_entry.seq IS 'Number in the wallet, from 1 without gaps.';
COMMENT ON COLUMN reporting.points_entry.transfer_id IS 'Transfer.';
COMMENT ON COLUMN reporting.points_entry.delta IS 'Points received, or given if negative.';
COMMENT ON COLUMN reporting.points_entry.balance_after IS 'Balance after it; NULL for SYSTEM.';
COMMENT ON COLUMN reporting.points_entry.occurred_at IS 'When it happened.';
COMMENT ON COLUMN reporting.points_entry.recorded_at IS 'When it was recorded.';
COMMENT ON COLUMN reporting.points_entry.hash IS 'Hash over this entry and the one before it, in hex; NULL for SYSTEM.';
SELECT grant_reporting();
