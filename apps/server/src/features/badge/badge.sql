CREATE OR REPLACE FUNCTION badge_check_transition() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NOT badge_may_become(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'a badge cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'badge', COLUMN = 'state';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION badge_check_transition() IS 'Refuses an invalid transition of state with SQLSTATE BC001.';
CREATE OR REPLACE TRIGGER badge_check_transition BEFORE UPDATE OF state ON badge
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION badge_check_transition();

CREATE OR REPLACE FUNCTION badge_count_awards() RETURNS trigger
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
REVOKE ALL ON FUNCTION badge_count_awards() FROM PUBLIC;
CREATE OR REPLACE TRIGGER badge_count_awards AFTER INSERT ON account_badge_award
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION badge_count_awards();

CREATE OR REPLACE FUNCTION badge_recount_awards() RETURNS trigger
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
REVOKE ALL ON FUNCTION badge_recount_awards() FROM PUBLIC;
CREATE OR REPLACE TRIGGER badge_recount_awards AFTER UPDATE ON account_badge_award
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION badge_recount_awards();

-- Locks accounts before badges, each in the order of their ids, like every other function that awards many.
CREATE OR REPLACE FUNCTION account_count_badges() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH moves AS (
      SELECT account_id, count(*)::int AS change FROM new_rows WHERE revoked_at IS NULL GROUP BY account_id
    ), held AS MATERIALIZED (
      SELECT a.id, m.change FROM account a JOIN moves m ON m.account_id = a.id ORDER BY a.id FOR NO KEY UPDATE OF a
    )
    UPDATE account a SET badge_count = badge_count + held.change FROM held WHERE a.id = held.id;
  ELSE
    WITH moves AS (
      SELECT account_id, sum(change)::int AS change FROM (
        SELECT account_id, -1 AS change FROM old_rows WHERE revoked_at IS NULL
        UNION ALL SELECT account_id, 1 FROM new_rows WHERE revoked_at IS NULL
      ) AS changes GROUP BY account_id HAVING sum(change) <> 0
    ), held AS MATERIALIZED (
      SELECT a.id, m.change FROM account a JOIN moves m ON m.account_id = a.id ORDER BY a.id FOR NO KEY UPDATE OF a
    )
    UPDATE account a SET badge_count = badge_count + held.change FROM held WHERE a.id = held.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_count_badges() FROM PUBLIC;
-- Triggers fire in the order of their names, so these fire before those that count for the badges.
CREATE OR REPLACE TRIGGER account_count_badges AFTER INSERT ON account_badge_award
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_count_badges();
CREATE OR REPLACE TRIGGER account_recount_badges AFTER UPDATE ON account_badge_award
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_count_badges();
