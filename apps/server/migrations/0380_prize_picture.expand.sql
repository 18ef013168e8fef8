-- A prize can have a published picture (decision 0174).

ALTER TABLE giveaway_prize ADD COLUMN image_url text CHECK (image_url ~ '^/files/prizes/[0-9a-f-]{36}\.png$');
COMMENT ON COLUMN giveaway_prize.image_url IS 'Path of its picture. Presentation only: fixed with the prize at publication, but not part of the hash of the terms.';
