CREATE OR REPLACE VIEW reporting.campaign AS
  SELECT id AS campaign_id, code, name, state::text AS state, starts_at, ends_at, timezone, reward_type::text AS reward_type, percent_bp,
    amount_minor, points, currency, min_order_minor, max_discount_minor, code_mode::text AS code_mode, redemptions_limit, budget_minor, created_at
  FROM public.campaign;
COMMENT ON VIEW reporting.campaign IS 'Coupon campaigns.';
COMMENT ON COLUMN reporting.campaign.campaign_id IS 'Id of the campaign.';
COMMENT ON COLUMN reporting.campaign.code IS 'Short name, never changes.';
COMMENT ON COLUMN reporting.campaign.name IS 'Name for staff.';
COMMENT ON COLUMN reporting.campaign.state IS 'DRAFT, ACTIVE, PAUSED, CANCELED or ARCHIVED; whether it runs follows from the dates too.';
COMMENT ON COLUMN reporting.campaign.starts_at IS 'First instant.';
COMMENT ON COLUMN reporting.campaign.ends_at IS 'First instant after it.';
COMMENT ON COLUMN reporting.campaign.timezone IS 'IANA zone of its dates.';
COMMENT ON COLUMN reporting.campaign.reward_type IS 'PERCENT, AMOUNT, POINTS or GIFT.';
COMMENT ON COLUMN reporting.campaign.percent_bp IS 'Discount in hundredths of a percent; NULL: not PERCENT.';
COMMENT ON COLUMN reporting.campaign.amount_minor IS 'Discount in minor units of the currency; NULL: not AMOUNT.';
COMMENT ON COLUMN reporting.campaign.points IS 'Points for each use; NULL: not POINTS.';
COMMENT ON COLUMN reporting.campaign.currency IS 'ISO 4217; NULL: no money in it.';
COMMENT ON COLUMN reporting.campaign.min_order_minor IS 'Smallest order in minor units; NULL: none.';
COMMENT ON COLUMN reporting.campaign.max_discount_minor IS 'Largest discount in minor units; NULL: none.';
COMMENT ON COLUMN reporting.campaign.code_mode IS 'UNIQUE or SHARED.';
COMMENT ON COLUMN reporting.campaign.redemptions_limit IS 'Most uses in all; NULL: none.';
COMMENT ON COLUMN reporting.campaign.budget_minor IS 'Most discount in all in minor units; NULL: none.';
COMMENT ON COLUMN reporting.campaign.created_at IS 'When it was created.';

CREATE OR REPLACE VIEW reporting.coupon AS
  SELECT k.id AS coupon_id, k.campaign_id, b.number AS batch_number, k.account_id, k.streamer_id, k.state::text AS state, k.is_own,
    k.distributed_at, k.valid_from, k.valid_until
  FROM public.coupon k JOIN public.coupon_batch b ON b.id = k.batch_id;
COMMENT ON VIEW reporting.coupon IS 'Coupons, without their codes.';
COMMENT ON COLUMN reporting.coupon.coupon_id IS 'Id of the coupon.';
COMMENT ON COLUMN reporting.coupon.campaign_id IS 'Campaign.';
COMMENT ON COLUMN reporting.coupon.batch_number IS 'Number of its batch in the campaign.';
COMMENT ON COLUMN reporting.coupon.account_id IS 'Account that alone may use it; NULL: any account.';
COMMENT ON COLUMN reporting.coupon.streamer_id IS 'Streamer for whom it counts; NULL: none.';
COMMENT ON COLUMN reporting.coupon.state IS 'ACTIVE or DISABLED.';
COMMENT ON COLUMN reporting.coupon.is_own IS 'Whether the code came from a file.';
COMMENT ON COLUMN reporting.coupon.distributed_at IS 'When the code was first taken to be given out; NULL: never.';
COMMENT ON COLUMN reporting.coupon.valid_from IS 'First instant; NULL: that of the campaign.';
COMMENT ON COLUMN reporting.coupon.valid_until IS 'First instant after it; NULL: that of the campaign.';

CREATE OR REPLACE VIEW reporting.redemption AS
  SELECT id AS redemption_id, campaign_id, coupon_id, account_id, store_id, streamer_id, state::text AS state, reserved_at, confirmed_at,
    released_at, rolled_back_at, currency, order_minor, discount_minor, points, commission_minor
  FROM public.coupon_redemption;
COMMENT ON VIEW reporting.redemption IS 'Uses of coupons.';
COMMENT ON COLUMN reporting.redemption.redemption_id IS 'Id of the use.';
COMMENT ON COLUMN reporting.redemption.campaign_id IS 'Campaign.';
COMMENT ON COLUMN reporting.redemption.coupon_id IS 'Coupon.';
COMMENT ON COLUMN reporting.redemption.account_id IS 'Account.';
COMMENT ON COLUMN reporting.redemption.store_id IS 'Store; NULL: not said.';
COMMENT ON COLUMN reporting.redemption.streamer_id IS 'Streamer for whom it counts; NULL: none.';
COMMENT ON COLUMN reporting.redemption.state IS 'RESERVED, CONFIRMED, RELEASED or ROLLED_BACK.';
COMMENT ON COLUMN reporting.redemption.reserved_at IS 'When it was reserved.';
COMMENT ON COLUMN reporting.redemption.confirmed_at IS 'When it was confirmed; NULL: never.';
COMMENT ON COLUMN reporting.redemption.released_at IS 'When it was released or lapsed; NULL: never.';
COMMENT ON COLUMN reporting.redemption.rolled_back_at IS 'When it was rolled back; NULL: never.';
COMMENT ON COLUMN reporting.redemption.currency IS 'ISO 4217; NULL: no money in it.';
COMMENT ON COLUMN reporting.redemption.order_minor IS 'Order before the discount in minor units; NULL: not said.';
COMMENT ON COLUMN reporting.redemption.discount_minor IS 'Discount in minor units; NULL: none.';
COMMENT ON COLUMN reporting.redemption.points IS 'Points given; NULL: none.';
COMMENT ON COLUMN reporting.redemption.commission_minor IS 'Commission of the streamer in minor units; NULL: none.';
SELECT grant_reporting();
