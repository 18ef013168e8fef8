-- A notification can be narrowed to a segment, whose members are fixed when it is prepared (decision 0171).

ALTER TABLE notification ADD COLUMN segment_id uuid REFERENCES segment, ADD COLUMN segment_fixed_at timestamptz(3);
CREATE INDEX notification_segment_id ON notification (segment_id) WHERE segment_id IS NOT NULL;
COMMENT ON COLUMN notification.segment_fixed_at IS 'When its notification_member rows were complete; NULL before, and without a segment.';
SELECT grant_to_application('SELECT, INSERT (topic_id, title_i18n, body_i18n, image_url, deep_link, country_codes, area_ids, badge_id, segment_id, last_seen_within_days, not_seen_within_days,
    send_mode, send_at, send_local, timezone, not_after, ttl_seconds, throttle_per_minute, ignore_quiet_hours, ignore_frequency_cap,
    resend_of, created_by, updated_by),
  UPDATE (topic_id, title_i18n, body_i18n, image_url, deep_link, country_codes, area_ids, badge_id, segment_id, segment_fixed_at, last_seen_within_days, not_seen_within_days,
    send_mode, send_at, send_local, timezone, not_after, ttl_seconds, throttle_per_minute, ignore_quiet_hours, ignore_frequency_cap,
    state, state_reason, state_changed_by, audience_estimate, audience_estimated_at, audience_is_exact, wave_plan,
    scheduled_at, scheduled_by, starts_at, updated_at, updated_by, version)', 'TABLE notification');

CREATE TABLE notification_member (
  notification_id uuid NOT NULL REFERENCES notification,
  account_id uuid NOT NULL,
  PRIMARY KEY (notification_id, account_id)
);
COMMENT ON TABLE notification_member IS 'Members of the segment of a notification while it is being prepared. Without a foreign key to accounts.';
SELECT grant_to_application('SELECT, INSERT, DELETE', 'TABLE notification_member');
