-- Points that coupons bring come from a wallet of the product's own, so that the ledger tells them from what was issued otherwise.
CREATE OR REPLACE FUNCTION is_system_wallet(wallet uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN wallet BETWEEN '00000000-0000-7000-8000-000000000001' AND '00000000-0000-7000-8000-000000000004';

INSERT INTO points_wallet (id, owner_type, system_code) VALUES ('00000000-0000-7000-8000-000000000004', 'SYSTEM', 'CAMPAIGN');
COMMENT ON COLUMN points_wallet.system_code IS 'ISSUANCE: where points come from. BREAKAGE: where they go that nobody will spend. CORRECTION: other side of adjustments by hand. CAMPAIGN: where points of coupons come from.';
