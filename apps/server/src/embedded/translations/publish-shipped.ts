import type pg from 'pg';
import type { ShippedLanguage } from './shipped-language.ts';

/**
 * Publishes the languages that come with the product where their texts are not published yet; those that a person has edited stay. Several copies
 * of the server may do so at once. Where nothing is new, nothing is written.
 *
 * @returns keys of the languages that were published
 */
export async function publishShipped(
  pool: pg.Pool,
  clientId: string,
  languages: readonly ShippedLanguage[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key: string; origin: string; sha256: Buffer; name: string }>(
    `SELECT published.language || '-' || published.country_code AS key, published.origin, published.name, bundle.sha256
     FROM published_language AS published JOIN translation_bundle AS bundle ON bundle.id = published.bundle_id
     WHERE published.client_id = $1`,
    [clientId],
  );
  const published = new Map(rows.map((row) => [row.key, row]));
  const isDue = (language: ShippedLanguage): boolean => {
    const row = published.get(keyOf(language));
    if (!row) return true;
    return row.origin === 'SHIPPED' && !(row.sha256.equals(language.sha256) && row.name === language.name);
  };
  const due = languages.filter(isDue);
  for (const language of due) await publish(pool, clientId, language);
  return due.map(keyOf);
}

const keyOf = ({ language, countryCode }: ShippedLanguage): string => `${language}-${countryCode}`;

async function publish(pool: pg.Pool, clientId: string, shipped: ShippedLanguage): Promise<void> {
  const { language, countryCode, sha256 } = shipped;
  const identity = [clientId, language, countryCode, sha256];
  await pool.query(
    `INSERT INTO translation_bundle (client_id, language, country_code, sha256, file_path, content)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (client_id, language, country_code, sha256) DO NOTHING`,
    [...identity, shipped.filePath, shipped.content],
  );
  await pool.query(
    `INSERT INTO published_language AS published (client_id, language, country_code, name, bundle_id, origin)
     SELECT client_id, language, country_code, $5, id, 'SHIPPED' FROM translation_bundle
     WHERE client_id = $1 AND language = $2 AND country_code = $3 AND sha256 = $4
     ON CONFLICT (client_id, language, country_code) DO UPDATE
       SET bundle_id = excluded.bundle_id, name = excluded.name, published_at = now(), published_by = NULL
       WHERE published.origin = 'SHIPPED'`,
    [...identity, shipped.name],
  );
}
