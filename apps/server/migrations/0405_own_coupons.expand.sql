-- Codes of others, added to a campaign from a file (decision 0207).

ALTER TABLE coupon ADD COLUMN is_own boolean NOT NULL DEFAULT false;
ALTER TABLE coupon ADD CONSTRAINT coupon_own_length CHECK (NOT is_own OR char_length(code) BETWEEN 8 AND 20) NOT VALID;
COMMENT ON COLUMN coupon.is_own IS 'True for a code of others, added from a file: 8 to 20 signs without a check sign, for one person as generated codes.';
SELECT grant_to_application('SELECT, INSERT (id, campaign_id, batch_id, streamer_id, account_id, valid_from, valid_until, distributed_at, max_redemptions,
  is_own, code), UPDATE (state, disabled_reason, distributed_at, updated_at, updated_by, version)', 'TABLE coupon');

ALTER TABLE coupon_batch ADD COLUMN is_own boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT coupon_batch_own CHECK (NOT is_own OR requested = generated);
COMMENT ON COLUMN coupon_batch.is_own IS 'True for codes of others from a file, whose number grows while they are added.';

ALTER TABLE import ADD COLUMN campaign_id uuid REFERENCES campaign,
  ADD CONSTRAINT import_of_campaign CHECK ((entity = 'OWN_COUPONS') = (campaign_id IS NOT NULL));
CREATE INDEX import_campaign_id ON import (campaign_id) WHERE campaign_id IS NOT NULL;
COMMENT ON COLUMN import.campaign_id IS 'The campaign that codes are added to.';
