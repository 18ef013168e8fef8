-- Functions used by constraints, defaults and indexes of tables. Applied before the migrations (docs/migrations.md).

-- Ids are UUIDv7: time-ordered, so new rows are appended to an index (decision 0004). PostgreSQL 18 has a generator;
-- for older versions the same layout (milliseconds, 12 bits of microseconds, 62 random bits) is built here.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      RETURN uuidv7();
  ELSE
    CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      AS $body$
        SELECT encode(
          substring(int8send(us / 1000) FROM 3)
            || substring(int4send((28672 + (us % 1000) * 4096 / 1000)::int) FROM 3)
            || substring(uuid_send(gen_random_uuid()) FROM 9),
          'hex')::uuid
        FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS us) AS clock
      $body$;
  END IF;
END
$$;
COMMENT ON FUNCTION uuid_v7() IS 'A new UUIDv7 (RFC 9562), ordered by time.';

-- Grants go through this function, so that a database without the application role can be migrated as well.
CREATE OR REPLACE FUNCTION grant_to_application(privileges text, target text) RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'backcounter_app') THEN
    EXECUTE format('REVOKE ALL ON %s FROM backcounter_app', target);
    IF privileges <> '' THEN
      EXECUTE format('GRANT %s ON %s TO backcounter_app', privileges, target);
    END IF;
  END IF;
END
$$;
COMMENT ON FUNCTION grant_to_application(text, text) IS
  'Sets exactly these privileges (such as SELECT, INSERT) of the application role on a target (such as TABLE account).';
REVOKE ALL ON FUNCTION grant_to_application(text, text) FROM PUBLIC;

-- A CHECK can't contain a subquery, so the rule for translatable content is a function.
CREATE OR REPLACE FUNCTION is_i18n_map(content jsonb, max_length int) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN jsonb_typeof(content) = 'object' AND content ? 'en-US' THEN
    NOT EXISTS (
      SELECT FROM jsonb_each(content) AS entry
      WHERE entry.key !~ '^[a-z]{2}(-[A-Z]{2})?$'
        OR jsonb_typeof(entry.value) <> 'string'
        OR char_length(entry.value #>> '{}') NOT BETWEEN 1 AND max_length)
    ELSE false END;
COMMENT ON FUNCTION is_i18n_map(jsonb, int) IS 'True for a map locale -> text with an en-US text, each text 1 to max_length characters.';

CREATE OR REPLACE FUNCTION is_timezone_name(name text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN char_length(name) <= 64 AND name ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$';
COMMENT ON FUNCTION is_timezone_name(text) IS
  'True for the syntax of an IANA zone name. Whether the zone exists is checked on input, because the list changes with releases of the data.';

-- A database moved to a PostgreSQL with older data may have zones that this doesn't know, and a statement fails at the first one.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 160000 THEN
    CREATE OR REPLACE FUNCTION known_zone(zone text, instead text DEFAULT 'UTC') RETURNS text
      LANGUAGE sql STABLE PARALLEL SAFE
      RETURN CASE WHEN pg_input_is_valid('2000-01-01 00:00 ' || zone, 'timestamptz') THEN zone ELSE instead END;
  ELSE
    CREATE OR REPLACE FUNCTION known_zone(zone text, instead text DEFAULT 'UTC') RETURNS text
      LANGUAGE plpgsql STABLE
      AS $body$
      BEGIN
        PERFORM now() AT TIME ZONE zone;
        RETURN zone;
      EXCEPTION WHEN invalid_parameter_value THEN
        RETURN instead;
      END
      $body$;
  END IF;
END
$$;
COMMENT ON FUNCTION known_zone(text, text) IS 'A stored time zone for AT TIME ZONE, which fails for one that PostgreSQL does not know: `instead` then, by default UTC.';

CREATE OR REPLACE FUNCTION are_distinct(list anyarray) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT count(DISTINCT item) = cardinality(list) FROM unnest(list) AS item $$;

CREATE OR REPLACE FUNCTION i18n_search_key(content jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(string_agg(entry.value, chr(10) ORDER BY entry.key COLLATE "C")) FROM jsonb_each_text(content) AS entry $$;
COMMENT ON FUNCTION i18n_search_key(jsonb) IS 'All texts of a map in lower case, one per line, for fragment search.';

-- Precedence of versions (semver.org, item 11) as a text that sorts bytewise. A number is prefixed with its length;
-- identifiers with letters sort after numbers, shorter lists of identifiers before longer ones, and a pre-release
-- before its release. Build metadata is ignored.
CREATE OR REPLACE FUNCTION semver_number_key(digits text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lpad(char_length(digits)::text, 2, '0') || digits;

CREATE OR REPLACE FUNCTION semver_key(version text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (
    SELECT
      (SELECT string_agg(semver_number_key(part), '' ORDER BY place)
        FROM unnest(string_to_array(core, '.')) WITH ORDINALITY AS numbers (part, place))
      || CASE WHEN pre_release IS NULL THEN '~' ELSE
        (SELECT '-' || string_agg(CASE WHEN part ~ '^[0-9]+$' THEN '0' || semver_number_key(part) ELSE '1' || part END || '!', '' ORDER BY place)
          FROM unnest(string_to_array(pre_release, '.')) WITH ORDINALITY AS identifiers (part, place)) END
    FROM (SELECT substring(version FROM '^[0-9.]+') AS core, substring(version FROM '^[0-9.]+-([0-9A-Za-z.-]+)') AS pre_release) AS parts);
COMMENT ON FUNCTION semver_key(text) IS 'Compared as COLLATE "C", it orders semantic versions by precedence.';

-- Push tokens may exceed the size of an index row, so they are unique by hash. They are ASCII, with the same bytes in
-- every encoding, so the function is immutable.
CREATE OR REPLACE FUNCTION push_token_key(token text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT sha256(convert_to(token, 'UTF8')) $$;
COMMENT ON FUNCTION push_token_key(text) IS 'SHA-256 of a push token, by which tokens are unique.';

-- Damm's check digit finds each wrong digit and each swap of neighbors. Numbers of payment cards end with Luhn's, so numbers that pass it are refused.
CREATE OR REPLACE FUNCTION card_check_digit(digits text) RETURNS int
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
DECLARE
  digit int := 0;
BEGIN
  FOR place IN 1..length(digits) LOOP
    digit := substr('0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790',
      digit * 10 + substr(digits, place, 1)::int + 1, 1)::int;
  END LOOP;
  RETURN digit;
END
$$;
COMMENT ON FUNCTION card_check_digit(text) IS 'The digit that makes the number of a member card complete; 0 for a complete one.';
CREATE OR REPLACE FUNCTION is_card_number(number text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
  AS $$
DECLARE
  luhn int := 0;
BEGIN
  IF number !~ '^[0-9]{13}$' OR card_check_digit(number) <> 0 THEN
    RETURN false;
  END IF;
  FOR place IN 1..13 LOOP
    luhn := luhn + substr(CASE place % 2 WHEN 1 THEN '0123456789' ELSE '0246813579' END, substr(number, place, 1)::int + 1, 1)::int;
  END LOOP;
  RETURN luhn % 10 <> 0;
END
$$;
COMMENT ON FUNCTION is_card_number(text) IS 'True for 12 digits with their check digit that cannot be the number of a payment card.';
CREATE OR REPLACE FUNCTION card_number_key(number text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  AS $$ SELECT sha256(convert_to(number, 'UTF8')) $$;
COMMENT ON FUNCTION card_number_key(text) IS 'SHA-256 of the number of a member card, which remains when its account is erased.';

-- A CHECK can't contain a subquery, or a cast that may fail, so the rule for a value is a function.
CREATE OR REPLACE FUNCTION is_config_value(value jsonb, value_type config_value_type, min_value numeric, max_value numeric, allowed_values text[])
  RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(CASE value_type
    WHEN 'BOOLEAN' THEN jsonb_typeof(value) = 'boolean'
    WHEN 'STRING' THEN jsonb_typeof(value) = 'string' AND char_length(value #>> '{}') <= 500
    WHEN 'TIME' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    WHEN 'COLOR' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^#[0-9a-f]{6}$'
    WHEN 'ENUM' THEN jsonb_typeof(value) = 'string' AND value #>> '{}' = ANY (allowed_values)
    ELSE CASE WHEN jsonb_typeof(value) = 'number' THEN
      (value_type = 'DECIMAL' OR scale(trim_scale((value #>> '{}')::numeric)) = 0)
      AND (min_value IS NULL OR (value #>> '{}')::numeric >= min_value)
      AND (max_value IS NULL OR (value #>> '{}')::numeric <= max_value)
      ELSE false END
    END, false);
COMMENT ON FUNCTION is_config_value(jsonb, config_value_type, numeric, numeric, text[]) IS
  'True for a value of the type, within its range: whole numbers for INTEGER and DURATION, HH:MM for TIME, #rrggbb in lower case for COLOR, one of the allowed values for ENUM.';

CREATE OR REPLACE FUNCTION staff_audit_event_is_sound(
    by_sub text, by_roles text[], request text, what text, about_type text, about_id text, why text, changed jsonb, changed_personal jsonb)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN char_length(by_sub) BETWEEN 1 AND 255 AND cardinality(by_roles) <= 50 AND char_length(request) BETWEEN 1 AND 64
    AND what ~ '^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$' AND char_length(what) <= 80
    AND (about_type IS NULL) = (about_id IS NULL) AND about_type ~ '^[a-z][a-z0-9-]{0,62}$' AND char_length(about_id) BETWEEN 1 AND 128
    AND char_length(why) BETWEEN 1 AND 300
    AND jsonb_typeof(changed) = 'object' AND jsonb_typeof(changed_personal) = 'object';
END
$$;
COMMENT ON FUNCTION staff_audit_event_is_sound(text, text[], text, text, text, text, text, jsonb, jsonb) IS
  'True for a valid audit event: an action such as account.suspend, kind and id of a record both set or both null, changes as objects.';

-- Points from coupons come from a system wallet, so that the ledger distinguishes them from other issued points.
CREATE OR REPLACE FUNCTION is_system_wallet(wallet uuid) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN wallet BETWEEN '00000000-0000-7000-8000-000000000001' AND '00000000-0000-7000-8000-000000000004';

-- Each statement that writes a table parses and plans its CHECKs again, which took a fifth of the time of a transfer. A
-- CHECK that calls a PL/pgSQL function keeps its plan (decision 0070). A CHECK that is NULL passes.
CREATE OR REPLACE FUNCTION points_transfer_is_sound(
    debit uuid, credit uuid, amount bigint, code points_transfer_code, reason text, occurred timestamptz, recorded timestamptz,
    about points_ref_type, about_id text, reverses uuid, key text, by_sub text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN debit <> credit AND amount BETWEEN 1 AND 1000000000000
    AND char_length(reason) BETWEEN 1 AND 300 AND (code NOT IN ('MANUAL_CREDIT', 'MANUAL_DEBIT', 'REVERSAL') OR reason IS NOT NULL)
    AND occurred <= recorded
    AND occurred > recorded - CASE WHEN about = 'IMPORT' THEN interval '262980 hours' ELSE interval '2160 hours' END
    AND char_length(about_id) BETWEEN 1 AND 128 AND (about IS NOT NULL OR about_id IS NULL)
    AND (code = 'REVERSAL') = (reverses IS NOT NULL)
    AND char_length(key) BETWEEN 1 AND 64 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION points_transfer_is_sound(uuid, uuid, bigint, points_transfer_code, text, timestamptz, timestamptz, points_ref_type, text, uuid, text, text) IS
  'True for a valid transfer: two wallets, 1 to 10^12 points, a reason if a person acts, recorded at most 90 days (of 24 hours) late, or 30 years from a file of past entries.';

CREATE OR REPLACE FUNCTION points_entry_is_sound(seq bigint, delta bigint, balance bigint, prev_hash bytea, hash bytea) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN seq BETWEEN 1 AND 9007199254740991 AND delta <> 0 AND abs(delta) <= 1000000000000
    AND balance BETWEEN 0 AND 9007199254740991 AND octet_length(prev_hash) = 32 AND octet_length(hash) = 32
    AND num_nulls(balance, prev_hash, hash) IN (0, 3);
END
$$;
COMMENT ON FUNCTION points_entry_is_sound(bigint, bigint, bigint, bytea, bytea) IS
  'True for a valid entry: balance and hashes are all set, or all null in SYSTEM wallets.';

CREATE OR REPLACE FUNCTION points_wallet_is_sound(
    id uuid, owner_type wallet_owner_type, owner_id uuid, system_code system_wallet_code, balance bigint, seq bigint, hash bytea,
    credited bigint, debited bigint) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN balance <= 9007199254740991 AND balance = credited - debited AND seq BETWEEN 0 AND 9007199254740991 AND octet_length(hash) = 32
    AND credited BETWEEN 0 AND 9007199254740991 AND debited BETWEEN 0 AND 9007199254740991
    AND (owner_type = 'SYSTEM') = (system_code IS NOT NULL) AND (owner_type = 'SYSTEM') = (owner_id IS NULL)
    AND (owner_type = 'SYSTEM') = is_system_wallet(id) AND (owner_type <> 'SYSTEM' OR (seq = 0 AND balance = 0));
END
$$;
COMMENT ON FUNCTION points_wallet_is_sound(uuid, wallet_owner_type, uuid, system_wallet_code, bigint, bigint, bytea, bigint, bigint) IS
  'True for a valid wallet: its balance is credits less debits. A separate constraint keeps it from going below 0.';

CREATE OR REPLACE FUNCTION campaign_slice_is_sound(
    slice smallint, redemptions_used bigint, redemptions_cap bigint, discount_used_minor bigint, budget_cap_minor bigint, points_used bigint)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND redemptions_cap >= 0 AND budget_cap_minor >= 0 AND points_used >= 0
    AND redemptions_used >= 0 AND redemptions_used <= redemptions_cap
    AND discount_used_minor >= 0 AND discount_used_minor <= budget_cap_minor;
END
$$;
COMMENT ON FUNCTION campaign_slice_is_sound(smallint, bigint, bigint, bigint, bigint, bigint) IS
  'True for a valid slice: it never uses more than its part of the limit.';

CREATE OR REPLACE FUNCTION coupon_is_sound(
    code text, state coupon_state, why text, valid_from timestamptz, valid_until timestamptz, max_redemptions int, redemptions_count int,
    reserved_count int, version int, by_sub text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN code ~ '^[A-Z0-9]{4,20}$' AND (state = 'DISABLED') = (why IS NOT NULL) AND char_length(why) BETWEEN 1 AND 300
    AND valid_from < valid_until AND max_redemptions BETWEEN 1 AND 1000000 AND redemptions_count >= 0 AND reserved_count >= 0
    AND redemptions_count + reserved_count <= max_redemptions AND version >= 1 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION coupon_is_sound(text, coupon_state, text, timestamptz, timestamptz, int, int, int, int, text) IS
  'True for a valid code: it never exceeds its uses, and has a reason when disabled.';

CREATE OR REPLACE FUNCTION coupon_slice_is_sound(slice smallint, redemptions_count int, reserved_count int, redemptions_cap int) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND redemptions_count >= 0 AND reserved_count >= 0 AND redemptions_cap >= 0
    AND redemptions_count + reserved_count <= redemptions_cap;
END
$$;
COMMENT ON FUNCTION coupon_slice_is_sound(smallint, int, int, int) IS 'True for a valid slice: it never has more uses than its part of the limit.';

-- The tables of redemptions have one CHECK each for the same reason.
CREATE OR REPLACE FUNCTION coupon_redemption_is_sound(
    state redemption_state, slice smallint, coupon_use_no int, account_use_no smallint, order_ref text, order_minor bigint,
    discount_minor bigint, currency text, points int, commission_minor bigint, reserved_until timestamptz, confirmed_at timestamptz,
    released_at timestamptz, rolled_back_at timestamptz, rolled_back_by text, why text, key text, request_hash bytea, by_sub text)
  RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN slice BETWEEN 0 AND 15 AND coupon_use_no >= 1 AND account_use_no >= 1 AND char_length(order_ref) BETWEEN 1 AND 128
    AND order_minor BETWEEN 0 AND 1000000000000 AND discount_minor BETWEEN 0 AND order_minor AND commission_minor BETWEEN 0 AND order_minor
    AND (discount_minor IS NULL OR currency IS NOT NULL) AND currency ~ '^[A-Z]{3}$' AND points >= 1
    AND (state <> 'RESERVED' OR reserved_until IS NOT NULL)
    AND (state IN ('CONFIRMED', 'ROLLED_BACK')) = (confirmed_at IS NOT NULL) AND (state = 'RELEASED') = (released_at IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (rolled_back_at IS NOT NULL) AND (state = 'ROLLED_BACK') = (rolled_back_by IS NOT NULL)
    AND (state = 'ROLLED_BACK') = (why IS NOT NULL)
    AND char_length(rolled_back_by) BETWEEN 1 AND 255 AND char_length(why) BETWEEN 1 AND 300
    AND char_length(key) BETWEEN 1 AND 64 AND octet_length(request_hash) = 32 AND char_length(by_sub) BETWEEN 1 AND 255;
END
$$;
COMMENT ON FUNCTION coupon_redemption_is_sound(redemption_state, smallint, int, smallint, text, bigint, bigint, text, int, bigint, timestamptz, timestamptz, timestamptz, timestamptz, text, text, text, bytea, text) IS
  'True for a valid redemption: a discount within the order, and the instants and reasons of its state.';

CREATE OR REPLACE FUNCTION coupon_rejection_is_sound(hour timestamptz, reason text, slice smallint, n int) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
BEGIN
  RETURN extract(epoch FROM hour)::bigint % 3600 = 0 AND reason ~ '^[A-Z_]{3,40}$' AND slice BETWEEN 0 AND 15 AND n >= 1;
END
$$;
COMMENT ON FUNCTION coupon_rejection_is_sound(timestamptz, text, smallint, int) IS 'True for a valid count of refusals: a full hour and a reason.';

-- jsonb has one text for equal content, and sha256 of UTF-8 is the same everywhere, so the function is immutable.
CREATE OR REPLACE FUNCTION notification_content_hash(title jsonb, body jsonb, image text, link text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT sha256(convert_to(jsonb_build_array(title, body, image, link)::text, 'UTF8')) $$;
COMMENT ON FUNCTION notification_content_hash(jsonb, jsonb, text, text) IS 'SHA-256 of the content of a test send: texts, picture and link.';

CREATE OR REPLACE FUNCTION is_country_list(codes char(2)[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN cardinality(codes) BETWEEN 1 AND 250 AND array_position(codes, NULL) IS NULL AND array_to_string(codes, '') ~ '^([A-Z]{2})+$';
COMMENT ON FUNCTION is_country_list(char[]) IS 'True for 1 to 250 codes in the form of ISO 3166-1.';

-- The one rule by which names are compared in searches: for the index, for the text that someone types and, in
-- lib/format/folded.ts, for the letters that the console marks. It uses no extension, whose rules differ between versions (decision 0165).
CREATE OR REPLACE FUNCTION search_fold(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN CASE WHEN octet_length(given) = char_length(given) THEN lower(translate(given, '''`', ''))
    ELSE translate(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(replace(replace(
        regexp_replace(lower(normalize(given, NFKD)),
          '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u200b-\u200f\u202a-\u202e\u2060\u3099\u309a\ufe00-\ufe0f]',
          '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'ου', 'ou'), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'),
      'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'), 'щ', 'shch'), 'ю', 'yu'), 'я', 'ya'), 'љ', 'lj'), 'њ', 'nj'), 'џ', 'dz'),
      'ث', 'th'), 'خ', 'kh'), 'ذ', 'dh'), 'ش', 'sh'), 'غ', 'gh'), 'چ', 'ch'), 'ﷲ', 'allh'),
      'øłđðıħ' || 'αβγδεζηικλμνξοπρσςτυφω' || 'абвгґдеєзиіклмнопрстуфыэјђћ' || 'ابتجحدرزسصضطظعفقكکلمنهةويىیپگ' || 'ьъء''`’‘ʼ',
      'olddih' || 'avgdeziiklmnxoprsstyfo' || 'abvggdeeziiklmnoprstufyejdc' || 'abtjhdrzssdtzafqkklmnhawyaypg')
  END;
COMMENT ON FUNCTION search_fold(text) IS
  'A text for comparison: lower case without marks; Greek, Cyrillic and Arabic in Latin letters. Changing it needs a new function and a new index.';

CREATE OR REPLACE FUNCTION search_name(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT string_agg(word, ' ' ORDER BY word COLLATE "C")
    FROM regexp_split_to_table(translate(search_fold(given), '-', ''), '[][\s!-/:-@\\^_{-~،・]+') AS word WHERE word <> '');
COMMENT ON FUNCTION search_name(text) IS 'The folded words of a name in alphabetical order, so that two orders of the same words are equal.';

CREATE OR REPLACE FUNCTION search_words(given text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (SELECT coalesce(array_agg(DISTINCT left(word, 80)), '{}')
    FROM (SELECT regexp_split_to_table(search_fold(given), '[][\s!-/:-@\\^_{-~،・]+')
        UNION ALL SELECT regexp_split_to_table(search_name(given), ' ')
        -- The Arabic article, which people also write apart or not at all.
        UNION ALL SELECT search_fold(m[1]) FROM regexp_matches(given, '(?:^|\s)ال(\S{3,})', 'g') AS m) AS words (word)
    WHERE word <> '');
COMMENT ON FUNCTION search_words(text) IS 'The folded words by which a name is found; a name with a hyphen also as one word.';

CREATE OR REPLACE FUNCTION search_sound(word text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN regexp_replace(translate(replace(replace(replace(replace(replace(word, 'ph', 'f'), 'kh', 'k'), 'gh', 'g'), 'dh', 'd'), 'th', 't'),
    'cqjhzvaeiouyw', 'kkggsf'), '(.)\1+', '\1', 'g');
COMMENT ON FUNCTION search_sound(text) IS
  'The consonants of a folded word, equal for spellings that sound alike: scripts without vowels are found by any vowels.';

CREATE OR REPLACE FUNCTION search_spellings(word text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (SELECT array_agg(DISTINCT spelling)
    FROM (SELECT word
        UNION ALL SELECT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, least(char_length(word), 40)) AS place
          WHERE char_length(word) >= 3
        UNION ALL SELECT '=' || search_sound(word) WHERE char_length(search_sound(word)) >= 2) AS spellings (spelling));
COMMENT ON FUNCTION search_spellings(text) IS
  'A folded word, the same without each of its letters, and its sound: words that share one are alike.';

-- As the rule of the form (packages/domain/src/app.ts): HTTPS, or HTTP on the same computer; no fragment and no wildcard.
CREATE OR REPLACE FUNCTION are_web_addresses(lines text, path text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN NOT EXISTS (
    SELECT FROM string_to_table(lines, E'\n') AS line
    WHERE line !~ ('^(https://[^/?#@*\\[:space:]]+|http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?)' || path || '$'));
COMMENT ON FUNCTION are_web_addresses(text, text) IS 'True if each line is a safe origin followed by this path, a regular expression.';

CREATE OR REPLACE FUNCTION are_app_scopes(scopes text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN string_to_array(scopes, ' ') <@ ARRAY['document.run', 'offline_access', 'presence.read', 'release.read'];
COMMENT ON FUNCTION are_app_scopes(text) IS 'True for known scopes of apps, separated by spaces.';
