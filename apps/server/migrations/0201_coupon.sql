-- Coupons by the million and their redemptions (decision 0080). The keys of both begin with the campaign, by which the tables can be distributed.

CREATE TYPE coupon_batch_state AS ENUM ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'DISABLED');
CREATE TYPE coupon_state AS ENUM ('ACTIVE', 'DISABLED');
CREATE TYPE coupon_status AS ENUM
  ('ACTIVE', 'NOT_YET_VALID', 'RESERVED', 'REDEEMED', 'EXPIRED', 'DISABLED', 'CAMPAIGN_OFF');
CREATE TYPE redemption_state AS ENUM ('RESERVED', 'CONFIRMED', 'RELEASED', 'ROLLED_BACK');

CREATE TABLE coupon_batch (
  id uuid NOT NULL DEFAULT uuid_v7(),
  campaign_id uuid NOT NULL REFERENCES campaign,
  streamer_id uuid REFERENCES streamer,
  requested int NOT NULL CHECK (requested BETWEEN 1 AND 5000000),
  generated int NOT NULL DEFAULT 0,
  state coupon_batch_state NOT NULL DEFAULT 'QUEUED',
  job_id uuid REFERENCES job,
  valid_from timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  PRIMARY KEY (campaign_id, id),
  CONSTRAINT coupon_batch_generated CHECK (generated BETWEEN 0 AND requested),
  CONSTRAINT coupon_batch_window CHECK (valid_from < expires_at)
);
COMMENT ON TABLE coupon_batch IS 'Codes of a campaign that were ordered together.';
COMMENT ON COLUMN coupon_batch.streamer_id IS 'Whose codes they are; NULL: nobody''s in particular.';
COMMENT ON COLUMN coupon_batch.generated IS 'How many there are.';
COMMENT ON COLUMN coupon_batch.job_id IS 'Job that makes them; NULL: they were made at once.';
COMMENT ON COLUMN coupon_batch.expires_at IS 'When they end, if before the campaign does.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE coupon_batch');
CREATE INDEX coupon_batch_streamer_id ON coupon_batch (streamer_id) WHERE streamer_id IS NOT NULL;
CREATE INDEX coupon_batch_job_id ON coupon_batch (job_id) WHERE job_id IS NOT NULL;

CREATE FUNCTION campaign_coupons_ordered(campaign uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce((SELECT sum(CASE WHEN b.state IN ('QUEUED', 'RUNNING') THEN b.requested ELSE b.generated END)
    FROM coupon_batch b WHERE b.campaign_id = campaign), 0);
COMMENT ON FUNCTION campaign_coupons_ordered(uuid) IS
  'Coupons that a campaign has or will have. Whoever orders more locks the row of the campaign first.';

-- Every index here is paid for by each of 50 million rows. The key serves the list in the order of making; the folded code is found
-- at once in any spelling; the last four are what people read out; a batch is disabled and filtered as a whole. What is rare among the
-- rows (used, reserved, disabled, personal, owned) has partial indexes.
CREATE TABLE coupon (
  id uuid NOT NULL DEFAULT uuid_v7(),
  campaign_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  streamer_id uuid REFERENCES streamer,
  account_id uuid REFERENCES account,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  distributed_at timestamptz(3),
  last_used_at timestamptz(3),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  max_redemptions int NOT NULL CHECK (max_redemptions BETWEEN 1 AND 1000000),
  redemptions_count int NOT NULL DEFAULT 0 CHECK (redemptions_count >= 0),
  reserved_count int NOT NULL DEFAULT 0 CHECK (reserved_count >= 0),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  state coupon_state NOT NULL DEFAULT 'ACTIVE',
  code text COLLATE "C" NOT NULL CHECK (code ~ '^[A-Z0-9]{4,20}$'),
  code_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(code, 'OIL', '011')) STORED UNIQUE,
  code_last4 text COLLATE "C" NOT NULL GENERATED ALWAYS AS ("right"(code, 4)) STORED,
  disabled_reason text CHECK (char_length(disabled_reason) BETWEEN 1 AND 300),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  PRIMARY KEY (campaign_id, id),
  FOREIGN KEY (campaign_id, batch_id) REFERENCES coupon_batch (campaign_id, id),
  CONSTRAINT coupon_uses CHECK (redemptions_count + reserved_count <= max_redemptions),
  CONSTRAINT coupon_window CHECK (valid_from < valid_until),
  CONSTRAINT coupon_disabled_has_reason CHECK ((state = 'DISABLED') = (disabled_reason IS NOT NULL))
) WITH (fillfactor = 90);
COMMENT ON TABLE coupon IS 'A code of a campaign. Rows are never deleted, so that a code is never given out twice.';
COMMENT ON COLUMN coupon.streamer_id IS 'Whose code it is.';
COMMENT ON COLUMN coupon.account_id IS 'Whose alone it is; NULL: whoever has the code may use it.';
COMMENT ON COLUMN coupon.valid_from IS 'Narrower than the campaign''s window; NULL: as that.';
COMMENT ON COLUMN coupon.valid_until IS 'First instant at which it is no longer valid.';
COMMENT ON COLUMN coupon.distributed_at IS 'When somebody first took the code away to give it out.';
COMMENT ON COLUMN coupon.redemptions_count IS 'Confirmed uses, as reserved_count reserved ones; of UNIQUE codes only: those of SHARED ones are sums over coupon_slice.';
COMMENT ON COLUMN coupon.code IS 'In capitals without dashes. 4 to 10 signs: a shared code; 12 and more: prefix, 11 random signs and the check sign.';
COMMENT ON COLUMN coupon.code_key IS 'The code with look-alikes as one: O is 0, I and L are 1. Codes are looked for and unique by it.';
COMMENT ON COLUMN coupon.code_last4 IS 'What those see who may not see the code.';
-- Counters are changed by the functions of redemption alone, the code never.
SELECT grant_to_application('SELECT, INSERT (id, campaign_id, batch_id, streamer_id, account_id, valid_from, valid_until, distributed_at, max_redemptions, code),
  UPDATE (state, disabled_reason, distributed_at, updated_at, updated_by, version)', 'TABLE coupon');
CREATE INDEX coupon_last4 ON coupon (campaign_id, code_last4);
CREATE INDEX coupon_in_batch ON coupon (batch_id, id);
CREATE INDEX coupon_used ON coupon (campaign_id, id) WHERE redemptions_count > 0;
CREATE INDEX coupon_reserved ON coupon (campaign_id, id) WHERE reserved_count > 0;
CREATE INDEX coupon_disabled ON coupon (campaign_id, id) WHERE state = 'DISABLED';
CREATE INDEX coupon_of_streamer ON coupon (streamer_id, campaign_id, id) WHERE streamer_id IS NOT NULL;
CREATE INDEX coupon_of_account ON coupon (account_id) WHERE account_id IS NOT NULL;

CREATE FUNCTION coupon_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'the code of a coupon and whose it is are permanent' USING ERRCODE = 'BC003', TABLE = 'coupon';
END
$$;
CREATE TRIGGER coupon_check_change BEFORE UPDATE OF id, campaign_id, batch_id, streamer_id, code ON coupon
  FOR EACH ROW EXECUTE FUNCTION coupon_check_change();

CREATE TABLE coupon_slice (
  campaign_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  slice smallint NOT NULL CHECK (slice BETWEEN 0 AND 15),
  redemptions_count int NOT NULL DEFAULT 0 CHECK (redemptions_count >= 0),
  reserved_count int NOT NULL DEFAULT 0 CHECK (reserved_count >= 0),
  redemptions_cap int NOT NULL CHECK (redemptions_cap >= 0),
  last_used_at timestamptz(3),
  PRIMARY KEY (campaign_id, coupon_id, slice),
  FOREIGN KEY (campaign_id, coupon_id) REFERENCES coupon (campaign_id, id),
  CONSTRAINT coupon_slice_uses CHECK (redemptions_count + reserved_count <= redemptions_cap)
) WITH (fillfactor = 50);
COMMENT ON TABLE coupon_slice IS 'Part of the uses of a SHARED code, 16 a code, so that those who use one code at once need not queue for one row. Changed by functions alone.';
COMMENT ON COLUMN coupon_slice.redemptions_cap IS 'Part of the most uses of the code. Caps are moved between slices, what is used stays.';
SELECT grant_to_application('SELECT', 'TABLE coupon_slice');

-- A row a coupon is too dear for generated codes, so the length decides before the function is called.
CREATE FUNCTION coupon_opens_slices() RETURNS trigger
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
CREATE TRIGGER coupon_opens_slices AFTER INSERT ON coupon
  FOR EACH ROW WHEN (char_length(NEW.code) <= 10) EXECUTE FUNCTION coupon_opens_slices();

CREATE FUNCTION coupon_status(
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

CREATE TABLE campaign_streamer (
  campaign_id uuid NOT NULL REFERENCES campaign,
  streamer_id uuid NOT NULL REFERENCES streamer,
  shared_coupon_id uuid,
  coupon_quota int NOT NULL DEFAULT 0 CHECK (coupon_quota BETWEEN 0 AND 5000000),
  commission_bp int NOT NULL DEFAULT 0 CHECK (commission_bp BETWEEN 0 AND 5000),
  removed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  PRIMARY KEY (campaign_id, streamer_id),
  FOREIGN KEY (campaign_id, shared_coupon_id) REFERENCES coupon (campaign_id, id)
);
CREATE INDEX campaign_streamer_streamer_id ON campaign_streamer (streamer_id, campaign_id);
COMMENT ON TABLE campaign_streamer IS 'Partners of a campaign. What a code brings always counts for its owner.';
COMMENT ON COLUMN campaign_streamer.shared_coupon_id IS 'The partner''s shared code; NULL: none.';
COMMENT ON COLUMN campaign_streamer.coupon_quota IS 'How many codes the partner may order.';
COMMENT ON COLUMN campaign_streamer.commission_bp IS 'Basis points of the order that each confirmed use earns the partner.';
COMMENT ON COLUMN campaign_streamer.removed_at IS 'When the partner was taken off the campaign; what was used before stays theirs.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE campaign_streamer');

-- Campaign, coupon, store and streamer are named without foreign keys: checking those would have every redemption write to the row of the
-- same campaign or code. The functions of redemption have read them by then, and none is ever deleted.
CREATE TABLE coupon_redemption (
  id uuid NOT NULL DEFAULT uuid_v7(),
  campaign_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  store_id uuid,
  streamer_id uuid,
  state redemption_state NOT NULL,
  slice smallint NOT NULL CHECK (slice BETWEEN 0 AND 15),
  coupon_use_no int CHECK (coupon_use_no >= 1),
  account_use_no smallint NOT NULL CHECK (account_use_no >= 1),
  order_ref text CHECK (char_length(order_ref) BETWEEN 1 AND 128),
  order_minor bigint CHECK (order_minor BETWEEN 0 AND 1000000000000),
  discount_minor bigint CHECK (discount_minor BETWEEN 0 AND order_minor),
  currency char(3) CHECK (currency ~ '^[A-Z]{3}$'),
  points int CHECK (points >= 1),
  points_transfer_id uuid,
  commission_minor bigint CHECK (commission_minor BETWEEN 0 AND order_minor),
  reserved_at timestamptz(3) NOT NULL DEFAULT now(),
  reserved_until timestamptz(3),
  confirmed_at timestamptz(3),
  released_at timestamptz(3),
  rolled_back_at timestamptz(3),
  rolled_back_by text CHECK (char_length(rolled_back_by) BETWEEN 1 AND 255),
  rollback_reason text CHECK (char_length(rollback_reason) BETWEEN 1 AND 300),
  idempotency_key text COLLATE "C" NOT NULL CHECK (char_length(idempotency_key) BETWEEN 1 AND 64),
  request_hash bytea NOT NULL CHECK (octet_length(request_hash) = 32),
  created_by text COLLATE "C" NOT NULL CHECK (char_length(created_by) BETWEEN 1 AND 255),
  PRIMARY KEY (campaign_id, id),
  UNIQUE (created_by, idempotency_key),
  CONSTRAINT coupon_redemption_money_has_currency CHECK (discount_minor IS NULL OR currency IS NOT NULL),
  CONSTRAINT coupon_redemption_reserved CHECK (state <> 'RESERVED' OR reserved_until IS NOT NULL),
  CONSTRAINT coupon_redemption_confirmed CHECK ((state IN ('CONFIRMED', 'ROLLED_BACK')) = (confirmed_at IS NOT NULL)),
  CONSTRAINT coupon_redemption_released CHECK ((state = 'RELEASED') = (released_at IS NOT NULL)),
  CONSTRAINT coupon_redemption_rolled_back CHECK ((state = 'ROLLED_BACK') = (rolled_back_at IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (rolled_back_by IS NOT NULL) AND (state = 'ROLLED_BACK') = (rollback_reason IS NOT NULL))
);
COMMENT ON TABLE coupon_redemption IS 'A use of a code: held, then confirmed or released, and perhaps rolled back. Changed by functions alone, never deleted.';
COMMENT ON COLUMN coupon_redemption.streamer_id IS 'Owner of the code, for whom it counts.';
COMMENT ON COLUMN coupon_redemption.slice IS 'Slice of the campaign, and of a SHARED code, that it is counted in.';
COMMENT ON COLUMN coupon_redemption.coupon_use_no IS 'Number among the uses of a UNIQUE code; NULL for SHARED ones.';
COMMENT ON COLUMN coupon_redemption.account_use_no IS 'Number among the uses by this account in the campaign.';
COMMENT ON COLUMN coupon_redemption.request_hash IS 'Of what was asked for under the key: other input with the same key is refused.';
COMMENT ON COLUMN coupon_redemption.created_by IS 'Subject of the machine client; keys are its own.';
SELECT grant_to_application('SELECT', 'TABLE coupon_redemption');
CREATE UNIQUE INDEX coupon_redemption_coupon_use ON coupon_redemption (campaign_id, coupon_id, coupon_use_no)
  WHERE state IN ('RESERVED', 'CONFIRMED') AND coupon_use_no IS NOT NULL;
CREATE UNIQUE INDEX coupon_redemption_account_use ON coupon_redemption (campaign_id, account_id, account_use_no)
  WHERE state IN ('RESERVED', 'CONFIRMED');
CREATE INDEX coupon_redemption_id ON coupon_redemption (id);
CREATE INDEX coupon_redemption_of_coupon ON coupon_redemption (coupon_id, id);
CREATE INDEX coupon_redemption_of_account ON coupon_redemption (account_id, id);
CREATE INDEX coupon_redemption_of_streamer ON coupon_redemption (streamer_id, campaign_id, id) WHERE streamer_id IS NOT NULL;
CREATE INDEX coupon_redemption_confirmed_at ON coupon_redemption (campaign_id, confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX coupon_redemption_open ON coupon_redemption (campaign_id, reserved_until) WHERE state = 'RESERVED';
CREATE INDEX coupon_redemption_due ON coupon_redemption (reserved_until) WHERE state = 'RESERVED';

CREATE FUNCTION coupon_redemption_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('RESERVED', 'CONFIRMED'), ('RESERVED', 'RELEASED'), ('CONFIRMED', 'ROLLED_BACK')) THEN
    RAISE EXCEPTION 'a redemption cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'coupon_redemption', COLUMN = 'state';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION coupon_redemption_check_transition() IS 'Refuses a state that may not follow the present one, with SQLSTATE BC001.';
CREATE TRIGGER coupon_redemption_check_transition BEFORE UPDATE OF state ON coupon_redemption
  FOR EACH ROW WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION coupon_redemption_check_transition();

CREATE FUNCTION campaign_has_reservations(campaign uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN EXISTS (SELECT FROM coupon_redemption r WHERE r.campaign_id = campaign AND r.state = 'RESERVED');

CREATE TABLE coupon_rejection_hourly (
  campaign_id uuid NOT NULL,
  hour timestamptz(0) NOT NULL CHECK (extract(epoch FROM hour)::bigint % 3600 = 0),
  reason text COLLATE "C" NOT NULL CHECK (reason ~ '^[A-Z_]{3,40}$'),
  slice smallint NOT NULL DEFAULT 0 CHECK (slice BETWEEN 0 AND 15),
  n int NOT NULL CHECK (n >= 1),
  PRIMARY KEY (campaign_id, hour, reason, slice)
) WITH (fillfactor = 50);
COMMENT ON TABLE coupon_rejection_hourly IS 'Refused redemptions an hour. Changed by functions alone.';
COMMENT ON COLUMN coupon_rejection_hourly.campaign_id IS 'All zeros for codes that do not exist.';
COMMENT ON COLUMN coupon_rejection_hourly.slice IS 'So that those who are refused at once need not queue for one row; the figure is the sum.';
SELECT grant_to_application('SELECT', 'TABLE coupon_rejection_hourly');

-- Holds for every role, the owner included.
CREATE FUNCTION coupons_stay() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'campaigns, coupons and redemptions are never deleted' USING ERRCODE = 'BC002', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER campaign_stays BEFORE DELETE OR TRUNCATE ON campaign FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER streamer_stays BEFORE DELETE OR TRUNCATE ON streamer FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER campaign_slice_stays BEFORE DELETE OR TRUNCATE ON campaign_slice FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_batch_stays BEFORE DELETE OR TRUNCATE ON coupon_batch FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_stays BEFORE DELETE OR TRUNCATE ON coupon FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_slice_stays BEFORE DELETE OR TRUNCATE ON coupon_slice FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();
CREATE TRIGGER coupon_redemption_stays BEFORE DELETE OR TRUNCATE ON coupon_redemption FOR EACH STATEMENT EXECUTE FUNCTION coupons_stay();

-- Cancelling a campaign ends every use that is held. Its slices are closed and locked by then (campaign_keeps_slices), and whoever reserves,
-- releases or rolls back takes a slice first: campaign_slice, coupon, coupon_slice, coupon_redemption, wallet, each in the order of its key.
CREATE FUNCTION campaign_releases_reservations() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  PERFORM FROM coupon k
    WHERE k.campaign_id = NEW.id AND NEW.code_mode = 'UNIQUE'
      AND k.id IN (SELECT coupon_id FROM coupon_redemption WHERE campaign_id = NEW.id AND state = 'RESERVED')
    ORDER BY k.id FOR NO KEY UPDATE;
  PERFORM FROM coupon_slice k
    WHERE k.campaign_id = NEW.id
      AND k.coupon_id IN (SELECT coupon_id FROM coupon_redemption WHERE campaign_id = NEW.id AND state = 'RESERVED')
    ORDER BY k.coupon_id, k.slice FOR NO KEY UPDATE;
  WITH released AS (
    UPDATE coupon_redemption SET state = 'RELEASED', released_at = now()
      WHERE campaign_id = NEW.id AND state = 'RESERVED'
      RETURNING coupon_id, slice, coalesce(discount_minor, 0) AS discount, coalesce(points, 0) AS points),
  of_slices AS (
    UPDATE campaign_slice s SET redemptions_used = s.redemptions_used - r.uses,
        discount_used_minor = s.discount_used_minor - r.discount, points_used = s.points_used - r.points
      FROM (SELECT slice, count(*) AS uses, sum(discount) AS discount, sum(points) AS points FROM released GROUP BY slice) AS r
      WHERE s.campaign_id = NEW.id AND s.slice = r.slice),
  of_codes AS (
    UPDATE coupon_slice s SET reserved_count = s.reserved_count - r.uses
      FROM (SELECT coupon_id, slice, count(*)::int AS uses FROM released GROUP BY coupon_id, slice) AS r
      WHERE s.campaign_id = NEW.id AND s.coupon_id = r.coupon_id AND s.slice = r.slice)
  UPDATE coupon k SET reserved_count = k.reserved_count - r.uses
    FROM (SELECT coupon_id, count(*)::int AS uses FROM released GROUP BY coupon_id) AS r
    WHERE NEW.code_mode = 'UNIQUE' AND k.campaign_id = NEW.id AND k.id = r.coupon_id;
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_releases_reservations() IS 'Gives back what is held when a campaign is canceled, whoever cancels it.';
REVOKE ALL ON FUNCTION campaign_releases_reservations() FROM PUBLIC;
CREATE TRIGGER campaign_releases_reservations AFTER UPDATE OF state ON campaign
  FOR EACH ROW WHEN (OLD.state <> 'CANCELED' AND NEW.state = 'CANCELED') EXECUTE FUNCTION campaign_releases_reservations();

-- The limit of a SHARED code is the campaign's, for every code that there is.
CREATE FUNCTION campaign_moves_code_limits() RETURNS trigger
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
CREATE TRIGGER campaign_moves_code_limits AFTER UPDATE OF per_coupon_limit ON campaign
  FOR EACH ROW WHEN (NEW.code_mode = 'SHARED' AND NEW.per_coupon_limit <> OLD.per_coupon_limit)
  EXECUTE FUNCTION campaign_moves_code_limits();
