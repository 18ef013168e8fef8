import { useMessages } from '@backcounter/i18n/react';
import type { ReactNode } from 'react';
import type { GiveawayRowFragment } from '../../generated/graphql.ts';
import { isolatedList } from '../../lib/format/isolated.ts';
import { dayWords, placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import { codeColumn, figureColumn, nameColumn, timeColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { Countdown } from './countdown.tsx';
import { prizeTitle } from './form/prize-words.ts';
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
      className="bc-muted bc-number"
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
  nameColumn('title', 'giveaway.field.giveaway', 200, ({ title }) => title, { grows: true, sort: 'title' }),
  codeColumn('code', 'crud.field.code', 148, ({ code }) => code, { sort: 'code', isHiddenAtFirst: true }),
  {
    key: 'status',
    headerKey: 'giveaway.field.status',
    width: 136,
    render: ({ status }) => <GiveawayStatusMark state={status} />,
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
  figureColumn('entries', 'giveaway.field.entries', 84, ({ figures }) => figures.entries, {
    sort: 'entries',
    fullText: ({ figures }, formats) => formats.t('giveaway.figure.tickets', { count: figures.tickets }),
  }),
  {
    key: 'prizes',
    headerKey: 'giveaway.field.prizes',
    width: 136,
    render: (row, formats) => <span dir="auto">{prizeWords(row, formats)}</span>,
    fullText: (row, formats) => prizeWords(row, formats),
  },
  {
    key: 'store',
    exported: ['sponsor'],
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
  timeColumn('created', 'giveaway.field.created', 104, ({ createdAt }) => createdAt, {
    sort: 'created',
    isHiddenAtFirst: true,
  }),
  timeColumn('updated', 'crud.field.updatedAt', 112, ({ updatedAt }) => updatedAt, {
    sort: 'changed',
    isHiddenAtFirst: true,
  }),
];

/** Two lines on a phone: title and next step or draw time on the left; entries and state on the right. */
export function giveawayPhoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<bdi>{row.title}</bdi>}
      end={formats.figure(row.figures.entries)}
      state={<GiveawayStatusMark state={row.status} />}
    >
      {nextOf(row) === null ? (
        formats.t('giveaway.phone.draw', { time: dayWords(row.drawAt, row.timezone, formats.locale) })
      ) : (
        <NextMark row={row} isLong />
      )}
    </PhoneRow>
  );
}
