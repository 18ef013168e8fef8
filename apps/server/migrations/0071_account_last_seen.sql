COMMENT ON COLUMN account.last_seen_at IS 'When the account was last online; coarse, written at most once an hour.';
