import { TRANSLATION_PUBLICATION_ACTIONS, type TranslationPublicationAction } from '@backcounter/domain';
import { formatExact, State, type UiIcon } from '@backcounter/ui';
import { IconArrowBackUp, IconPackage, IconWorldCheck, IconWorldOff } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { TranslationPublicationRowFragment } from '../../../generated/graphql.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import { beside } from '../../../listing/address/beside.ts';
import { figureColumn, nothing, textColumn } from '../../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { OPEN_MESSAGE, TRANSLATION_LISTS } from '../language/use-translation-language.ts';
import styles from '../translation.module.css';
import { publicationDocuments } from '../translation.operations.ts';

type Row = TranslationPublicationRowFragment;

const LOOKS: Readonly<
  Record<TranslationPublicationAction, { readonly tone: ComponentProps<typeof State>['tone']; readonly icon: UiIcon }>
> = {
  SHIPPED: { tone: 'neutral', icon: IconPackage },
  PUBLISHED: { tone: 'positive', icon: IconWorldCheck },
  ROLLED_BACK: { tone: 'negative', icon: IconArrowBackUp },
  WITHDRAWN: { tone: 'warning', icon: IconWorldOff },
};

const timeOf = ({ at }: Row, { timeZone, locale }: CellFormats) => zonedWords(at, timeZone, locale);

const countColumn = (key: 'added' | 'changed' | 'removed'): ListColumn<Row> =>
  figureColumn(key, `translation.field.${key}`, 84, (row) => row[key]);

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'at',
    headerKey: 'translation.publication.at',
    width: 148,
    isPinned: true,
    sort: 'at',
    render: (row, formats) => <time dateTime={row.at}>{timeOf(row, formats)}</time>,
    fullText: ({ at }, formats) => formatExact(new Date(at), formats),
  },
  figureColumn('number', 'translation.field.number', 64, ({ number }) => number),
  {
    key: 'action',
    headerKey: 'translation.publication.action',
    width: 212,
    render: ({ action, isCurrent }, { t }) => (
      <span className="bc-inline bc-gap-sm">
        <State {...LOOKS[action]} word={t(`translation.publication.${action}`)} />
        {isCurrent ? <b className={styles['current']}>{t('translation.publication.current')}</b> : null}
      </span>
    ),
  },
  {
    key: 'by',
    headerKey: 'translation.publication.by',
    width: 148,
    render: ({ by }, formats) => (by ? <bdi>{by.name}</bdi> : nothing(formats)),
  },
  textColumn('note', 'translation.field.note', 160, ({ note }) => note, { grows: true }),
  countColumn('added'),
  countColumn('changed'),
  countColumn('removed'),
  figureColumn('messages', 'translation.tab.texts', 84, ({ bundle }) => bundle?.messages),
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={timeOf(row, formats)}
      end={<State {...LOOKS[row.action]} word={formats.t(`translation.publication.${row.action}`)} />}
    >
      {formats.t('translation.publication.number', { number: row.number })}
      {row.by ? (
        <>
          {' · '}
          <bdi>{row.by.name}</bdi>
        </>
      ) : null}
      {row.isCurrent ? ` · ${formats.t('translation.publication.current')}` : ''}
    </PhoneRow>
  );
}

/** Publications of one language, as a list on its page. */
export function publicationList(languageId: string, path: string): ListDefinition<Row> {
  const within = filterWithin('language', languageId);
  return {
    name: TRANSLATION_LISTS.publications,
    scope: languageId,
    capability: 'TRANSLATION_PUBLICATIONS',
    titleKey: 'translation.tab.publications',
    searchHintKey: () => 'translation.search.hint',
    emptyKey: 'translation.publication.none',
    columns,
    filters: [
      valueFilter(
        'action',
        'translation.publication.action',
        TRANSLATION_PUBLICATION_ACTIONS,
        (action) => `translation.publication.${action}`,
      ),
    ],
    sorts: { at: 'AT' },
    matchKey: () => null,
    rowId: ({ id }) => id,
    rowHref: ({ id }, search) => beside(path, search, { tab: 'publications', [OPEN_MESSAGE]: id }),
    rowLabel: (row, formats) => timeOf(row, formats),
    phoneRow,
    source: listSource(publicationDocuments, within),
    filterInput: within,
  };
}
