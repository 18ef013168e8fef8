-- Stores, countries and amounts to which a machine client is bound (decision 0225).
ALTER TABLE machine_client
  ADD COLUMN stores text COLLATE "C" CHECK (char_length(stores) <= 4000 AND stores ~ '^[A-Z0-9]{6,12}( [A-Z0-9]{6,12})*$'),
  ADD COLUMN countries text COLLATE "C" CHECK (char_length(countries) <= 400 AND countries ~ '^[A-Z]{2}( [A-Z]{2})*$'),
  ADD COLUMN points_max bigint CHECK (points_max BETWEEN 1 AND 1000000000000);
COMMENT ON COLUMN machine_client.stores IS 'Sids of the stores to which it is bound, separated by spaces; NULL: no bound.';
COMMENT ON COLUMN machine_client.countries IS 'Countries of the accounts to which it is bound, separated by spaces; NULL: no bound.';
COMMENT ON COLUMN machine_client.points_max IS 'Most points of one transfer that it posts; NULL: no bound.';
