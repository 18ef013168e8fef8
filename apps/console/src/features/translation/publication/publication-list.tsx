import { TRANSLATION_PUBLICATION_ACTIONS, type TranslationPublicationAction } from '@backcounter/domain';
import { formatExact, State, type UiIcon } from '@backcounter/ui';
import { IconArrowBackUp, IconPackage, IconWorldCheck, IconWorldOff } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { valueFilter } from '../../../crud/entity-columns.tsx';
import { filterInput, listSource } from '../../../crud/entity-request.ts';
import type { TranslationPublicationRowFragment } from '../../../generated/graphql.ts';
import { zonedWords } from '../../../lib/format/zoned-words.ts';
import type { FilterValue } from '../../../listing/filter/filter-value.ts';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
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

const nothing = ({ t }: CellFormats) => <span className="bc-empty-value">{t('listing.value.empty')}</span>;
const timeOf = ({ at }: Row, { timeZone, locale }: CellFormats) => zonedWords(at, timeZone, locale);

function figureColumn(key: 'added' | 'changed' | 'removed'): ListColumn<Row> {
  return {
    key,
    headerKey: `translation.field.${key}`,
    width: 84,
    align: 'end',
    render: (row, { figure }) => figure(row[key]),
  };
}

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
  {
    key: 'number',
    headerKey: 'translation.field.number',
    width: 64,
    align: 'end',
    render: ({ number }, { figure }) => figure(number),
  },
  {
    key: 'action',
    headerKey: 'translation.publication.action',
    width: 212,
    render: ({ action, isCurrent }, { t }) => (
      <span className={styles['state']}>
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
  {
    key: 'note',
    headerKey: 'translation.field.note',
    width: 160,
    grows: true,
    render: ({ note }, formats) => (note ? <span dir="auto">{note}</span> : nothing(formats)),
  },
  figureColumn('added'),
  figureColumn('changed'),
  figureColumn('removed'),
  {
    key: 'messages',
    headerKey: 'translation.tab.texts',
    width: 84,
    align: 'end',
    render: ({ bundle }, formats) => (bundle ? formats.figure(bundle.messages) : nothing(formats)),
  },
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">{timeOf(row, formats)}</b>
        <small>
          {formats.t('translation.publication.number', { number: row.number })}
          {row.by ? (
            <>
              {' · '}
              <bdi>{row.by.name}</bdi>
            </>
          ) : null}
          {row.isCurrent ? ` · ${formats.t('translation.publication.current')}` : ''}
        </small>
      </span>
      <span className="bc-phone-end">
        <State {...LOOKS[row.action]} word={formats.t(`translation.publication.${row.action}`)} />
      </span>
    </span>
  );
}

/** Publications of one language, as a list on its page. */
export function publicationList(languageId: string, path: string): ListDefinition<Row> {
  const within = (chosen: Readonly<Record<string, FilterValue>>) => ({
    ...filterInput(chosen),
    language: { in: [languageId] },
  });
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
    rowHref: ({ id }, search) => {
      const params = new URLSearchParams(search);
      params.set('tab', 'publications');
      params.set(OPEN_MESSAGE, id);
      return `${path}?${params}`;
    },
    rowLabel: (row, formats) => timeOf(row, formats),
    phoneRow,
    source: listSource(publicationDocuments, within),
    filterInput: within,
  };
}
