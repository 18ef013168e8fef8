import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';

const FIELDS = [
  'value',
  'name',
  'note',
  'added',
  'changed',
  'removed',
  'accepted',
  'locale',
  'sha256',
  'translatedFrom',
  'editedFrom',
  'publication',
] as const;
type Field = (typeof FIELDS)[number];
const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name);

/** Labels of fields and values of languages and texts. */
export function useTranslationWords() {
  const { t, figure } = useMessages();
  return useMemo(
    () => ({
      labelOf: (field: string) => (isField(field) ? t(`translation.field.${field}`) : field),
      wordsOf: (_field: string, value: unknown) =>
        value === null || value === undefined || value === ''
          ? t('listing.value.empty')
          : typeof value === 'number'
            ? figure(value)
            : typeof value === 'string'
              ? value
              : JSON.stringify(value),
    }),
    [t, figure],
  );
}
