import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { formatList, formatNumber, languageName } from '../lib/format/formats.ts';
import { isolated } from '../lib/format/isolated.ts';
import type { EntityDefinition, EntityRow } from './entity-definition.ts';
import { rootOf } from './form/field-map.ts';
import type { FieldValue } from './form/record-merge.ts';
import { REFUSAL_FIELD, refusalWords } from './refusal-words.ts';

/** Fields in the history that no form has. */
const OTHER_FIELD_KEYS = {
  position: 'crud.field.position',
  archivedAt: 'crud.field.archivedAt',
  state: 'crud.field.state',
  refusal: 'crud.field.refusal',
} as const satisfies Record<string, MessageKey>;

const keyIn = <Key extends string>(keys: Readonly<Record<string, Key>>, name: string): Key | undefined =>
  Object.hasOwn(keys, name) ? keys[name] : undefined;

/** Labels of an entity's fields and values. */
export interface EntityWords {
  readonly labelOf: (field: string) => string;
  readonly wordsOf: (field: string, value: FieldValue | unknown) => string;
}

/** The parts of an entity that labels derive from. */
export type SaidFields<Row extends EntityRow> = Pick<EntityDefinition<Row>, 'fields' | 'otherFields' | 'wordsOf'> & {
  readonly list?: Pick<EntityDefinition<Row>['list'], 'filters'>;
};

/** Labels for an entity's forms, conflicts and history; some values depend on their record, such as its unit. */
export function useEntityWords<Row extends EntityRow>(definition: SaidFields<Row>, record: Row | null): EntityWords {
  const messages = useMessages();
  return useMemo(() => {
    const { t, locale } = messages;
    const labelOf = (field: string) => {
      const root = rootOf(field);
      const key = keyIn({ ...OTHER_FIELD_KEYS, ...definition.otherFields, ...definition.fields }, root);
      const label = key ? t(key) : root;
      return field === root ? label : t('crud.field.in-language', { field: label, language: nameOfLanguage(field) });
    };
    const nameOfLanguage = (field: string) => {
      const tag = field.slice(field.indexOf('.') + 1);
      return /^[a-z]{2}(-[A-Z]{2})?$/.test(tag) ? languageName(tag.slice(0, 2), locale) : tag;
    };
    const wordsOf = (field: string, value: unknown): string => {
      if (value === null || value === undefined || value === '') return t('listing.value.empty');
      if (field === REFUSAL_FIELD) return refusalWords(value, { t }) ?? String(value);
      const own = definition.wordsOf?.(field, value as FieldValue, messages, record);
      if (own !== undefined) return own;
      const wordKey = definition.list?.filters.find(({ key }) => key === field)?.wordKeys?.get(value);
      if (wordKey !== undefined) return t(wordKey);
      if (typeof value === 'object') {
        const texts = Object.entries(value).map(([tag, text]) =>
          t('crud.value.in-language', { language: nameOfLanguage(`.${tag}`), text: isolated(String(text)) }),
        );
        return texts.length > 0 ? formatList(texts, locale) : t('listing.value.empty');
      }
      if (typeof value === 'boolean') return t(value ? 'listing.filter.yes' : 'listing.filter.no');
      return typeof value === 'number' ? formatNumber(value, locale) : String(value);
    };
    return { labelOf, wordsOf };
  }, [definition, record, messages]);
}
