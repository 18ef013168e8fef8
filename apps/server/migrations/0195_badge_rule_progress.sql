-- A periodic look at a rule that is not done in one batch goes on behind the last record it has seen, so that every batch reads as little
-- as the first one and none is read for ever.
ALTER TABLE badge_rule_progress ADD COLUMN resume_after uuid;
COMMENT ON COLUMN badge_rule_progress.looked_until IS
  'ACCOUNT_AGE_DAYS: accounts created until then; POINTS_SPENT_TOTAL: transfers made until then, once the look is done.';
COMMENT ON COLUMN badge_rule_progress.resume_after IS
  'Account (created at looked_until) or transfer behind which the look goes on; NULL: it is done.';
