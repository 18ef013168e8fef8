-- One line for all events of the same action in one request (decision 0230).
ALTER TABLE staff_audit_event ADD COLUMN is_further boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN staff_audit_event.is_further IS
  'Whether another event of the same action, outcome and request came before, such as the second record of a job.';
CREATE INDEX staff_audit_event_line ON staff_audit_event (occurred_at, id) WHERE NOT is_further;
CREATE INDEX staff_audit_event_of_request ON staff_audit_event (request_id, action, outcome, is_further, occurred_at);
DROP INDEX staff_audit_event_request;
CREATE INDEX job_of_request ON job (coalesce(request_id, id::text));
