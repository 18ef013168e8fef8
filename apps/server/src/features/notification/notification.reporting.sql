CREATE OR REPLACE VIEW reporting.notification AS
  SELECT n.id AS notification_id, n.title_i18n ->> 'en-US' AS title, t.name_i18n ->> 'en-US' AS topic, n.state::text AS state, n.created_at, n.started_at,
    n.completed_at, n.recipients, n.sent, n.failed, n.skipped, n.received, n.opened
  FROM public.notification n JOIN public.topic t ON t.id = n.topic_id;
COMMENT ON VIEW reporting.notification IS 'Push notifications and their figures.';
COMMENT ON COLUMN reporting.notification.notification_id IS 'Id of the notification.';
COMMENT ON COLUMN reporting.notification.title IS 'Title in English, with placeholders.';
COMMENT ON COLUMN reporting.notification.topic IS 'Topic in English.';
COMMENT ON COLUMN reporting.notification.state IS 'DRAFT, SCHEDULED, PREPARING, SENDING, SENT, PAUSED, CANCELED or FAILED.';
COMMENT ON COLUMN reporting.notification.created_at IS 'When it was created.';
COMMENT ON COLUMN reporting.notification.started_at IS 'When the first message was sent; NULL: not yet.';
COMMENT ON COLUMN reporting.notification.completed_at IS 'When the last one was; NULL: not yet.';
COMMENT ON COLUMN reporting.notification.recipients IS 'Accounts that it is for.';
COMMENT ON COLUMN reporting.notification.sent IS 'Accepted by the push service, including received ones.';
COMMENT ON COLUMN reporting.notification.failed IS 'Refused by the push service.';
COMMENT ON COLUMN reporting.notification.skipped IS 'Not sent, for a reason.';
COMMENT ON COLUMN reporting.notification.received IS 'Received on a device, including opened ones.';
COMMENT ON COLUMN reporting.notification.opened IS 'Opened.';
SELECT grant_reporting();
