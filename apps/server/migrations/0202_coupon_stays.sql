-- Emptying accounts or jobs with all that hangs on them, which only the owner of the tables may, empties coupons as well.

DROP TRIGGER coupon_batch_stays ON coupon_batch;
DROP TRIGGER coupon_stays ON coupon;
DROP TRIGGER coupon_slice_stays ON coupon_slice;
DROP TRIGGER coupon_redemption_stays ON coupon_redemption;
CREATE TRIGGER coupon_batch_stays BEFORE DELETE ON coupon_batch FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_stays BEFORE DELETE ON coupon FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_slice_stays BEFORE DELETE ON coupon_slice FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_redemption_stays BEFORE DELETE ON coupon_redemption FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
