import { useMessages } from '@backcounter/i18n/react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestError } from '../../lib/api/request-error.ts';
import { TableSwitch } from '../../lib/chart/table-switch.tsx';
import { LoadProblem } from '../../records/load-problem.tsx';
import { RecordCard } from '../../records/record-page.tsx';
import type { PointsOwner } from '../points-owner.ts';
import { type PointsWallet, usePointsWallet } from '../use-points-wallet.ts';
import { PlotSkeleton, PointsPlot } from './points-plot.tsx';
import styles from './points-year.module.css';
import { usePointsChart } from './use-points-chart.ts';

const YEAR = { withinDays: 365 } as const;

/** The balance over the last twelve months, as a card of the owner's page with a link to the entries. */
export function PointsYear({ owner }: { readonly owner: PointsOwner }) {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const wallet = usePointsWallet(owner);
  const [isTable, setTable] = useState(false);
  const title = t('points.year.title');
  const hasNone = wallet.error instanceof RequestError && wallet.error.code === 'wallet.not-found';
  return (
    <RecordCard
      title={title}
      action={
        wallet.data ? (
          <div className={styles['tools']}>
            <Link to={pathname} search={{ tab: 'points' }} resetScroll={false}>
              {t('points.year.entries', { count: wallet.data.entries })}
            </Link>
            <TableSwitch title={title} isTable={isTable} onChange={setTable} />
          </div>
        ) : null
      }
    >
      <div className={styles['pointsYear']}>
        {wallet.data ? (
          <YearPlot wallet={wallet.data} isTable={isTable} />
        ) : hasNone ? (
          <p>{t('points.place.no-wallet')}</p>
        ) : wallet.error ? (
          <LoadProblem
            what={t('points.place.failed')}
            error={wallet.error}
            isBusy={wallet.isFetching}
            onRetry={() => void wallet.refetch()}
          />
        ) : (
          <PlotSkeleton />
        )}
      </div>
    </RecordCard>
  );
}

function YearPlot({ wallet, isTable }: { readonly wallet: PointsWallet; readonly isTable: boolean }) {
  return <PointsPlot chart={usePointsChart(wallet, YEAR)} isTable={isTable} />;
}
