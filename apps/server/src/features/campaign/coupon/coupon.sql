CREATE OR REPLACE FUNCTION uuid_v7_instant(id uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN to_timestamp(('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
COMMENT ON FUNCTION uuid_v7_instant(uuid) IS 'Creation time of a UUIDv7 in milliseconds, which saves a column in large tables.';

CREATE OR REPLACE FUNCTION campaign_coupons_ordered(campaign uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT sum(CASE WHEN b.state IN ('QUEUED', 'RUNNING') THEN b.requested ELSE b.generated END)
    FROM coupon_batch b WHERE b.campaign_id = campaign), 0);
COMMENT ON FUNCTION campaign_coupons_ordered(uuid) IS
  'Number of coupons of a campaign, generated or ordered. Callers that order more lock the campaign first.';

CREATE OR REPLACE FUNCTION coupon_limit(campaign uuid) RETURNS int
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT least(c.coupons_limit, (SELECT (e.value #>> '{}')::int FROM config_entry e WHERE e.key = 'coupon.max_per_campaign'))
    FROM campaign c WHERE c.id = campaign);
COMMENT ON FUNCTION coupon_limit(uuid) IS 'Maximum number of coupons of a campaign: the lower of its own limit and that of the product.';

CREATE OR REPLACE FUNCTION campaign_takes_codes(campaign uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT c.code_mode = 'UNIQUE' AND c.state NOT IN ('CANCELED', 'ARCHIVED') AND now() < c.ends_at FROM campaign c WHERE c.id = campaign);
COMMENT ON FUNCTION campaign_takes_codes(uuid) IS 'Whether codes of others may be added to a campaign now.';

CREATE OR REPLACE FUNCTION streamer_coupons_ordered(campaign uuid, streamer uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT sum(CASE WHEN b.state IN ('QUEUED', 'RUNNING') THEN b.requested ELSE b.generated END)
    FROM coupon_batch b WHERE b.campaign_id = campaign AND b.streamer_id = streamer AND b.is_by_streamer), 0);
COMMENT ON FUNCTION streamer_coupons_ordered(uuid, uuid) IS
  'Number of coupons that a streamer has ordered in a campaign, generated or not. Callers that order more lock the campaign first.';

CREATE OR REPLACE FUNCTION coupon_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'code and streamer of a coupon cannot be changed' USING ERRCODE = 'BC003', TABLE = 'coupon';
END
$$;
CREATE OR REPLACE TRIGGER coupon_check_change BEFORE UPDATE OF id, campaign_id, batch_id, streamer_id, code ON coupon
  FOR EACH ROW EXECUTE FUNCTION coupon_check_change();

CREATE OR REPLACE FUNCTION coupon_is_replaced(campaign uuid, coupon uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT EXISTS (SELECT FROM coupon n WHERE n.campaign_id = campaign AND n.replaces_id = coupon) $$;
COMMENT ON FUNCTION coupon_is_replaced(uuid, uuid) IS 'Whether the holder of a coupon has got a new code for it, so that it is never enabled again.';

CREATE OR REPLACE FUNCTION change_coupon_states(action text, campaign uuid, ids uuid[], why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    -- A separate statement, so that the next one sees a new code of the previous lock holder.
    SELECT FROM coupon k WHERE coupon_after(action) = 'ACTIVE' AND k.campaign_id = campaign AND k.id = ANY (ids) ORDER BY k.id FOR NO KEY UPDATE;
    WITH judged AS MATERIALIZED (
      SELECT k.id, k.state, k.disabled_reason, CASE WHEN coupon_after(action) = 'ACTIVE' AND coupon_is_replaced(campaign, k.id)
        THEN 'replaced' ELSE coupon_refusal(action, k.state) END AS refusal
      FROM coupon k WHERE k.campaign_id = campaign AND k.id = ANY (ids) ORDER BY k.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE coupon k SET state = coupon_after(action), disabled_reason = CASE WHEN coupon_after(action) <> 'ACTIVE' THEN why END,
        version = k.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE k.campaign_id = campaign AND k.id = j.id AND j.refusal IS NULL
      RETURNING k.id, k.batch_id, jsonb_build_object('state', jsonb_build_array(j.state, k.state),
        'disabledReason', jsonb_build_array(j.disabled_reason, k.disabled_reason)) AS changes
    ), reopened AS (
      UPDATE coupon_batch b SET state = 'DONE', updated_at = now()
      WHERE coupon_after(action) = 'ACTIVE' AND b.campaign_id = campaign AND b.state = 'DISABLED'
        AND b.id IN (SELECT c.batch_id FROM changed c)
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_coupon_states(text, uuid, uuid[], text, text) IS
  'Disables or enables coupons of a campaign that allow it. Returns for each existing coupon why it was skipped, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_coupon_states(text, uuid, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_coupon_states(text, uuid, uuid[], text, text)');

CREATE OR REPLACE FUNCTION coupon_is_reissuable(campaign uuid, coupon uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT EXISTS (SELECT FROM coupon k JOIN account a ON a.id = k.account_id AND a.state <> 'CLOSED'
    WHERE k.campaign_id = campaign AND k.id = coupon AND k.state = 'ACTIVE' AND NOT k.is_own
      AND k.redemptions_count + k.reserved_count < k.max_redemptions AND coalesce(k.valid_until > now(), true)
      AND campaign_takes_codes(campaign) AND NOT coupon_is_replaced(campaign, k.id)) $$;
COMMENT ON FUNCTION coupon_is_reissuable(uuid, uuid) IS
  'Whether the holder of a coupon gets a new code when it is voided: it is theirs alone, could still be used, and was not replaced before.';

CREATE OR REPLACE FUNCTION void_coupons(campaign uuid, ids uuid[], why text, by_sub text, codes text[])
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  -- A separate statement, so that the next one sees the uses of previous lock holders.
  PERFORM FROM coupon k WHERE k.campaign_id = campaign AND k.id = ANY (ids) ORDER BY k.id FOR NO KEY UPDATE;
  RETURN QUERY WITH held AS MATERIALIZED (
      SELECT k.*, row_number() OVER (ORDER BY k.id) AS n FROM coupon k
      WHERE k.campaign_id = campaign AND k.id = ANY (ids) AND k.account_id IS NOT NULL AND coupon_is_reissuable(campaign, k.id)
    ), voided AS MATERIALIZED (
      SELECT v.id, v.refusal, v.changes FROM change_coupon_states('DISABLE', campaign, ids, why, by_sub) v
    ), issued AS (
      INSERT INTO coupon (campaign_id, batch_id, streamer_id, account_id, valid_from, valid_until, distributed_at, max_redemptions, updated_by,
        replaces_id, code)
      SELECT campaign, h.batch_id, h.streamer_id, h.account_id, h.valid_from, h.valid_until, now(),
        h.max_redemptions - h.redemptions_count - h.reserved_count, by_sub, h.id, coalesce(c.code_prefix, '') || codes[h.n]
      FROM held h JOIN voided v ON v.id = h.id AND v.changes IS NOT NULL JOIN campaign c ON c.id = campaign
      RETURNING coupon.id, coupon.account_id, coupon.replaces_id
    ), won AS (
      UPDATE giveaway_winner w SET coupon_id = i.id FROM issued i WHERE w.account_id = i.account_id AND w.coupon_id = i.replaces_id
    )
    SELECT v.id, v.refusal, v.changes || CASE WHEN i.id IS NULL THEN '{}' ELSE jsonb_build_object('replacedBy', jsonb_build_array(NULL, i.id)) END
    FROM voided v LEFT JOIN issued i ON i.replaces_id = v.id;
END
$$;
COMMENT ON FUNCTION void_coupons(uuid, uuid[], text, text, text[]) IS
  'As change_coupon_states() with DISABLE; holders of usable coupons get new ones with one of the codes and the remaining uses. Prizes follow.';
REVOKE ALL ON FUNCTION void_coupons(uuid, uuid[], text, text, text[]) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION void_coupons(uuid, uuid[], text, text, text[])');

-- The trigger checks the length of the code first, as a call per row is too expensive for generated codes. Codes of
-- others may be as short.
CREATE OR REPLACE FUNCTION coupon_opens_slices() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  INSERT INTO coupon_slice (campaign_id, coupon_id, slice, redemptions_cap)
    SELECT NEW.campaign_id, NEW.id, n, slice_share(NEW.max_redemptions, n, 16) FROM generate_series(0, 15) AS n WHERE NOT NEW.is_own;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION coupon_opens_slices() IS 'Divides the uses of a new SHARED code into slices.';
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
  'Status of a coupon at an instant. Lists, filters and details all use it.';

-- Every SHARED code has the limit of its campaign.
CREATE OR REPLACE FUNCTION campaign_moves_code_limits() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM FROM coupon WHERE campaign_id = NEW.id ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM coupon_slice WHERE campaign_id = NEW.id ORDER BY coupon_id, slice FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM coupon_slice WHERE campaign_id = NEW.id
      GROUP BY coupon_id HAVING sum(redemptions_count + reserved_count) > NEW.per_coupon_limit) THEN
    RAISE EXCEPTION 'the limit is below the uses of a code'
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
COMMENT ON FUNCTION campaign_moves_code_limits() IS 'Sets the new limit of every SHARED code of a campaign; a limit below the uses of one: SQLSTATE BC003.';
REVOKE ALL ON FUNCTION campaign_moves_code_limits() FROM PUBLIC;
CREATE OR REPLACE TRIGGER campaign_moves_code_limits AFTER UPDATE OF per_coupon_limit ON campaign
  FOR EACH ROW WHEN (NEW.code_mode = 'SHARED' AND NEW.per_coupon_limit <> OLD.per_coupon_limit)
  EXECUTE FUNCTION campaign_moves_code_limits();

-- Locks the campaign, so that a concurrent order waits and then sees this one. A batch whose job ended early has released the missing
-- codes, so resuming it is checked like a new order.
CREATE OR REPLACE FUNCTION coupon_batch_keeps_limits() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  more int := NEW.requested;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.requested <> OLD.requested AND NOT OLD.is_own OR NEW.number <> OLD.number OR NEW.is_by_streamer <> OLD.is_by_streamer
      OR NEW.is_own <> OLD.is_own OR NEW.streamer_id IS DISTINCT FROM OLD.streamer_id
    THEN
      RAISE EXCEPTION 'an order cannot be changed' USING ERRCODE = 'BC003', TABLE = 'coupon_batch';
    END IF;
    more := NEW.requested - OLD.generated;
    IF NEW.requested = OLD.requested AND (NEW.state NOT IN ('QUEUED', 'RUNNING') OR OLD.state IN ('QUEUED', 'RUNNING')) THEN
      RETURN NEW;
    END IF;
  END IF;
  PERFORM FROM campaign WHERE id = NEW.campaign_id FOR NO KEY UPDATE;
  IF TG_OP = 'INSERT' THEN
    NEW.number := (SELECT coalesce(max(b.number), 0) + 1 FROM coupon_batch b WHERE b.campaign_id = NEW.campaign_id);
  END IF;
  IF campaign_coupons_ordered(NEW.campaign_id) + more > coupon_limit(NEW.campaign_id) THEN
    RAISE EXCEPTION 'the campaign would exceed its limit of coupons' USING ERRCODE = 'BC001', TABLE = 'coupon_batch', COLUMN = 'requested';
  END IF;
  IF NEW.is_own AND NOT campaign_takes_codes(NEW.campaign_id) THEN
    RAISE EXCEPTION 'the campaign takes no codes of others now' USING ERRCODE = 'BC003', TABLE = 'coupon_batch';
  END IF;
  IF NEW.is_by_streamer AND streamer_coupons_ordered(NEW.campaign_id, NEW.streamer_id) + more > coalesce(
      (SELECT s.coupon_quota FROM campaign_streamer s
        WHERE s.campaign_id = NEW.campaign_id AND s.streamer_id = NEW.streamer_id AND s.removed_at IS NULL), 0)
  THEN
    RAISE EXCEPTION 'the streamer would exceed their quota of coupons' USING ERRCODE = 'BC001', TABLE = 'coupon_batch', COLUMN = 'requested';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION coupon_batch_keeps_limits() IS
  'Numbers the batches of a campaign, and refuses an order above the limit of the campaign or the quota of the streamer with SQLSTATE BC001.';
CREATE OR REPLACE TRIGGER coupon_batch_keeps_limits BEFORE INSERT OR UPDATE ON coupon_batch
  FOR EACH ROW EXECUTE FUNCTION coupon_batch_keeps_limits();

-- The batch follows its job in the same transaction, whether the job completes, is canceled while it waits or fails after its attempts.
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
  'Sets the state of a batch to that of its job. A batch that ended early is DONE with fewer codes than ordered.';
CREATE OR REPLACE TRIGGER coupon_batch_follows_job AFTER UPDATE OF state ON job
  FOR EACH ROW WHEN (NEW.kind IN ('coupon.generate', 'import.run') AND NEW.state IS DISTINCT FROM OLD.state)
  EXECUTE FUNCTION coupon_batch_follows_job();
