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
  slice smallint NOT NULL,
  coupon_use_no int,
  account_use_no smallint NOT NULL,
  order_ref text,
  order_minor bigint,
  discount_minor bigint,
  currency char(3),
  points int,
  points_transfer_id uuid,
  commission_minor bigint,
  reserved_at timestamptz(3) NOT NULL DEFAULT now(),
  reserved_until timestamptz(3),
  confirmed_at timestamptz(3),
  released_at timestamptz(3),
  rolled_back_at timestamptz(3),
  rolled_back_by text,
  rollback_reason text,
  idempotency_key text COLLATE "C" NOT NULL,
  request_hash bytea NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  PRIMARY KEY (campaign_id, id),
  UNIQUE (created_by, idempotency_key)
);
ALTER TABLE coupon_redemption
  ADD CONSTRAINT coupon_redemption_is_sound CHECK (coupon_redemption_is_sound(state, slice, coupon_use_no, account_use_no, order_ref,
    order_minor, discount_minor, currency, points, commission_minor, reserved_until, confirmed_at, released_at, rolled_back_at,
    rolled_back_by, rollback_reason, idempotency_key, request_hash, created_by)) NOT VALID;
CREATE UNIQUE INDEX coupon_redemption_coupon_use ON coupon_redemption (campaign_id, coupon_id, coupon_use_no)
  WHERE state IN ('RESERVED', 'CONFIRMED') AND coupon_use_no IS NOT NULL;
CREATE UNIQUE INDEX coupon_redemption_account_use ON coupon_redemption (campaign_id, account_id, account_use_no)
  WHERE state IN ('RESERVED', 'CONFIRMED');
CREATE INDEX coupon_redemption_id ON coupon_redemption (id);
CREATE INDEX coupon_redemption_of_coupon ON coupon_redemption (coupon_id, id);
CREATE INDEX coupon_redemption_of_streamer ON coupon_redemption (streamer_id, campaign_id, id) WHERE streamer_id IS NOT NULL;
CREATE INDEX coupon_redemption_confirmed_at ON coupon_redemption (campaign_id, confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX coupon_redemption_open ON coupon_redemption (campaign_id, reserved_until) WHERE state = 'RESERVED';
CREATE INDEX coupon_redemption_due ON coupon_redemption (reserved_until) WHERE state = 'RESERVED';
-- Orders of the lists of redemptions, and what was taken back last.
CREATE INDEX coupon_redemption_in_campaign ON coupon_redemption (campaign_id, reserved_at, id);
CREATE INDEX coupon_redemption_by_account ON coupon_redemption (account_id, reserved_at, id);
CREATE INDEX coupon_redemption_rolled_back_at ON coupon_redemption (campaign_id, rolled_back_at) WHERE rolled_back_at IS NOT NULL;
-- Few are held at a time.
CREATE INDEX coupon_redemption_held_by_account ON coupon_redemption (account_id) WHERE state = 'RESERVED';
-- Redemptions: confirmed, and rolled back, each on its own day.
CREATE INDEX coupon_redemption_by_confirmation ON coupon_redemption (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE INDEX coupon_redemption_by_rollback ON coupon_redemption (rolled_back_at) WHERE rolled_back_at IS NOT NULL;
COMMENT ON TABLE coupon_redemption IS
  'A use of a code: held, then confirmed or released, and perhaps rolled back. Changed by functions alone, never deleted.';
COMMENT ON COLUMN coupon_redemption.streamer_id IS 'Owner of the code, for whom it counts.';
COMMENT ON COLUMN coupon_redemption.slice IS 'Slice of the campaign, and of a SHARED code, that it is counted in.';
COMMENT ON COLUMN coupon_redemption.coupon_use_no IS 'Number among the uses of a UNIQUE code; NULL for SHARED ones.';
COMMENT ON COLUMN coupon_redemption.account_use_no IS 'Number among the uses by this account in the campaign.';
COMMENT ON COLUMN coupon_redemption.request_hash IS 'Of what was asked for under the key: other input with the same key is refused.';
COMMENT ON COLUMN coupon_redemption.created_by IS 'Subject of the machine client; keys are its own.';
SELECT grant_to_application('SELECT', 'TABLE coupon_redemption');

CREATE TABLE coupon_rejection_hourly (
  campaign_id uuid NOT NULL,
  hour timestamptz(0) NOT NULL,
  reason text COLLATE "C" NOT NULL,
  slice smallint NOT NULL DEFAULT 0,
  n int NOT NULL,
  PRIMARY KEY (campaign_id, hour, reason, slice)
) WITH (fillfactor = 50);
ALTER TABLE coupon_rejection_hourly
  ADD CONSTRAINT coupon_rejection_is_sound CHECK (coupon_rejection_is_sound(hour, reason, slice, n)) NOT VALID;
COMMENT ON TABLE coupon_rejection_hourly IS 'Refused redemptions an hour. Changed by functions alone.';
COMMENT ON COLUMN coupon_rejection_hourly.campaign_id IS 'All zeros for codes that do not exist.';
COMMENT ON COLUMN coupon_rejection_hourly.slice IS 'So that those who are refused at once need not queue for one row; the figure is the sum.';
SELECT grant_to_application('SELECT', 'TABLE coupon_rejection_hourly');

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
COMMENT ON COLUMN coupon_try.subject IS 'Id of the account, or the consumer''s network address. {personal}';
COMMENT ON COLUMN coupon_try.tried_at IS 'Those within the window, oldest first.';
SELECT grant_to_application('SELECT, DELETE', 'TABLE coupon_try');

CREATE TABLE coupon_unknown_minute (
  minute timestamptz(0) NOT NULL CHECK (minute = date_trunc('minute', minute)),
  client_sub text COLLATE "C" NOT NULL CHECK (char_length(client_sub) BETWEEN 1 AND 255),
  slice smallint NOT NULL CHECK (slice BETWEEN 0 AND 15),
  n int NOT NULL CHECK (n >= 1),
  PRIMARY KEY (minute, client_sub, slice)
) WITH (fillfactor = 50);
COMMENT ON TABLE coupon_unknown_minute IS 'Tries of unknown codes a minute, by machine client, for the leak alarm. Kept for an hour.';
SELECT grant_to_application('SELECT, DELETE', 'TABLE coupon_unknown_minute');
