import { createI18n } from '@backcounter/i18n';
import { I18nProvider, type I18nProviderProps } from '@backcounter/i18n/react';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { enUs } from '../../../messages/en-us.ts';
import { releaseFormValues } from './release-form-values.ts';
import { useReleaseWords } from './use-release-words.ts';

const [ISOLATE, END] = ['\u2068', '\u2069'];
const OUTLINE = [
  { title: 'الحسابات', changes: [{ title: 'Faster' }, { title: 'بحث جديد' }] },
  { title: 'Stores', changes: [] },
];

const RECORD = {
  number: '1.0.0',
  date: '2026-02-03T12:00:00.000Z',
  changeLists: [{ id: 'l1', title: 'الحسابات', changes: [] }],
};
const values = releaseFormValues(RECORD as unknown as Parameters<typeof releaseFormValues>[0]);

function Said({ field, value }: { readonly field: string; readonly value: unknown }) {
  const words = useReleaseWords(values);
  return h('p', null, `${words.labelOf(field)}|${words.wordsOf(field, value)}`);
}

/** A field and its value, as a component shows them. */
function said(field: string, value: unknown): readonly string[] {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const i18n = createI18n({ defaults: enUs, storage, browserLanguages: ['en-US'] });
  const shown = h(Said, { field, value });
  const markup = renderToStaticMarkup(h(I18nProvider, { i18n, timeZone: 'UTC' } as I18nProviderProps, shown));
  return markup.replaceAll(/<\/?p>/g, '').split('|');
}

it('titles of lists and changes do not turn one another around, whichever their script', () => {
  expect(said('outline', OUTLINE)[1]).toBe(
    `${ISOLATE}الحسابات${END}: ${ISOLATE}Faster${END}, ${ISOLATE}بحث جديد${END} · ${ISOLATE}Stores${END}`,
  );
});

it('a field of a list is named with its title, which stays to itself', () => {
  expect(said('list.l1', 'x')[0]).toBe(`List title, “${ISOLATE}الحسابات${END}”`);
});

it('texts of several languages stay to themselves', () => {
  const [, words] = said('titleI18n', { 'en-US': 'Autumn', 'ar-EG': 'خريف' });
  expect(words).toContain(`${ISOLATE}Autumn${END}`);
  expect(words).toContain(`${ISOLATE}خريف${END}`);
});
