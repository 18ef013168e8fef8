-- What db/foundation.sql stands on: the table that version 0.1.0 reads, schemas, the application role and the types of its functions.

-- As the runner of version 0.1.0 made it (decision 0134).
CREATE TABLE public.schema_migration (
  id serial PRIMARY KEY,
  name varchar(255) NOT NULL,
  run_on timestamp NOT NULL
);

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The application role owns nothing. If the migrating role may not create roles and this one does not exist, the application
-- works as the owner (docs/operations.md says how to separate the two).
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    CREATE ROLE backcounter_app NOLOGIN;
  END IF;
EXCEPTION
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'the role backcounter_app does not exist and may not be created here';
  WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO backcounter_app;
    ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO backcounter_app;
    ALTER DEFAULT PRIVILEGES GRANT USAGE ON SEQUENCES TO backcounter_app;
    GRANT USAGE ON SCHEMA public TO backcounter_app;
    REVOKE ALL ON TABLE schema_migration FROM backcounter_app;
    GRANT SELECT ON TABLE schema_migration TO backcounter_app;
  END IF;
END
$$;

CREATE SCHEMA identity;

-- Types that functions of tables take; the others are made with their tables.
CREATE TYPE config_value_type AS ENUM ('BOOLEAN', 'INTEGER', 'DECIMAL', 'STRING', 'DURATION', 'TIME', 'ENUM', 'COLOR');
CREATE TYPE wallet_owner_type AS ENUM ('STORE', 'ACCOUNT', 'GIVEAWAY', 'SYSTEM');
CREATE TYPE system_wallet_code AS ENUM ('ISSUANCE', 'BREAKAGE', 'CORRECTION', 'CAMPAIGN');
CREATE TYPE points_transfer_code AS ENUM
  ('ISSUE', 'EARN', 'SPEND', 'MANUAL_CREDIT', 'MANUAL_DEBIT', 'GIVEAWAY_FUND', 'GIVEAWAY_PRIZE', 'GIVEAWAY_ENTRY', 'GIVEAWAY_REFUND',
   'COUPON_REWARD', 'REVERSAL', 'OPENING');
CREATE TYPE points_ref_type AS ENUM ('STAFF', 'GIVEAWAY', 'REDEMPTION', 'TRANSFER', 'IMPORT');
CREATE TYPE coupon_state AS ENUM ('ACTIVE', 'DISABLED');
CREATE TYPE redemption_state AS ENUM ('RESERVED', 'CONFIRMED', 'RELEASED', 'ROLLED_BACK');
