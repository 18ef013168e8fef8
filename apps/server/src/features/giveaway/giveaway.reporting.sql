CREATE OR REPLACE VIEW reporting.giveaway AS
  SELECT id AS giveaway_id, code, title_i18n ->> 'en-US' AS title, state::text AS state, opens_at, closes_at, draw_at, drawn_at, timezone,
    entry_cost_points, store_id, created_at
  FROM public.giveaway;
COMMENT ON VIEW reporting.giveaway IS 'Giveaways.';
COMMENT ON COLUMN reporting.giveaway.giveaway_id IS 'Id of the giveaway.';
COMMENT ON COLUMN reporting.giveaway.code IS 'Short name.';
COMMENT ON COLUMN reporting.giveaway.title IS 'Title in English.';
COMMENT ON COLUMN reporting.giveaway.state IS 'DRAFT, PUBLISHED, FROZEN, DRAWN, ANNOUNCED, SETTLED or CANCELED.';
COMMENT ON COLUMN reporting.giveaway.opens_at IS 'First instant of entries.';
COMMENT ON COLUMN reporting.giveaway.closes_at IS 'First instant after them.';
COMMENT ON COLUMN reporting.giveaway.draw_at IS 'When it is to be drawn.';
COMMENT ON COLUMN reporting.giveaway.drawn_at IS 'When it was drawn; NULL: not yet.';
COMMENT ON COLUMN reporting.giveaway.timezone IS 'IANA zone of its dates.';
COMMENT ON COLUMN reporting.giveaway.entry_cost_points IS 'Points for each ticket.';
COMMENT ON COLUMN reporting.giveaway.store_id IS 'Store that sponsors it; NULL: the company.';
COMMENT ON COLUMN reporting.giveaway.created_at IS 'When it was created.';

CREATE OR REPLACE VIEW reporting.giveaway_entry AS
  SELECT e.id AS entry_id, e.giveaway_id, e.account_id, e.state::text AS state, e.tickets, e.points_paid, e.entered_at,
    w.state::text AS prize_state, p.rank AS prize_rank
  FROM public.giveaway_entry e
    LEFT JOIN public.giveaway_winner w ON w.entry_id = e.id
    LEFT JOIN public.giveaway_prize p ON p.id = w.prize_id;
COMMENT ON VIEW reporting.giveaway_entry IS 'Entries in giveaways and what they won.';
COMMENT ON COLUMN reporting.giveaway_entry.entry_id IS 'Id of the entry.';
COMMENT ON COLUMN reporting.giveaway_entry.giveaway_id IS 'Giveaway.';
COMMENT ON COLUMN reporting.giveaway_entry.account_id IS 'Account.';
COMMENT ON COLUMN reporting.giveaway_entry.state IS 'VALID, WITHDRAWN or DISQUALIFIED.';
COMMENT ON COLUMN reporting.giveaway_entry.tickets IS 'Number of tickets.';
COMMENT ON COLUMN reporting.giveaway_entry.points_paid IS 'Points paid and not returned.';
COMMENT ON COLUMN reporting.giveaway_entry.entered_at IS 'When it was entered.';
COMMENT ON COLUMN reporting.giveaway_entry.prize_state IS 'DRAWN, NOTIFIED, CLAIMED, FULFILLED, FORFEITED, PROMOTED or UNUSED; NULL: not drawn.';
COMMENT ON COLUMN reporting.giveaway_entry.prize_rank IS 'Rank of the prize; NULL: none.';
SELECT grant_reporting();
