-- Logo of an app (decision 0218), shown where people allow it to act for them.
ALTER TABLE app ADD COLUMN image_url text CONSTRAINT app_form_image_url_check CHECK (image_url ~ '^/files/apps/[0-9a-f-]{36}\.png$');
COMMENT ON COLUMN app.image_url IS 'Path of a published picture of this server.';
