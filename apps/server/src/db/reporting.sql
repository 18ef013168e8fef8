-- Rights on the views of schema reporting (decision 0219). A view whose comment ends in {personal} is for the second role alone.
CREATE OR REPLACE FUNCTION grant_reporting() RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  role text;
  given record;
BEGIN
  FOR role IN SELECT rolname FROM pg_roles WHERE rolname IN ('backcounter_app', 'backcounter_reporting', 'backcounter_reporting_personal') LOOP
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA reporting FROM %I', role);
    CONTINUE WHEN role = 'backcounter_app';
    EXECUTE format('GRANT USAGE ON SCHEMA reporting TO %I', role);
    FOR given IN
      SELECT c.oid::regclass AS view FROM pg_class c
      WHERE c.relnamespace = 'reporting'::regnamespace AND c.relkind = 'v'
        AND (role = 'backcounter_reporting_personal' OR obj_description(c.oid) !~ '\{personal\}$')
    LOOP
      EXECUTE format('GRANT SELECT ON %s TO %I', given.view, role);
    END LOOP;
  END LOOP;
END
$$;
COMMENT ON FUNCTION grant_reporting() IS 'Grants the reporting roles that exist their views, and no others.';
REVOKE ALL ON FUNCTION grant_reporting() FROM PUBLIC;
