-- What made a redemption slow besides deciding about it: CHECK constraints, which PostgreSQL reads and plans anew in each statement that
-- writes their table (decision 0070). Each table keeps one, a PL/pgSQL function whose plan stays with the connection. What is allowed stays
-- the same. Rows that are there were checked by the constraints that go (NOT VALID).

CREATE FUNCTION coupon_redemption_is_sound(
    state redemption_state, slice smallint, coupon_use_no int, account_use_no smallint, order_ref text, order_minor bigint,
    discount_minor bigint, currency text, points int, commission_minor bigint, reserved_until timestamptz, confirmed_at timestamptz,
    released_at timestamptz, rolled_back_at timestamptz, rolled_back_by text, why text, key text, request_hash bytea, by_sub text)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND coupon_use_no >= 1 AND account_use_no >= 1 AND char_length(order_ref) BETWEEN 1 AND 128
    AND order_minor BETWEEN 0 AND 1000000000000 AND discount_minor BETWEEN 0 AND order_minor AND commission_minor BETWEEN 0 AND order_minor
    AND (discount_minor IS NULL OR currency IS NOT NULL) AND currency ~ '^[A-Z]{3}$' AND points >= 1
    AND (state <> 'RESERVED' OR reserved_until IS NOT NULL)
    AND (state IN ('CONFIRMED', 'ROLLED_BACK')) = (confirmed_at IS NOT NULL) AND (state = 'RELEASED') = (released_at IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (rolled_back_at IS NOT NULL) AND (state = 'ROLLED_BACK') = (rolled_back_by IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (why IS NOT NULL)
    AND char_length(rolled_back_by) BETWEEN 1 AND 255 AND char_length(why) BETWEEN 1 AND 300
    AND char_length(key) BETWEEN 1 AND 64 AND octet_length(request_hash) = 32 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION coupon_redemption_is_sound(redemption_state, smallint, int, smallint, text, bigint, bigint, text, int, bigint, timestamptz, timestamptz, timestamptz, timestamptz, text, text, text, bytea, text) IS
  'What every redemption keeps to: a discount within the order, and the instants and reasons of its state.';
ALTER TABLE coupon_redemption
  DROP CONSTRAINT coupon_redemption_account_use_no_check, DROP CONSTRAINT coupon_redemption_check,
  DROP CONSTRAINT coupon_redemption_check1, DROP CONSTRAINT coupon_redemption_confirmed,
  DROP CONSTRAINT coupon_redemption_coupon_use_no_check, DROP CONSTRAINT coupon_redemption_created_by_check,
  DROP CONSTRAINT coupon_redemption_currency_check, DROP CONSTRAINT coupon_redemption_idempotency_key_check,
  DROP CONSTRAINT coupon_redemption_money_has_currency, DROP CONSTRAINT coupon_redemption_order_minor_check,
  DROP CONSTRAINT coupon_redemption_order_ref_check, DROP CONSTRAINT coupon_redemption_points_check,
  DROP CONSTRAINT coupon_redemption_released, DROP CONSTRAINT coupon_redemption_request_hash_check,
  DROP CONSTRAINT coupon_redemption_reserved, DROP CONSTRAINT coupon_redemption_rollback_reason_check,
  DROP CONSTRAINT coupon_redemption_rolled_back, DROP CONSTRAINT coupon_redemption_rolled_back_by_check,
  DROP CONSTRAINT coupon_redemption_slice_check,
  ADD CONSTRAINT coupon_redemption_is_sound CHECK (coupon_redemption_is_sound(state, slice, coupon_use_no, account_use_no, order_ref,
    order_minor, discount_minor, currency, points, commission_minor, reserved_until, confirmed_at, released_at, rolled_back_at,
    rolled_back_by, rollback_reason, idempotency_key, request_hash, created_by)) NOT VALID;

CREATE FUNCTION campaign_slice_is_sound(
    slice smallint, redemptions_used bigint, redemptions_cap bigint, discount_used_minor bigint, budget_cap_minor bigint, points_used bigint)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND redemptions_cap >= 0 AND budget_cap_minor >= 0 AND points_used >= 0
    AND redemptions_used >= 0 AND redemptions_used <= redemptions_cap
    AND discount_used_minor >= 0 AND discount_used_minor <= budget_cap_minor;
END
$$;
COMMENT ON FUNCTION campaign_slice_is_sound(smallint, bigint, bigint, bigint, bigint, bigint) IS
  'What every slice keeps to: never more used than its part of the limit.';
ALTER TABLE campaign_slice
  DROP CONSTRAINT campaign_slice_budget, DROP CONSTRAINT campaign_slice_budget_cap_minor_check,
  DROP CONSTRAINT campaign_slice_points_used_check, DROP CONSTRAINT campaign_slice_redemptions,
  DROP CONSTRAINT campaign_slice_redemptions_cap_check, DROP CONSTRAINT campaign_slice_slice_check,
  ADD CONSTRAINT campaign_slice_is_sound CHECK (campaign_slice_is_sound(slice, redemptions_used, redemptions_cap, discount_used_minor,
    budget_cap_minor, points_used)) NOT VALID;

CREATE FUNCTION coupon_slice_is_sound(slice smallint, redemptions_count int, reserved_count int, redemptions_cap int) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND redemptions_count >= 0 AND reserved_count >= 0 AND redemptions_cap >= 0
    AND redemptions_count + reserved_count <= redemptions_cap;
END
$$;
COMMENT ON FUNCTION coupon_slice_is_sound(smallint, int, int, int) IS 'What every slice keeps to: never more uses than its part of the limit.';
ALTER TABLE coupon_slice
  DROP CONSTRAINT coupon_slice_redemptions_cap_check, DROP CONSTRAINT coupon_slice_redemptions_count_check,
  DROP CONSTRAINT coupon_slice_reserved_count_check, DROP CONSTRAINT coupon_slice_slice_check, DROP CONSTRAINT coupon_slice_uses,
  ADD CONSTRAINT coupon_slice_is_sound CHECK (coupon_slice_is_sound(slice, redemptions_count, reserved_count, redemptions_cap)) NOT VALID;

CREATE FUNCTION coupon_is_sound(
    code text, state coupon_state, why text, valid_from timestamptz, valid_until timestamptz, max_redemptions int, redemptions_count int,
    reserved_count int, version int, by_sub text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN code ~ '^[A-Z0-9]{4,20}$' AND (state = 'DISABLED') = (why IS NOT NULL) AND char_length(why) BETWEEN 1 AND 300
    AND valid_from < valid_until AND max_redemptions BETWEEN 1 AND 1000000 AND redemptions_count >= 0 AND reserved_count >= 0
    AND redemptions_count + reserved_count <= max_redemptions AND version >= 1 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION coupon_is_sound(text, coupon_state, text, timestamptz, timestamptz, int, int, int, int, text) IS
  'What every code keeps to: never more uses than it has, and a reason when it is disabled.';
ALTER TABLE coupon
  DROP CONSTRAINT coupon_code_check, DROP CONSTRAINT coupon_disabled_has_reason, DROP CONSTRAINT coupon_disabled_reason_check,
  DROP CONSTRAINT coupon_max_redemptions_check, DROP CONSTRAINT coupon_redemptions_count_check, DROP CONSTRAINT coupon_reserved_count_check,
  DROP CONSTRAINT coupon_updated_by_check, DROP CONSTRAINT coupon_uses, DROP CONSTRAINT coupon_version_check, DROP CONSTRAINT coupon_window,
  ADD CONSTRAINT coupon_is_sound CHECK (coupon_is_sound(code, state, disabled_reason, valid_from, valid_until, max_redemptions,
    redemptions_count, reserved_count, version, updated_by)) NOT VALID;

CREATE FUNCTION coupon_rejection_is_sound(hour timestamptz, reason text, slice smallint, n int) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN extract(epoch FROM hour)::bigint % 3600 = 0 AND reason ~ '^[A-Z_]{3,40}$' AND slice BETWEEN 0 AND 15 AND n >= 1;
END
$$;
COMMENT ON FUNCTION coupon_rejection_is_sound(timestamptz, text, smallint, int) IS 'What every count of refusals keeps to: a full hour and a reason.';
ALTER TABLE coupon_rejection_hourly
  DROP CONSTRAINT coupon_rejection_hourly_hour_check, DROP CONSTRAINT coupon_rejection_hourly_n_check,
  DROP CONSTRAINT coupon_rejection_hourly_reason_check, DROP CONSTRAINT coupon_rejection_hourly_slice_check,
  ADD CONSTRAINT coupon_rejection_is_sound CHECK (coupon_rejection_is_sound(hour, reason, slice, n)) NOT VALID;

-- The name of who acts has hardly ever changed, so no function is called to find that out.
CREATE OR REPLACE FUNCTION record_audit(
    by_sub text, by_name text, by_email text, by_roles text[], request text, what text, about_type text, about_id text,
    came_out audit_outcome, why text, changed jsonb, changed_personal jsonb) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM staff_user known WHERE known.sub = by_sub AND known.display_name = by_name
      AND known.email IS NOT DISTINCT FROM by_email AND known.last_roles = by_roles) THEN
    PERFORM remember_actor(by_sub, by_name, by_email, by_roles);
  END IF;
  INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes, personal_changes)
    VALUES (by_sub, by_roles, request, what, about_type, about_id, came_out, why, changed, changed_personal);
END
$$;
