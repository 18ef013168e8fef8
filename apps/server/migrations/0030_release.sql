-- What the popup and the public changelog show: releases with their lists of changes, and who has read them when.

-- Precedence of versions (semver.org, item 11) as a text that sorts bytewise. A number is led by its length; an identifier of letters
-- comes after every number; a shorter list of identifiers before a longer one; a pre-release before its release; build metadata don't count.
CREATE FUNCTION semver_number_key(digits text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lpad(char_length(digits)::text, 2, '0') || digits;
CREATE FUNCTION semver_key(version text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT
      (SELECT string_agg(semver_number_key(part), '' ORDER BY place)
        FROM unnest(string_to_array(core, '.')) WITH ORDINALITY AS numbers (part, place))
      || CASE WHEN pre_release IS NULL THEN '~' ELSE
        (SELECT '-' || string_agg(CASE WHEN part ~ '^[0-9]+$' THEN '0' || semver_number_key(part) ELSE '1' || part END || '!', '' ORDER BY place)
          FROM unnest(string_to_array(pre_release, '.')) WITH ORDINALITY AS identifiers (part, place)) END
    FROM (SELECT substring(version FROM '^[0-9.]+') AS core, substring(version FROM '^[0-9.]+-([0-9A-Za-z.-]+)') AS pre_release) AS parts);
COMMENT ON FUNCTION semver_key(text) IS 'Compared as COLLATE "C", it orders semantic versions by precedence.';

CREATE TYPE release_state AS ENUM ('DRAFT', 'PUBLISHED', 'WITHDRAWN');
CREATE TYPE change_type AS ENUM ('BUG', 'FEATURE', 'IMPROVEMENT');

CREATE TABLE release (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  version text COLLATE "C" NOT NULL UNIQUE CHECK (char_length(version) <= 64 AND version ~
    '^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'),
  version_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (coalesce(semver_key(version), '')) STORED,
  date timestamptz(3) NOT NULL,
  state release_state NOT NULL DEFAULT 'DRAFT',
  published_at timestamptz(3),
  published_by text CHECK (char_length(published_by) BETWEEN 1 AND 255),
  CONSTRAINT release_published_has_instant CHECK ((state = 'DRAFT') = (published_at IS NULL))
);
CREATE INDEX release_published ON release (version_key) WHERE state = 'PUBLISHED';
COMMENT ON COLUMN release.version IS 'Semantic version (semver.org).';
COMMENT ON COLUMN release.date IS 'Shown as the date of the release.';
COMMENT ON COLUMN release.published_at IS 'First publication; a release that was withdrawn and published again keeps it, so nobody reads it twice.';

CREATE TABLE change_list (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  release_id uuid NOT NULL REFERENCES release ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120 AND title ~ '\S'),
  position smallint NOT NULL CHECK (position >= 1),
  UNIQUE (release_id, position) DEFERRABLE
);

CREATE TABLE change (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  change_list_id uuid NOT NULL REFERENCES change_list ON DELETE CASCADE,
  type change_type NOT NULL,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 120 AND title ~ '\S'),
  description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 4000 AND description ~ '\S'),
  position smallint NOT NULL CHECK (position >= 1),
  UNIQUE (change_list_id, position) DEFERRABLE
);
COMMENT ON TABLE change IS 'One bug mended, feature added or thing improved, within a list of a release.';

CREATE TABLE release_visit (
  sub text PRIMARY KEY CHECK (char_length(sub) BETWEEN 1 AND 255),
  visited_at timestamptz(3) NOT NULL DEFAULT now()
);
COMMENT ON TABLE release_visit IS 'When a person last marked the release notes as read; what was published later is new to them.';
COMMENT ON COLUMN release_visit.sub IS 'Subject claim of the identity provider.';

CREATE FUNCTION release_check() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'DRAFT' THEN
      RAISE EXCEPTION 'a release begins as DRAFT' USING ERRCODE = 'BC001', TABLE = 'release', COLUMN = 'state';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.state <> 'DRAFT' THEN
      RAISE EXCEPTION 'a release that was published stays; it can be withdrawn' USING ERRCODE = 'BC001', TABLE = 'release';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.published_at IS NOT NULL
    AND (NEW.version, NEW.published_at) IS DISTINCT FROM (OLD.version, OLD.published_at)
  THEN
    RAISE EXCEPTION 'the version of a release that was published stays' USING ERRCODE = 'BC001', TABLE = 'release';
  END IF;
  IF NEW.state = OLD.state THEN
    RETURN NEW;
  END IF;
  IF (OLD.state, NEW.state) NOT IN (('DRAFT', 'PUBLISHED'), ('PUBLISHED', 'WITHDRAWN'), ('WITHDRAWN', 'PUBLISHED')) THEN
    RAISE EXCEPTION 'a release cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'release', COLUMN = 'state';
  END IF;
  IF OLD.state = 'DRAFT' THEN
    -- One at a time, or two could each be the greatest in its own eyes.
    PERFORM pg_advisory_xact_lock(hashtextextended('backcounter.publish_release', 0));
    IF EXISTS (SELECT FROM release WHERE published_at IS NOT NULL AND version_key >= semver_key(NEW.version) COLLATE "C") THEN
      RAISE EXCEPTION 'version % is not greater than every version published before', NEW.version
        USING ERRCODE = 'BC001', TABLE = 'release', COLUMN = 'version';
    END IF;
    IF NOT EXISTS (SELECT FROM change_list WHERE release_id = NEW.id) OR EXISTS (
      SELECT FROM change_list AS list WHERE release_id = NEW.id
        AND NOT EXISTS (SELECT FROM change WHERE change_list_id = list.id))
    THEN
      RAISE EXCEPTION 'a release needs a change list to be published, and each list a change'
        USING ERRCODE = 'BC001', TABLE = 'release', COLUMN = 'state';
    END IF;
    NEW.published_at := coalesce(NEW.published_at, clock_timestamp());
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION release_check() IS 'Refuses with SQLSTATE BC001 what a release may not become.';
CREATE TRIGGER release_check BEFORE INSERT OR UPDATE OR DELETE ON release
  FOR EACH ROW EXECUTE FUNCTION release_check();

-- Of a published release only texts change. The lock makes whoever adds or removes something and whoever publishes wait for each other.
CREATE FUNCTION require_draft_release(of_release uuid) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  found_state release_state;
BEGIN
  SELECT state INTO found_state FROM release WHERE id = of_release FOR SHARE;
  IF found_state <> 'DRAFT' THEN
    RAISE EXCEPTION 'the changes of a release that was published stay; only their texts can be corrected'
      USING ERRCODE = 'BC001', TABLE = 'release';
  END IF;
END
$$;

CREATE FUNCTION change_list_check() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM require_draft_release(OLD.release_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM require_draft_release(NEW.release_id);
    RETURN NEW;
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER change_list_check BEFORE INSERT OR DELETE OR UPDATE OF release_id, position ON change_list
  FOR EACH ROW EXECUTE FUNCTION change_list_check();

CREATE FUNCTION change_check() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM require_draft_release((SELECT release_id FROM change_list WHERE id = OLD.change_list_id));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM require_draft_release((SELECT release_id FROM change_list WHERE id = NEW.change_list_id));
    RETURN NEW;
  END IF;
  RETURN OLD;
END
$$;
CREATE TRIGGER change_check BEFORE INSERT OR DELETE OR UPDATE OF change_list_id, type, position ON change
  FOR EACH ROW EXECUTE FUNCTION change_check();

SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE release');
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE change_list');
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE change');
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE release_visit');
