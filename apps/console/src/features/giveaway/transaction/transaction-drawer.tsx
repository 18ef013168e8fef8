import { useMessages } from '@backcounter/i18n/react';
import { Link } from '@tanstack/react-router';
import type { GiveawayTransactionRowFragment } from '../../../generated/graphql.ts';
import { CopyChip } from '../../../lib/format/copy-chip.tsx';
import { ExactTime } from '../../../lib/format/exact-time.tsx';
import { RecordDrawer } from '../../../records/record-drawer.tsx';
import { FactList } from '../../../records/record-page.tsx';
import type { GiveawayRecord } from '../giveaway.entity.ts';
import styles from '../giveaway-drawer.module.css';
import { accountWords, actorWords } from '../people-words.ts';
import { TransactionType } from './transaction-type.tsx';

interface TransactionDrawerProps {
  readonly giveaway: GiveawayRecord;
  readonly row: GiveawayTransactionRowFragment;
  readonly onClose: () => void;
}

/** One transaction, with links to its records. */
export function TransactionDrawer({ giveaway, row, onClose }: TransactionDrawerProps) {
  const formats = useMessages();
  const { t, figure } = formats;
  const nothing = t('listing.value.empty');
  const chip = (value: string) => <CopyChip value={value} />;
  return (
    <RecordDrawer
      title={t('giveaway.transaction.one', { seq: figure(row.seq) })}
      state={<TransactionType type={row.type} variant="pill" />}
      onClose={onClose}
    >
      <div className={styles['drawer']}>
        <FactList
          facts={[
            {
              name: t('giveaway.transaction.field.at'),
              value: <ExactTime at={row.occurredAt} hasSeconds />,
            },
            {
              name: t('giveaway.transaction.field.actor'),
              value: <bdi>{actorWords(row.actor, formats)}</bdi>,
            },
            ...(row.account
              ? [
                  {
                    name: t('giveaway.transaction.field.account'),
                    value: (
                      <Link to="/accounts/$id" params={{ id: row.account.id }}>
                        <bdi>{accountWords(row.account)}</bdi>
                      </Link>
                    ),
                  },
                ]
              : []),
            ...(row.tickets == null
              ? []
              : [{ name: t('giveaway.transaction.field.tickets'), value: figure(row.tickets) }]),
            ...(row.points == null
              ? []
              : [{ name: t('giveaway.transaction.field.points'), value: figure(row.points) }]),
            ...(row.prize
              ? [{ name: t('giveaway.transaction.field.prize'), value: <bdi>{row.prize.title}</bdi> }]
              : []),
            { name: t('giveaway.transaction.field.reason'), value: <bdi>{row.reason ?? nothing}</bdi> },
            ...(row.entryId ? [{ name: t('giveaway.transaction.field.entryId'), value: chip(row.entryId) }] : []),
            ...(row.pointsTransferId
              ? [{ name: t('giveaway.transaction.field.pointsTransferId'), value: chip(row.pointsTransferId) }]
              : []),
          ]}
        />
        {row.account ? (
          <Link
            to="/giveaways/$id/transactions"
            params={{ id: giveaway.id }}
            search={{ account: row.account.id }}
            resetScroll={false}
          >
            {t('giveaway.transaction.of-account', { name: accountWords(row.account) })}
          </Link>
        ) : null}
      </div>
    </RecordDrawer>
  );
}
