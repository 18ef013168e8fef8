import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, formatExact, Skeleton, State, useHint } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { load } from '../lib/api/graphql-client.ts';
import { CopyChip } from '../lib/format/copy-chip.tsx';
import { QueryFailure } from '../lib/page/query-failure.tsx';
import { currentRoles } from '../lib/settings/session.ts';
import { RecordDrawer } from '../records/record-drawer.tsx';
import { FactList } from '../records/record-page.tsx';
import { PointsReverse } from './adjust/points-reverse.tsx';
import styles from './points.module.css';
import { pointsEntriesQuery } from './points.operations.ts';
import { PointsKind } from './points-kind.tsx';
import type { NamedOwner } from './points-owner.ts';
import {
  type PointsLine,
  partyHref,
  partyName,
  plainPoints,
  referenceHref,
  referenceName,
  signedPoints,
} from './points-words.ts';
import type { PointsWallet } from './use-points-wallet.ts';

interface PointsEntryDrawerProps {
  readonly owner: NamedOwner;
  readonly wallet: PointsWallet;
  /** Id of the transfer, or number of the entry. */
  readonly entry: string;
  /** Opens another entry of the wallet, by its transfer. */
  readonly onOpen: (transferId: string) => void;
  readonly onClose: () => void;
}

/** One entry with all stored data, the entry that it reverses and the one that reversed it. */
export function PointsEntryDrawer({ owner, wallet, entry, onOpen, onClose }: PointsEntryDrawerProps) {
  const { t, locale } = useMessages();
  const found = useQuery({
    queryKey: ['points', 'entry', wallet.id, entry, locale],
    queryFn: async ({ signal }) => {
      const variables = { first: 1, filter: { wallet: { in: [wallet.id] } }, search: entry, locale };
      const { list: pointsEntries } = await load(pointsEntriesQuery, variables, signal);
      return pointsEntries.nodes[0] ?? null;
    },
  });
  const { data } = found;
  return (
    <RecordDrawer
      title={data ? t('points.entry.title', { number: String(data.seq) }) : t('points.entry.one')}
      state={
        data?.reversedBy ? (
          <State tone="negative" icon={IconArrowBackUp} word={t('points.entry.reversed')} variant="pill" />
        ) : null
      }
      onClose={onClose}
    >
      {data ? (
        <Entry owner={owner} wallet={wallet} line={data} onOpen={onOpen} />
      ) : found.error ? (
        <QueryFailure query={found} title={t('points.entry.failed')} />
      ) : found.isPending ? (
        <div className={styles['entry']} role="status" aria-label={t('common.place.loading')}>
          <Skeleton width="12rem" />
          <Skeleton width="16rem" />
        </div>
      ) : (
        <EmptyState title={t('points.entry.missing')} />
      )}
    </RecordDrawer>
  );
}

function Entry({
  owner,
  wallet,
  line,
  onOpen,
}: Pick<PointsEntryDrawerProps, 'owner' | 'wallet' | 'onOpen'> & { readonly line: PointsLine }) {
  const messages = useMessages();
  const { t, locale, timeZone } = messages;
  const [isReversing, setReversing] = useState(false);
  const empty = t('listing.value.empty');
  const time = (value: string) => <time dateTime={value}>{formatExact(new Date(value), { locale, timeZone })}</time>;
  const chip = (value: string) => <CopyChip value={value} />;
  const toEntry = (transferId: string, words: string) => (
    <Button size="sm" variant="subtle" onClick={() => onOpen(transferId)}>
      {words}
    </Button>
  );
  const linked = (href: string | null, name: string) =>
    href ? (
      <Link to={href}>
        <bdi>{name}</bdi>
      </Link>
    ) : (
      <bdi>{name}</bdi>
    );
  const reference = referenceName(line, messages);
  const facts: { name: string; value: ReactNode }[] = [
    { name: t('points.field.kind'), value: <PointsKind code={line.code} /> },
    {
      name: t('points.field.amount'),
      value: (
        <b className={styles['amount']} data-sign={line.delta > 0 ? 'plus' : 'minus'}>
          <bdi dir="ltr">{signedPoints(line.delta, locale)}</bdi>
        </b>
      ),
    },
    {
      name: t('points.field.balance'),
      value: line.balanceAfter == null ? empty : <bdi dir="ltr">{plainPoints(line.balanceAfter, locale)}</bdi>,
    },
    { name: t('points.field.recorded'), value: time(line.recordedAt) },
    // Usually the same instant, which is then shown once.
    ...(isSameSecond(line.occurredAt, line.recordedAt)
      ? []
      : [{ name: t('points.field.occurred'), value: time(line.occurredAt) }]),
    { name: t('points.field.other'), value: linked(partyHref(line.otherSide), partyName(line.otherSide, messages)) },
    { name: t('points.field.who'), value: <bdi>{line.by.name}</bdi> },
    { name: t('points.field.reason'), value: line.reason ? <span dir="auto">{line.reason}</span> : empty },
    {
      name: t('points.field.reference'),
      value: reference === null ? empty : line.reference ? linked(referenceHref(line), reference) : chip(reference),
    },
    ...(line.correctedStore
      ? [
          {
            name: t('points.field.corrects'),
            value: t(line.isOfRefusal ? 'points.receipts.of-refusal' : 'points.receipts.of-missing', {
              store: line.correctedStore,
            }),
          },
        ]
      : []),
    ...(line.reversalOf
      ? [{ name: t('points.field.reversalOf'), value: toEntry(line.reversalOf, t('points.entry.show-reversed')) }]
      : []),
    ...(line.reversedBy
      ? [{ name: t('points.entry.reversed'), value: toEntry(line.reversedBy, t('points.entry.show-reversal')) }]
      : []),
    ...(line.claimedAt ? [{ name: t('points.field.claimed'), value: time(line.claimedAt) }] : []),
    { name: t('points.field.transferId'), value: chip(line.transferId) },
    ...(line.hash ? [{ name: t('points.field.hash'), value: chip(line.hash) }] : []),
  ];
  return (
    <div className={styles['entry']}>
      <FactList facts={facts} />
      {may(currentRoles(), 'points.reverse') && owner.isErased !== true ? (
        <ReverseButton wallet={wallet} line={line} onReverse={() => setReversing(true)} />
      ) : null}
      {isReversing ? (
        <PointsReverse owner={owner} wallet={wallet} line={line} onClose={() => setReversing(false)} />
      ) : null}
    </div>
  );
}

const isSameSecond = (one: string, other: string) =>
  Math.floor(Date.parse(one) / 1000) === Math.floor(Date.parse(other) / 1000);

interface ReverseButtonProps {
  readonly wallet: PointsWallet;
  readonly line: PointsLine;
  readonly onReverse: () => void;
}

/** Shows why an entry cannot be reversed, instead of a button. Only the server knows the balance of the other side. */
function ReverseButton({ wallet, line, onReverse }: ReverseButtonProps) {
  const { t, locale } = useMessages();
  const whyNot = line.reversalOf
    ? t('points.reverse.is-reversal')
    : line.reversedBy
      ? t('points.reverse.is-reversed')
      : line.delta > 0 && wallet.isFrozen
        ? t('points.reverse.is-frozen')
        : line.delta > (wallet.balance ?? 0)
          ? t('points.reverse.overdraws', {
              figure: plainPoints(wallet.balance ?? 0, locale),
              count: wallet.balance ?? 0,
            })
          : null;
  const { target, hint } = useHint(whyNot ?? '');
  return (
    <div>
      <Button
        leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
        aria-disabled={whyNot !== null}
        onClick={() => whyNot === null && onReverse()}
        {...(whyNot === null ? {} : { 'data-disabled': true, ...target })}
      >
        {t('points.reverse.action')}
      </Button>
      {whyNot === null ? null : (
        <>
          {hint}
          <p className={styles['why']}>{whyNot}</p>
        </>
      )}
    </div>
  );
}
