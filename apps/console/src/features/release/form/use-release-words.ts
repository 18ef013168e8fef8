import { CHANGE_TYPES, RELEASE_STATES } from '@backcounter/domain';
import type { MessageKey } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { isolated, isolatedList } from '../../../lib/format/isolated.ts';
import type { CellFormats } from '../../../listing/list-definition.ts';
import { type EntityWords, useEntityWords } from '../../../records/entity-words.ts';
import type { FieldValue } from '../../../records/form/record-merge.ts';
import { dateOfDay, releaseDateWords } from '../release-date.ts';
import { LAYOUT, layoutOf, type PartValues, partField } from './release-form-values.ts';

/** Labels of the fields of a release, including fields that only history shows. */
const RELEASE_FIELDS = {
  number: 'release.field.number',
  day: 'release.field.date',
  date: 'release.field.date',
  [LAYOUT]: 'release.field.changeLists',
  outline: 'release.field.changeLists',
  list: 'release.field.list',
  type: 'release.field.type',
  title: 'release.field.title',
  text: 'release.field.text',
  duplicateOf: 'release.field.duplicateOf',
} as const satisfies Readonly<Record<string, MessageKey>>;
const CONTENT_ROOTS: readonly string[] = ['list', 'type', 'title', 'text'];

const isIn = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value);

function wordsOf(field: string, value: FieldValue, formats: CellFormats): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field === 'state') return isIn(RELEASE_STATES, value) ? formats.t(`release.state.${value}`) : value;
  if (field === 'date' || field === 'day') {
    const date = field === 'day' ? dateOfDay(value) : value;
    return Number.isNaN(Date.parse(date)) ? value : releaseDateWords(date, formats);
  }
  return field.startsWith('type.') && isIn(CHANGE_TYPES, value) ? formats.t(`release.type.${value}`) : undefined;
}

const SAID = { fields: RELEASE_FIELDS, wordsOf } as const;

interface OutlineEntry {
  readonly title?: string;
  readonly changes?: readonly { readonly type?: string; readonly title?: string }[];
}

/** Words of releases for forms, conflicts and history. `values`: what lists and changes are called in a form. */
export function useReleaseWords(values?: PartValues): EntityWords {
  const { t, locale } = useMessages();
  const words = useEntityWords<never>(SAID, null);
  return useMemo(() => {
    const titleOf = (field: string): string | null => {
      const [root = '', key = ''] = field.split('.');
      const title = values?.[partField(root === 'list' ? 'list' : 'title', key)];
      return title?.trim() ? title : null;
    };
    return {
      ...words,
      labelOf: (field) => {
        const [root = ''] = field.split('.');
        if (root === field || !CONTENT_ROOTS.includes(root)) return words.labelOf(field);
        const title = titleOf(field);
        return title === null
          ? words.labelOf(root)
          : t('release.field.of', { field: words.labelOf(root), title: isolated(title) });
      },
      wordsOf: (field, value) => {
        if (field === LAYOUT && typeof value === 'string') {
          const layout = layoutOf({ [LAYOUT]: value });
          return isolatedList(
            layout.map(({ key }) => titleOf(partField('list', key)) ?? t('release.edit.untitled-list')),
            locale,
          );
        }
        // History has the lists whole.
        if (field === 'outline' && Array.isArray(value)) {
          const lists = (value as readonly OutlineEntry[]).map(({ title = '', changes = [] }) =>
            changes.length === 0
              ? isolated(title)
              : t('release.value.list', {
                  title: isolated(title),
                  changes: isolatedList(
                    changes.map((change) => change.title ?? ''),
                    locale,
                  ),
                }),
          );
          return lists.length === 0 ? t('listing.value.empty') : lists.join(' · ');
        }
        return words.wordsOf(field, value);
      },
    };
  }, [words, values, t, locale]);
}
