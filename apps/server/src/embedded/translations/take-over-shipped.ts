import { createHash } from 'node:crypto';
import { SOURCE_LOCALE, TRANSLATION_LIMITS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { type DatabaseTransaction, inTransaction } from '../../db/transaction.ts';
import { recheckMessages } from '../../texts/recheck-messages.ts';
import type { ShippedLanguage } from './shipped-language.ts';

/** The database's constraints; texts that violate them stay in the file only. */
const KEY = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const KEY_MAX_LENGTH = 200;
const ROWS_AT_ONCE = 2_000;

/**
 * Merges shipped texts into the editable ones: new keys are added, missing keys retired, unedited texts updated, and
 * edited texts kept along with the shipped version. A translation becomes stale if its English text changes but it
 * ships unchanged. Skipped if the texts have not changed since the last time.
 *
 * @returns whether anything was merged
 */
export async function takeOverShipped(
  db: Kysely<Database>,
  clientId: string,
  languages: readonly ShippedLanguage[],
): Promise<boolean> {
  const sha256 = digestOf(languages);
  const known = await db
    .selectFrom('translation_client')
    .select('shipped_sha256')
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known?.shipped_sha256?.equals(sha256)) return false;
  return inTransaction(db, async (trx) => {
    await sql`insert into translation_client (client_id) values (${clientId}) on conflict do nothing`.execute(trx);
    const { rows } = await sql<{ shipped_sha256: Buffer | null }>`
      select shipped_sha256 from translation_client where client_id = ${clientId} for update`.execute(trx);
    if (rows[0]?.shipped_sha256?.equals(sha256)) return false;
    const doubtful = await takeOver(trx, clientId, languages);
    await recheckMessages(trx, clientId, doubtful);
    await sql`update translation_client set shipped_sha256 = ${sha256} where client_id = ${clientId}`.execute(trx);
    return true;
  });
}

function digestOf(languages: readonly ShippedLanguage[]): Buffer {
  const parts = languages.map(({ language, countryCode, name, sha256 }) => [
    `${language}-${countryCode}`,
    name,
    sha256.toString('hex'),
  ]);
  return createHash('sha256').update(JSON.stringify(parts.sort())).digest();
}

/** Returns keys whose texts must be rechecked, because their English text has changed. */
async function takeOver(
  trx: DatabaseTransaction,
  clientId: string,
  languages: readonly ShippedLanguage[],
): Promise<readonly string[]> {
  const byLocale = Object.fromEntries(
    languages.map((shipped) => [`${shipped.language}-${shipped.countryCode}`, keepable(shipped.messages)]),
  );
  const texts = JSON.stringify(byLocale);
  const names = JSON.stringify(
    languages.map(({ language, countryCode, name }) => ({ language, country_code: countryCode, name })),
  );
  await sql`insert into translation_language as l (client_id, language, country_code, name)
    select ${clientId}, x.language, x.country_code, x.name
    from jsonb_to_recordset(${names}::jsonb) as x(language text, country_code text, name text)
    on conflict (client_id, language, country_code) do update set name = excluded.name
      where l.updated_by is null and l.name <> excluded.name`.execute(trx);
  const { rows } = await sql<{ key: string }>`
    select m.key from translation_message m left join jsonb_each_text(${texts}::jsonb -> ${SOURCE_LOCALE}) e using (key)
    where m.client_id = ${clientId} and m.locale = ${SOURCE_LOCALE} and e.value is not null
      and (m.shipped_value is distinct from e.value or m.is_edited)`.execute(trx);
  await sql`insert into translation_key as k (client_id, key, source_value)
    select ${clientId}, e.key, e.value from jsonb_each_text(${texts}::jsonb -> ${SOURCE_LOCALE}) e
    on conflict (client_id, key) do update set retired_at = null where k.retired_at is not null`.execute(trx);
  await sql`update translation_key set retired_at = now()
    where client_id = ${clientId} and retired_at is null and not ${texts}::jsonb -> ${SOURCE_LOCALE} ? key`.execute(
    trx,
  );
  for await (const part of partsOf(trx, clientId, byLocale)) await takeOverTexts(trx, clientId, JSON.stringify(part));
  return rows.map(({ key }) => key);
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Splits the keys into parts, so that no statement takes long. */
async function* partsOf(trx: DatabaseTransaction, clientId: string, texts: Texts): AsyncGenerator<Texts> {
  const client = await trx
    .selectFrom('translation_client')
    .select('language_count')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const keys = Object.keys(texts[SOURCE_LOCALE] ?? {});
  const size = Math.ceil(ROWS_AT_ONCE / Math.max(1, client.language_count));
  for (let from = 0; from < keys.length; from += size) {
    const part = keys.slice(from, from + size);
    yield Object.fromEntries(
      Object.entries(texts).map(([locale, messages]) => [
        locale,
        Object.fromEntries(part.flatMap((key) => (Object.hasOwn(messages, key) ? [[key, messages[key] ?? '']] : []))),
      ]),
    );
  }
}

/**
 * A three-way merge of the previously shipped text (`m.shipped_value`), the newly shipped one
 * (`excluded.shipped_value`) and the current one (`m.value`). If a language follows the product, the shipped text also
 * counts as published, because it is about to be.
 */
async function takeOverTexts(trx: DatabaseTransaction, clientId: string, texts: string): Promise<void> {
  // Materialized: in a join, the JSON would be parsed again for each row.
  await sql`
    with shipped as materialized (
      select t.locale, e.key, e.value from jsonb_each(${texts}::jsonb) t(locale, messages), jsonb_each_text(t.messages) e
    ), english as materialized (select key, value from shipped where locale = ${SOURCE_LOCALE})
    insert into translation_message as m
      (client_id, language_id, locale, key, value, source_value, shipped_value, published_value, is_stale)
    select l.client_id, l.id, l.locale, english.key, shipped.value, case when shipped.value is not null then english.value end, shipped.value,
      case when not l.is_withdrawn and coalesce(p.origin = 'SHIPPED', true) then shipped.value end,
      l.locale <> ${SOURCE_LOCALE} and shipped.value is not null and english.value <> k.source_value
    from translation_language l
      left join published_language p using (client_id, language, country_code)
      cross join english
      left join shipped on shipped.locale = l.locale and shipped.key = english.key
      join translation_key k on k.client_id = l.client_id and k.key = english.key
    where l.client_id = ${clientId}
    on conflict (client_id, key, locale) do update set
      (value, source_value, base_value, updated_at, updated_by, problems, shipped_value, published_value, version) = (
        select case when kept.it then m.value else excluded.value end,
          case when kept.it then m.source_value else excluded.source_value end,
          case when kept.it then m.base_value end,
          case when kept.it then m.updated_at else now() end,
          case when kept.it then m.updated_by end,
          case when kept.it then m.problems end,
          excluded.shipped_value, coalesce(excluded.published_value, m.published_value), m.version + 1
        from (select m.value is distinct from m.shipped_value and m.value is distinct from excluded.shipped_value) kept(it))
      where m.shipped_value is distinct from excluded.shipped_value and ${texts}::jsonb ? m.locale`.execute(trx);
}

function keepable(messages: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).filter(
      ([key, text]) =>
        KEY.test(key) &&
        key.length <= KEY_MAX_LENGTH &&
        text !== '' &&
        [...text].length <= TRANSLATION_LIMITS.valueMaxLength,
    ),
  );
}
