import { TRANSLATION_STATES } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { formatExact, formatRelative } from '@backcounter/ui';
import { IconChecks, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TranslationRowFragment } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatNumber } from '../../../lib/format/formats.ts';
import { lazyPart } from '../../../lib/page/part.ts';
import { beside } from '../../../listing/address/beside.ts';
import { nothing } from '../../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import type { BulkAction } from '../../../listing/selection/bulk-action.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { changedColumn, valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { OPEN_MESSAGE, TRANSLATION_LISTS } from '../language/use-translation-language.ts';
import styles from '../translation.module.css';
import { languageDocuments, messageDocuments } from '../translation.operations.ts';
import { TranslationStateMark } from '../translation-state.tsx';

/** Confirms many stale texts. */
const acceptAction: BulkAction = {
  key: 'accept',
  labelKey: 'translation.accept.action',
  icon: IconChecks,
  permission: 'translation.write',
  dialog: lazyPart(() => import('./accept-many.tsx'), 'AcceptMany'),
};

type Row = TranslationRowFragment;

/** Language of the list. */
export interface MessageListScope {
  readonly languageId: string;
  readonly locale: string;
  readonly isSource: boolean;
  /** Path of the page with the list. */
  readonly path: string;
}

function columnsOf({ locale, isSource }: MessageListScope): readonly ListColumn<Row>[] {
  const value: ListColumn<Row> = {
    key: 'value',
    headerKey: 'translation.field.value',
    width: 240,
    grows: true,
    render: ({ value: text }, formats) =>
      text == null ? (
        nothing(formats)
      ) : (
        <span lang={locale} dir={directionOf(locale)} className={styles['text']}>
          {text}
        </span>
      ),
  };
  const source: ListColumn<Row> = {
    key: 'source',
    headerKey: 'translation.field.source',
    width: 240,
    grows: true,
    render: ({ source: text }) => (
      <span lang="en" dir="ltr" className={styles['text']}>
        {text}
      </span>
    ),
  };
  return [
    {
      key: 'key',
      headerKey: 'translation.field.key',
      width: 264,
      isPinned: true,
      sort: 'key',
      render: ({ key }) => (
        <span className={`bc-code ${styles['text']}`} dir="ltr">
          {key}
        </span>
      ),
      copyText: ({ key }) => key,
    },
    ...(isSource ? [] : [source]),
    value,
    {
      key: 'state',
      headerKey: 'translation.field.state',
      width: 136,
      render: ({ state, isEdited }, { t }) => (
        <span className="bc-inline bc-gap-sm">
          <TranslationStateMark state={state} />
          {isEdited ? (
            <>
              <IconPencil size={14} stroke={1.75} aria-hidden />
              <span className="bc-sr-only">{t('translation.count.edited')}</span>
            </>
          ) : null}
        </span>
      ),
      fullText: ({ state, isEdited }, { t }) =>
        isEdited ? `${t(`translation.state.${state}`)}, ${t('translation.count.edited')}` : null,
    },
    {
      key: 'reports',
      headerKey: 'translation.field.reports',
      width: 84,
      align: 'end',
      render: ({ reports }, formats) => (reports === 0 ? nothing(formats) : formats.figure(reports)),
      fullText: ({ lastReportedAt }, formats) =>
        lastReportedAt ? formatExact(new Date(lastReportedAt), formats) : null,
    },
    changedColumn(),
    {
      key: 'editor',
      headerKey: 'translation.field.editor',
      width: 140,
      isHiddenAtFirst: true,
      render: ({ updatedBy }, formats) => (updatedBy ? <bdi>{updatedBy.name}</bdi> : nothing(formats)),
    },
  ];
}

const phoneRowOf =
  ({ locale, isSource }: MessageListScope) =>
  (row: Row, formats: CellFormats): ReactNode => (
    <PhoneRow
      title={<bdi lang={row.value == null || isSource ? 'en' : locale}>{row.value ?? row.source}</bdi>}
      end={<TranslationStateMark state={row.state} />}
      state={<small>{formatRelative(new Date(row.updatedAt), new Date(), formats)}</small>}
    >
      <span className="bc-code" dir="ltr">
        {row.key}
      </span>
    </PhoneRow>
  );

/** The texts of one language, as a list on its page. */
export function messageList(scope: MessageListScope): ListDefinition<Row> {
  const { languageId, path } = scope;
  const within = filterWithin('language', languageId);
  return {
    name: TRANSLATION_LISTS.messages,
    scope: languageId,
    capability: 'TRANSLATIONS',
    fileLabels: {
      publishedValue: 'translation.language.published',
    },
    titleKey: 'translation.tab.texts',
    searchHintKey: () => 'translation.search.hint',
    emptyKey: 'translation.message.none',
    columns: columnsOf(scope),
    filters: [
      valueFilter('state', 'translation.field.state', TRANSLATION_STATES, (state) => `translation.state.${state}`),
      {
        key: 'namespace',
        labelKey: 'translation.field.namespace',
        shape: 'set',
        options: async ({ signal, locale }) => {
          const variables = { languageId };
          const answer = await load(languageDocuments.namespaces, variables, signal);
          return answer.translationNamespaces.map(({ name, counts }) => ({
            value: name,
            label: `${name} (${formatNumber(counts.total, locale)})`,
          }));
        },
      },
      { key: 'edited', labelKey: 'translation.count.edited', shape: 'flag' },
      { key: 'overtaken', labelKey: 'translation.filter.overtaken', shape: 'flag' },
      { key: 'reported', labelKey: 'translation.filter.reported', shape: 'flag' },
      { key: 'unpublished', labelKey: 'translation.count.unpublished', shape: 'flag' },
      { key: 'updated', labelKey: 'crud.field.updatedAt', shape: 'instant' },
    ],
    sorts: { key: 'KEY', changed: 'UPDATED' },
    matchKey: (matchedBy) => (matchedBy === 'KEY' ? 'translation.match.key' : null),
    rowId: ({ id }) => id,
    rowHref: ({ id }, search) => beside(path, search, { [OPEN_MESSAGE]: id }),
    rowLabel: ({ key }) => key,
    phoneRow: phoneRowOf(scope),
    source: listSource(messageDocuments, within),
    filterInput: within,
    bulk: [acceptAction, exportAction],
  };
}
