-- Coupons with a window of their own are few: whether there are any is asked before millions are read.
CREATE INDEX coupon_windowed ON coupon (campaign_id, id) WHERE valid_from IS NOT NULL OR valid_until IS NOT NULL;
