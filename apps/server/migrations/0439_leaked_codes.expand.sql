-- Pasted coupons of any campaign (decision 0228).

ALTER TABLE pasted_selection ADD COLUMN within_ids uuid[];
COMMENT ON COLUMN pasted_selection.within_ids IS 'The record that each of record_ids belongs to, such as the campaign of a coupon; NULL in other lists.';
