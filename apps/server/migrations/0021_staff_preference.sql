CREATE TABLE staff_preference (
  staff_sub text NOT NULL CHECK (length(staff_sub) BETWEEN 1 AND 255),
  key text NOT NULL CHECK (key ~ '^[A-Za-z][A-Za-z0-9._:/-]{0,99}$'),
  value jsonb NOT NULL CHECK (octet_length(value::text) <= 20000),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (staff_sub, key)
);
COMMENT ON TABLE staff_preference IS 'How a person set up the console: columns, widths, density, page size';
COMMENT ON COLUMN staff_preference.staff_sub IS 'Subject claim of the identity provider';
