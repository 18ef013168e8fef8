import { useMessages } from '@backcounter/i18n/react';
import { formatExact, formatRelative } from '@backcounter/ui';
import type { ReactNode } from 'react';
import type { GiveawayRowFragment } from '../../generated/graphql.ts';
import { isolatedList } from '../../lib/format/isolated.ts';
import { dayWords, placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { Countdown } from './countdown.tsx';
import { prizeTitle } from './form/prize-words.ts';
import styles from './giveaway.module.css';
import { countryWords } from './giveaway-choices.ts';
import { bothZones, nextOf } from './giveaway-time.ts';
import { GiveawayStatusMark } from './public.tsx';

type Row = GiveawayRowFragment;

/** The giveaway's prizes as text, the first ones by rank. */
export const prizeWords = ({ prizes }: Pick<Row, 'prizes'>, formats: Pick<CellFormats, 't' | 'locale'>): string =>
  isolatedList(
    prizes.map((prize) => prizeTitle(prize, formats)),
    formats.locale,
  );

/** Time until the next scheduled step; renders nothing if the next step is up to staff. */
export function NextMark({ row, isLong = false }: { readonly row: Row; readonly isLong?: boolean }) {
  const { t } = useMessages();
  const next = nextOf(row);
  if (next === null) return null;
  const say = (time: string) => t(`giveaway.countdown.${next.key}`, { time });
  return (
    <Countdown
      until={next.at}
      say={say}
      units={isLong ? 2 : 1}
      due={t(`giveaway.countdown.${next.key}-now`)}
      className={styles['next']}
    />
  );
}

/** The days of a giveaway in its zone: "3 Nov – 17 Nov, draw 18 Nov". */
function datesWords({ opensAt, closesAt, drawAt, timezone }: Row, { t, locale }: CellFormats): string {
  const day = (instant: string) => dayWords(instant, timezone, locale);
  return t('giveaway.dates', { from: day(opensAt), to: day(closesAt), draw: day(drawAt) });
}

function dateColumn(key: 'opens' | 'closes' | 'draw', field: 'opensAt' | 'closesAt' | 'drawAt'): ListColumn<Row> {
  return {
    key,
    headerKey: `giveaway.field.${field}`,
    width: 140,
    sort: key,
    isHiddenAtFirst: true,
    render: (row, { locale }) => <time dateTime={row[field]}>{zonedWords(row[field], row.timezone, locale)}</time>,
    fullText: (row, formats) => bothZones(row[field], row.timezone, formats),
  };
}

/** Columns of the giveaway list. */
export const giveawayColumns: readonly ListColumn<Row>[] = [
  {
    key: 'title',
    headerKey: 'giveaway.field.giveaway',
    width: 200,
    grows: true,
    isPinned: true,
    sort: 'title',
    render: ({ title }) => (
      <span className="bc-cell-name" dir="auto">
        {title}
      </span>
    ),
  },
  {
    key: 'code',
    headerKey: 'crud.field.code',
    width: 148,
    sort: 'code',
    isHiddenAtFirst: true,
    render: ({ code }) => (
      <span className="bc-code" dir="ltr">
        {code}
      </span>
    ),
    copyText: ({ code }) => code,
  },
  {
    key: 'status',
    headerKey: 'giveaway.field.status',
    width: 136,
    render: ({ status }) => <GiveawayStatusMark status={status} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'next',
    headerKey: 'giveaway.field.next',
    width: 124,
    render: (row, { t }) =>
      nextOf(row) === null ? (
        <span className="bc-empty-value">{t('listing.value.empty')}</span>
      ) : (
        <NextMark row={row} />
      ),
  },
  {
    key: 'dates',
    headerKey: 'giveaway.field.dates',
    width: 200,
    sort: 'draw',
    render: datesWords,
    fullText: (row, formats) =>
      (['opensAt', 'closesAt', 'drawAt'] as const)
        .map((field) => `${formats.t(`giveaway.field.${field}`)}: ${bothZones(row[field], row.timezone, formats)}`)
        .join('\n'),
  },
  dateColumn('opens', 'opensAt'),
  dateColumn('closes', 'closesAt'),
  dateColumn('draw', 'drawAt'),
  {
    key: 'zone',
    headerKey: 'crud.field.timezone',
    width: 104,
    isHiddenAtFirst: true,
    render: ({ timezone }) => <span dir="ltr">{placeOfZone(timezone)}</span>,
  },
  {
    key: 'entries',
    headerKey: 'giveaway.field.entries',
    width: 84,
    align: 'end',
    sort: 'entries',
    render: ({ figures }, formats) => formats.figure(figures.entries),
    fullText: ({ figures }, formats) =>
      formats.t('giveaway.figure.tickets', { count: figures.tickets, figure: formats.figure(figures.tickets) }),
  },
  {
    key: 'prizes',
    headerKey: 'giveaway.field.prizes',
    width: 136,
    render: (row, formats) => <span dir="auto">{prizeWords(row, formats)}</span>,
    fullText: (row, formats) => prizeWords(row, formats),
  },
  {
    key: 'store',
    headerKey: 'giveaway.field.storeId',
    width: 112,
    render: ({ store }, { t }) => (store ? <bdi>{store.name}</bdi> : t('giveaway.sponsor.company')),
  },
  {
    key: 'countries',
    headerKey: 'giveaway.field.countryCodes',
    width: 128,
    isHiddenAtFirst: true,
    render: ({ countryCodes }, { locale }) => countryWords(countryCodes, locale, 2),
    fullText: ({ countryCodes }, { locale }) => countryWords(countryCodes, locale),
  },
  {
    key: 'created',
    headerKey: 'giveaway.field.created',
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
    isHiddenAtFirst: true,
    render: ({ updatedAt }, formats) => time(updatedAt, formats),
    fullText: ({ updatedAt }, formats) => formatExact(new Date(updatedAt), formats),
  },
];

function time(value: string, formats: CellFormats) {
  return <time dateTime={value}>{formatRelative(new Date(value), new Date(), formats)}</time>;
}

/** Two lines on a phone: title and next step or draw time on the left; entries and state on the right. */
export function giveawayPhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <bdi>{row.title}</bdi>
        </b>
        <small>
          {nextOf(row) === null ? (
            formats.t('giveaway.phone.draw', { time: dayWords(row.drawAt, row.timezone, formats.locale) })
          ) : (
            <NextMark row={row} isLong />
          )}
        </small>
      </span>
      <span className="bc-phone-end">
        {formats.figure(row.figures.entries)}
        <GiveawayStatusMark status={row.status} />
      </span>
    </span>
  );
}
