-- Badges are awarded for giveaways that were entered and won; what has changed since the last look is found by its instant.
CREATE INDEX giveaway_entry_by_change ON giveaway_entry (changed_at, id);
CREATE INDEX giveaway_winner_by_change ON giveaway_winner ((coalesce(forfeited_at, notified_at)), entry_id) WHERE notified_at IS NOT NULL;
