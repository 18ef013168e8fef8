-- The setting is the default of new giveaways, which have at most 60 days.

UPDATE config_entry SET max_value = 60,
  value = to_jsonb(least((value #>> '{}')::int, 60)), default_value = to_jsonb(least((default_value #>> '{}')::int, 60)),
  description = 'How long a winner of a new giveaway may claim a prize.'
WHERE key = 'giveaway.claim_days';
UPDATE config_entry SET description = 'How long a new campaign holds a use of a coupon for a checkout.' WHERE key = 'coupon.reservation_seconds';
