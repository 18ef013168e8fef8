-- What a partner brought over all campaigns, without reading those of others. Figures of a day change no column of it.
CREATE INDEX campaign_daily_of_streamer ON campaign_daily (streamer_id, campaign_id)
  WHERE streamer_id <> '00000000-0000-0000-0000-000000000000';

CREATE FUNCTION streamer_commission(of_streamer uuid) RETURNS jsonb
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', t.currency, 'amountMinor', t.amount) ORDER BY t.currency), '[]')
    FROM (SELECT c.currency, sum(d.commission_minor)::bigint AS amount
      FROM campaign_daily d JOIN campaign c ON c.id = d.campaign_id
      WHERE d.streamer_id = of_streamer AND d.streamer_id <> '00000000-0000-0000-0000-000000000000' AND c.currency IS NOT NULL
      GROUP BY c.currency HAVING sum(d.commission_minor) <> 0) AS t);
COMMENT ON FUNCTION streamer_commission(uuid) IS 'Commission that a partner has earned of redemptions that were not rolled back, by currency: [{currency, amountMinor}].';

CREATE FUNCTION streamer_uses(of_streamer uuid) RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT coalesce(sum(d.confirmed - d.rolled_back), 0)::bigint FROM campaign_daily d
    WHERE d.streamer_id = of_streamer AND d.streamer_id <> '00000000-0000-0000-0000-000000000000');
COMMENT ON FUNCTION streamer_uses(uuid) IS 'Confirmed uses of codes of a partner that were not rolled back.';
