ALTER TABLE notification ADD COLUMN not_seen_within_days int CHECK (not_seen_within_days BETWEEN 1 AND 3650);
SELECT grant_to_application('SELECT, INSERT (topic_id, title_i18n, body_i18n, image_url, deep_link, country_codes, area_ids, badge_id, last_seen_within_days, not_seen_within_days,
    send_mode, send_at, send_local, timezone, not_after, ttl_seconds, throttle_per_minute, ignore_quiet_hours, ignore_frequency_cap,
    resend_of, created_by, updated_by),
  UPDATE (topic_id, title_i18n, body_i18n, image_url, deep_link, country_codes, area_ids, badge_id, last_seen_within_days, not_seen_within_days,
    send_mode, send_at, send_local, timezone, not_after, ttl_seconds, throttle_per_minute, ignore_quiet_hours, ignore_frequency_cap,
    state, state_reason, state_changed_by, audience_estimate, audience_estimated_at, audience_is_exact, wave_plan,
    scheduled_at, scheduled_by, starts_at, updated_at, updated_by, version)', 'TABLE notification');
