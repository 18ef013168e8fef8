import { formatExact, formatRelative } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { ReleaseRowFragment } from '../../generated/graphql.ts';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { releaseDateWords } from './release-date.ts';
import { ChangeCounts, countsOf, countWords, ReleaseStateMark } from './release-state.tsx';

type Row = ReleaseRowFragment;

/** Columns of the list of releases. */
export const releaseColumns: readonly ListColumn<Row>[] = [
  {
    key: 'number',
    headerKey: 'release.field.number',
    width: 160,
    minWidth: 120,
    grows: true,
    isPinned: true,
    sort: 'number',
    render: ({ number }) => (
      <span className="bc-cell-name" dir="ltr">
        {number}
      </span>
    ),
    copyText: ({ number }) => number,
  },
  {
    key: 'state',
    headerKey: 'release.field.state',
    width: 140,
    render: ({ state }) => <ReleaseStateMark state={state} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'date',
    headerKey: 'release.field.date',
    width: 136,
    sort: 'date',
    render: ({ date }, formats) => <time dateTime={date}>{releaseDateWords(date, formats)}</time>,
    fullText: ({ date }, formats) => formatExact(new Date(date), formats),
  },
  {
    key: 'changes',
    headerKey: 'release.field.changes',
    width: 176,
    render: ({ figures }) => <ChangeCounts counts={countsOf(figures)} />,
    fullText: ({ figures }, formats) => countWords(countsOf(figures), formats),
  },
  {
    key: 'publishedBy',
    headerKey: 'release.field.publishedBy',
    width: 152,
    render: ({ publishedBy }, { t }) =>
      publishedBy == null ? (
        <span className="bc-empty-value">{t('listing.value.empty')}</span>
      ) : (
        <bdi>{publishedBy.name}</bdi>
      ),
  },
  {
    key: 'published',
    headerKey: 'release.field.publishedAt',
    width: 136,
    align: 'end',
    render: ({ publishedAt }, formats) =>
      publishedAt == null ? (
        <span className="bc-empty-value">{formats.t('listing.value.empty')}</span>
      ) : (
        time(publishedAt, formats)
      ),
    fullText: ({ publishedAt }, formats) => (publishedAt == null ? null : formatExact(new Date(publishedAt), formats)),
  },
  {
    key: 'readers',
    headerKey: 'release.field.readers',
    width: 96,
    align: 'end',
    render: ({ figures, publishedAt }, { t, locale }) =>
      publishedAt == null ? (
        <span className="bc-empty-value">{t('listing.value.empty')}</span>
      ) : (
        new Intl.NumberFormat(locale).format(figures.readers)
      ),
    fullText: ({ figures, publishedAt }, formats) => (publishedAt == null ? null : readerWords(figures, formats)),
  },
  {
    key: 'created',
    headerKey: 'release.field.createdAt',
    width: 104,
    align: 'end',
    sort: 'created',
    isHiddenAtFirst: true,
    render: ({ createdAt }, formats) => time(createdAt, formats),
    fullText: ({ createdAt }, formats) => formatExact(new Date(createdAt), formats),
  },
  {
    key: 'updated',
    headerKey: 'crud.field.updated',
    width: 112,
    align: 'end',
    sort: 'changed',
    render: ({ updatedAt }, formats) => time(updatedAt, formats),
    fullText: ({ updatedAt }, formats) => formatExact(new Date(updatedAt), formats),
  },
];

/** Readers and unread count of a release as text. */
export function readerWords(
  { readers, unread }: Pick<Row['figures'], 'readers' | 'unread'>,
  { t, locale }: Pick<CellFormats, 't' | 'locale'>,
): string {
  const figure = new Intl.NumberFormat(locale);
  return t('release.figure.read', {
    read: t('release.figure.readers', { count: readers, figure: figure.format(readers) }),
    unread: t('release.figure.unread', { count: unread, figure: figure.format(unread) }),
  });
}

function time(value: string, formats: CellFormats) {
  return <time dateTime={value}>{formatRelative(new Date(value), new Date(), formats)}</time>;
}

/** Two lines on a phone: number and changes left, date and state right. */
export function releasePhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name" dir="ltr">
          {row.number}
        </b>
        <small>{countWords(countsOf(row.figures), formats)}</small>
      </span>
      <span className="bc-phone-end">
        {releaseDateWords(row.date, formats)}
        <ReleaseStateMark state={row.state} />
      </span>
    </span>
  );
}
