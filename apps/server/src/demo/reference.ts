import type { ClientBase } from 'pg';
import areas from './data/areas.json' with { type: 'json' };
import countries from './data/countries.json' with { type: 'json' };
import { stableId } from './stable-id.ts';

/** Id of an area, the same in every installation. */
export const areaId = (code: string): string => stableId(`area ${code}`);

/**
 * Adds the countries of ISO 3166-1 and, where the company is active, the areas of ISO 3166-2. Existing rows are kept.
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
