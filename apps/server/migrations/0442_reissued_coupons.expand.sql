-- New codes in place of voided ones (decision 0228).

ALTER TABLE coupon ADD COLUMN replaces_id uuid;
CREATE UNIQUE INDEX coupon_replaces ON coupon (campaign_id, replaces_id) WHERE replaces_id IS NOT NULL;
COMMENT ON COLUMN coupon.replaces_id IS 'The voided coupon of the same campaign and holder that it was issued for; each has one such coupon at most.';
