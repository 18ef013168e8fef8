import { IMPORT_LISTS, type ImportList } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { COLUMN_LABELS } from '../imports/column-labels.ts';
import type { ImportDefinition } from '../imports/import-definition.ts';
import { guessMapping, isDerived } from '../imports/import-fields.ts';
import { accountImport } from './account/import/account.import.ts';
import { areaImport } from './area/area.import.ts';
import { badgeImport } from './badge/badge.import.ts';
import { badgeCategoryImport } from './badge-category/badge-category.import.ts';
import { countryImport } from './country/country.import.ts';
import { storeImport } from './store/store.import.ts';
import { topicImport } from './topic/topic.import.ts';
import { topicCategoryImport } from './topic-category/topic-category.import.ts';
import { translationImport } from './translation/import/translation.import.ts';

const DEFINITIONS: Readonly<Record<ImportList, ImportDefinition>> = {
  ACCOUNTS: accountImport,
  AREAS: areaImport,
  BADGES: badgeImport,
  BADGE_CATEGORIES: badgeCategoryImport,
  COUNTRIES: countryImport,
  STORES: storeImport,
  TOPICS: topicImport,
  TOPIC_CATEGORIES: topicCategoryImport,
  TRANSLATIONS: translationImport,
};

it.each(IMPORT_LISTS)('headings of an export of %s mean the same in every language [import 6]', (entity) => {
  const definition = DEFINITIONS[entity];
  const labels = COLUMN_LABELS[entity];
  const keys = Object.keys(labels);
  const byKey = guessMapping(definition, keys);
  // Everything that a file can set, but the languages of texts, is exported.
  const exported = definition.fields.map(({ key, kind }) => (kind === 'LOCALIZED_TEXT' ? `${key}.en-US` : key));
  expect(new Set(byKey.filter((key) => key !== null))).toEqual(
    new Set(exported.filter((key) => key !== 'value.en-US')),
  );
  for (const at of [0, 1, 2, 3, 4]) {
    const headings = keys.map((key) => labels[key]?.[at] ?? '');
    expect(guessMapping(definition, headings)).toEqual(byKey);
    expect(headings.every((heading) => isDerived(definition, heading))).toBe(true);
  }
});

it('headings that look alike are those of the export first: a state is no area, a name in German no English one', () => {
  expect(guessMapping(accountImport, ['State', 'Number', 'Area', 'Updated (Europe/Berlin)'])).toEqual([
    null,
    'number',
    'areaCode',
    null,
  ]);
  expect(guessMapping(topicImport, ['Name (de-DE)', 'Kategorie', 'Kategoriecode'])).toEqual([
    'nameI18n.de-DE',
    null,
    'category',
  ]);
  expect(isDerived(accountImport, 'Loyalty tier')).toBe(false);
});
