import { IMPORT_LISTS, type ImportList } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { COLUMN_LABELS } from '../imports/column-labels.ts';
import type { ImportDefinition } from '../imports/import-definition.ts';
import { guessMapping, isDerived } from '../imports/import-fields.ts';
import { RowReader } from '../imports/read-row.ts';
import { CountryNames } from '../imports/values/countries.ts';
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

it.each(IMPORT_LISTS)('cells of %s are read by the kind that the rule of their field shows [import 9]', (entity) => {
  const definition = DEFINITIONS[entity];
  const fields = definition.fields.flatMap((field) => (field.kind === 'LOCALIZED_TEXT' ? [] : [field]));
  const read = ({ key }: { readonly key: string }, text: string) => {
    const settings = {
      mapping: [key],
      matchBy: [],
      emptyCells: 'LEAVE',
      existingRows: 'UPDATE',
      missingRows: 'CREATE',
    } as const;
    const row = new RowReader(definition, settings, new CountryNames([])).read({ number: 2, cells: [text] });
    return 'number' in row ? row.values[key] : row[0]?.rule;
  };
  const typed = {
    '+4930123456': '+49 (30) 123456',
    DE: 'Germany',
    'de-DE': 'de_DE',
    'a@b.example': 'A <a@b.example>',
    '1990-12-31': '31 Dec 1990',
  };
  for (const field of fields) {
    for (const [value, text] of Object.entries(typed)) {
      const accepts = (each: string) => field.rule?.safeParse(each).success === true;
      if (accepts(value) && !['Ab c', 'DE-BE', 'abc-1'].some(accepts)) expect(read(field, text), field.key).toBe(value);
    }
    if (field.kind === 'TEXT') expect(read(field, 'No 4111 1111 1111 1111'), field.key).toBe('card-number');
  }
});
