-- Pictures are imported from a ZIP archive (decision 0209).

ALTER TABLE import
  DROP CONSTRAINT import_format_check,
  ADD CONSTRAINT import_format_check CHECK (format IN ('CSV', 'XLSX', 'JSON', 'ZIP'));
