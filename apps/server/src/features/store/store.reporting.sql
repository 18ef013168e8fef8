CREATE OR REPLACE VIEW reporting.store AS
  SELECT id AS store_id, sid, name, country_code, area_id, timezone, city, state::text AS state, state_changed_at, opened_on, created_at
  FROM public.store;
COMMENT ON VIEW reporting.store IS 'Stores.';
COMMENT ON COLUMN reporting.store.store_id IS 'Id of the store, as in the other views.';
COMMENT ON COLUMN reporting.store.sid IS 'Code of the store, as tills send it.';
COMMENT ON COLUMN reporting.store.name IS 'Name.';
COMMENT ON COLUMN reporting.store.country_code IS 'ISO 3166-1 alpha-2.';
COMMENT ON COLUMN reporting.store.area_id IS 'Area, see place.';
COMMENT ON COLUMN reporting.store.timezone IS 'IANA zone.';
COMMENT ON COLUMN reporting.store.city IS 'City; NULL: unknown.';
COMMENT ON COLUMN reporting.store.state IS 'DRAFT, ACTIVE, SUSPENDED or CLOSED.';
COMMENT ON COLUMN reporting.store.state_changed_at IS 'When the state was entered.';
COMMENT ON COLUMN reporting.store.opened_on IS 'First day of business; NULL: a draft without one.';
COMMENT ON COLUMN reporting.store.created_at IS 'When the record was created.';
SELECT grant_reporting();
