-- Whom a notification reaches and when: said once, for the estimate and for the snapshot alike (decision 0090).

CREATE FUNCTION localized_text(content jsonb, locale text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT coalesce(
      content ->> locale,
      (SELECT entry.value FROM jsonb_each_text(content) AS entry
        WHERE split_part(entry.key, '-', 1) = split_part(locale, '-', 1) ORDER BY entry.key COLLATE "C" LIMIT 1),
      content ->> 'en-US')
  $$;
COMMENT ON FUNCTION localized_text(jsonb, text) IS
  'The text for a reader: in the own language, else of the same language in another region, else en-US.';

CREATE FUNCTION zone_difference(at timestamptz, zone text) RETURNS interval
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC');
COMMENT ON FUNCTION zone_difference(timestamptz, text) IS 'What clocks in a zone are ahead of UTC at an instant.';

-- PostgreSQL by itself shifts a wall time that the clock skips forward, and takes the second of two. The first of two is the one by the
-- clock of the day before, where that reads the same on the clock of its own day.
CREATE FUNCTION local_instant_by_yesterday(wall timestamp, zone text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (wall - zone_difference((wall AT TIME ZONE zone) - interval '1 day', zone)) AT TIME ZONE 'UTC';
CREATE FUNCTION local_instant(wall timestamp, zone text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN local_instant_by_yesterday(wall, zone) AT TIME ZONE zone = wall
      THEN least(local_instant_by_yesterday(wall, zone), wall AT TIME ZONE zone)
    ELSE wall AT TIME ZONE zone END;
COMMENT ON FUNCTION local_instant(timestamp, text) IS
  'The instant of a wall time in a zone: one that the clock skips is shifted forward by as much as it skips, of one that comes twice it is the first.';

CREATE FUNCTION is_quiet_time(clock time, quiet_start time, quiet_end time) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN quiet_start < quiet_end THEN clock >= quiet_start AND clock < quiet_end
    WHEN quiet_start > quiet_end THEN clock >= quiet_start OR clock < quiet_end
    ELSE false END;
COMMENT ON FUNCTION is_quiet_time(time, time, time) IS 'True within [start, end), also over midnight; equal ends are no quiet hours.';

CREATE FUNCTION quiet_until(at timestamptz, zone text, quiet_start time, quiet_end time) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN is_quiet_time((at AT TIME ZONE zone)::time, quiet_start, quiet_end) THEN
    greatest(at, local_instant(
      (at AT TIME ZONE zone)::date + quiet_end
        + CASE WHEN (at AT TIME ZONE zone)::time < quiet_end THEN interval '0' ELSE interval '1 day' END, zone)) END;
COMMENT ON FUNCTION quiet_until(timestamptz, text, time, time) IS
  'End of the quiet hours in which an instant lies in a zone; NULL outside of them.';

-- No subquery in it, so that it becomes part of the statements that use it.
CREATE FUNCTION notification_exclusion(
    kind topic_kind, is_subscribed boolean, state account_state, push_consent boolean, matches boolean) RETURNS audience_exclusion
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN is_subscribed IS NOT TRUE AND (kind = 'MARKETING' OR is_subscribed IS FALSE) THEN 'UNSUBSCRIBED'::audience_exclusion
    WHEN state <> 'ACTIVE' THEN 'ACCOUNT_NOT_ACTIVE'::audience_exclusion
    WHEN matches IS NOT TRUE THEN 'OUTSIDE_FILTERS'::audience_exclusion
    WHEN kind = 'MARKETING' AND NOT push_consent THEN 'NO_CONSENT'::audience_exclusion END;
COMMENT ON FUNCTION notification_exclusion(topic_kind, boolean, account_state, boolean, boolean) IS
  'Why an account is no recipient, the first reason that holds; NULL: it is one. Service topics reach every active account whose owner has not said no to the topic.';

CREATE FUNCTION notification_matches(
    countries bpchar[], areas uuid[], last_seen_days int, country bpchar, area uuid, last_seen timestamptz, at timestamptz) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (cardinality(countries) = 0 OR country = ANY (countries)) AND (cardinality(areas) = 0 OR area = ANY (areas))
    AND (last_seen_days IS NULL OR last_seen >= at - make_interval(hours => 24 * last_seen_days));
COMMENT ON FUNCTION notification_matches(bpchar[], uuid[], int, bpchar, uuid, timestamptz, timestamptz) IS
  'True for an account within the filters of a notification, but for the badge.';

-- A page of the snapshot reads its own accounts, not all that come after them: each way to be a recipient is walked in the order of ids and
-- stops at the page's end. The planner expects few of the accounts to be recipients and would rather sort them all.
CREATE FUNCTION notification_audience(
    topic uuid, kind topic_kind, countries bpchar[], areas uuid[], badge uuid, last_seen_days int, resend uuid, after uuid, max_rows int)
  RETURNS TABLE (account_id uuid, timezone text, locale text)
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$
    (SELECT a.id, a.timezone, a.locale
      FROM account_topic_subscription s JOIN account a ON a.id = s.account_id
      WHERE kind = 'MARKETING' AND resend IS NULL AND s.topic_id = topic AND s.is_subscribed AND s.account_id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent,
          notification_matches(countries, areas, last_seen_days, a.country_code, a.area_id, a.last_seen_at, now())
          AND (badge IS NULL OR EXISTS (SELECT FROM account_badge_award w WHERE w.badge_id = badge AND w.account_id = a.id
            AND w.revoked_at IS NULL AND (w.expires_at IS NULL OR w.expires_at > now())))) IS NULL
      ORDER BY s.account_id LIMIT max_rows)
    UNION ALL
    (SELECT a.id, a.timezone, a.locale
      FROM account a LEFT JOIN account_topic_subscription s ON s.account_id = a.id AND s.topic_id = topic
      WHERE kind = 'SERVICE' AND resend IS NULL AND a.id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent,
          notification_matches(countries, areas, last_seen_days, a.country_code, a.area_id, a.last_seen_at, now())
          AND (badge IS NULL OR EXISTS (SELECT FROM account_badge_award w WHERE w.badge_id = badge AND w.account_id = a.id
            AND w.revoked_at IS NULL AND (w.expires_at IS NULL OR w.expires_at > now())))) IS NULL
      ORDER BY a.id LIMIT max_rows)
    UNION ALL
    (SELECT a.id, a.timezone, a.locale
      FROM notification n
      JOIN notification_delivery d ON d.created_on = n.created_on AND d.notification_id = n.id AND d.state = 'FAILED'
      JOIN account a ON a.id = d.account_id
      LEFT JOIN account_topic_subscription s ON s.account_id = a.id AND s.topic_id = topic
      WHERE resend IS NOT NULL AND n.id = resend AND d.account_id > after
        AND notification_exclusion(kind, s.is_subscribed, a.state, a.push_consent, true) IS NULL
        AND NOT EXISTS (SELECT FROM notification o
          JOIN notification_delivery x ON x.created_on = o.created_on AND x.notification_id = o.id
          WHERE o.resend_of = resend AND x.account_id = a.id AND x.state IN ('SENDING', 'SENT', 'RECEIVED', 'OPENED'))
      ORDER BY d.account_id LIMIT max_rows)
    ORDER BY 1 LIMIT max_rows
  $$;
COMMENT ON FUNCTION notification_audience(uuid, topic_kind, bpchar[], uuid[], uuid, int, uuid, uuid, int) IS
  'The next accounts that a notification reaches, with ids above the last one and in their order: of its topic and filters, or where it is sent again those that failed and have not been reached since. Each once.';
