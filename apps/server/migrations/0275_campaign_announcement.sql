-- What partners are told of the campaigns that name them, and what they have read of it (decision 0080).

ALTER TABLE campaign ADD COLUMN canceled_at timestamptz(3);
COMMENT ON COLUMN campaign.canceled_at IS 'Set by a trigger; stays when the campaign is archived.';
UPDATE campaign SET canceled_at = state_changed_at
  WHERE state = 'CANCELED' OR (state = 'ARCHIVED' AND activated_at IS NOT NULL AND state_changed_at < ends_at);

CREATE FUNCTION campaign_notes_cancellation() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  NEW.canceled_at := CASE TG_OP WHEN 'INSERT' THEN NEW.state_changed_at ELSE now() END;
  RETURN NEW;
END
$$;
-- Fires behind campaign_check_change, which may refuse the state.
CREATE TRIGGER campaign_notes_cancellation BEFORE INSERT OR UPDATE OF state ON campaign
  FOR EACH ROW WHEN (NEW.state = 'CANCELED' AND NEW.canceled_at IS NULL) EXECUTE FUNCTION campaign_notes_cancellation();

CREATE TYPE campaign_announcement AS ENUM ('PAUSED', 'RESUMED', 'ENDED', 'CANCELED');

CREATE FUNCTION campaign_announcement(of_campaign campaign, at_instant timestamptz) RETURNS campaign_announcement
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN of_campaign.activated_at IS NULL THEN NULL
    WHEN of_campaign.canceled_at IS NOT NULL THEN 'CANCELED'::campaign_announcement
    WHEN at_instant >= of_campaign.ends_at THEN 'ENDED'::campaign_announcement
    WHEN of_campaign.state = 'PAUSED' THEN 'PAUSED'::campaign_announcement
    WHEN of_campaign.state = 'ACTIVE' AND of_campaign.state_changed_at > of_campaign.activated_at THEN 'RESUMED'::campaign_announcement
  END;
COMMENT ON FUNCTION campaign_announcement(campaign, timestamptz) IS
  'What happened last to a campaign that its partners have to know, at an instant; NULL: nothing since it was activated.';

CREATE TABLE campaign_announcement_read (
  staff_sub text COLLATE "C" NOT NULL CHECK (char_length(staff_sub) BETWEEN 1 AND 255),
  campaign_id uuid NOT NULL REFERENCES campaign,
  read_until timestamptz(3) NOT NULL,
  PRIMARY KEY (staff_sub, campaign_id)
);
COMMENT ON TABLE campaign_announcement_read IS 'What the person of a partner has read of what is told about a campaign.';
COMMENT ON COLUMN campaign_announcement_read.staff_sub IS 'Subject claim of the identity provider.';
COMMENT ON COLUMN campaign_announcement_read.read_until IS 'What happened up to this instant is told no more.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE campaign_announcement_read');

-- Whoever watches a campaign is told that its state, its end or who is on it has changed.
CREATE FUNCTION campaign_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_changed', NEW.id::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER campaign_changed_notice AFTER UPDATE OF state, ends_at ON campaign
  FOR EACH ROW WHEN ((OLD.state, OLD.ends_at) IS DISTINCT FROM (NEW.state, NEW.ends_at)) EXECUTE FUNCTION campaign_changed_notice();

CREATE FUNCTION campaign_streamer_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_changed', NEW.campaign_id::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER campaign_streamer_changed_notice AFTER INSERT OR UPDATE OF removed_at ON campaign_streamer
  FOR EACH ROW EXECUTE FUNCTION campaign_streamer_changed_notice();

CREATE FUNCTION streamer_changed_notice() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  PERFORM pg_notify('campaign_changed', campaign_id::text) FROM campaign_streamer WHERE streamer_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER streamer_changed_notice AFTER UPDATE OF state, staff_sub ON streamer
  FOR EACH ROW WHEN ((OLD.state, OLD.staff_sub) IS DISTINCT FROM (NEW.state, NEW.staff_sub)) EXECUTE FUNCTION streamer_changed_notice();
COMMENT ON FUNCTION campaign_changed_notice() IS 'Tells listeners of campaign_changed which campaign it is.';
COMMENT ON FUNCTION campaign_streamer_changed_notice() IS 'Tells listeners of campaign_changed that a partner was put on a campaign or taken off it.';
COMMENT ON FUNCTION streamer_changed_notice() IS 'Tells listeners of campaign_changed that a partner on these campaigns was suspended or reactivated, or that another person signs in as it.';
