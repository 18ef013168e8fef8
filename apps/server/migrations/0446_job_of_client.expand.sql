-- Machine clients start exports (decision 0226).
ALTER TABLE job ADD COLUMN is_of_client boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN job.is_of_client IS 'True: `requested_by` is a machine client, whose scopes count instead of roles.';
