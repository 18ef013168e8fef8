-- The trail is looked through by record, by action, by kind of record, by outcome and by reference id, newest first.
-- A record's id leads its index, so that a search by id alone uses the one that a record's history uses.
DROP INDEX staff_audit_event_entity;
CREATE INDEX staff_audit_event_record ON staff_audit_event (entity_id, entity_type, occurred_at, id);
CREATE INDEX staff_audit_event_kind ON staff_audit_event (entity_type, occurred_at, id);
CREATE INDEX staff_audit_event_action ON staff_audit_event (action, occurred_at, id);
CREATE INDEX staff_audit_event_outcome ON staff_audit_event (outcome, occurred_at, id);
-- Reference ids are random: four bytes a row, found by equality only.
CREATE INDEX staff_audit_event_request ON staff_audit_event USING hash (request_id);
