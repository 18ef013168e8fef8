CREATE TYPE badge_state AS ENUM ('DRAFT', 'ACTIVE', 'RETIRED');
CREATE TYPE badge_award_mode AS ENUM ('MANUAL', 'RULE');
CREATE TYPE badge_rule_kind AS ENUM
  ('POINTS_SPENT_TOTAL', 'COUPONS_REDEEMED', 'GIVEAWAYS_ENTERED', 'GIVEAWAYS_WON', 'ACCOUNT_AGE_DAYS');

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

CREATE FUNCTION badge_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF (OLD.state, NEW.state) NOT IN (('DRAFT', 'ACTIVE'), ('ACTIVE', 'RETIRED')) THEN
    RAISE EXCEPTION 'a badge cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'badge', COLUMN = 'state';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION badge_check_transition() IS 'Refuses a state that may not follow the present one with SQLSTATE BC001.';
CREATE TRIGGER badge_check_transition BEFORE UPDATE OF state ON badge
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION badge_check_transition();

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
COMMENT ON TABLE account_badge_award IS 'Badges of accounts. Never deleted: an award is revoked, with a reason.';
COMMENT ON COLUMN account_badge_award.is_repeatable IS 'As on the badge; the foreign key keeps the two equal.';
COMMENT ON COLUMN account_badge_award.occurrence IS 'The how many-eth award of this badge to this account, the revoked ones counted.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE account_badge_award');

CREATE FUNCTION badge_count_awards() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  moves record;
BEGIN
  FOR moves IN SELECT badge_id, count(*)::int AS change FROM new_rows WHERE revoked_at IS NULL GROUP BY badge_id ORDER BY badge_id
  LOOP
    UPDATE badge SET award_count = award_count + moves.change WHERE id = moves.badge_id;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE FUNCTION badge_recount_awards() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  moves record;
BEGIN
  FOR moves IN
    SELECT badge_id, sum(change)::int AS change FROM (
      SELECT badge_id, -1 AS change FROM old_rows WHERE revoked_at IS NULL
      UNION ALL SELECT badge_id, 1 FROM new_rows WHERE revoked_at IS NULL
    ) AS changes GROUP BY badge_id HAVING sum(change) <> 0 ORDER BY badge_id
  LOOP
    UPDATE badge SET award_count = award_count + moves.change WHERE id = moves.badge_id;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION badge_count_awards() FROM PUBLIC;
REVOKE ALL ON FUNCTION badge_recount_awards() FROM PUBLIC;
CREATE TRIGGER badge_count_awards AFTER INSERT ON account_badge_award
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION badge_count_awards();
CREATE TRIGGER badge_recount_awards AFTER UPDATE ON account_badge_award
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION badge_recount_awards();

ALTER TABLE file_upload DROP CONSTRAINT file_upload_kind_check,
  ADD CONSTRAINT file_upload_kind_check CHECK (kind ~ '^[a-z][a-z-]{1,30}$');
