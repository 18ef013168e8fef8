-- Coupons by the million and their redemptions (decision 0080). The keys of both begin with the campaign, by which the tables can be distributed.

CREATE TYPE coupon_batch_state AS ENUM ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'DISABLED');
CREATE TYPE coupon_status AS ENUM ('ACTIVE', 'NOT_YET_VALID', 'RESERVED', 'REDEEMED', 'EXPIRED', 'DISABLED', 'CAMPAIGN_OFF');

CREATE TABLE coupon_batch (
  id uuid NOT NULL DEFAULT uuid_v7(),
  campaign_id uuid NOT NULL REFERENCES campaign,
  streamer_id uuid REFERENCES streamer,
  requested int NOT NULL CHECK (requested BETWEEN 1 AND 5000000),
  generated int NOT NULL DEFAULT 0,
  state coupon_batch_state NOT NULL DEFAULT 'QUEUED',
  job_id uuid REFERENCES job ON DELETE SET NULL,
  valid_from timestamptz(3),
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  number int NOT NULL DEFAULT 0 CHECK (number >= 1),
  is_by_streamer boolean NOT NULL DEFAULT false,
  PRIMARY KEY (campaign_id, id),
  CONSTRAINT coupon_batch_number_key UNIQUE (campaign_id, number),
  CONSTRAINT coupon_batch_generated CHECK (generated BETWEEN 0 AND requested),
  CONSTRAINT coupon_batch_window CHECK (valid_from < expires_at)
);
CREATE INDEX coupon_batch_streamer_id ON coupon_batch (streamer_id) WHERE streamer_id IS NOT NULL;
CREATE INDEX coupon_batch_job_id ON coupon_batch (job_id) WHERE job_id IS NOT NULL;
COMMENT ON TABLE coupon_batch IS 'Codes of a campaign that were ordered together.';
COMMENT ON COLUMN coupon_batch.streamer_id IS 'Whose codes they are; NULL: nobody''s in particular.';
COMMENT ON COLUMN coupon_batch.generated IS 'How many there are.';
COMMENT ON COLUMN coupon_batch.job_id IS 'Job that makes them; NULL: they were made at once, or the job is forgotten.';
COMMENT ON COLUMN coupon_batch.expires_at IS 'When they end, if before the campaign does.';
COMMENT ON COLUMN coupon_batch.number IS '1, 2, 3, … within the campaign: what people call it. Given by a trigger.';
COMMENT ON COLUMN coupon_batch.is_by_streamer IS 'True where its streamer ordered it, which counts against their quota.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE coupon_batch');

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
  max_redemptions int NOT NULL,
  redemptions_count int NOT NULL DEFAULT 0,
  reserved_count int NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1,
  state coupon_state NOT NULL DEFAULT 'ACTIVE',
  code text COLLATE "C" NOT NULL,
  code_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (translate(code, 'OIL', '011')) STORED UNIQUE,
  code_last4 text COLLATE "C" NOT NULL GENERATED ALWAYS AS ("right"(code, 4)) STORED,
  disabled_reason text,
  updated_by text,
  PRIMARY KEY (campaign_id, id),
  FOREIGN KEY (campaign_id, batch_id) REFERENCES coupon_batch (campaign_id, id)
) WITH (fillfactor = 90);
ALTER TABLE coupon
  ADD CONSTRAINT coupon_is_sound CHECK (coupon_is_sound(code, state, disabled_reason, valid_from, valid_until, max_redemptions,
    redemptions_count, reserved_count, version, updated_by)) NOT VALID;
CREATE INDEX coupon_last4 ON coupon (campaign_id, code_last4);
CREATE INDEX coupon_in_batch ON coupon (batch_id, id);
CREATE INDEX coupon_disabled ON coupon (campaign_id, id) WHERE state = 'DISABLED';
CREATE INDEX coupon_of_streamer ON coupon (streamer_id, campaign_id, id) WHERE streamer_id IS NOT NULL;
CREATE INDEX coupon_of_account ON coupon (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX coupon_used ON coupon (campaign_id, id) WHERE redemptions_count > 0 OR char_length(code) <= 10;
CREATE INDEX coupon_reserved ON coupon (campaign_id, id) WHERE reserved_count > 0 OR char_length(code) <= 10;
-- Coupons with a window of their own are few: whether there are any is asked before millions are read.
CREATE INDEX coupon_windowed ON coupon (campaign_id, id) WHERE valid_from IS NOT NULL OR valid_until IS NOT NULL;
COMMENT ON TABLE coupon IS 'A code of a campaign. Rows are never deleted, so that a code is never given out twice.';
COMMENT ON COLUMN coupon.streamer_id IS 'Whose code it is.';
COMMENT ON COLUMN coupon.account_id IS 'Whose alone it is; NULL: whoever has the code may use it.';
COMMENT ON COLUMN coupon.valid_from IS 'Narrower than the campaign''s window; NULL: as that.';
COMMENT ON COLUMN coupon.valid_until IS 'First instant at which it is no longer valid.';
COMMENT ON COLUMN coupon.distributed_at IS 'When somebody first took the code away to give it out.';
COMMENT ON COLUMN coupon.redemptions_count IS
  'Confirmed uses, as reserved_count reserved ones; of UNIQUE codes only: those of SHARED ones are sums over coupon_slice.';
COMMENT ON COLUMN coupon.code IS 'In capitals without dashes. 4 to 10 signs: a shared code; 12 and more: prefix, 11 random signs and the check sign.';
COMMENT ON COLUMN coupon.code_key IS 'The code with look-alikes as one: O is 0, I and L are 1. Codes are looked for and unique by it.';
COMMENT ON COLUMN coupon.code_last4 IS 'What those see who may not see the code.';
-- Counters are changed by the functions of redemption alone, the code never.
SELECT grant_to_application('SELECT, INSERT (id, campaign_id, batch_id, streamer_id, account_id, valid_from, valid_until, distributed_at, max_redemptions, code),
  UPDATE (state, disabled_reason, distributed_at, updated_at, updated_by, version)', 'TABLE coupon');

CREATE TABLE coupon_slice (
  campaign_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  slice smallint NOT NULL,
  redemptions_count int NOT NULL DEFAULT 0,
  reserved_count int NOT NULL DEFAULT 0,
  redemptions_cap int NOT NULL,
  last_used_at timestamptz(3),
  PRIMARY KEY (campaign_id, coupon_id, slice),
  FOREIGN KEY (campaign_id, coupon_id) REFERENCES coupon (campaign_id, id)
) WITH (fillfactor = 50);
ALTER TABLE coupon_slice
  ADD CONSTRAINT coupon_slice_is_sound CHECK (coupon_slice_is_sound(slice, redemptions_count, reserved_count, redemptions_cap)) NOT VALID;
COMMENT ON TABLE coupon_slice IS
  'Part of the uses of a SHARED code, 16 a code, so that those who use one code at once need not queue for one row. Changed by functions alone.';
COMMENT ON COLUMN coupon_slice.redemptions_cap IS 'Part of the most uses of the code. Caps are moved between slices, what is used stays.';
SELECT grant_to_application('SELECT', 'TABLE coupon_slice');

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
