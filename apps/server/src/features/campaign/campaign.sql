CREATE OR REPLACE FUNCTION streamer_state_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.state_changed_at := now();
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER streamer_state_changed BEFORE UPDATE OF state ON streamer
  FOR EACH ROW WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION streamer_state_changed();

CREATE OR REPLACE FUNCTION campaign_is_exhausted(campaign uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(
    (SELECT bool_and(coalesce(s.redemptions_used >= s.redemptions_cap, false)
        OR coalesce(s.discount_used_minor >= s.budget_cap_minor, false))
      FROM campaign_slice s WHERE s.campaign_id = campaign), false);
COMMENT ON FUNCTION campaign_is_exhausted(uuid) IS 'True when every slice of the campaign is at one of its caps.';

CREATE OR REPLACE FUNCTION campaign_status(
    state campaign_state, starts_at timestamptz, ends_at timestamptz, is_exhausted boolean, at timestamptz)
  RETURNS campaign_status
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN state = 'DRAFT' THEN 'DRAFT'::campaign_status
    WHEN state = 'CANCELED' THEN 'CANCELED'::campaign_status
    WHEN state = 'ARCHIVED' THEN 'ARCHIVED'::campaign_status
    WHEN at >= ends_at THEN 'EXPIRED'::campaign_status
    WHEN state = 'PAUSED' THEN 'PAUSED'::campaign_status
    WHEN at < starts_at THEN 'SCHEDULED'::campaign_status
    WHEN is_exhausted THEN 'EXHAUSTED'::campaign_status
    ELSE 'RUNNING'::campaign_status END;
COMMENT ON FUNCTION campaign_status(campaign_state, timestamptz, timestamptz, boolean, timestamptz) IS
  'Status of a campaign at an instant, by its state, its window [starts_at, ends_at) and its counters. Lists, filters, details and guards all use it.';

CREATE OR REPLACE FUNCTION campaign_status_now(campaign uuid, state campaign_state, starts_at timestamptz, ends_at timestamptz)
  RETURNS campaign_status
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN campaign_status(state, starts_at, ends_at, state = 'ACTIVE' AND campaign_is_exhausted(campaign), now());
COMMENT ON FUNCTION campaign_status_now(uuid, campaign_state, timestamptz, timestamptz) IS 'campaign_status() at the beginning of the transaction.';

CREATE OR REPLACE FUNCTION campaign_exhausts_at(campaign uuid, is_budget boolean, used bigint, most bigint) RETURNS timestamptz
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT e.at FROM (
    SELECT r.ends_at, greatest(r.starts_at, r.activated_at,
        ((now() AT TIME ZONE known_zone(r.timezone))::date - 1)::timestamp AT TIME ZONE known_zone(r.timezone)) AS since,
      (SELECT sum(CASE WHEN is_budget THEN d.discount_minor ELSE d.confirmed - d.rolled_back END)::numeric FROM campaign_daily d
        WHERE d.campaign_id = r.id AND d.day >= (now() AT TIME ZONE known_zone(r.timezone))::date - 1) AS lately
      FROM campaign r WHERE r.id = campaign) AS pace,
    -- An interval has a maximum.
    LATERAL (SELECT now() + least((most - used) / nullif(lately, 0), 10000) * (now() - since) AS at) AS e
  WHERE lately > 0 AND most > used AND since < now() AND e.at < ends_at
$$;
COMMENT ON FUNCTION campaign_exhausts_at(uuid, boolean, bigint, bigint) IS
  'When a limit will be used up at the pace of yesterday and today in the zone of the campaign; NULL: not before its end, or without pace. The dashboard and open tasks use it.';

-- Share of a slice in a limit: shares are as equal as possible, and their sum is the limit.
CREATE OR REPLACE FUNCTION slice_share(amount bigint, slice int, slices int) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN amount / slices + CASE WHEN slice < amount % slices THEN 1 ELSE 0 END;

CREATE OR REPLACE FUNCTION campaign_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  locked text;
  ordered bigint;
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF NOT campaign_may_become(OLD.state, NEW.state)
      OR (NEW.state = 'ACTIVE' AND now() >= NEW.ends_at)
      OR (NEW.state = 'ARCHIVED' AND OLD.state IN ('ACTIVE', 'PAUSED') AND now() < NEW.ends_at)
      OR (NEW.state = 'ARCHIVED' AND campaign_has_reservations(NEW.id))
    THEN
      RAISE EXCEPTION 'a campaign cannot go from % to % now', OLD.state, NEW.state
        USING ERRCODE = 'BC001', TABLE = 'campaign', COLUMN = 'state';
    END IF;
    NEW.state_changed_at := now();
    IF OLD.state = 'DRAFT' AND NEW.state = 'ACTIVE' THEN
      NEW.activated_at := now();
    END IF;
  END IF;
  IF (NEW.code_mode, NEW.code_prefix) IS DISTINCT FROM (OLD.code_mode, OLD.code_prefix)
    OR (NEW.per_coupon_limit <> OLD.per_coupon_limit AND NEW.code_mode = 'UNIQUE') OR NEW.coupons_limit < OLD.coupons_limit
  THEN
    ordered := campaign_coupons_ordered(NEW.id);
    locked := CASE
      WHEN ordered > NEW.coupons_limit THEN 'coupons_limit'
      WHEN ordered = 0 THEN NULL
      WHEN NEW.code_mode IS DISTINCT FROM OLD.code_mode THEN 'code_mode'
      WHEN NEW.code_prefix IS DISTINCT FROM OLD.code_prefix THEN 'code_prefix'
      WHEN NEW.per_coupon_limit <> OLD.per_coupon_limit AND NEW.code_mode = 'UNIQUE' THEN 'per_coupon_limit' END;
  END IF;
  IF OLD.state <> 'DRAFT' AND locked IS NULL THEN
    locked := CASE
      WHEN NEW.code IS DISTINCT FROM OLD.code THEN 'code'
      WHEN (NEW.reward_type, NEW.percent_bp, NEW.amount_minor, NEW.points, NEW.gift_text_i18n, NEW.max_discount_minor)
        IS DISTINCT FROM (OLD.reward_type, OLD.percent_bp, OLD.amount_minor, OLD.points, OLD.gift_text_i18n, OLD.max_discount_minor)
        THEN 'reward_type'
      WHEN NEW.currency IS DISTINCT FROM OLD.currency THEN 'currency'
      WHEN NEW.min_order_minor IS DISTINCT FROM OLD.min_order_minor THEN 'min_order_minor'
      WHEN NEW.first_order_only IS DISTINCT FROM OLD.first_order_only THEN 'first_order_only'
      WHEN NEW.segment_id IS DISTINCT FROM OLD.segment_id THEN 'segment_id'
      WHEN NEW.starts_at IS DISTINCT FROM OLD.starts_at THEN 'starts_at'
      WHEN NEW.timezone IS DISTINCT FROM OLD.timezone THEN 'timezone'
      WHEN NEW.code_mode IS DISTINCT FROM OLD.code_mode THEN 'code_mode'
      WHEN NEW.code_prefix IS DISTINCT FROM OLD.code_prefix THEN 'code_prefix'
      WHEN NEW.reservation_seconds IS DISTINCT FROM OLD.reservation_seconds THEN 'reservation_seconds'
      WHEN NEW.ends_at < OLD.ends_at THEN 'ends_at'
      WHEN NEW.per_account_limit < OLD.per_account_limit THEN 'per_account_limit'
      WHEN NEW.activated_at IS DISTINCT FROM OLD.activated_at THEN 'activated_at' END;
  END IF;
  IF locked IS NOT NULL THEN
    RAISE EXCEPTION 'the % of this campaign can no longer be changed like this', locked
      USING ERRCODE = 'BC003', TABLE = 'campaign', COLUMN = locked;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION campaign_check_change() IS
  'Refuses an illegal state transition with SQLSTATE BC001, and with BC003 a change of fields that are locked once there are coupons or it has been activated.';
CREATE OR REPLACE TRIGGER campaign_check_change BEFORE UPDATE ON campaign
  FOR EACH ROW EXECUTE FUNCTION campaign_check_change();

CREATE OR REPLACE FUNCTION change_campaign_states(action text, ids uuid[], why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH judged AS MATERIALIZED (
      SELECT c.id, c.state, c.state_reason, campaign_refusal(action, c.state) AS refusal
      FROM campaign c WHERE c.id = ANY (ids) ORDER BY c.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE campaign c SET state = campaign_after(action), state_reason = CASE WHEN campaign_after(action) IN ('PAUSED', 'CANCELED') THEN why END,
        version = c.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE c.id = j.id AND j.refusal IS NULL
      RETURNING c.id, jsonb_strip_nulls(jsonb_build_object(
        'state', jsonb_build_array(j.state, c.state),
        'stateReason', CASE WHEN j.state_reason IS DISTINCT FROM c.state_reason THEN jsonb_build_array(j.state_reason, c.state_reason) END)) AS changes
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_campaign_states(text, uuid[], text, text) IS
  'Changes the state of campaigns that allow it. Returns for each existing campaign why it was skipped, or its changes for the audit trail. Conditions beyond the state: SQLSTATE BC001.';
REVOKE ALL ON FUNCTION change_campaign_states(text, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_campaign_states(text, uuid[], text, text)');

CREATE OR REPLACE FUNCTION campaign_keeps_slices() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  slices int := CASE NEW.code_mode WHEN 'UNIQUE' THEN 1 ELSE 16 END;
  used bigint;
  spent bigint;
BEGIN
  IF OLD.state = 'DRAFT' THEN
    IF NEW.state = 'ACTIVE' THEN
      INSERT INTO campaign_slice (campaign_id, slice, redemptions_cap, budget_cap_minor)
        SELECT NEW.id, n, slice_share(NEW.redemptions_limit, n, slices), slice_share(NEW.budget_minor, n, slices)
        FROM generate_series(0, slices - 1) AS n;
    END IF;
    RETURN NULL;
  END IF;
  PERFORM FROM campaign_slice WHERE campaign_id = NEW.id ORDER BY slice FOR NO KEY UPDATE;
  IF NEW.redemptions_limit IS DISTINCT FROM OLD.redemptions_limit OR NEW.budget_minor IS DISTINCT FROM OLD.budget_minor THEN
    SELECT sum(redemptions_used), sum(discount_used_minor) INTO used, spent FROM campaign_slice WHERE campaign_id = NEW.id;
    IF NEW.redemptions_limit < used THEN
      RAISE EXCEPTION 'the limit is below the reserved and confirmed uses'
        USING ERRCODE = 'BC003', TABLE = 'campaign', COLUMN = 'redemptions_limit';
    ELSIF NEW.budget_minor < spent THEN
      RAISE EXCEPTION 'the budget is below the reserved and confirmed discounts'
        USING ERRCODE = 'BC003', TABLE = 'campaign', COLUMN = 'budget_minor';
    END IF;
    UPDATE campaign_slice SET
        redemptions_cap = redemptions_used + slice_share(NEW.redemptions_limit - used, slice, slices),
        budget_cap_minor = discount_used_minor + slice_share(NEW.budget_minor - spent, slice, slices)
      WHERE campaign_id = NEW.id;
  END IF;
  UPDATE campaign_slice SET is_open = (NEW.state = 'ACTIVE')
    WHERE campaign_id = NEW.id AND is_open <> (NEW.state = 'ACTIVE');
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_keeps_slices() IS
  'Divides the limits of a campaign into slices on activation, opens and closes them with its state, and updates their caps with its limits. A limit below its use: SQLSTATE BC003.';
REVOKE ALL ON FUNCTION campaign_keeps_slices() FROM PUBLIC;
CREATE OR REPLACE TRIGGER campaign_keeps_slices AFTER UPDATE OF state, redemptions_limit, budget_minor ON campaign
  FOR EACH ROW EXECUTE FUNCTION campaign_keeps_slices();

-- Notifies open campaign lists of new campaigns.
CREATE OR REPLACE FUNCTION campaign_created_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_created_notice() IS 'Notifies campaign_created with the start time of the transaction that created campaigns.';
CREATE OR REPLACE TRIGGER campaign_created_notice AFTER INSERT ON campaign
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_created_notice();

-- Applies to every role, including the owner.
CREATE OR REPLACE FUNCTION coupons_stay() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'campaigns, coupons and redemptions cannot be deleted' USING ERRCODE = 'BC002', TABLE = TG_TABLE_NAME;
END
$$;
CREATE OR REPLACE TRIGGER campaign_stays BEFORE DELETE OR TRUNCATE ON campaign FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE OR REPLACE TRIGGER streamer_stays BEFORE DELETE OR TRUNCATE ON streamer FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE OR REPLACE TRIGGER campaign_slice_stays BEFORE DELETE OR TRUNCATE ON campaign_slice FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE OR REPLACE TRIGGER coupon_batch_stays BEFORE DELETE ON coupon_batch FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE OR REPLACE TRIGGER coupon_stays BEFORE DELETE ON coupon FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE OR REPLACE TRIGGER coupon_slice_stays BEFORE DELETE ON coupon_slice FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE OR REPLACE TRIGGER coupon_redemption_stays BEFORE DELETE ON coupon_redemption FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();

CREATE OR REPLACE FUNCTION campaign_notes_cancellation() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.canceled_at := CASE TG_OP WHEN 'INSERT' THEN NEW.state_changed_at ELSE now() END;
  RETURN NEW;
END
$$;
-- Fires after campaign_check_change, which may refuse the state.
CREATE OR REPLACE TRIGGER campaign_notes_cancellation BEFORE INSERT OR UPDATE OF state ON campaign
  FOR EACH ROW WHEN (NEW.state = 'CANCELED' AND NEW.canceled_at IS NULL) EXECUTE FUNCTION campaign_notes_cancellation();

CREATE OR REPLACE FUNCTION campaign_announcement(of_campaign campaign, at_instant timestamptz) RETURNS campaign_announcement
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN of_campaign.activated_at IS NULL THEN NULL
    WHEN of_campaign.canceled_at IS NOT NULL THEN 'CANCELED'::campaign_announcement
    WHEN at_instant >= of_campaign.ends_at THEN 'ENDED'::campaign_announcement
    WHEN of_campaign.state = 'PAUSED' THEN 'PAUSED'::campaign_announcement
    WHEN of_campaign.state = 'ACTIVE' AND of_campaign.state_changed_at > of_campaign.activated_at THEN 'RESUMED'::campaign_announcement
  END;
COMMENT ON FUNCTION campaign_announcement(campaign, timestamptz) IS
  'Latest event of a campaign that concerns its streamers, at an instant; NULL: none since its activation.';

-- Notifies viewers of a campaign of changes of its state, end or streamers.
CREATE OR REPLACE FUNCTION campaign_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_changed', NEW.id::text);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_changed_notice() IS 'Notifies campaign_changed with the id of the campaign.';
CREATE OR REPLACE TRIGGER campaign_changed_notice AFTER UPDATE OF state, ends_at ON campaign
  FOR EACH ROW WHEN ((OLD.state, OLD.ends_at) IS DISTINCT FROM (NEW.state, NEW.ends_at)) EXECUTE FUNCTION campaign_changed_notice();

CREATE OR REPLACE FUNCTION campaign_streamer_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_changed', NEW.campaign_id::text);
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_streamer_changed_notice() IS 'Notifies campaign_changed that a streamer was added to a campaign or removed from it.';
CREATE OR REPLACE TRIGGER campaign_streamer_changed_notice AFTER INSERT OR UPDATE OF removed_at ON campaign_streamer
  FOR EACH ROW EXECUTE FUNCTION campaign_streamer_changed_notice();

CREATE OR REPLACE FUNCTION streamer_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_changed', campaign_id::text) FROM campaign_streamer WHERE streamer_id = NEW.id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION streamer_changed_notice() IS
  'Notifies campaign_changed that a streamer on these campaigns was suspended or reactivated, or that another person signs in as them.';
CREATE OR REPLACE TRIGGER streamer_changed_notice AFTER UPDATE OF state, staff_sub ON streamer
  FOR EACH ROW WHEN ((OLD.state, OLD.staff_sub) IS DISTINCT FROM (NEW.state, NEW.staff_sub)) EXECUTE FUNCTION streamer_changed_notice();
