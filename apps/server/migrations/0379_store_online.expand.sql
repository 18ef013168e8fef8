-- Accounts online per store, counted every quarter of an hour (decision 0176).

CREATE TABLE store_online_sample (
  slot timestamptz(3) PRIMARY KEY CHECK (date_bin('15 minutes', slot, '2000-01-01T00:00:00Z') = slot),
  is_complete boolean NOT NULL
);
COMMENT ON TABLE store_online_sample IS 'Quarter-hours in which the accounts online were counted. One without a row was not sampled. Deleted after 35 days.';
COMMENT ON COLUMN store_online_sample.slot IS 'Beginning of the quarter-hour.';
COMMENT ON COLUMN store_online_sample.is_complete IS 'False: there were too many stores, so that a store without a count is unknown instead of 0.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE store_online_sample');

CREATE TABLE store_online (
  slot timestamptz(3) NOT NULL REFERENCES store_online_sample ON DELETE CASCADE,
  store_id uuid NOT NULL,
  online int NOT NULL CHECK (online > 0),
  PRIMARY KEY (slot, store_id)
);
COMMENT ON TABLE store_online IS 'Number of accounts online in a store in a sampled quarter-hour. A store without a row had none.';
COMMENT ON COLUMN store_online.store_id IS 'Without a foreign key, whose check would lock thousands of stores per sample. Stores are never deleted.';
SELECT grant_to_application('SELECT, INSERT', 'TABLE store_online');
