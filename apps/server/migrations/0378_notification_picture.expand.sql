-- The picture of a notification may be an uploaded one (decision 0174).

ALTER TABLE notification
  DROP CONSTRAINT notification_image_url_check,
  ADD CONSTRAINT notification_image_url_check CHECK (char_length(image_url) <= 1000
    AND image_url ~ '^(https://[\x21-\x7e]+|/files/notifications/[0-9a-f-]{36}\.png)$');
COMMENT ON COLUMN notification.image_url IS 'Picture that the phone loads: an address that this product never loads, or the path of an uploaded one.';
