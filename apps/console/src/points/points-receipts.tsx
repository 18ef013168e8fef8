import { LIMITS, may, REDEMPTION_REFUSALS } from '@backcounter/domain';
import { type MessagesHook, useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton, State, type UiIcon } from '@backcounter/ui';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowsSplit, IconBan, IconCheck, IconPlugOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import type { ReceiptsOfDayQuery } from '../generated/graphql.ts';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { load } from '../lib/api/graphql-client.ts';
import { DateTimeInput } from '../lib/date-time/date-time-input.tsx';
import { hoursOf } from '../lib/format/dates.ts';
import { dateFormat } from '../lib/format/formats.ts';
import { addDays, wallTimeOf } from '../lib/format/zoned-time.ts';
import { QueryFailure } from '../lib/page/query-failure.tsx';
import { Select } from '../lib/select/select.tsx';
import { currentRoles } from '../lib/settings/session.ts';
import { RecordDrawer } from '../records/record-drawer.tsx';
import { refusalWords } from '../records/refusal-words.ts';
import { PointsAdjust } from './adjust/points-adjust.tsx';
import styles from './points.module.css';
import { pointsStoresQuery, receiptsOfDayQuery } from './points.operations.ts';
import type { NamedOwner } from './points-owner.ts';
import { signedPoints } from './points-words.ts';

type Receipt = ReceiptsOfDayQuery['receiptsOfDay'][number];

const FACES: Readonly<Record<Receipt['status'], readonly [ComponentProps<typeof State>['tone'], UiIcon]>> = {
  SENT: ['positive', IconCheck],
  REFUSED: ['negative', IconBan],
  ELSEWHERE: ['info', IconArrowsSplit],
  NEVER_ARRIVED: ['warning', IconPlugOff],
};

interface PointsReceiptsProps {
  readonly owner: NamedOwner;
  /** Opens an entry of the wallet by its transfer. */
  readonly onOpen: (transferId: string) => void;
  readonly onClose: () => void;
}

/** Outcomes of the receipts of an account on a day of a store, for a person on a call. */
export function PointsReceipts({ owner, onOpen, onClose }: PointsReceiptsProps) {
  const { t, timeZone } = useMessages();
  const [search, setSearch] = useState('');
  const [storeId, setStoreId] = useState<string | null>(null);
  const today = wallTimeOf(new Date().toISOString(), timeZone).slice(0, 'YYYY-MM-DD'.length);
  const [day, setDay] = useState(addDays(today, -1));
  const [receipt, setReceipt] = useState('');
  const [asked] = useDebouncedValue({ search: search.trim(), receipt: receipt.trim() }, LIMITS.searchDelayMs);
  const [correcting, setCorrecting] = useState<Receipt | null>(null);
  const stores = useQuery({
    queryKey: ['points-stores', asked.search],
    queryFn: async ({ signal }) => (await load(pointsStoresQuery, { search: asked.search || null }, signal)).stores,
    placeholderData: keepPreviousData,
  });
  const found = useQuery({
    queryKey: ['points', 'receipts', owner.id, storeId, day, asked.receipt],
    queryFn: async ({ signal }) => {
      const variables = { accountId: owner.id, storeId: storeId ?? '', day, receipt: asked.receipt || null };
      return (await load(receiptsOfDayQuery, variables, signal)).receiptsOfDay;
    },
    enabled: storeId !== null && day !== '',
  });
  return (
    <RecordDrawer title={t('points.receipts.title')} onClose={onClose}>
      <div className={styles['entry']}>
        <div className="bc-dialog-form">
          <Select
            label={t('points.party.STORE')}
            required
            options={(stores.data?.nodes ?? []).map(({ id, sid, name }) => ({ value: id, label: `${name} · ${sid}` }))}
            value={storeId}
            error={stores.error ? t(errorKeyOf(stores.error)) : undefined}
            onSearch={setSearch}
            onChange={setStoreId}
          />
          <DateTimeInput kind="date" label={t('points.receipts.day')} max={today} value={day} onChange={setDay} />
          <TextInput
            label={t('points.receipts.receipt')}
            description={t('points.receipts.hint')}
            inputWrapperOrder={['label', 'input', 'description']}
            autoComplete="off"
            value={receipt}
            onChange={(event) => setReceipt(event.currentTarget.value)}
          />
        </div>
        {found.data ? (
          found.data.length === 0 ? (
            <EmptyState title={t('points.receipts.none')} />
          ) : (
            <ul className={styles['receipts']} aria-label={t('points.receipts.title')}>
              {found.data.map((row) => (
                <ReceiptRow key={row.id} row={row} onOpen={onOpen} onCorrect={() => setCorrecting(row)} />
              ))}
            </ul>
          )
        ) : found.error ? (
          <QueryFailure query={found} title={t('points.receipts.failed')} />
        ) : found.isLoading ? (
          <div role="status" aria-label={t('common.place.loading')}>
            <Skeleton width="16rem" />
          </div>
        ) : null}
      </div>
      {correcting && storeId ? (
        <CorrectReceipt
          owner={owner}
          row={correcting}
          storeId={storeId}
          day={day}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
    </RecordDrawer>
  );
}

function reasonWords({ reason, codeEnd }: Receipt, messages: Pick<MessagesHook, 't'>): string | null {
  const outcome = REDEMPTION_REFUSALS.find((refusal) => refusal === reason);
  const words = outcome ? messages.t(`coupon.outcome.${outcome}`) : refusalWords(reason, messages);
  return codeEnd ? `${words ?? ''} (…${codeEnd})` : (words ?? null);
}

interface ReceiptRowProps {
  readonly row: Receipt;
  readonly onOpen: (transferId: string) => void;
  readonly onCorrect: () => void;
}

function ReceiptRow({ row, onOpen, onCorrect }: ReceiptRowProps) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const { status, receipt, occurredAt, points, clientName, storeName, otherAccountId, correctedBy } = row;
  const [tone, icon] = FACES[status];
  const otherHref: string | null = otherAccountId ? `/accounts/${otherAccountId}?tab=points` : null;
  const isMissing = status === 'REFUSED' || status === 'NEVER_ARRIVED';
  const entry = correctedBy ?? (otherAccountId ? null : row.transferId);
  const about = [
    storeName,
    clientName,
    occurredAt
      ? dateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short', ...hoursOf(locale) }).format(
          new Date(occurredAt),
        )
      : null,
  ].filter((part) => part != null);
  return (
    <li>
      <div className="bc-row bc-wrap bc-gap-sm">
        <State tone={tone} icon={icon} word={t(`points.receipts.status.${status}`)} variant="pill" />
        <b dir="auto">{receipt ?? t('points.receipts.without')}</b>
        {points == null ? null : <bdi dir="ltr">{signedPoints(points, locale)}</bdi>}
      </div>
      {status === 'REFUSED' ? <p>{reasonWords(row, messages)}</p> : null}
      {otherHref ? (
        <p>
          <Link to={otherHref}>
            {t('points.receipts.other-account', { number: String(row.otherAccountNumber ?? '') })}
          </Link>
        </p>
      ) : null}
      <p className="bc-small bc-muted" dir="auto">
        {about.join(' · ')}
      </p>
      {entry ? (
        <Button size="sm" variant="subtle" onClick={() => onOpen(entry)}>
          {t(correctedBy ? 'points.receipts.show-correction' : 'points.receipts.show-entry')}
        </Button>
      ) : isMissing && (points ?? 1) > 0 && may(currentRoles(), 'points.adjust') ? (
        <Button size="sm" onClick={onCorrect}>
          {t('points.receipts.correct')}
        </Button>
      ) : null}
    </li>
  );
}

interface CorrectReceiptProps {
  readonly owner: NamedOwner;
  readonly row: Receipt;
  readonly storeId: string;
  readonly day: string;
  readonly onClose: () => void;
}

/** The adjustment with points, receipt and note filled in. */
function CorrectReceipt({ owner, row, storeId, day, onClose }: CorrectReceiptProps) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const words = dateFormat(locale, { dateStyle: 'medium', timeZone: row.occurredAt ? timeZone : 'UTC' });
  const known = {
    receipt: row.receipt ?? '–',
    day: words.format(new Date(row.occurredAt ?? day)),
    store: row.storeName ?? '',
  };
  const why = reasonWords(row, messages);
  const note = why ? t('points.receipts.note-refused', { ...known, why }) : t('points.receipts.note-never', known);
  const correction = {
    amount: row.points ?? null,
    reason: note.slice(0, LIMITS.reasonMaxLength),
    link: { storeId: row.storeId ?? storeId, receipt: row.receipt ?? null, refusalId: row.refusalId ?? null },
  };
  return <PointsAdjust owner={owner} correction={correction} onClose={onClose} />;
}
