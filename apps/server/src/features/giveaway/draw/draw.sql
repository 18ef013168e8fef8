CREATE OR REPLACE FUNCTION giveaway_leaf_chunk_stays() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF EXISTS (SELECT FROM added a JOIN giveaway g ON g.id = a.giveaway_id WHERE giveaway_refusal('FREEZE', g.state) IS NOT NULL OR g.closes_at > clock_timestamp()) THEN
      RAISE EXCEPTION 'only the freeze of a giveaway makes chunks of its entries' USING ERRCODE = 'BC003', TABLE = 'giveaway_leaf_chunk';
    END IF;
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'frozen entries of giveaways are never changed or deleted' USING ERRCODE = 'BC003', TABLE = 'giveaway_leaf_chunk';
END
$$;
CREATE OR REPLACE TRIGGER giveaway_leaf_chunk_in_time AFTER INSERT ON giveaway_leaf_chunk REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION giveaway_leaf_chunk_stays();
CREATE OR REPLACE TRIGGER giveaway_leaf_chunk_stays BEFORE UPDATE OR DELETE ON giveaway_leaf_chunk
  FOR EACH STATEMENT EXECUTE FUNCTION giveaway_leaf_chunk_stays();

CREATE OR REPLACE FUNCTION record_giveaway_draw(of_giveaway uuid, seed bytea, draw_key bytea, positions jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  run giveaway;
BEGIN
  SELECT g.* INTO run FROM giveaway g WHERE g.id = of_giveaway FOR NO KEY UPDATE;
  PERFORM FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
  IF run.id IS NULL OR giveaway_refusal('DRAW', run.state) IS NOT NULL OR clock_timestamp() < greatest(run.draw_at, run.frozen_at + interval '60 seconds') THEN
    RAISE EXCEPTION 'giveaway % is not to be drawn now', of_giveaway USING ERRCODE = 'BC001', TABLE = 'giveaway', COLUMN = 'state';
  END IF;
  IF sha256(convert_to('gw-seed-v1', 'UTF8') || uuid_send(of_giveaway) || seed) IS DISTINCT FROM run.seed_commitment THEN
    RAISE EXCEPTION 'the seed of giveaway % is not the one that was committed to', of_giveaway USING ERRCODE = 'BC003', TABLE = 'giveaway', COLUMN = 'seed_revealed';
  END IF;
  INSERT INTO giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind)
    SELECT of_giveaway, d.position, d."entryId", d."accountId", p.id,
      CASE WHEN d."prizeRank" IS NULL THEN 'ALTERNATE' ELSE 'WINNER' END::giveaway_winner_kind
    FROM jsonb_to_recordset(positions) AS d ("position" smallint, "entryId" uuid, "accountId" uuid, "prizeRank" smallint)
    LEFT JOIN giveaway_prize p ON p.giveaway_id = of_giveaway AND p.rank = d."prizeRank";
  UPDATE giveaway g SET state = giveaway_after('DRAW'), seed_revealed = seed, drawn_at = clock_timestamp(), version = g.version + 1 WHERE g.id = of_giveaway;
  PERFORM append_giveaway_transactions(of_giveaway, 'SYSTEM', NULL,
    jsonb_build_array(jsonb_build_object('type', 'DRAWN', 'data', jsonb_build_object('seed', encode(seed, 'hex'), 'key', encode(draw_key, 'hex'))))
    || (SELECT coalesce(jsonb_agg(jsonb_build_object('type', CASE w.kind WHEN 'WINNER' THEN 'WON' ELSE 'ALTERNATE_DRAWN' END,
          'account', w.account_id, 'entry', w.entry_id, 'prize', w.prize_id,
          'data', jsonb_build_object('position', w.draw_position, 'ticket', d.ticket, 'remaining', d.remaining)) ORDER BY w.draw_position), '[]')
        FROM giveaway_winner w
        JOIN jsonb_to_recordset(positions) AS d ("position" smallint, ticket bigint, remaining bigint) ON d.position = w.draw_position
        WHERE w.giveaway_id = of_giveaway));
END
$$;
COMMENT ON FUNCTION record_giveaway_draw(uuid, bytea, bytea, jsonb) IS
  'Writes a due draw: reveals the seed, which must be the committed one, and every position (members position, entryId, accountId, prizeRank, remaining, ticket). A second draw fails.';
REVOKE ALL ON FUNCTION record_giveaway_draw(uuid, bytea, bytea, jsonb) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION record_giveaway_draw(uuid, bytea, bytea, jsonb)');

CREATE OR REPLACE FUNCTION hold_giveaway_entries(of_giveaway uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
  SELECT FROM giveaway_tally t WHERE t.giveaway_id = of_giveaway FOR NO KEY UPDATE;
$$;
COMMENT ON FUNCTION hold_giveaway_entries(uuid) IS
  'Locks the tally: waits for entries in flight and blocks others until this transaction ends.';
REVOKE ALL ON FUNCTION hold_giveaway_entries(uuid) FROM PUBLIC;
SELECT grant_to_application('EXECUTE', 'FUNCTION hold_giveaway_entries(uuid)');
