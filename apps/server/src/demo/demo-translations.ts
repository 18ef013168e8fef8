import { sql } from 'kysely';
import { createDatabase, createPool } from '../db/client.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';
import { fileOfTexts } from '../texts/text-file.ts';
import { COLLEAGUES } from './history.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_HOURS = 24;
/** Age of the demo installation. */
const INSTALLED_HOURS = 62 * DAY_HOURS;
const [FIRST, SECOND, THIRD] = COLLEAGUES;

/** New texts by key; null removes the text. */
type Edits = Readonly<Record<string, string | null>>;

interface Step {
  readonly hoursAgo: number;
  readonly by: (typeof COLLEAGUES)[number];
  readonly edits: Edits;
  /** If absent, the edits are not published. */
  readonly note?: string;
  /** Rolls back to the previous publication. */
  readonly backWith?: { readonly hoursAgo: number; readonly by: (typeof COLLEAGUES)[number]; readonly reason: string };
}

/** Edits of rarely shown texts, so that the demo reads well in every language. */
export const DEMO_EDITS: Readonly<Record<string, readonly Step[]>> = {
  'fr-FR': [
    {
      hoursAgo: 20 * DAY_HOURS,
      by: FIRST,
      note: 'Plain words for the syntax of texts',
      edits: {
        'translation.syntax.placeholder': 'Un paramètre ne peut pas être lu',
        'translation.syntax.choice': 'Une liste de formes ne peut pas être lue',
        'translation.syntax.quote': null,
        'translation.syntax.tag': null,
      },
    },
    {
      hoursAgo: 6 * DAY_HOURS,
      by: THIRD,
      note: 'Checks of texts, second round',
      edits: {
        'translation.syntax.quote': 'Un guillemet n’est pas fermé',
        'translation.syntax.tag': 'Une balise n’est pas fermée, ou en ferme une qui n’est pas ouverte',
        'translation.syntax.unknown': 'Ce texte avec paramètres ne peut pas être lu',
        'translation.check.ar-XB': 'Inversé, de droite à gauche',
        'translation.unknown.clear': 'Supprimer',
      },
      backWith: {
        hoursAgo: 5 * DAY_HOURS,
        by: SECOND,
        reason: '“Supprimer” says that something is deleted for readers',
      },
    },
  ],
  'es-ES': [
    {
      hoursAgo: 12 * DAY_HOURS,
      by: THIRD,
      note: 'Two unclear texts removed until they are agreed',
      edits: { 'translation.syntax.unknown': null, 'translation.preview.broken': null },
    },
  ],
  'en-US': [
    {
      hoursAgo: DAY_HOURS + 3,
      by: FIRST,
      edits: { 'translation.syntax.quote': 'A quotation mark is not closed' },
    },
  ],
};

/** Languages whose translators have confirmed changes in English. */
const CONFIRMED = ['de-DE', 'es-ES', 'fr-FR'];

/** Missing keys reported by readers: removed texts, texts newer than the readers' publication, and retired keys. */
const MISSING: readonly (readonly [locale: string, key: string, reports: number, hoursAgo: number])[] = [
  ['es-ES', 'translation.syntax.unknown', 9, 5],
  ['es-ES', 'translation.preview.broken', 3, 29],
  ['fr-FR', 'translation.syntax.quote', 14, 2],
  ['fr-FR', 'translation.syntax.tag', 6, 20],
  ['de-DE', 'dashboard.tile.newsletter', 4, 9],
  ['fr-FR', 'dashboard.tile.newsletter', 2, 31],
];

/** The database and the client of the texts. */
export interface DemoTranslations {
  readonly ownerUrl: string;
  readonly clientId: string;
  readonly now: Date;
}

/**
 * Adds two months of translators' work on the shipped texts: edits, publications (one rolled back), stale and missing
 * texts, and reader reports. Adds nothing if anyone has already published. Skips keys that the product does not have.
 */
export async function addDemoTranslations({ ownerUrl, clientId, now }: DemoTranslations): Promise<void> {
  const pool = createPool({ url: ownerUrl, max: 1, statementTimeoutMs: 0, applicationName: 'backcounter-seed' });
  const at = (hoursAgo: number): Date => new Date(now.getTime() - hoursAgo * HOUR_MS);
  try {
    await inTransaction(createDatabase(pool), async (trx) => {
      // Another process may be starting too.
      await sql`set local lock_timeout = 0`.execute(trx);
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from translation_publication where action <> 'SHIPPED') as found`.execute(trx);
      if (rows[0]?.found) return;
      const installed = at(INSTALLED_HOURS);
      await trx.updateTable('translation_publication').set({ published_at: installed }).execute();
      await trx
        .updateTable('published_language')
        .set({ published_at: installed })
        .where('client_id', '=', clientId)
        .execute();
      for (const [locale, steps] of Object.entries(DEMO_EDITS)) {
        for (const step of steps) await take(trx, { clientId, locale, step, at });
      }
      await sql`
        update translation_message m set source_value = k.source_value from translation_key k
        where k.client_id = m.client_id and k.key = m.key and m.client_id = ${clientId} and m.locale = any(${CONFIRMED})
          and m.is_stale`.execute(trx);
      for (const [locale, key, reports, hoursAgo] of MISSING) {
        await sql`
          insert into translation_missing (client_id, locale, key, reports, first_reported_at, last_reported_at)
          values (${clientId}, ${locale}, ${key}, ${reports}, ${at(hoursAgo + 3 * DAY_HOURS)},
            ${at(hoursAgo)})`.execute(trx);
      }
    });
  } finally {
    await pool.end();
  }
}

interface Taken {
  readonly clientId: string;
  readonly locale: string;
  readonly step: Step;
  readonly at: (hoursAgo: number) => Date;
}

async function take(trx: DatabaseTransaction, { clientId, locale, step, at }: Taken): Promise<void> {
  const language = await trx
    .selectFrom('translation_language')
    .select('id')
    .where('client_id', '=', clientId)
    .where('locale', '=', locale)
    .executeTakeFirst();
  const languageId = language?.id;
  if (languageId === undefined) return;
  const { hoursAgo, by, edits, note, backWith } = step;
  for (const [place, [key, value]] of Object.entries(edits).entries()) {
    const event = { at: at(hoursAgo + 1 + place / 10), by: by.sub };
    const written = await sql<{ id: string; before: string | null }>`
      update translation_message m set value = ${value}, version = m.version + 1, updated_at = ${event.at}, updated_by = ${event.by},
        source_value = case when ${value}::text is not null then case when m.locale = 'en-US' then ${value} else k.source_value end end,
        base_value = case when ${value} is distinct from m.shipped_value then m.shipped_value end
      from translation_key k, translation_message old
      where m.client_id = ${clientId} and m.locale = ${locale} and m.key = ${key} and k.client_id = m.client_id
        and k.key = m.key and old.id = m.id
      returning m.id, old.value as before`.execute(trx);
    const [row] = written.rows;
    if (row === undefined) continue;
    const changes = { value: [row.before, value] };
    await recordEvent(trx, { ...event, action: 'translation.update', type: 'translation', id: row.id, changes });
  }
  if (note === undefined) return;
  const before = await presentFile(trx, languageId);
  const texts = await sql<{ key: string; value: string }>`
    select key, value from translation_message
    where language_id = ${languageId} and state in ('TRANSLATED', 'STALE')`.execute(trx);
  await publish(trx, {
    languageId,
    locale,
    content: fileOfTexts(texts.rows),
    action: 'PUBLISHED',
    by: by.sub,
    note,
    at: at(hoursAgo),
  });
  if (backWith === undefined || before === null) return;
  await publish(trx, {
    languageId,
    locale,
    content: before,
    action: 'ROLLED_BACK',
    by: backWith.by.sub,
    note: backWith.reason,
    at: at(backWith.hoursAgo),
  });
}

async function presentFile(trx: DatabaseTransaction, languageId: string): Promise<string | null> {
  const { rows } = await sql<{ content: string }>`
    select b.content from translation_language l join published_language p using (client_id, language, country_code)
      join translation_bundle b on b.id = p.bundle_id where l.id = ${languageId}`.execute(trx);
  return rows[0]?.content ?? null;
}

interface DemoPublication {
  readonly languageId: string;
  readonly locale: string;
  readonly content: string;
  readonly action: 'PUBLISHED' | 'ROLLED_BACK';
  readonly by: string;
  readonly note: string;
  readonly at: Date;
}

async function publish(trx: DatabaseTransaction, publication: DemoPublication): Promise<void> {
  const { languageId, locale, content, action, by, note, at } = publication;
  const { rows } = await sql<{ id: string; number: number }>`
    select translation_publish(${languageId}, ${content}, ${action}::translation_publication_action, ${by}, ${note}, 'EDITED') as id,
      (select count(*)::int from translation_publication where language_id = ${languageId}) as number`.execute(trx);
  const [made] = rows;
  if (made === undefined) return;
  await trx.updateTable('translation_publication').set({ published_at: at }).where('id', '=', made.id).execute();
  await trx.updateTable('published_language').set({ published_at: at }).where('publication_id', '=', made.id).execute();
  const verb = action === 'PUBLISHED' ? 'publish' : 'roll-back';
  await recordEvent(trx, {
    at,
    by,
    action: `translation-language.${verb}`,
    type: 'translation-language',
    id: languageId,
    reason: note,
    changes: { publication: [`${locale} #${made.number}`, `${locale} #${made.number + 1}`] },
  });
}

interface DemoEvent {
  readonly at: Date;
  readonly by: string;
  readonly action: string;
  readonly type: string;
  readonly id: string;
  readonly reason?: string;
  readonly changes: object;
}

async function recordEvent(
  trx: DatabaseTransaction,
  { at, by, action, type, id, reason, changes }: DemoEvent,
): Promise<void> {
  await sql`
    insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    values (${at}::timestamptz, ${by}, '{ADMIN}', 'seed-' || left(md5(${id}::text || ${at}::timestamptz::text), 16), ${action},
      ${type}, ${id}, 'DONE', ${reason ?? null}, ${JSON.stringify(changes)})`.execute(trx);
}
