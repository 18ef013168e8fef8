-- The index page: what needs somebody is found by index, and what has changed since a person last looked has a beginning (decision 0103).

CREATE TABLE staff_look (
  staff_sub text COLLATE "C" PRIMARY KEY CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  looked_at timestamptz(3) NOT NULL,
  since timestamptz(3),
  CONSTRAINT staff_look_is_after CHECK (since <= looked_at)
);
COMMENT ON TABLE staff_look IS 'When a person last looked at the index page, whatever the device.';
COMMENT ON COLUMN staff_look.looked_at IS 'The newest look of the present visit.';
COMMENT ON COLUMN staff_look.since IS 'Last look of the visit before; NULL during the first visit ever.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE staff_look');

CREATE FUNCTION look_since(looked_at timestamptz, since timestamptz, at timestamptz) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN at - looked_at > interval '30 minutes' THEN looked_at ELSE since END;
COMMENT ON FUNCTION look_since(timestamptz, timestamptz, timestamptz) IS
  'When the visit before the one of an instant ended: looks at most 30 minutes apart are one visit.';

CREATE INDEX job_failed ON job (finished_at) WHERE state = 'FAILED';
CREATE INDEX giveaway_winner_claimed ON giveaway_winner (giveaway_id) WHERE state = 'CLAIMED';
CREATE INDEX account_note_by_time ON account_note (written_at);
CREATE INDEX notification_completed_at ON notification (completed_at) WHERE completed_at IS NOT NULL;
