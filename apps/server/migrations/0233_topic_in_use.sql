-- Who is refused to archive a topic is told which notifications use it.
CREATE OR REPLACE FUNCTION topic_check_archive() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
DECLARE
  used_by jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('id', u.id, 'title', u.title, 'state', u.state)) INTO used_by FROM (
    SELECT n.id, n.title_i18n ->> 'en-US' AS title, n.state FROM notification n
    WHERE n.topic_id = NEW.id AND n.state IN ('SCHEDULED', 'PREPARING', 'SENDING', 'PAUSED')
    ORDER BY n.starts_at, n.id LIMIT 10) AS u;
  IF used_by IS NOT NULL THEN
    RAISE EXCEPTION 'notifications of this topic are on their way'
      USING ERRCODE = 'BC004', TABLE = 'topic', COLUMN = 'archived_at', DETAIL = used_by::text;
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION topic_check_archive() IS
  'Refuses to archive a topic that notifications on their way use, with SQLSTATE BC004 and the first ten of them in the detail.';
