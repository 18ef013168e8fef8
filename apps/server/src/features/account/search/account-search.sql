-- Joins with unnest: comparing with each of an array's values is slow for large ones in a generic plan.
CREATE OR REPLACE FUNCTION index_accounts(ids uuid[]) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
    WITH changed AS MATERIALIZED (
      SELECT a.id, a.display_name, a.email_key, a.phone_e164 FROM unnest(ids) AS i (id) JOIN account a ON a.id = i.id
    ), part AS MATERIALIZED (
      SELECT c.id, p.part FROM changed c CROSS JOIN string_to_table(c.display_name, ' ') AS p (part)
    ), folded AS MATERIALIZED (
      -- Each part once: many people share one, and folding it is most of the work.
      SELECT p.part, string_to_array(search_name(p.part), ' ') AS name, search_words(p.part) AS words FROM (SELECT DISTINCT part FROM part) AS p
    ), listed AS (
      INSERT INTO account_search AS s (account_id, name, email_local, email_domain, phone_end)
        SELECT c.id, n.name, left(c.email_key, strpos(c.email_key, '@') - 1), substr(c.email_key, strpos(c.email_key, '@') + 1),
          reverse(substr(c.phone_e164, 2))
        FROM changed c LEFT JOIN (
          SELECT p.id, string_agg(w.word, ' ' ORDER BY w.word COLLATE "C") AS name
          FROM part p JOIN folded f USING (part) CROSS JOIN unnest(f.name) AS w (word) GROUP BY p.id) AS n ON n.id = c.id
        ON CONFLICT (account_id) DO UPDATE
          SET name = excluded.name, email_local = excluded.email_local, email_domain = excluded.email_domain, phone_end = excluded.phone_end
    ), named AS MATERIALIZED (
      SELECT DISTINCT p.id, w.word FROM part p JOIN folded f USING (part) CROSS JOIN unnest(f.words) AS w (word)
    ), spelled AS (
      INSERT INTO account_word (word)
        SELECT DISTINCT n.word FROM named n WHERE NOT EXISTS (SELECT FROM account_word v WHERE v.word = n.word) ORDER BY 1
        ON CONFLICT DO NOTHING
    )
    INSERT INTO account_name_word (account_id, word) SELECT n.id, n.word FROM named n ON CONFLICT DO NOTHING
  $$;
COMMENT ON FUNCTION index_accounts(uuid[]) IS 'Adds the keys by which accounts are found.';
REVOKE ALL ON FUNCTION index_accounts(uuid[]) FROM PUBLIC;

CREATE OR REPLACE FUNCTION account_indexes_search() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  AS $$
DECLARE
  ids uuid[];
  gone text[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM index_accounts(ARRAY(SELECT n.id FROM new_rows n));
    RETURN NULL;
  END IF;
  ids := ARRAY(SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.display_name, n.email, n.phone_e164) IS DISTINCT FROM (o.display_name, o.email, o.phone_e164));
  IF ids = '{}' THEN
    RETURN NULL;
  END IF;
  WITH lost AS (
    DELETE FROM account_name_word w USING unnest(ids) AS i (id) JOIN account a ON a.id = i.id
      WHERE w.account_id = i.id AND w.word <> ALL (search_words(a.display_name)) RETURNING w.word
  ) SELECT array_agg(DISTINCT word) INTO gone FROM lost;
  PERFORM index_accounts(ids);
  IF gone IS NULL THEN
    RETURN NULL;
  END IF;
  -- A word that no name has any longer is not kept. One after the other, or the last two would each see the other's.
  PERFORM pg_advisory_xact_lock(hashtextextended('account_word', 0));
  DELETE FROM account_word v USING unnest(gone) AS g (word)
    WHERE v.word = g.word AND NOT EXISTS (SELECT FROM account_name_word w WHERE w.word = g.word);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_indexes_search() FROM PUBLIC;
CREATE OR REPLACE TRIGGER account_indexes_inserted AFTER INSERT ON account REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_indexes_search();
CREATE OR REPLACE TRIGGER account_indexes_updated AFTER UPDATE ON account REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION account_indexes_search();

-- In PL/pgSQL, which keeps the plan: as a part of each search, planning it took longer than running it.
CREATE OR REPLACE FUNCTION similar_words(given text, most int) RETURNS TABLE (word text, cost int)
  LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 12
  AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH q AS MATERIALIZED (
      SELECT f.word, search_sound(f.word) AS sound, search_spellings(f.word) AS spellings,
        CASE WHEN char_length(f.word) < 4 THEN 1 ELSE 2 END AS edits
      FROM (SELECT left(search_fold(given), 80) AS word OFFSET 0) AS f
    ), alike AS MATERIALIZED (
      -- Two edits of a word of equal length that shares a spelling are a letter in another place: one error.
      SELECT v.word, e.edits - (e.edits = 2 AND char_length(v.word) = char_length(q.word))::int AS edits, search_sound(v.word) = q.sound AS sounds
      FROM q JOIN account_word v ON v.spellings && q.spellings
        CROSS JOIN LATERAL (SELECT levenshtein_less_equal(v.word, q.word, 6) AS edits OFFSET 0) AS e
    ), begun AS MATERIALIZED (
      SELECT b.word FROM q CROSS JOIN LATERAL (
        SELECT v.word FROM account_word v WHERE v.word > q.word AND v.word < q.word || U&'\+10FFFF' ORDER BY v.word LIMIT most) AS b
      WHERE char_length(q.word) > 2
    )
    SELECT c.word, min(c.cost) FROM (
      SELECT a.word, least(CASE WHEN a.edits <= q.edits THEN 2 * a.edits END, CASE WHEN a.sounds THEN 2 + a.edits END) AS cost
        FROM q CROSS JOIN alike a WHERE a.edits <= q.edits OR a.sounds
      UNION ALL SELECT b.word, 1 FROM begun b
    ) AS c GROUP BY c.word ORDER BY 2, 1 LIMIT most;
END
$$;
COMMENT ON FUNCTION similar_words(text, int) IS
  'The words of names most similar to a given one, by edits and sound; cost 0 is the word itself.';
SELECT grant_to_application('EXECUTE', 'FUNCTION similar_words(text, int)');
