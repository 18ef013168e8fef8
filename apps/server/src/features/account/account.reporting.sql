CREATE OR REPLACE VIEW reporting.account AS
  SELECT id AS account_id, public_no AS account_number, country_code, area_id, locale, timezone, state::text AS state,
    state_changed_at, push_consent, created_at
  FROM public.account;
COMMENT ON VIEW reporting.account IS 'Accounts of customers, erased ones included.';
COMMENT ON COLUMN reporting.account.account_id IS 'Id of the account, as in the other views.';
COMMENT ON COLUMN reporting.account.account_number IS 'Number that staff and customers know.';
COMMENT ON COLUMN reporting.account.country_code IS 'ISO 3166-1 alpha-2.';
COMMENT ON COLUMN reporting.account.area_id IS 'Area, see place; NULL: none.';
COMMENT ON COLUMN reporting.account.locale IS 'Language of texts, such as de-DE.';
COMMENT ON COLUMN reporting.account.timezone IS 'IANA zone.';
COMMENT ON COLUMN reporting.account.state IS 'ACTIVE, SUSPENDED, CLOSED or ERASED.';
COMMENT ON COLUMN reporting.account.state_changed_at IS 'When the state was entered.';
COMMENT ON COLUMN reporting.account.push_consent IS 'Whether the person agreed to push messages.';
COMMENT ON COLUMN reporting.account.created_at IS 'When the account was created.';

CREATE OR REPLACE VIEW reporting.account_personal AS
  SELECT id AS account_id, display_name, email, phone_e164 AS phone, birth_date, last_seen_at
  FROM public.account;
COMMENT ON VIEW reporting.account_personal IS 'Names, contacts and last use of accounts. {personal}';
COMMENT ON COLUMN reporting.account_personal.account_id IS 'Account, see account.';
COMMENT ON COLUMN reporting.account_personal.display_name IS 'Name in the app; NULL: none.';
COMMENT ON COLUMN reporting.account_personal.email IS 'Email address; NULL: none.';
COMMENT ON COLUMN reporting.account_personal.phone IS 'Phone number in E.164; NULL: none.';
COMMENT ON COLUMN reporting.account_personal.birth_date IS 'Date of birth; NULL: unknown.';
COMMENT ON COLUMN reporting.account_personal.last_seen_at IS 'When the person last used the app; NULL: never.';

CREATE OR REPLACE VIEW reporting.place AS
  SELECT a.id AS area_id, a.code AS area_code, a.name_i18n ->> 'en-US' AS area_name, c.code AS country_code, c.name_i18n ->> 'en-US' AS country_name
  FROM public.area a JOIN public.country c ON c.code = a.country_code;
COMMENT ON VIEW reporting.place IS 'Areas with their countries.';
COMMENT ON COLUMN reporting.place.area_id IS 'Id of the area.';
COMMENT ON COLUMN reporting.place.area_code IS 'Code of the area within its country.';
COMMENT ON COLUMN reporting.place.area_name IS 'Name in English.';
COMMENT ON COLUMN reporting.place.country_code IS 'ISO 3166-1 alpha-2.';
COMMENT ON COLUMN reporting.place.country_name IS 'Name in English.';
SELECT grant_reporting();
