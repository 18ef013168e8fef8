CREATE OR REPLACE FUNCTION check_approval_request() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'PENDING' THEN
      RAISE EXCEPTION 'a request for approval begins as pending' USING ERRCODE = 'BC001', TABLE = 'approval_request', COLUMN = 'state';
    END IF;
    PERFORM pg_notify('approval_created', to_char(transaction_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  ELSIF OLD.state <> 'PENDING' AND (NEW.state, NEW.decided_by, NEW.decided_at) IS DISTINCT FROM (OLD.state, OLD.decided_by, OLD.decided_at) THEN
    RAISE EXCEPTION 'a request for approval cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'BC001', TABLE = 'approval_request', COLUMN = 'state';
  ELSIF NEW.state = 'APPROVED' AND OLD.state = 'PENDING' AND OLD.expires_at <= now() THEN
    RAISE EXCEPTION 'the request for approval has expired' USING ERRCODE = 'BC001', TABLE = 'approval_request', COLUMN = 'expires_at';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION check_approval_request() IS 'Requests for approval leave PENDING once, and none is approved after its expiry.';

-- The recipients of a scheduled notification are found when it starts, by the rule of that moment. Erasure keeps updated_at.
CREATE OR REPLACE FUNCTION check_approved_segment() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF EXISTS (SELECT FROM notification n JOIN approval_request r ON r.entity_type = 'notification' AND r.entity_id = n.id::text
      WHERE n.segment_id = NEW.id AND n.segment_fixed_at IS NULL AND n.state IN ('SCHEDULED', 'PREPARING', 'PAUSED')
        AND r.action = 'NOTIFICATION_SEND' AND r.state = 'APPROVED' AND r.decided_at >= n.scheduled_at) THEN
    RAISE EXCEPTION 'an approved notification waits for this segment' USING ERRCODE = 'BC008', TABLE = 'segment', COLUMN = 'rule';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION check_approved_segment() IS 'Refuses to change the rule of a segment, with SQLSTATE BC008, while a notification that was approved with it waits.';
-- Version 0.1.0, on which upgrades build, has no such tables.
DO $$
BEGIN
  IF to_regclass('public.approval_request') IS NOT NULL THEN
    CREATE OR REPLACE TRIGGER approval_request_check_change BEFORE INSERT OR UPDATE ON approval_request
      FOR EACH ROW EXECUTE FUNCTION check_approval_request();
    CREATE OR REPLACE TRIGGER segment_check_approved BEFORE UPDATE OF rule ON segment
      FOR EACH ROW WHEN (NEW.rule IS DISTINCT FROM OLD.rule AND NEW.updated_at IS DISTINCT FROM OLD.updated_at)
      EXECUTE FUNCTION check_approved_segment();
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION forget_approvals(erased uuid, said text[], near text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
  AS $$
BEGIN
  UPDATE approval_request r SET title = CASE WHEN mentions(title, said) THEN erased::text ELSE title END,
      content = without_mentions(content, said, erased), variables = without_mentions(variables, said, erased),
      note = CASE WHEN mentions(note, said) THEN erased::text ELSE note END,
      decision_note = CASE WHEN mentions(decision_note, said) THEN erased::text ELSE decision_note END
    WHERE lower(concat_ws(' ', title, content, variables, note, decision_note)) ~ near;
  UPDATE approval_comment SET body = erased::text WHERE lower(body) ~ near AND mentions(body, said);
END
$$;
COMMENT ON FUNCTION forget_approvals(uuid, text[], text) IS 'Part of erasure: puts the id of the account in place of texts that mention it.';
REVOKE ALL ON FUNCTION forget_approvals(uuid, text[], text) FROM PUBLIC;
