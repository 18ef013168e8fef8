-- Keys of accounts that were created before 0362. Locking them keeps a change of a name from getting lost in between.
WITH batch AS MATERIALIZED (
  SELECT a.id, search_words(a.display_name) AS words, search_name(a.display_name) AS name, a.email_key, a.phone_e164
  FROM account a
  WHERE NOT EXISTS (SELECT FROM account_search s WHERE s.account_id = a.id)
  ORDER BY a.id LIMIT $1 FOR NO KEY UPDATE OF a
), spelled AS (
  INSERT INTO account_word (word)
  SELECT DISTINCT w.word FROM batch b CROSS JOIN unnest(b.words) AS w (word)
  WHERE NOT EXISTS (SELECT FROM account_word v WHERE v.word = w.word) ORDER BY 1
  ON CONFLICT DO NOTHING
), named AS (
  INSERT INTO account_name_word (account_id, word)
  SELECT b.id, w.word FROM batch b CROSS JOIN unnest(b.words) AS w (word)
  ON CONFLICT DO NOTHING
)
INSERT INTO account_search AS s (account_id, name, email_local, email_domain, phone_end)
SELECT b.id, b.name, left(b.email_key, strpos(b.email_key, '@') - 1), substr(b.email_key, strpos(b.email_key, '@') + 1),
  reverse(substr(b.phone_e164, 2))
FROM batch b
ON CONFLICT (account_id) DO UPDATE SET name = excluded.name;
