CREATE OR REPLACE FUNCTION uuid_v7_instant(id uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN to_timestamp(('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
COMMENT ON FUNCTION uuid_v7_instant(uuid) IS 'When a UUIDv7 was made, to the millisecond: rows by the million need no column for it.';

CREATE OR REPLACE FUNCTION campaign_coupons_ordered(campaign uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT sum(CASE WHEN b.state IN ('QUEUED', 'RUNNING') THEN b.requested ELSE b.generated END)
    FROM coupon_batch b WHERE b.campaign_id = campaign), 0);
COMMENT ON FUNCTION campaign_coupons_ordered(uuid) IS
  'Coupons that a campaign has or will have. Whoever orders more locks the row of the campaign first.';

CREATE OR REPLACE FUNCTION coupon_limit(campaign uuid) RETURNS int
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT least(c.coupons_limit, (SELECT (e.value #>> '{}')::int FROM config_entry e WHERE e.key = 'coupon.max_per_campaign'))
    FROM campaign c WHERE c.id = campaign);
COMMENT ON FUNCTION coupon_limit(uuid) IS 'Most coupons that a campaign may have now: its own limit and that of the product.';

CREATE OR REPLACE FUNCTION streamer_coupons_ordered(campaign uuid, streamer uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT sum(CASE WHEN b.state IN ('QUEUED', 'RUNNING') THEN b.requested ELSE b.generated END)
    FROM coupon_batch b WHERE b.campaign_id = campaign AND b.streamer_id = streamer AND b.is_by_streamer), 0);
COMMENT ON FUNCTION streamer_coupons_ordered(uuid, uuid) IS
  'Coupons that a streamer has ordered in a campaign, made or not yet. Whoever orders more locks the row of the campaign first.';

CREATE OR REPLACE FUNCTION coupon_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'the code of a coupon and whose it is are permanent' USING ERRCODE = 'BC003', TABLE = 'coupon';
END
$$;
CREATE OR REPLACE TRIGGER coupon_check_change BEFORE UPDATE OF id, campaign_id, batch_id, streamer_id, code ON coupon
  FOR EACH ROW EXECUTE FUNCTION coupon_check_change();

CREATE OR REPLACE FUNCTION change_coupon_states(action text, campaign uuid, ids uuid[], why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH judged AS MATERIALIZED (
      SELECT k.id, k.state, k.disabled_reason, coupon_refusal(action, k.state) AS refusal
      FROM coupon k WHERE k.campaign_id = campaign AND k.id = ANY (ids) ORDER BY k.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE coupon k SET state = coupon_after(action), disabled_reason = CASE WHEN coupon_after(action) <> 'ACTIVE' THEN why END,
        version = k.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE k.campaign_id = campaign AND k.id = j.id AND j.refusal IS NULL
      RETURNING k.id, jsonb_build_object('state', jsonb_build_array(j.state, k.state),
        'disabledReason', jsonb_build_array(j.disabled_reason, k.disabled_reason)) AS changes
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_coupon_states(text, uuid, uuid[], text, text) IS
  'Disables or enables coupons of a campaign that allow it. Answers for each that is there why it was left, or with its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_coupon_states(text, uuid, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_coupon_states(text, uuid, uuid[], text, text)');

-- A row a coupon is too dear for generated codes, so the length decides before the function is called.
CREATE OR REPLACE FUNCTION coupon_opens_slices() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO coupon_slice (campaign_id, coupon_id, slice, redemptions_cap)
    SELECT NEW.campaign_id, NEW.id, n, slice_share(NEW.max_redemptions, n, 16) FROM generate_series(0, 15) AS n;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION coupon_opens_slices() IS 'Cuts the uses of a new SHARED code into slices.';
REVOKE ALL ON FUNCTION coupon_opens_slices() FROM PUBLIC;
CREATE OR REPLACE TRIGGER coupon_opens_slices AFTER INSERT ON coupon
  FOR EACH ROW WHEN (char_length(NEW.code) <= 10) EXECUTE FUNCTION coupon_opens_slices();

CREATE OR REPLACE FUNCTION coupon_status(
    state coupon_state, valid_from timestamptz, valid_until timestamptz, redemptions_count bigint, reserved_count bigint,
    max_redemptions bigint, campaign campaign_status, at timestamptz)
  RETURNS coupon_status
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN redemptions_count >= max_redemptions THEN 'REDEEMED'::coupon_status
    WHEN state = 'DISABLED' THEN 'DISABLED'::coupon_status
    WHEN campaign IN ('DRAFT', 'PAUSED', 'EXHAUSTED', 'CANCELED', 'ARCHIVED') THEN 'CAMPAIGN_OFF'::coupon_status
    WHEN campaign = 'EXPIRED' OR coalesce(at >= valid_until, false) THEN 'EXPIRED'::coupon_status
    WHEN campaign = 'SCHEDULED' OR coalesce(at < valid_from, false) THEN 'NOT_YET_VALID'::coupon_status
    WHEN redemptions_count + reserved_count >= max_redemptions THEN 'RESERVED'::coupon_status
    ELSE 'ACTIVE'::coupon_status END;
COMMENT ON FUNCTION coupon_status(coupon_state, timestamptz, timestamptz, bigint, bigint, bigint, campaign_status, timestamptz) IS
  'What a coupon is at an instant: the one rule of lists, filters and details.';

-- The limit of a SHARED code is the campaign's, for every code that there is.
CREATE OR REPLACE FUNCTION campaign_moves_code_limits() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM FROM coupon WHERE campaign_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM coupon_slice WHERE campaign_id = NEW.id ORDER BY coupon_id, slice FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM coupon_slice WHERE campaign_id = NEW.id
      GROUP BY coupon_id HAVING sum(redemptions_count + reserved_count) > NEW.per_coupon_limit) THEN
    RAISE EXCEPTION 'a code has been used more often than that'
      USING ERRCODE = 'BC003', TABLE = 'campaign', COLUMN = 'per_coupon_limit';
  END IF;
  UPDATE coupon SET max_redemptions = NEW.per_coupon_limit WHERE campaign_id = NEW.id;
  UPDATE coupon_slice s SET redemptions_cap = s.redemptions_count + s.reserved_count + slice_share(NEW.per_coupon_limit - u.used, s.slice, 16)
    FROM (SELECT coupon_id, sum(redemptions_count + reserved_count) AS used FROM coupon_slice
      WHERE campaign_id = NEW.id GROUP BY coupon_id) AS u
    WHERE s.campaign_id = NEW.id AND s.coupon_id = u.coupon_id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_moves_code_limits() IS 'Gives every SHARED code of a campaign its new limit; below what one has used: SQLSTATE BC003.';
REVOKE ALL ON FUNCTION campaign_moves_code_limits() FROM PUBLIC;
CREATE OR REPLACE TRIGGER campaign_moves_code_limits AFTER UPDATE OF per_coupon_limit ON campaign
  FOR EACH ROW WHEN (NEW.code_mode = 'SHARED' AND NEW.per_coupon_limit <> OLD.per_coupon_limit)
  EXECUTE FUNCTION campaign_moves_code_limits();

-- Of two orders at the same moment the second one waits for the row of the campaign and then sees the first one. A batch whose job ended
-- early gave back what was not made, so going on with it is an order again.
CREATE OR REPLACE FUNCTION coupon_batch_keeps_limits() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  more int := NEW.requested;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.requested <> OLD.requested OR NEW.number <> OLD.number OR NEW.is_by_streamer <> OLD.is_by_streamer
      OR NEW.streamer_id IS DISTINCT FROM OLD.streamer_id
    THEN
      RAISE EXCEPTION 'what was ordered stays' USING ERRCODE = 'BC003', TABLE = 'coupon_batch';
    END IF;
    IF NEW.state NOT IN ('QUEUED', 'RUNNING') OR OLD.state IN ('QUEUED', 'RUNNING') THEN
      RETURN NEW;
    END IF;
    more := NEW.requested - OLD.generated;
  END IF;
  PERFORM FROM campaign WHERE id = NEW.campaign_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' THEN
    NEW.number := (SELECT coalesce(max(b.number), 0) + 1 FROM coupon_batch b WHERE b.campaign_id = NEW.campaign_id);
  END IF;
  IF campaign_coupons_ordered(NEW.campaign_id) + more > coupon_limit(NEW.campaign_id) THEN
    RAISE EXCEPTION 'the campaign may not have so many coupons' USING ERRCODE = 'BC001', TABLE = 'coupon_batch', COLUMN = 'requested';
  END IF;
  IF NEW.is_by_streamer AND streamer_coupons_ordered(NEW.campaign_id, NEW.streamer_id) + more > coalesce(
      (SELECT s.coupon_quota FROM campaign_streamer s
        WHERE s.campaign_id = NEW.campaign_id AND s.streamer_id = NEW.streamer_id AND s.removed_at IS NULL), 0)
  THEN
    RAISE EXCEPTION 'the streamer may not order so many coupons' USING ERRCODE = 'BC001', TABLE = 'coupon_batch', COLUMN = 'requested';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION coupon_batch_keeps_limits() IS
  'Numbers the batches of a campaign and refuses, with SQLSTATE BC001, an order beyond the limit of the campaign or the quota of the streamer.';
CREATE OR REPLACE TRIGGER coupon_batch_keeps_limits BEFORE INSERT OR UPDATE ON coupon_batch
  FOR EACH ROW EXECUTE FUNCTION coupon_batch_keeps_limits();

-- However the job ends (by itself, cancelled while it waits, given up after its attempts), the batch knows in the same transaction.
CREATE OR REPLACE FUNCTION coupon_batch_follows_job() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  followed coupon_batch_state :=
    CASE WHEN NEW.state IN ('QUEUED', 'RUNNING', 'FAILED') THEN NEW.state::text ELSE 'DONE' END::coupon_batch_state;
BEGIN
  UPDATE coupon_batch SET state = followed, updated_at = now() WHERE job_id = NEW.id AND state <> followed;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION coupon_batch_follows_job() IS
  'Gives a batch the state of the job that makes its codes. One that ended early is DONE with fewer codes than were ordered.';
CREATE OR REPLACE TRIGGER coupon_batch_follows_job AFTER UPDATE OF state ON job
  FOR EACH ROW WHEN (NEW.kind = 'coupon.generate' AND NEW.state IS DISTINCT FROM OLD.state)
  EXECUTE FUNCTION coupon_batch_follows_job();
