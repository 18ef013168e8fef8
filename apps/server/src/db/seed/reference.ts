import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import areas from './data/areas.json' with { type: 'json' };
import countries from './data/countries.json' with { type: 'json' };

/** The same code has the same id in every installation. */
export function areaId(code: string): string {
  const hex = createHash('sha256').update(`area ${code}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The countries of ISO 3166-1 and, where the company is active, the areas of ISO 3166-2. Rows that are there stay as
 * they are.
 */
export async function seedReferenceData(client: ClientBase): Promise<void> {
  await client.query(
    `insert into country (code, name_i18n, currency, dial_code, default_timezone, default_locale, is_active)
    select row ->> 'code', row -> 'name', row ->> 'currency', row ->> 'dialCode', row ->> 'timezone', row ->> 'locale',
      (row ->> 'isActive')::boolean
    from jsonb_array_elements($1::jsonb) as row
    on conflict do nothing`,
    [JSON.stringify(countries)],
  );
  await client.query(
    `insert into area (id, country_code, code, name_i18n, timezone)
    select (row ->> 'id')::uuid, row ->> 'country', row ->> 'code', jsonb_build_object('en-US', row ->> 'name'),
      row ->> 'timezone'
    from jsonb_array_elements($1::jsonb) as row
    on conflict do nothing`,
    [JSON.stringify(areas.map((area) => ({ ...area, id: areaId(area.code) })))],
  );
}
