-- The exact number of accounts is kept by place as well (decision 0101); the sum over the slots of a state is what it was.
LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE;
DELETE FROM account_count;
ALTER TABLE account_count ADD COLUMN country_code char(2) NOT NULL, ADD COLUMN area_id uuid NOT NULL;
INSERT INTO account_count (state, country_code, area_id, accounts)
  SELECT state, country_code, coalesce(area_id, '00000000-0000-0000-0000-000000000000'), count(*) FROM account GROUP BY 1, 2, 3;
COMMENT ON TABLE account_count IS 'The sum over the slots of a state and place is the exact number of accounts in it; a single slot means nothing.';
COMMENT ON COLUMN account_count.area_id IS 'All zeros: accounts without an area.';
DROP INDEX account_count_state;
CREATE INDEX account_count_place ON account_count (state, country_code, area_id);

DROP FUNCTION account_count_add(account_state, bigint);
CREATE FUNCTION account_count_add(changed_state account_state, changed_country char(2), changed_area uuid, change bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  UPDATE account_count SET accounts = accounts + change WHERE slot = (
    SELECT slot FROM account_count WHERE state = changed_state AND country_code = changed_country AND area_id = changed_area
    LIMIT 1 FOR UPDATE SKIP LOCKED);
  IF NOT FOUND THEN
    INSERT INTO account_count (state, country_code, area_id, accounts) VALUES (changed_state, changed_country, changed_area, change);
  END IF;
END
$$;
REVOKE ALL ON FUNCTION account_count_add(account_state, char(2), uuid, bigint) FROM PUBLIC;

CREATE OR REPLACE FUNCTION account_count_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  nowhere CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM account_count_add(state, country_code, coalesce(area_id, nowhere), count(*)) FROM new_rows
      GROUP BY state, country_code, coalesce(area_id, nowhere);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM account_count_add(state, country_code, coalesce(area_id, nowhere), -count(*)) FROM old_rows
      GROUP BY state, country_code, coalesce(area_id, nowhere);
  ELSE
    PERFORM account_count_add(state, country_code, area, sum(change)::bigint)
      FROM (SELECT state, country_code, coalesce(area_id, nowhere) AS area, -1 AS change FROM old_rows
        UNION ALL SELECT state, country_code, coalesce(area_id, nowhere), 1 FROM new_rows) AS moves
      GROUP BY state, country_code, area HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END
$$;
