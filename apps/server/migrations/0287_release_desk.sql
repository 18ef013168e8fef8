-- Releases are written in the product (decision 0104): who changed what when, a version of the record beside the number of the release,
-- and why one was withdrawn.

ALTER TABLE release RENAME COLUMN version TO number;
ALTER TABLE release RENAME COLUMN version_key TO number_key;
ALTER TABLE release RENAME CONSTRAINT release_version_key TO release_number_key;
ALTER TABLE release RENAME CONSTRAINT release_version_check TO release_number_check;
ALTER TABLE release
  ADD COLUMN state_reason text CHECK (char_length(state_reason) BETWEEN 1 AND 300),
  ADD COLUMN state_changed_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN state_changed_by text CHECK (char_length(state_changed_by) BETWEEN 1 AND 255),
  ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now(),
  ADD COLUMN updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  ADD COLUMN version int NOT NULL DEFAULT 1 CHECK (version >= 1);
-- Of earlier ones nothing else is known.
UPDATE release SET
  created_at = coalesce(published_at, created_at), created_by = published_by, updated_at = coalesce(published_at, updated_at),
  updated_by = published_by, state_changed_at = coalesce(published_at, state_changed_at), state_changed_by = published_by,
  state_reason = CASE state WHEN 'WITHDRAWN' THEN 'Withdrawn before reasons were asked for' END;
ALTER TABLE release ADD CONSTRAINT release_withdrawn_has_reason CHECK (state <> 'WITHDRAWN' OR state_reason IS NOT NULL);
COMMENT ON COLUMN release.number IS 'Semantic version (semver.org), as people know the release.';
COMMENT ON COLUMN release.number_key IS 'Order of the numbers.';
COMMENT ON COLUMN release.version IS 'Grows with each change of the release, its lists and their changes included.';
COMMENT ON COLUMN release.state_changed_at IS 'Set by a trigger.';

-- Orders of the list that the primary key and the number don't give.
CREATE INDEX release_number_order ON release (number_key, id);
CREATE INDEX release_date_order ON release (date, id);
CREATE INDEX release_created_order ON release (created_at, id);
CREATE INDEX release_updated_order ON release (updated_at, id);
CREATE INDEX release_visit_visited_at ON release_visit (visited_at);

CREATE OR REPLACE FUNCTION release_check() RETURNS trigger
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
  IF OLD.published_at IS NOT NULL AND (NEW.number, NEW.date, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.number, OLD.date, OLD.published_at, OLD.published_by)
  THEN
    RAISE EXCEPTION 'number and dates of a release that was published stay' USING ERRCODE = 'BC001', TABLE = 'release';
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
    IF EXISTS (SELECT FROM release WHERE published_at IS NOT NULL AND number_key >= semver_key(NEW.number) COLLATE "C") THEN
      RAISE EXCEPTION 'version % is not greater than every version published before', NEW.number
        USING ERRCODE = 'BC001', TABLE = 'release', COLUMN = 'number';
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
  IF NEW.state_changed_at = OLD.state_changed_at THEN
    NEW.state_changed_at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
