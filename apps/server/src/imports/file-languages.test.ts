import { expect, test } from 'vitest';
import { namesOf } from './field-names.ts';
import type { ImportDefinition } from './import-definition.ts';
import { guessMapping } from './import-fields.ts';
import { RowReader } from './read-row.ts';
import { CountryNames } from './values/countries.ts';

const text = (key: string) => ({ key, kind: 'TEXT', example: '', names: namesOf(key) }) as const;
const definition: ImportDefinition = {
  entity: 'ACCOUNTS',
  permission: 'account.edit',
  fields: [
    text('number'),
    text('displayName'),
    text('email'),
    text('countryCode'),
    text('birthDate'),
    { ...text('pushConsent'), kind: 'BOOLEAN' },
  ],
  matches: [['number']],
  unique: ['number'],
  canCreate: true,
  batchRows: 1,
  write: async () => [],
};
const keys = definition.fields.map(({ key }) => key);

test.each([
  ['English', ['Account number', 'Full name', 'E-mail', 'Country', 'Date of birth', 'Push consent']],
  ['German', ['Kontonummer', 'Anzeigename', 'E-Mail-Adresse', 'Land', 'Geburtsdatum', 'Push-Einwilligung']],
  ['Arabic', ['رقم الحساب', 'الاسم', 'البريد الإلكتروني', 'البلد', 'تاريخ الميلاد', 'الموافقة على الإشعارات']],
  ['Spanish', ['N.º de cuenta', 'NOMBRE', 'Correo electronico', 'Pais', 'Fecha de nacimiento', 'Consentimiento push']],
  ['French', ['Numero de compte', 'NOM', 'Courriel', 'Pays', 'Date de naissance', 'Consentement push']],
])('recognises headings in %s, ignoring case and accents', (_language, headings) => {
  expect(guessMapping(definition, headings)).toEqual(keys);
});

test.each([
  ['yes', true],
  ['Ja', true],
  ['نعم', true],
  ['Oui', true],
  ['VRAI', true],
  ['Sí', true],
  ['VERDADERO', true],
  ['no', false],
  ['nein', false],
  ['لا', false],
  ['non', false],
  ['FAUX', false],
  ['FALSO', false],
])('%s is read as %s', (word, value) => {
  const reader = new RowReader(
    definition,
    {
      mapping: ['number', 'pushConsent'],
      matchBy: ['number'],
      emptyCells: 'LEAVE',
      existingRows: 'UPDATE',
      missingRows: 'CREATE',
    },
    new CountryNames([]),
  );
  expect(reader.read({ number: 2, cells: ['1', word] })).toEqual({
    number: 2,
    values: { number: '1', pushConsent: value },
  });
});
