import { formatExact } from '@backcounter/ui';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ledgerWords } from '../lib/format/zoned-words.ts';
import type { CellFormats, ListColumn } from '../listing/list-definition.ts';
import styles from './points.module.css';
import { PointsKind } from './points-kind.tsx';
import {
  type PointsLine,
  partyHref,
  partyName,
  plainPoints,
  referenceHref,
  referenceName,
  signedPoints,
} from './points-words.ts';

const nothing = ({ t }: CellFormats) => <span className="bc-empty-value">{t('listing.value.empty')}</span>;

const code = (value: string) => (
  <span className="bc-code" dir="ltr">
    {value}
  </span>
);

function amount({ delta, reversedBy }: PointsLine, { t, locale }: CellFormats): ReactNode {
  return (
    <span
      className={styles['amount']}
      data-sign={delta > 0 ? 'plus' : 'minus'}
      data-reversed={reversedBy ? true : undefined}
    >
      {reversedBy ? <IconArrowBackUp size={14} stroke={1.75} aria-hidden /> : null}
      <bdi dir="ltr">{signedPoints(delta, locale)}</bdi>
      {reversedBy ? <span className="bc-sr-only"> {t('points.entry.reversed')}</span> : null}
    </span>
  );
}

function otherSide({ otherSide: party }: PointsLine, formats: CellFormats): ReactNode {
  return linked(partyHref(party), partyName(party, formats));
}

function linked(href: string | null, name: string): ReactNode {
  return href === null ? (
    <bdi>{name}</bdi>
  ) : (
    <Link to={href} className={styles['party']} tabIndex={-1}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function reference(line: PointsLine, formats: CellFormats): ReactNode {
  if (line.reversalOf) return <span>{formats.t('points.entry.takes-back')}</span>;
  const name = referenceName(line, formats);
  if (name === null) return nothing(formats);
  return line.reference ? linked(referenceHref(line), name) : code(name);
}

/** Columns of entries; the pinned one opens the entry. */
export const pointsEntryColumns: readonly ListColumn<PointsLine>[] = [
  {
    key: 'recorded',
    headerKey: 'points.field.recorded',
    width: 156,
    minWidth: 132,
    isPinned: true,
    sort: 'recorded',
    render: ({ recordedAt }, formats) => (
      <time dateTime={recordedAt}>{ledgerWords(recordedAt, formats.timeZone, formats.locale)}</time>
    ),
    fullText: ({ recordedAt }, formats) => formatExact(new Date(recordedAt), formats),
  },
  { key: 'code', headerKey: 'points.field.kind', width: 172, render: (row) => <PointsKind code={row.code} /> },
  { key: 'other', headerKey: 'points.field.other', width: 160, grows: true, render: otherSide },
  {
    key: 'reference',
    headerKey: 'points.field.reference',
    width: 136,
    render: reference,
    copyText: (line) => (line.reference ? null : (line.referenceId ?? null)),
  },
  {
    key: 'reason',
    headerKey: 'points.field.reason',
    width: 172,
    grows: true,
    render: ({ reason }, formats) => (reason ? <span dir="auto">{reason}</span> : nothing(formats)),
  },
  { key: 'who', headerKey: 'points.field.who', width: 136, render: ({ by }) => <bdi>{by.name}</bdi> },
  { key: 'amount', headerKey: 'points.field.amount', width: 112, align: 'end', render: amount },
  {
    key: 'balance',
    headerKey: 'points.field.balance',
    width: 116,
    align: 'end',
    render: ({ balanceAfter }, formats) =>
      balanceAfter == null ? nothing(formats) : <bdi dir="ltr">{plainPoints(balanceAfter, formats.locale)}</bdi>,
  },
  {
    key: 'number',
    headerKey: 'points.field.number',
    width: 96,
    align: 'end',
    isHiddenAtFirst: true,
    render: ({ seq }) => code(String(seq)),
    copyText: ({ seq }) => String(seq),
  },
  {
    key: 'occurred',
    headerKey: 'points.field.occurred',
    width: 156,
    isHiddenAtFirst: true,
    render: ({ occurredAt }, formats) => (
      <time dateTime={occurredAt}>{ledgerWords(occurredAt, formats.timeZone, formats.locale)}</time>
    ),
    fullText: ({ occurredAt }, formats) => formatExact(new Date(occurredAt), formats),
  },
];

/** Two lines on a phone: kind, other side and time at the start; amount and balance at the end. */
export function pointsPhoneRow(row: PointsLine, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <PointsKind code={row.code} />
        </b>
        <small>
          {ledgerWords(row.recordedAt, formats.timeZone, formats.locale)} ·{' '}
          <bdi>{partyName(row.otherSide, formats)}</bdi>
        </small>
      </span>
      <span className="bc-phone-end">
        {amount(row, formats)}
        {row.balanceAfter == null ? null : (
          <small className={styles['after']}>
            <bdi dir="ltr">{plainPoints(row.balanceAfter, formats.locale)}</bdi>
          </small>
        )}
      </span>
    </span>
  );
}
