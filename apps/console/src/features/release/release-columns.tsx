import { formatExact } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { ReleaseRowFragment } from '../../generated/graphql.ts';
import { figureColumn, nothing, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
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
    render: ({ publishedBy }, formats) => (publishedBy ? <bdi>{publishedBy.name}</bdi> : nothing(formats)),
  },
  timeColumn('published', 'release.field.publishedAt', 136, ({ publishedAt }) => publishedAt),
  figureColumn('readers', 'release.field.readers', 96, (row) => (row.publishedAt ? row.figures.readers : null), {
    fullText: ({ figures, publishedAt }, formats) => (publishedAt == null ? null : readerWords(figures, formats)),
  }),
  timeColumn('created', 'release.field.createdAt', 104, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
  timeColumn('updated', 'crud.field.updatedAt', 112, ({ updatedAt }) => updatedAt, { sort: 'changed' }),
];

/** Readers and unread count of a release as text. */
export function readerWords(
  { readers, unread }: Pick<Row['figures'], 'readers' | 'unread'>,
  { t }: Pick<CellFormats, 't'>,
): string {
  return t('release.figure.read', {
    read: t('release.figure.readers', { count: readers }),
    unread: t('release.figure.unread', { count: unread }),
  });
}

/** Two lines on a phone: number and changes left, date and state right. */
export function releasePhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<span dir="ltr">{row.number}</span>}
      end={releaseDateWords(row.date, formats)}
      state={<ReleaseStateMark state={row.state} />}
    >
      {countWords(countsOf(row.figures), formats)}
    </PhoneRow>
  );
}
