import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { publishShipped } from '../embedded/translations/publish-shipped.ts';
import { asShipped, readShippedLanguages } from '../embedded/translations/shipped-language.ts';
import { takeOverShipped } from '../embedded/translations/take-over-shipped.ts';
import { addDemoTranslations, DEMO_EDITS } from './demo-translations.ts';

const NOW = new Date('2026-11-20T18:30:00.000Z');
const TEXTS = fileURLToPath(new URL('../../../console/src/messages', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const rowsOf = async (text: string) => (await database.ownerPool.query(text)).rows;

it('the demo has missing, stale and edited texts, reader reports and a rolled-back publication', async () => {
  const keys = new Set(Object.values(DEMO_EDITS).flatMap((steps) => steps.flatMap(({ edits }) => Object.keys(edits))));
  const shipped = await readShippedLanguages(TEXTS);
  // Only the texts with these keys and some others: all of them would take long.
  const languages = asShipped(
    shipped.map(({ language, countryCode, messages }) => ({
      language,
      countryCode,
      texts: Object.fromEntries(
        Object.entries(messages).filter(([key]) => keys.has(key) || key.startsWith('translation.')),
      ),
    })),
  );
  for (const { messages } of languages) for (const key of keys) expect(messages[key], key).toBeTruthy();
  await takeOverShipped(database.db, 'shop', languages);
  await publishShipped(database.db, 'shop', languages);
  const add = () => addDemoTranslations({ ownerUrl: database.ownerUrl, clientId: 'shop', now: NOW });
  await add();
  const left = () =>
    rowsOf(
      `select locale, state::text, count(*)::int as texts from translation_message where state not in ('TRANSLATED') group by 1, 2 order by 1, 2`,
    );
  expect(await left()).toEqual([
    { locale: 'ar-EG', state: 'STALE', texts: 1 },
    { locale: 'es-ES', state: 'MISSING', texts: 2 },
  ]);
  const given = await rowsOf(
    `select l.locale, r.action::text, r.added, r.changed, r.removed, p.publication_id is not null as current
    from translation_publication r join translation_language l on l.id = r.language_id left join published_language p on p.publication_id = r.id
    where r.action <> 'SHIPPED' order by l.locale, r.published_at`,
  );
  expect(given).toEqual([
    { locale: 'es-ES', action: 'PUBLISHED', added: 0, changed: 0, removed: 2, current: true },
    { locale: 'fr-FR', action: 'PUBLISHED', added: 0, changed: 2, removed: 2, current: false },
    { locale: 'fr-FR', action: 'PUBLISHED', added: 2, changed: 3, removed: 0, current: false },
    { locale: 'fr-FR', action: 'ROLLED_BACK', added: 0, changed: 3, removed: 2, current: true },
  ]);
  // The texts French readers lack exist now, but not in the older publication they have.
  expect(
    await rowsOf(
      `select x.locale, coalesce(m.state::text, 'UNKNOWN') as state, count(*)::int as keys from translation_missing x
      left join translation_message m using (client_id, locale, key) group by 1, 2 order by 1, 2`,
    ),
  ).toEqual([
    { locale: 'de-DE', state: 'UNKNOWN', keys: 1 },
    { locale: 'es-ES', state: 'MISSING', keys: 2 },
    { locale: 'fr-FR', state: 'TRANSLATED', keys: 2 },
    { locale: 'fr-FR', state: 'UNKNOWN', keys: 1 },
  ]);
  expect(
    await rowsOf(
      `select changes -> 'publication' as publication from staff_audit_event where action = 'translation-language.roll-back'`,
    ),
  ).toEqual([{ publication: ['fr-FR #3', 'fr-FR #4'] }]);
  await add();
  expect(await left()).toHaveLength(2);
});
