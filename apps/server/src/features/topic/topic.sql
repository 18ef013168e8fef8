CREATE OR REPLACE FUNCTION topic_count_subscribers() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  moves record;
BEGIN
  -- In the order of ids, so that statements that update several topics can't deadlock.
  FOR moves IN
    SELECT topic_id, sum(change)::int AS change FROM (
      SELECT topic_id, 1 AS change FROM new_rows WHERE is_subscribed
    ) AS changes GROUP BY topic_id ORDER BY topic_id
  LOOP
    UPDATE topic SET subscriber_count = subscriber_count + moves.change WHERE id = moves.topic_id;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION topic_count_subscribers() FROM PUBLIC;
CREATE OR REPLACE TRIGGER topic_count_subscribers AFTER INSERT ON account_topic_subscription
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION topic_count_subscribers();

CREATE OR REPLACE FUNCTION topic_recount_subscribers() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  moves record;
BEGIN
  FOR moves IN
    SELECT topic_id, sum(change)::int AS change FROM (
      SELECT topic_id, -1 AS change FROM old_rows WHERE is_subscribed
      UNION ALL SELECT topic_id, 1 FROM new_rows WHERE is_subscribed
    ) AS changes GROUP BY topic_id HAVING sum(change) <> 0 ORDER BY topic_id
  LOOP
    UPDATE topic SET subscriber_count = subscriber_count + moves.change WHERE id = moves.topic_id;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION topic_recount_subscribers() FROM PUBLIC;
CREATE OR REPLACE TRIGGER topic_recount_subscribers AFTER UPDATE ON account_topic_subscription
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION topic_recount_subscribers();

-- Refuses to archive a topic while a notification to its subscribers is pending. Scheduling locks the topic's row, so
-- that the two can't overlap.
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
  'Refuses to archive a topic with pending notifications, with SQLSTATE BC004 and the first ten of them in the detail.';
CREATE OR REPLACE TRIGGER topic_check_archive BEFORE UPDATE OF archived_at ON topic
  FOR EACH ROW WHEN (NEW.archived_at IS NOT NULL AND OLD.archived_at IS NULL) EXECUTE FUNCTION topic_check_archive();
