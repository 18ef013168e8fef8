import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ledgerWords } from '../lib/format/zoned-words.ts';
import { nothing, textColumn } from '../listing/columns/column-kinds.tsx';
import { ledgerTimeColumn } from '../listing/columns/ledger-time-column.tsx';
import { PhoneRow } from '../listing/grid/phone-row.tsx';
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
  if (line.reversalOf) return <span>{formats.t('points.field.reversalOf')}</span>;
  const name = referenceName(line, formats);
  if (name === null) return nothing(formats);
  return line.reference ? linked(referenceHref(line), name) : code(name);
}

/** Columns of entries; the pinned one opens the entry. */
export const pointsEntryColumns: readonly ListColumn<PointsLine>[] = [
  ledgerTimeColumn('recorded', 'points.field.recorded', 156, ({ recordedAt }) => recordedAt, {
    minWidth: 132,
    isPinned: true,
    sort: 'recorded',
  }),
  { key: 'code', headerKey: 'points.field.kind', width: 172, render: (row) => <PointsKind code={row.code} /> },
  { key: 'other', headerKey: 'points.field.other', width: 160, grows: true, render: otherSide },
  {
    key: 'reference',
    headerKey: 'points.field.reference',
    width: 136,
    render: reference,
    copyText: (line) => (line.reference ? null : (line.referenceId ?? null)),
  },
  textColumn('reason', 'points.field.reason', 172, ({ reason }) => reason, { grows: true }),
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
  ledgerTimeColumn('occurred', 'points.field.occurred', 156, ({ occurredAt }) => occurredAt, { isHiddenAtFirst: true }),
];

/** Two lines on a phone: kind, other side and time at the start; amount and balance at the end. */
export function pointsPhoneRow(row: PointsLine, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<PointsKind code={row.code} />}
      end={amount(row, formats)}
      state={
        row.balanceAfter == null ? null : (
          <small className="bc-faint bc-number">
            <bdi dir="ltr">{plainPoints(row.balanceAfter, formats.locale)}</bdi>
          </small>
        )
      }
    >
      {ledgerWords(row.recordedAt, formats.timeZone, formats.locale)} · <bdi>{partyName(row.otherSide, formats)}</bdi>
    </PhoneRow>
  );
}
