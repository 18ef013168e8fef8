-- Segments ask who opened a message lately.

CREATE INDEX notification_delivery_opened ON notification_delivery (opened_at, account_id) WHERE opened_at IS NOT NULL;
