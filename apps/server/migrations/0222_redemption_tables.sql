-- What redeeming keeps beside the redemptions themselves: wrong tries, figures by day, and alerts (decision 0082).

CREATE TYPE coupon_try_subject AS ENUM ('ACCOUNT', 'ADDRESS');

CREATE TABLE coupon_try (
  client_sub text COLLATE "C" NOT NULL CHECK (char_length(client_sub) BETWEEN 1 AND 255),
  subject_type coupon_try_subject NOT NULL,
  subject text COLLATE "C" NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 64),
  tried_at timestamptz(3)[] NOT NULL CHECK (cardinality(tried_at) BETWEEN 1 AND 1000),
  last_tried_at timestamptz(3) NOT NULL,
  PRIMARY KEY (client_sub, subject_type, subject)
) WITH (fillfactor = 50);
CREATE INDEX coupon_try_by_age ON coupon_try (last_tried_at);
COMMENT ON TABLE coupon_try IS 'Recent tries of codes that are unknown, by who tried. Rows go when they no longer count.';
COMMENT ON COLUMN coupon_try.client_sub IS 'Machine client through which it was tried.';
COMMENT ON COLUMN coupon_try.subject IS 'Id of the account, or the consumer''s network address.';
COMMENT ON COLUMN coupon_try.tried_at IS 'Those within the window, oldest first.';
SELECT grant_to_application('SELECT, DELETE', 'TABLE coupon_try');

CREATE FUNCTION coupon_try_window(of_type coupon_try_subject) RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE of_type WHEN 'ACCOUNT' THEN interval '15 minutes' ELSE interval '1 minute' END;
CREATE FUNCTION coupon_tries_max(of_type coupon_try_subject) RETURNS int
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE of_type
    WHEN 'ACCOUNT' THEN (SELECT (value #>> '{}')::int FROM config_entry WHERE key = 'coupon.failed_tries_per_15min')
    ELSE (SELECT (value #>> '{}')::int FROM config_entry WHERE key = 'coupon.failed_tries_per_address_minute') END;

CREATE TABLE coupon_unknown_minute (
  minute timestamptz(0) NOT NULL CHECK (minute = date_trunc('minute', minute)),
  client_sub text COLLATE "C" NOT NULL CHECK (char_length(client_sub) BETWEEN 1 AND 255),
  slice smallint NOT NULL CHECK (slice BETWEEN 0 AND 15),
  n int NOT NULL CHECK (n >= 1),
  PRIMARY KEY (minute, client_sub, slice)
) WITH (fillfactor = 50);
COMMENT ON TABLE coupon_unknown_minute IS 'Tries of unknown codes a minute, by machine client, for the leak alarm. Kept for an hour.';
SELECT grant_to_application('SELECT, DELETE', 'TABLE coupon_unknown_minute');

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
COMMENT ON TABLE campaign_daily IS 'Confirmed redemptions by day of the campaign''s zone, store and partner: the figures of statistics. A row means nothing by itself: the figure is the sum over slices. Changed by functions alone.';
COMMENT ON COLUMN campaign_daily.store_id IS 'All zeros for redemptions that name no store, as is streamer_id for codes without a partner.';
COMMENT ON COLUMN campaign_daily.slice IS 'So that those who confirm at once need not queue for one row. Past days are folded into slice 0.';
COMMENT ON COLUMN campaign_daily.rolled_back IS 'How many of those confirmed on this day were rolled back since. Amounts are of the others.';
SELECT grant_to_application('SELECT', 'TABLE campaign_daily');

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
COMMENT ON TABLE campaign_alert IS 'That so much of a limit of a campaign is used up, once for each limit; or that it was paused because codes were guessed.';
COMMENT ON COLUMN campaign_alert.of_limit IS 'The limit at that time: when it is raised, its alerts come again.';
CREATE INDEX campaign_alert_by_time ON campaign_alert (raised_at, id);
SELECT grant_to_application('SELECT, INSERT', 'TABLE campaign_alert');

INSERT INTO config_entry (key, value_type, value, default_value, unit, min_value, max_value, description) VALUES
  ('coupon.failed_tries_per_address_minute', 'INTEGER', '30', '30', 'tries', 1, 1000,
    'Wrong codes that may be tried from one network address within a minute.'),
  ('coupon.leak_alarm_per_5min', 'INTEGER', '1000', '1000', 'tries', 10, 1000000,
    'Wrong codes within 5 minutes, over all clients, at which running campaigns with unique codes are paused.');

-- Orders of the lists of redemptions, and what was taken back last.
CREATE INDEX coupon_redemption_in_campaign ON coupon_redemption (campaign_id, reserved_at, id);
CREATE INDEX coupon_redemption_by_account ON coupon_redemption (account_id, reserved_at, id);
DROP INDEX coupon_redemption_of_account;
CREATE INDEX coupon_redemption_rolled_back_at ON coupon_redemption (campaign_id, rolled_back_at) WHERE rolled_back_at IS NOT NULL;
