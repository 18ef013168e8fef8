import type { ReactNode } from 'react';
import type { NotificationRowFragment } from '../../generated/graphql.ts';
import { formatPercent } from '../../lib/format/formats.ts';
import { nameColumn, nothing, textColumn, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { NotificationStateMark } from './notification-state.tsx';
import { audienceWords, exactStartWords, placeOfStart, startWords } from './notification-words.ts';

type Row = NotificationRowFragment;

/** Number of recipients: an estimate before preparation, exact afterwards. */
export function recipientsWords(row: Row, formats: CellFormats): string | null {
  if (row.figures.recipients > 0 || !['DRAFT', 'SCHEDULED'].includes(row.state)) {
    return formats.figure(row.figures.recipients);
  }
  if (row.audienceEstimate == null) return null;
  const about = formats.figure(row.audienceEstimate);
  return row.audienceIsExact ? about : formats.t('notification.estimate', { figure: about });
}

const isCounted = ({ state }: Row) => state !== 'DRAFT' && state !== 'SCHEDULED';

function countColumn(
  key: 'sent' | 'received' | 'opened' | 'failed' | 'skipped',
  isHiddenAtFirst = false,
): ListColumn<Row> {
  return {
    key,
    headerKey: `notification.figure.${key}`,
    width: 68,
    align: 'end',
    isHiddenAtFirst,
    render: (row, formats) => (isCounted(row) ? formats.figure(row.figures[key]) : nothing(formats)),
    fullText: (row, { t, locale }) =>
      isCounted(row) && row.figures.recipients > 0
        ? t('notification.figure.share', {
            share: formatPercent(row.figures[key] / row.figures.recipients, locale, 1),
          })
        : null,
  };
}

/** Columns of the notification list. */
export const notificationColumns: readonly ListColumn<Row>[] = [
  nameColumn('title', 'notification.field.titleI18n', 200, ({ title }) => title, { grows: true, sort: 'title' }),
  {
    key: 'topic',
    headerKey: 'notification.field.topicId',
    width: 112,
    minWidth: 88,
    grows: true,
    render: ({ topic }) => <span dir="auto">{topic.name}</span>,
  },
  {
    key: 'state',
    headerKey: 'notification.field.state',
    width: 140,
    render: ({ state }) => <NotificationStateMark state={state} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'audience',
    headerKey: 'notification.field.audienceEstimate',
    width: 110,
    minWidth: 84,
    isHiddenAtFirst: true,
    render: (row, formats) => <span dir="auto">{audienceWords(row, formats)}</span>,
  },
  {
    key: 'scheduled',
    headerKey: 'notification.field.startsAt',
    width: 156,
    sort: 'scheduled',
    render: (row, formats) => {
      const words = startWords(row, formats);
      if (words === null) return nothing(formats);
      return (
        <>
          {words} <small className="bc-faint">{placeOfStart(row, formats)}</small>
        </>
      );
    },
    fullText: exactStartWords,
  },
  {
    key: 'recipients',
    headerKey: 'notification.figure.recipients',
    width: 84,
    align: 'end',
    sort: 'recipients',
    render: (row, formats) => recipientsWords(row, formats) ?? nothing(formats),
  },
  countColumn('sent'),
  countColumn('received', true),
  countColumn('opened'),
  countColumn('failed'),
  countColumn('skipped', true),
  textColumn('author', 'notification.field.author', 108, ({ createdBy }) => createdBy?.name, { isHiddenAtFirst: true }),
  timeColumn('created', 'notification.field.created', 104, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
  timeColumn('updated', 'crud.field.updatedAt', 112, ({ updatedAt }) => updatedAt, {
    sort: 'changed',
    isHiddenAtFirst: true,
  }),
];

/** Two lines on a phone: title, topic and time on the left; recipients and state on the right. */
export function notificationPhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<bdi>{row.title}</bdi>}
      end={recipientsWords(row, formats)}
      state={<NotificationStateMark state={row.state} />}
    >
      <bdi>{row.topic.name}</bdi> · {startWords(row, formats) ?? formats.t('notification.start.open')}
    </PhoneRow>
  );
}
