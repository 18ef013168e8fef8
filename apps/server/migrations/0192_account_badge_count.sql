-- How many badges an account has: shown and sorted by in lists, so it is kept (decision 0073).
ALTER TABLE account ADD COLUMN badge_count int NOT NULL DEFAULT 0 CHECK (badge_count >= 0);
COMMENT ON COLUMN account.badge_count IS 'Awards that are not revoked; kept by a trigger on the awards.';
UPDATE account a SET badge_count = w.awards
  FROM (SELECT account_id, count(*)::int AS awards FROM account_badge_award WHERE revoked_at IS NULL GROUP BY account_id) AS w
  WHERE a.id = w.account_id;
CREATE INDEX account_by_badges ON account (badge_count, id);

-- An award that ends by itself is revoked at its end by the product.
CREATE INDEX account_badge_award_ends ON account_badge_award (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
COMMENT ON COLUMN account_badge_award.revoked_by IS
  'Subject of the member of staff; NULL: the product itself, because its time was over (revoked_at = expires_at) or its rule no longer holds.';

-- Accounts before badges, as everything that awards many locks them in this order, both in the order of their ids.
CREATE FUNCTION account_count_badges() RETURNS trigger
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
-- Triggers fire in the order of their names: these come before those that count for the badges.
CREATE TRIGGER account_count_badges AFTER INSERT ON account_badge_award
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_count_badges();
CREATE TRIGGER account_recount_badges AFTER UPDATE ON account_badge_award
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION account_count_badges();

-- How far the product has looked for accounts that a rule honours. Kept apart from the badge, which people edit.
CREATE TABLE badge_rule_progress (
  badge_id uuid PRIMARY KEY REFERENCES badge,
  looked_until timestamptz NOT NULL
);
COMMENT ON TABLE badge_rule_progress IS 'Until which instant the periodic look at a rule has seen what may make the rule true.';
COMMENT ON COLUMN badge_rule_progress.looked_until IS
  'ACCOUNT_AGE_DAYS: accounts created until then; POINTS_SPENT_TOTAL: entries of the ledger recorded until then.';
SELECT grant_to_application('SELECT, INSERT, UPDATE, DELETE', 'TABLE badge_rule_progress');
