CREATE TABLE country (
  code char(2) PRIMARY KEY CHECK (code ~ '^[A-Z]{2}$'),
  name_i18n jsonb NOT NULL CHECK (is_i18n_map(name_i18n, 80)),
  currency char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  dial_code text CHECK (dial_code ~ '^[1-9][0-9]{0,6}$'),
  default_timezone text NOT NULL CHECK (is_timezone_name(default_timezone)),
  default_locale text NOT NULL CHECK (default_locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  min_age smallint NOT NULL DEFAULT 18 CHECK (min_age BETWEEN 0 AND 21),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1)
);
COMMENT ON TABLE country IS 'Countries of ISO 3166-1.';
COMMENT ON COLUMN country.currency IS 'ISO 4217, of prices and campaigns in the country; XXX where there is none.';
COMMENT ON COLUMN country.dial_code IS 'Country calling code without +; NULL for places without subscribers of their own.';
COMMENT ON COLUMN country.default_timezone IS 'IANA zone for accounts and stores that name none.';
COMMENT ON COLUMN country.min_age IS 'Years of age from which people may enter giveaways.';
COMMENT ON COLUMN country.is_active IS 'False: hidden from pickers; existing rows stay.';
COMMENT ON COLUMN country.created_by IS 'Subject of the staff member or machine client; NULL: the product itself.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE country');

CREATE TABLE area (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  country_code char(2) NOT NULL REFERENCES country,
  code text NOT NULL CHECK (code ~ '^[A-Z0-9-]{2,24}$'),
  name_i18n jsonb NOT NULL CHECK (is_i18n_map(name_i18n, 120)),
  timezone text NOT NULL CHECK (is_timezone_name(timezone)),
  is_active boolean NOT NULL DEFAULT true,
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text CHECK (char_length(created_by) BETWEEN 1 AND 255),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text CHECK (char_length(updated_by) BETWEEN 1 AND 255),
  version int NOT NULL DEFAULT 1 CHECK (version >= 1),
  UNIQUE (country_code, code),
  UNIQUE (country_code, id)
);
CREATE INDEX area_country_active ON area (country_code, is_active);
COMMENT ON TABLE area IS 'Sales and administrative areas inside a country; first filled from ISO 3166-2.';
COMMENT ON CONSTRAINT area_country_code_id_key ON area IS 'Lets other tables refer to an area together with its country.';
SELECT grant_to_application('SELECT, INSERT, UPDATE', 'TABLE area');
