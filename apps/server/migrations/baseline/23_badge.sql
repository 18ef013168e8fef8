CREATE TYPE badge_state AS ENUM ('DRAFT', 'ACTIVE', 'RETIRED');
CREATE TYPE badge_award_mode AS ENUM ('MANUAL', 'RULE');
CREATE TYPE badge_rule_kind AS ENUM ('POINTS_SPENT_TOTAL', 'COUPONS_REDEEMED', 'GIVEAWAYS_ENTERED', 'GIVEAWAYS_WON', 'ACCOUNT_AGE_DAYS');

CREATE TABLE badge_category (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9][a-z0-9_.-]{1,63}$'),
  name_i18n jsonb NOT NULL CHECK (is_i18n_map(name_i18n, 60)),
  position int NOT NULL CHECK (position >= 1),
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  UNIQUE (position) DEFERRABLE
);
COMMENT ON TABLE badge_category IS 'Groups of badges, in the order in which people see them.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE badge_category');

CREATE TABLE badge (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  category_id uuid NOT NULL REFERENCES badge_category,
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code ~ '^[a-z0-9][a-z0-9_.-]{1,63}$'),
  name_i18n jsonb NOT NULL CHECK (is_i18n_map(name_i18n, 60)),
  description_i18n jsonb NOT NULL CHECK (is_i18n_map(description_i18n, 300)),
  criteria_i18n jsonb NOT NULL CHECK (is_i18n_map(criteria_i18n, 500)),
  image_path text COLLATE "C" UNIQUE CHECK (image_path ~ '^badges/[A-Za-z0-9_-]{1,100}\.png$'),
  award_mode badge_award_mode NOT NULL,
  rule_kind badge_rule_kind,
  rule_threshold bigint CHECK (rule_threshold BETWEEN 1 AND 9007199254740991),
  is_repeatable boolean NOT NULL DEFAULT false,
  auto_revoke boolean NOT NULL DEFAULT false,
  validity_days int CHECK (validity_days BETWEEN 1 AND 3650),
  state badge_state NOT NULL DEFAULT 'DRAFT',
  award_count int NOT NULL DEFAULT 0 CHECK (award_count >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  UNIQUE (id, is_repeatable),
  CONSTRAINT badge_rule_is_whole CHECK ((award_mode = 'RULE') = (rule_kind IS NOT NULL)
    AND (award_mode = 'RULE') = (rule_threshold IS NOT NULL)),
  CONSTRAINT badge_shown_has_image CHECK (state = 'DRAFT' OR image_path IS NOT NULL)
);
CREATE INDEX badge_category_id ON badge (category_id);
COMMENT ON TABLE badge IS 'What an account can be honoured with; awarded by hand or by a rule.';
COMMENT ON COLUMN badge.code IS 'Permanent: the mobile app names the badge by it.';
COMMENT ON COLUMN badge.image_path IS 'Key in the file store; another picture has another key.';
COMMENT ON COLUMN badge.auto_revoke IS 'True: taken back when the rule no longer holds.';
COMMENT ON COLUMN badge.validity_days IS 'Days after which an award ends; NULL: never.';
COMMENT ON COLUMN badge.award_count IS 'Awards that are not revoked; kept by a trigger on the awards.';
COMMENT ON CONSTRAINT badge_id_is_repeatable_key ON badge IS 'Lets an award carry the flag that decides whether there may be a second one.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE badge');

CREATE TYPE award_source AS ENUM ('RULE', 'STAFF', 'IMPORT');

CREATE TABLE account_badge_award (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  badge_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES account,
  is_repeatable boolean NOT NULL,
  occurrence smallint NOT NULL DEFAULT 1 CHECK (occurrence >= 1),
  source award_source NOT NULL,
  awarded_at timestamptz(3) NOT NULL DEFAULT now(),
  awarded_by text CHECK (char_length(awarded_by) BETWEEN 1 AND 255),
  note text CHECK (char_length(note) BETWEEN 1 AND 300),
  evidence_ref text CHECK (char_length(evidence_ref) BETWEEN 1 AND 300),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by text CHECK (char_length(revoked_by) BETWEEN 1 AND 255),
  revoke_reason text CHECK (char_length(revoke_reason) BETWEEN 1 AND 300),
  FOREIGN KEY (badge_id, is_repeatable) REFERENCES badge (id, is_repeatable),
  CONSTRAINT account_badge_award_revoked_has_reason CHECK ((revoked_at IS NULL) = (revoke_reason IS NULL)),
  UNIQUE (badge_id, account_id, occurrence)
);
-- An award that was revoked may be given again; a second one beside it only where the badge allows it.
CREATE UNIQUE INDEX account_badge_award_single ON account_badge_award (badge_id, account_id)
  WHERE revoked_at IS NULL AND NOT is_repeatable;
CREATE INDEX account_badge_award_of_account ON account_badge_award (account_id, awarded_at DESC);
CREATE INDEX account_badge_award_of_badge ON account_badge_award (badge_id, awarded_at DESC);
-- An award that ends by itself is revoked at its end by the product.
CREATE INDEX account_badge_award_ends ON account_badge_award (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
COMMENT ON TABLE account_badge_award IS 'Badges of accounts. Never deleted: an award is revoked, with a reason.';
COMMENT ON COLUMN account_badge_award.is_repeatable IS 'As on the badge; the foreign key keeps the two equal.';
COMMENT ON COLUMN account_badge_award.occurrence IS 'The how many-eth award of this badge to this account, the revoked ones counted.';
COMMENT ON COLUMN account_badge_award.note IS '{personal}';
COMMENT ON COLUMN account_badge_award.evidence_ref IS '{personal}';
COMMENT ON COLUMN account_badge_award.revoked_by IS
  'Subject of the member of staff; NULL: the product itself, because its time was over (revoked_at = expires_at) or its rule no longer holds.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account_badge_award');

-- How far the product has looked for accounts that a rule honours. Kept apart from the badge, which people edit.
CREATE TABLE badge_rule_progress (
  badge_id uuid PRIMARY KEY REFERENCES badge,
  looked_until timestamptz NOT NULL,
  resume_after uuid
);
COMMENT ON TABLE badge_rule_progress IS 'Until which instant the periodic look at a rule has seen what may make the rule true.';
COMMENT ON COLUMN badge_rule_progress.looked_until IS
  'ACCOUNT_AGE_DAYS: accounts created until then; POINTS_SPENT_TOTAL: transfers made until then, once the look is done.';
COMMENT ON COLUMN badge_rule_progress.resume_after IS
  'Account (created at looked_until) or transfer behind which the look goes on; NULL: it is done.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE badge_rule_progress');
