import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { ShippedLanguage } from './shipped-language.ts';

/**
 * Publishes shipped languages that are new or changed, after their texts were imported. Languages published or
 * withdrawn by a person are left alone. Safe in several processes; writes nothing if nothing is new.
 *
 * @returns keys of the published languages
 */
export async function publishShipped(
  db: Kysely<Database>,
  clientId: string,
  languages: readonly ShippedLanguage[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string; isOpen: boolean; isNamed: boolean; sha256: Buffer | null }>`
    SELECT l.locale AS key, NOT l.is_withdrawn AND coalesce(p.origin = 'SHIPPED', true) AS "isOpen",
      p.name = l.name AS "isNamed", b.sha256
    FROM translation_language AS l LEFT JOIN published_language AS p USING (client_id, language, country_code)
      LEFT JOIN translation_bundle AS b ON b.id = p.bundle_id
    WHERE l.client_id = ${clientId}`.execute(db);
  const open = new Map(rows.filter(({ isOpen }) => isOpen).map((row) => [row.key, row]));
  const isDue = (language: ShippedLanguage): boolean => {
    const row = open.get(keyOf(language));
    return row !== undefined && !(row.isNamed && row.sha256?.equals(language.sha256));
  };
  const due = languages.filter(isDue);
  for (const language of due) await publish(db, clientId, language);
  return due.map(keyOf);
}

const keyOf = ({ language, countryCode }: ShippedLanguage): string => `${language}-${countryCode}`;

async function publish(db: Kysely<Database>, clientId: string, shipped: ShippedLanguage): Promise<void> {
  await sql`
    SELECT translation_publish(l.id, ${shipped.content}, 'SHIPPED', NULL, NULL, 'SHIPPED')
    FROM translation_language AS l
    WHERE l.client_id = ${clientId} AND l.language = ${shipped.language} AND l.country_code = ${shipped.countryCode}
      AND NOT l.is_withdrawn
      AND NOT EXISTS (SELECT FROM published_language AS p
        WHERE (p.client_id, p.language, p.country_code) = (l.client_id, l.language, l.country_code)
          AND p.origin <> 'SHIPPED')`.execute(db);
}
