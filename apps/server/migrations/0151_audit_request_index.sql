-- All rows of a job carry the reference id of the request that asked for it. A hash index keeps equal values in one chain that each new row
-- walks to its end, so that a million rows would take days; a B-tree goes straight to the place and keeps equal values once.
DROP INDEX staff_audit_event_request;
CREATE INDEX staff_audit_event_request ON staff_audit_event (request_id);
