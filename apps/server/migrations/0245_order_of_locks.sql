-- A batch holds its notification before it counts; whoever publishes what was counted takes them in the same order.

CREATE OR REPLACE FUNCTION publish_delivery_counts(notification uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  held notification_dispatch%ROWTYPE;
BEGIN
  PERFORM FROM notification x WHERE x.id = notification FOR NO KEY UPDATE;
  SELECT * INTO held FROM notification_dispatch d WHERE d.notification_id = notification FOR NO KEY UPDATE;
  IF NOT FOUND OR (held.recipients, held.sent, held.received, held.opened, held.failed, held.skipped, held.deferred) = (0, 0, 0, 0, 0, 0, 0) THEN
    RETURN;
  END IF;
  UPDATE notification_dispatch d SET recipients = 0, sent = 0, received = 0, opened = 0, failed = 0, skipped = 0, deferred = 0
    WHERE d.notification_id = notification;
  UPDATE notification x SET recipients = x.recipients + held.recipients, sent = x.sent + held.sent, received = x.received + held.received,
      opened = x.opened + held.opened, failed = x.failed + held.failed, skipped = x.skipped + held.skipped,
      deferred = greatest(0, x.deferred + held.deferred), started_at = coalesce(x.started_at, CASE WHEN held.sent + held.failed > 0 THEN now() END)
    WHERE x.id = notification;
  PERFORM pg_notify('notification_changed', notification::text);
END
$$;
