-- Campaigns, the partners who carry them, and the counters that no redemption can overrun (decision 0080).

CREATE TYPE streamer_platform AS ENUM ('TWITCH', 'YOUTUBE', 'KICK', 'TIKTOK', 'OTHER');
CREATE TYPE streamer_state AS ENUM ('ACTIVE', 'SUSPENDED');
CREATE TYPE campaign_reward AS ENUM ('PERCENT', 'AMOUNT', 'POINTS', 'GIFT');
CREATE TYPE campaign_code_mode AS ENUM ('UNIQUE', 'SHARED');
CREATE TYPE campaign_state AS ENUM ('DRAFT', 'ACTIVE', 'PAUSED', 'CANCELED', 'ARCHIVED');
CREATE TYPE campaign_status AS ENUM ('DRAFT', 'SCHEDULED', 'RUNNING', 'EXHAUSTED', 'PAUSED', 'EXPIRED', 'CANCELED', 'ARCHIVED');

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
CREATE INDEX streamer_by_name ON streamer (display_name_sort, id);
CREATE INDEX streamer_by_created ON streamer (created_at, id);
CREATE INDEX streamer_country_code ON streamer (country_code);
COMMENT ON TABLE streamer IS 'A partner who brings codes to an audience. Rows are never deleted.';
COMMENT ON COLUMN streamer.staff_sub IS 'Subject of the tokens of whoever is signed in as this partner; NULL: nobody.';
COMMENT ON COLUMN streamer.state_changed_at IS 'Set by a trigger.';
COMMENT ON COLUMN streamer.display_name_key IS 'Fragment search.';
COMMENT ON COLUMN streamer.display_name_sort IS 'Order of names in every script.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE streamer');

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
  canceled_at timestamptz(3),

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
-- Orders of the list; the key on code serves its own. Some thousand campaigns are searched and filtered without more.
CREATE INDEX campaign_by_name ON campaign (name_sort, id);
CREATE INDEX campaign_by_start ON campaign (starts_at, id);
CREATE INDEX campaign_by_end ON campaign (ends_at, id);
CREATE INDEX campaign_by_created ON campaign (created_at, id);
CREATE INDEX campaign_by_updated ON campaign (updated_at, id);
CREATE INDEX campaign_in_state ON campaign (state, starts_at, ends_at);
COMMENT ON TABLE campaign IS
  'A coupon campaign. What a person set is kept; what follows from time and counters is campaign_status(). Rows are never deleted, so that codes are never used again.';
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
COMMENT ON COLUMN campaign.canceled_at IS 'Set by a trigger; stays when the campaign is archived.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE campaign');

CREATE TABLE campaign_store (
  campaign_id uuid NOT NULL REFERENCES campaign,
  store_id uuid NOT NULL REFERENCES store,
  PRIMARY KEY (campaign_id, store_id)
);
CREATE INDEX campaign_store_store_id ON campaign_store (store_id, campaign_id);
COMMENT ON TABLE campaign_store IS
  'Stores in which a campaign is valid, besides those of its areas; with neither it is valid in every country of its currency.';
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
  slice smallint NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  redemptions_used bigint NOT NULL DEFAULT 0,
  redemptions_cap bigint,
  discount_used_minor bigint NOT NULL DEFAULT 0,
  budget_cap_minor bigint,
  points_used bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, slice)
) WITH (fillfactor = 50);
ALTER TABLE campaign_slice
  ADD CONSTRAINT campaign_slice_is_sound CHECK (campaign_slice_is_sound(slice, redemptions_used, redemptions_cap, discount_used_minor,
    budget_cap_minor, points_used)) NOT VALID;
COMMENT ON TABLE campaign_slice IS
  'Part of what a campaign may give away and has given: 1 for UNIQUE codes, 16 for SHARED ones. Totals are sums, so that no row is locked by everybody. Changed by functions alone.';
COMMENT ON COLUMN campaign_slice.is_open IS
  'True while the campaign is ACTIVE. A reservation takes from open slices only, so none slips in beside a pause or cancellation.';
COMMENT ON COLUMN campaign_slice.redemptions_used IS 'Reserved and confirmed uses.';
COMMENT ON COLUMN campaign_slice.redemptions_cap IS
  'Part of the limit of uses; NULL: there is none. Caps are moved between slices, what is used stays.';
COMMENT ON COLUMN campaign_slice.points_used IS 'Points of reserved and confirmed uses.';
SELECT grant_to_application('SELECT', 'TABLE campaign_slice');

CREATE TYPE campaign_announcement AS ENUM ('PAUSED', 'RESUMED', 'ENDED', 'CANCELED');

CREATE TABLE campaign_announcement_read (
  staff_sub text COLLATE "C" NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  campaign_id uuid NOT NULL REFERENCES campaign,
  read_until timestamptz(3) NOT NULL,
  PRIMARY KEY (staff_sub, campaign_id)
);
COMMENT ON TABLE campaign_announcement_read IS 'What the person of a partner has read of what is told about a campaign.';
COMMENT ON COLUMN campaign_announcement_read.staff_sub IS 'Subject claim of the identity provider.';
COMMENT ON COLUMN campaign_announcement_read.read_until IS 'What happened up to this instant is told no more.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE campaign_announcement_read');

CREATE TYPE campaign_alert_kind AS ENUM ('BUDGET', 'REDEMPTIONS', 'LEAK');

CREATE TABLE campaign_alert (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  campaign_id uuid NOT NULL REFERENCES campaign,
  kind campaign_alert_kind NOT NULL,
  percent smallint CHECK (percent IN (50, 80, 95, 100)),
  of_limit bigint,
  raised_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT campaign_alert_of_limit CHECK ((kind = 'LEAK') = (percent IS NULL) AND (kind = 'LEAK') = (of_limit IS NULL)),
  UNIQUE (campaign_id, kind, percent, of_limit)
);
CREATE INDEX campaign_alert_by_time ON campaign_alert (raised_at, id);
COMMENT ON TABLE campaign_alert IS
  'That so much of a limit of a campaign is used up, once for each limit; or that it was paused because codes were guessed.';
COMMENT ON COLUMN campaign_alert.of_limit IS 'The limit at that time: when it is raised, its alerts come again.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE campaign_alert');

CREATE TABLE campaign_daily (
  campaign_id uuid NOT NULL,
  day date NOT NULL,
  store_id uuid NOT NULL,
  streamer_id uuid NOT NULL,
  slice smallint NOT NULL CHECK (slice BETWEEN 0 AND 15),
  confirmed bigint NOT NULL DEFAULT 0,
  rolled_back bigint NOT NULL DEFAULT 0,
  order_minor bigint NOT NULL DEFAULT 0,
  discount_minor bigint NOT NULL DEFAULT 0,
  points bigint NOT NULL DEFAULT 0,
  commission_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, day, store_id, streamer_id, slice)
) WITH (fillfactor = 50);
CREATE INDEX campaign_daily_unfolded ON campaign_daily (day) WHERE slice > 0;
-- What a partner brought over all campaigns, without reading those of others. Figures of a day change no column of it.
CREATE INDEX campaign_daily_of_streamer ON campaign_daily (streamer_id, campaign_id)
  WHERE streamer_id <> '00000000-0000-0000-0000-000000000000';
COMMENT ON TABLE campaign_daily IS
  'Confirmed redemptions by day of the campaign''s zone, store and partner: the figures of statistics. A row means nothing by itself: the figure is the sum over slices. Changed by functions alone.';
COMMENT ON COLUMN campaign_daily.store_id IS 'All zeros for redemptions that name no store, as is streamer_id for codes without a partner.';
COMMENT ON COLUMN campaign_daily.slice IS 'So that those who confirm at once need not queue for one row. Past days are folded into slice 0.';
COMMENT ON COLUMN campaign_daily.rolled_back IS 'How many of those confirmed on this day were rolled back since. Amounts are of the others.';
SELECT grant_to_application('SELECT', 'TABLE campaign_daily');
