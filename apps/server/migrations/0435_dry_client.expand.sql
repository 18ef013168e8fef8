-- Machine clients whose changes are rolled back (decision 0215).
ALTER TABLE machine_client ADD COLUMN is_dry boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN machine_client.is_dry IS 'Its requests are checked and answered in full, and all that they change is rolled back.';
