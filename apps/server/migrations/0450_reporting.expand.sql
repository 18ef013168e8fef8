-- Views for analysts (decision 0219). Roles are made by `npm run reporting`; here only the schema, which the application never uses.
CREATE SCHEMA reporting;
COMMENT ON SCHEMA reporting IS 'Views for analysts: their columns are a promise, others may change with any version.';
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    REVOKE ALL ON SCHEMA reporting FROM backcounter_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA reporting REVOKE ALL ON TABLES FROM backcounter_app;
  END IF;
END
$$;
