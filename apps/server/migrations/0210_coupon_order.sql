-- Orders of coupon codes: their limits, their number, and the job that makes them (decision 0081).

-- Jobs are forgotten after a while, batches never.
ALTER TABLE coupon_batch DROP CONSTRAINT coupon_batch_job_id_fkey,
  ADD CONSTRAINT coupon_batch_job_id_fkey FOREIGN KEY (job_id) REFERENCES job ON DELETE SET NULL;
COMMENT ON COLUMN coupon_batch.job_id IS 'Job that makes them; NULL: they were made at once, or the job is forgotten.';

ALTER TABLE coupon_batch ADD COLUMN number int,
  ADD COLUMN is_by_streamer boolean NOT NULL DEFAULT false;
UPDATE coupon_batch b SET number = n.number
  FROM (SELECT campaign_id, id, row_number() OVER (PARTITION BY campaign_id ORDER BY id) AS number FROM coupon_batch) AS n
  WHERE n.campaign_id = b.campaign_id AND n.id = b.id;
ALTER TABLE coupon_batch ALTER COLUMN number SET NOT NULL,
  ALTER COLUMN number SET DEFAULT 0,
  ADD CONSTRAINT coupon_batch_number_check CHECK (number >= 1),
  ADD CONSTRAINT coupon_batch_number_key UNIQUE (campaign_id, number);
COMMENT ON COLUMN coupon_batch.number IS '1, 2, 3, … within the campaign: what people call it. Given by a trigger.';
COMMENT ON COLUMN coupon_batch.is_by_streamer IS 'True where its streamer ordered it, which counts against their quota.';

CREATE FUNCTION coupon_limit(campaign uuid) RETURNS int
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT least(c.coupons_limit, (SELECT (e.value #>> '{}')::int FROM config_entry e WHERE e.key = 'coupon.max_per_campaign'))
    FROM campaign c WHERE c.id = campaign);
COMMENT ON FUNCTION coupon_limit(uuid) IS 'Most coupons that a campaign may have now: its own limit and that of the product.';

CREATE FUNCTION streamer_coupons_ordered(campaign uuid, streamer uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT sum(CASE WHEN b.state IN ('QUEUED', 'RUNNING') THEN b.requested ELSE b.generated END)
    FROM coupon_batch b WHERE b.campaign_id = campaign AND b.streamer_id = streamer AND b.is_by_streamer), 0);
COMMENT ON FUNCTION streamer_coupons_ordered(uuid, uuid) IS
  'Coupons that a streamer has ordered in a campaign, made or not yet. Whoever orders more locks the row of the campaign first.';

-- Of two orders at the same moment the second one waits for the row of the campaign and then sees the first one. A batch whose job ended
-- early gave back what was not made, so going on with it is an order again.
CREATE FUNCTION coupon_batch_keeps_limits() RETURNS trigger
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
CREATE TRIGGER coupon_batch_keeps_limits BEFORE INSERT OR UPDATE ON coupon_batch
  FOR EACH ROW EXECUTE FUNCTION coupon_batch_keeps_limits();

-- However the job ends (by itself, cancelled while it waits, given up after its attempts), the batch knows in the same transaction.
CREATE FUNCTION coupon_batch_follows_job() RETURNS trigger
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
COMMENT ON FUNCTION coupon_batch_follows_job() IS 'Gives a batch the state of the job that makes its codes. One that ended early is DONE with fewer codes than were ordered.';
CREATE TRIGGER coupon_batch_follows_job AFTER UPDATE OF state ON job
  FOR EACH ROW WHEN (NEW.kind = 'coupon.generate' AND NEW.state IS DISTINCT FROM OLD.state)
  EXECUTE FUNCTION coupon_batch_follows_job();

CREATE FUNCTION uuid_v7_instant(id uuid) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN to_timestamp(('x' || substr(translate(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);
COMMENT ON FUNCTION uuid_v7_instant(uuid) IS 'When a UUIDv7 was made, to the millisecond: rows by the million need no column for it.';

-- Uses of SHARED codes are counted elsewhere; such codes are few, so they are looked at in any case.
DROP INDEX coupon_used;
DROP INDEX coupon_reserved;
CREATE INDEX coupon_used ON coupon (campaign_id, id) WHERE redemptions_count > 0 OR char_length(code) <= 10;
CREATE INDEX coupon_reserved ON coupon (campaign_id, id) WHERE reserved_count > 0 OR char_length(code) <= 10;
