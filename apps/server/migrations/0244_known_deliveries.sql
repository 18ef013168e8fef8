-- A planner that has never heard of a notification takes its million rows for one, and reads all of them for each batch.

CREATE FUNCTION know_deliveries(notification uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  months_table regclass;
BEGIN
  SELECT d.tableoid::regclass INTO months_table FROM notification x
    JOIN notification_delivery d ON d.created_on = x.created_on AND d.notification_id = x.id WHERE x.id = notification LIMIT 1;
  IF months_table IS NOT NULL THEN
    EXECUTE format('ANALYZE %s', months_table);
  END IF;
END
$$;
COMMENT ON FUNCTION know_deliveries(uuid) IS 'Brings the statistics of the month in which the deliveries of a notification are up to date.';
REVOKE ALL ON FUNCTION know_deliveries(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION know_deliveries(uuid)');
