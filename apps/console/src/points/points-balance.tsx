import { useMessages } from '@backcounter/i18n/react';
import { State } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconListDetails, IconReceipt, IconSnowflake } from '@tabler/icons-react';
import { hoursOf } from '../lib/format/dates.ts';
import { dateFormat } from '../lib/format/formats.ts';
import styles from './points.module.css';
import type { NamedOwner } from './points-owner.ts';
import { PointsProof } from './points-proof.tsx';
import { plainPoints, signedPoints } from './points-words.ts';
import type { PointsWallet } from './use-points-wallet.ts';

/** Properties of {@link PointsBalance}. */
export interface PointsBalanceProps {
  readonly owner: NamedOwner;
  readonly wallet: PointsWallet;
  /** When the wallet was loaded, in milliseconds since 1970. */
  readonly readAt: number;
  readonly onExplain: () => void;
  /** Absent: the owner has no receipts. */
  readonly onReceipts: (() => void) | undefined;
  /** Goes to the entry with this number. */
  readonly onFault: (seq: number) => void;
}

/** The balance of the wallet, its verification, and its composition. */
export function PointsBalance({ owner, wallet, readAt, onExplain, onReceipts, onFault }: PointsBalanceProps) {
  const { t, locale, timeZone } = useMessages();
  const readTime = dateFormat(locale, { timeZone, timeStyle: 'medium', ...hoursOf(locale) });
  const balance = wallet.balance ?? 0;
  return (
    <section className="bc-stack bc-top bc-gap-lg bc-shrink" aria-label={t('points.balance.title')}>
      <div className={styles['figure']}>
        <h2>{t('points.balance.title')}</h2>
        <p className="bc-muted">
          <b>{plainPoints(balance, locale)}</b> <span>{t('points.balance.unit', { count: balance })}</span>
        </p>
        <small className="bc-dense bc-faint bc-number">
          {t('points.balance.as-of', { time: readTime.format(readAt) })}
        </small>
        {wallet.isFrozen ? (
          <State tone="info" icon={IconSnowflake} word={t('points.balance.frozen')} variant="pill" />
        ) : null}
      </div>
      <PointsProof owner={owner} wallet={wallet} onFault={onFault} />
      <dl className={styles['totals']}>
        <div>
          <dt className="bc-small bc-dense bc-muted">{t('points.balance.in')}</dt>
          <dd className="bc-strong bc-number" data-sign="plus">
            <bdi dir="ltr">{signedPoints(wallet.creditedTotal, locale)}</bdi>
          </dd>
        </div>
        <div>
          <dt className="bc-small bc-dense bc-muted">{t('points.balance.out')}</dt>
          <dd className="bc-strong bc-number">
            <bdi dir="ltr">{signedPoints(-wallet.debitedTotal, locale)}</bdi>
          </dd>
        </div>
      </dl>
      <Button
        size="sm"
        leftSection={<IconListDetails size={16} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        onClick={onExplain}
      >
        {t('points.explain.action')}
      </Button>
      {onReceipts ? (
        <Button
          size="sm"
          leftSection={<IconReceipt size={16} stroke={1.75} aria-hidden />}
          aria-haspopup="dialog"
          onClick={onReceipts}
        >
          {t('points.receipts.title')}
        </Button>
      ) : null}
    </section>
  );
}
