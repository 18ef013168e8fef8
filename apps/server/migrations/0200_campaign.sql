-- Campaigns, the partners who carry them, and the counters that no redemption can overrun (decision 0080).

CREATE TYPE streamer_platform AS ENUM ('TWITCH', 'YOUTUBE', 'KICK', 'TIKTOK', 'OTHER');
CREATE TYPE streamer_state AS ENUM ('ACTIVE', 'SUSPENDED');
CREATE TYPE campaign_reward AS ENUM ('PERCENT', 'AMOUNT', 'POINTS', 'GIFT');
CREATE TYPE campaign_code_mode AS ENUM ('UNIQUE', 'SHARED');
CREATE TYPE campaign_state AS ENUM ('DRAFT', 'ACTIVE', 'PAUSED', 'CANCELED', 'ARCHIVED');
CREATE TYPE campaign_status AS ENUM
  ('DRAFT', 'SCHEDULED', 'RUNNING', 'EXHAUSTED', 'PAUSED', 'EXPIRED', 'CANCELED', 'ARCHIVED');

CREATE TABLE streamer (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  staff_sub text COLLATE "C" UNIQUE CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 80),
  platform streamer_platform NOT NULL,
  channel_url text CHECK (char_length(channel_url) <= 300 AND channel_url ~ '^https://[^[:space:]]+$'),
  country_code char(2) REFERENCES country,
  state streamer_state NOT NULL DEFAULT 'ACTIVE',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  display_name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(display_name)) STORED,
  display_name_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(display_name)) STORED,
  CONSTRAINT streamer_suspended_has_reason CHECK (state <> 'SUSPENDED' OR state_reason IS NOT NULL)
);
COMMENT ON TABLE streamer IS 'A partner who brings codes to an audience. Rows are never deleted.';
COMMENT ON COLUMN streamer.staff_sub IS 'Subject of the tokens of whoever is signed in as this partner; NULL: nobody.';
COMMENT ON COLUMN streamer.state_changed_at IS 'Set by a trigger.';
COMMENT ON COLUMN streamer.display_name_key IS 'Fragment search.';
COMMENT ON COLUMN streamer.display_name_sort IS 'Order of names in every script.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE streamer');
CREATE INDEX streamer_by_name ON streamer (display_name_sort, id);
CREATE INDEX streamer_by_created ON streamer (created_at, id);
CREATE INDEX streamer_country_code ON streamer (country_code);

CREATE FUNCTION streamer_state_changed() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.state_changed_at := now();
  RETURN NEW;
END
$$;
CREATE TRIGGER streamer_state_changed BEFORE UPDATE OF state ON streamer
  FOR EACH ROW WHEN (NEW.state IS DISTINCT FROM OLD.state) EXECUTE FUNCTION streamer_state_changed();

CREATE TABLE campaign (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{3,24}$'),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  description text CHECK (char_length(description) BETWEEN 1 AND 1000),
  reward_type campaign_reward NOT NULL,
  percent_bp int CHECK (percent_bp BETWEEN 1 AND 10000),
  amount_minor bigint CHECK (amount_minor BETWEEN 1 AND 1000000000000),
  points int CHECK (points BETWEEN 1 AND 1000000000),
  gift_text_i18n jsonb CHECK (gift_text_i18n IS NULL OR is_i18n_map(gift_text_i18n, 120)),
  currency char(3) CHECK (currency ~ '^[A-Z]{3}$'),
  max_discount_minor bigint CHECK (max_discount_minor BETWEEN 1 AND 1000000000000),
  min_order_minor bigint CHECK (min_order_minor BETWEEN 1 AND 1000000000000),
  first_order_only boolean NOT NULL DEFAULT false,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  timezone text NOT NULL CHECK (is_timezone_name(timezone)),
  code_mode campaign_code_mode NOT NULL,
  code_prefix text COLLATE "C" CHECK (code_prefix ~ '^[A-Z0-9]{1,8}$'),
  coupons_limit int NOT NULL DEFAULT 100000 CHECK (coupons_limit BETWEEN 1 AND 5000000),
  per_coupon_limit int NOT NULL DEFAULT 1 CHECK (per_coupon_limit BETWEEN 1 AND 1000000),
  per_account_limit smallint NOT NULL DEFAULT 1 CHECK (per_account_limit BETWEEN 1 AND 100),
  redemptions_limit int CHECK (redemptions_limit >= 1),
  budget_minor bigint CHECK (budget_minor BETWEEN 1 AND 1000000000000000),
  reservation_seconds int NOT NULL DEFAULT 900 CHECK (reservation_seconds BETWEEN 0 AND 86400),
  state campaign_state NOT NULL DEFAULT 'DRAFT',
  state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  activated_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),

  -- Search and sort keys (decision 0020).
  name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  name_sort text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,

  CONSTRAINT campaign_reward_is_whole CHECK (
    (reward_type = 'PERCENT') = (percent_bp IS NOT NULL) AND (reward_type = 'AMOUNT') = (amount_minor IS NOT NULL)
    AND (reward_type = 'POINTS') = (points IS NOT NULL) AND (reward_type = 'GIFT') = (gift_text_i18n IS NOT NULL)),
  CONSTRAINT campaign_money_has_currency CHECK (currency IS NOT NULL
    OR (reward_type IN ('POINTS', 'GIFT') AND min_order_minor IS NULL)),
  CONSTRAINT campaign_cap_is_of_percent CHECK (max_discount_minor IS NULL OR reward_type = 'PERCENT'),
  CONSTRAINT campaign_budget_is_of_discounts CHECK (budget_minor IS NULL OR reward_type IN ('PERCENT', 'AMOUNT')),
  CONSTRAINT campaign_window CHECK (starts_at < ends_at AND starts_at >= '2000-01-01' AND ends_at < '2100-01-01'),
  CONSTRAINT campaign_prefix_is_of_unique CHECK (code_prefix IS NULL OR code_mode = 'UNIQUE'),
  CONSTRAINT campaign_state_has_reason CHECK (state NOT IN ('PAUSED', 'CANCELED') OR state_reason IS NOT NULL),
  CONSTRAINT campaign_draft_or_activated CHECK (CASE state WHEN 'DRAFT' THEN activated_at IS NULL WHEN 'ARCHIVED' THEN true ELSE activated_at IS NOT NULL END)
);
COMMENT ON TABLE campaign IS 'A coupon campaign. What a person set is kept; what follows from time and counters is campaign_status(). Rows are never deleted, so that codes are never used again.';
COMMENT ON COLUMN campaign.percent_bp IS 'Basis points: 10000 is all of the order.';
COMMENT ON COLUMN campaign.amount_minor IS 'Minor units of the currency, as all money here.';
COMMENT ON COLUMN campaign.currency IS 'ISO 4217; NULL only where nothing in the campaign is money.';
COMMENT ON COLUMN campaign.max_discount_minor IS 'Most that a percentage gives; NULL: no such limit.';
COMMENT ON COLUMN campaign.ends_at IS 'First instant that no longer belongs to it.';
COMMENT ON COLUMN campaign.timezone IS 'IANA zone in which people read and enter its window.';
COMMENT ON COLUMN campaign.per_coupon_limit IS 'Uses of one code. UNIQUE: of those that are made from now on. SHARED: of every code.';
COMMENT ON COLUMN campaign.redemptions_limit IS 'Uses in all; NULL: no such limit.';
COMMENT ON COLUMN campaign.reservation_seconds IS 'How long a use is held before it is confirmed; 0: confirmed at once.';
COMMENT ON COLUMN campaign.state_changed_at IS 'Set by a trigger, as is activated_at.';
COMMENT ON COLUMN campaign.name_key IS 'Fragment search.';
COMMENT ON COLUMN campaign.name_sort IS 'Order of names in every script.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE campaign');
-- Orders of the list; the key on code serves its own. Some thousand campaigns are searched and filtered without more.
CREATE INDEX campaign_by_name ON campaign (name_sort, id);
CREATE INDEX campaign_by_start ON campaign (starts_at, id);
CREATE INDEX campaign_by_end ON campaign (ends_at, id);
CREATE INDEX campaign_by_created ON campaign (created_at, id);
CREATE INDEX campaign_by_updated ON campaign (updated_at, id);
CREATE INDEX campaign_in_state ON campaign (state, starts_at, ends_at);

CREATE TABLE campaign_store (
  campaign_id uuid NOT NULL REFERENCES campaign,
  store_id uuid NOT NULL REFERENCES store,
  PRIMARY KEY (campaign_id, store_id)
);
CREATE INDEX campaign_store_store_id ON campaign_store (store_id, campaign_id);
COMMENT ON TABLE campaign_store IS 'Stores in which a campaign is valid, besides those of its areas; with neither it is valid in every country of its currency.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE campaign_store');

CREATE TABLE campaign_area (
  campaign_id uuid NOT NULL REFERENCES campaign,
  area_id uuid NOT NULL REFERENCES area,
  PRIMARY KEY (campaign_id, area_id)
);
CREATE INDEX campaign_area_area_id ON campaign_area (area_id, campaign_id);
COMMENT ON TABLE campaign_area IS 'Areas in whose stores a campaign is valid.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE campaign_area');

CREATE TABLE campaign_slice (
  campaign_id uuid NOT NULL REFERENCES campaign,
  slice smallint NOT NULL CHECK (slice BETWEEN 0 AND 15),
  is_open boolean NOT NULL DEFAULT true,
  redemptions_used bigint NOT NULL DEFAULT 0,
  redemptions_cap bigint CHECK (redemptions_cap >= 0),
  discount_used_minor bigint NOT NULL DEFAULT 0,
  budget_cap_minor bigint CHECK (budget_cap_minor >= 0),
  points_used bigint NOT NULL DEFAULT 0 CHECK (points_used >= 0),
  PRIMARY KEY (campaign_id, slice),
  CONSTRAINT campaign_slice_redemptions CHECK (redemptions_used >= 0 AND redemptions_used <= redemptions_cap),
  CONSTRAINT campaign_slice_budget CHECK (discount_used_minor >= 0 AND discount_used_minor <= budget_cap_minor)
) WITH (fillfactor = 50);
COMMENT ON TABLE campaign_slice IS 'Part of what a campaign may give away and has given: 1 for UNIQUE codes, 16 for SHARED ones. Totals are sums, so that no row is locked by everybody. Changed by functions alone.';
COMMENT ON COLUMN campaign_slice.is_open IS 'True while the campaign is ACTIVE. A reservation takes from open slices only, so none slips in beside a pause or cancellation.';
COMMENT ON COLUMN campaign_slice.redemptions_used IS 'Reserved and confirmed uses.';
COMMENT ON COLUMN campaign_slice.redemptions_cap IS 'Part of the limit of uses; NULL: there is none. Caps are moved between slices, what is used stays.';
COMMENT ON COLUMN campaign_slice.points_used IS 'Points of reserved and confirmed uses.';
SELECT grant_to_application('SELECT', 'TABLE campaign_slice');

CREATE FUNCTION campaign_is_exhausted(campaign uuid) RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(
    (SELECT bool_and(coalesce(s.redemptions_used >= s.redemptions_cap, false)
        OR coalesce(s.discount_used_minor >= s.budget_cap_minor, false))
      FROM campaign_slice s WHERE s.campaign_id = campaign), false);
COMMENT ON FUNCTION campaign_is_exhausted(uuid) IS 'True when every slice of the campaign is at one of its caps.';

CREATE FUNCTION campaign_status(
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
  'What a campaign is at an instant, from what a person set, its window [starts_at, ends_at) and its counters. The one rule of lists, filters, details and guards.';

CREATE FUNCTION campaign_status_now(campaign uuid, state campaign_state, starts_at timestamptz, ends_at timestamptz)
  RETURNS campaign_status
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN campaign_status(state, starts_at, ends_at, state = 'ACTIVE' AND campaign_is_exhausted(campaign), now());
COMMENT ON FUNCTION campaign_status_now(uuid, campaign_state, timestamptz, timestamptz) IS
  'campaign_status() at the beginning of the transaction.';

-- Every part of a limit, so that the parts are as equal as can be and their sum is the limit.
CREATE FUNCTION slice_share(amount bigint, slice int, slices int) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN amount / slices + CASE WHEN slice < amount % slices THEN 1 ELSE 0 END;

CREATE FUNCTION campaign_check_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  locked text;
  ordered bigint;
BEGIN
  IF NEW.state IS DISTINCT FROM OLD.state THEN
    IF (OLD.state, NEW.state) NOT IN (
      ('DRAFT', 'ACTIVE'), ('DRAFT', 'ARCHIVED'), ('ACTIVE', 'PAUSED'), ('ACTIVE', 'CANCELED'), ('ACTIVE', 'ARCHIVED'), ('PAUSED', 'ACTIVE'),
      ('PAUSED', 'CANCELED'), ('PAUSED', 'ARCHIVED'), ('CANCELED', 'ARCHIVED'))
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
    RAISE EXCEPTION 'the % of this campaign may no longer be changed like that', locked
      USING ERRCODE = 'BC003', TABLE = 'campaign', COLUMN = locked;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION campaign_check_change() IS
  'Refuses a state that may not follow the present one now, with SQLSTATE BC001, and what may no longer be changed, now that there are coupons or it has been activated, with BC003.';
CREATE TRIGGER campaign_check_change BEFORE UPDATE ON campaign
  FOR EACH ROW EXECUTE FUNCTION campaign_check_change();

CREATE FUNCTION campaign_keeps_slices() RETURNS trigger
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
      RAISE EXCEPTION 'more uses than that have been reserved or confirmed'
        USING ERRCODE = 'BC003', TABLE = 'campaign', COLUMN = 'redemptions_limit';
    ELSIF NEW.budget_minor < spent THEN
      RAISE EXCEPTION 'more than that has been reserved or given away'
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
  'Cuts what a campaign may give into slices when it is activated, opens and closes them with its state and moves their caps with its limits, whoever changes it. A limit below what is used: SQLSTATE BC003.';
REVOKE ALL ON FUNCTION campaign_keeps_slices() FROM PUBLIC;
CREATE TRIGGER campaign_keeps_slices AFTER UPDATE OF state, redemptions_limit, budget_minor ON campaign
  FOR EACH ROW EXECUTE FUNCTION campaign_keeps_slices();

-- Whoever looks at the list of campaigns is told that there are new ones.
CREATE FUNCTION campaign_created_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  RETURN NULL;
END
$$;
COMMENT ON FUNCTION campaign_created_notice() IS 'Tells listeners of campaign_created when the transaction began that created campaigns.';
CREATE TRIGGER campaign_created_notice AFTER INSERT ON campaign
  FOR EACH STATEMENT EXECUTE FUNCTION campaign_created_notice();
