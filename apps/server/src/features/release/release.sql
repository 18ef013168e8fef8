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
    IF release_refusal('DISCARD', OLD.state) IS NOT NULL THEN
      RAISE EXCEPTION 'a published release can''t be deleted; it can be withdrawn' USING ERRCODE = 'BC001', TABLE = 'release';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.published_at IS NOT NULL AND (NEW.number, NEW.date, NEW.published_at, NEW.published_by)
    IS DISTINCT FROM (OLD.number, OLD.date, OLD.published_at, OLD.published_by)
  THEN
    RAISE EXCEPTION 'number and dates of a published release can''t change' USING ERRCODE = 'BC001', TABLE = 'release';
  END IF;
  IF NEW.state = OLD.state THEN
    RETURN NEW;
  END IF;
  IF NOT release_may_become(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'a release cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'release', COLUMN = 'state';
  END IF;
  IF OLD.state = 'DRAFT' THEN
    -- Serializes publications: two concurrent ones could each see themselves as the greatest.
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
COMMENT ON FUNCTION release_check() IS 'Refuses invalid changes of a release with SQLSTATE BC001.';
CREATE OR REPLACE TRIGGER release_check BEFORE INSERT OR UPDATE OR DELETE ON release
  FOR EACH ROW EXECUTE FUNCTION release_check();

CREATE OR REPLACE FUNCTION change_release_states(action text, ids uuid[], why text, by_sub text)
  RETURNS TABLE (id uuid, refusal text, changes jsonb)
  LANGUAGE sql SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH judged AS MATERIALIZED (
      SELECT r.id, r.state, release_refusal(action, r.state) AS refusal FROM release r WHERE r.id = ANY (ids) ORDER BY r.id FOR NO KEY UPDATE
    ), changed AS (
      UPDATE release r SET state = release_after(action), state_reason = why, state_changed_by = by_sub,
        published_by = CASE j.state WHEN 'DRAFT' THEN by_sub ELSE r.published_by END,
        version = r.version + 1, updated_at = now(), updated_by = by_sub
      FROM judged j WHERE r.id = j.id AND j.refusal IS NULL
      RETURNING r.id, jsonb_build_object('state', jsonb_build_array(j.state, r.state)) AS changes
    )
    SELECT j.id, j.refusal, c.changes FROM judged j LEFT JOIN changed c ON c.id = j.id
  $$;
COMMENT ON FUNCTION change_release_states(text, uuid[], text, text) IS
  'Publishes or withdraws releases that allow it. Returns for each existing one the reason of its refusal, or its changes for the audit trail.';
REVOKE ALL ON FUNCTION change_release_states(text, uuid[], text, text) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION change_release_states(text, uuid[], text, text)');

-- Only the texts of a published release can change. The lock serializes changes of its lists and publication.
CREATE OR REPLACE FUNCTION require_draft_release(of_release uuid) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  found_state release_state;
BEGIN
  SELECT state INTO found_state FROM release WHERE id = of_release FOR SHARE;
  IF found_state <> 'DRAFT' THEN
    RAISE EXCEPTION 'the changes of a published release are fixed; only their texts can be corrected'
      USING ERRCODE = 'BC001', TABLE = 'release';
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION change_list_check() RETURNS trigger
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
CREATE OR REPLACE TRIGGER change_list_check BEFORE INSERT OR DELETE OR UPDATE OF release_id, position ON change_list
  FOR EACH ROW EXECUTE FUNCTION change_list_check();

CREATE OR REPLACE FUNCTION change_check() RETURNS trigger
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
CREATE OR REPLACE TRIGGER change_check BEFORE INSERT OR DELETE OR UPDATE OF change_list_id, type, position ON change
  FOR EACH ROW EXECUTE FUNCTION change_check();
