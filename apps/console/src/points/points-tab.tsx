import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { RequestError } from '../lib/api/request-error.ts';
import { part } from '../lib/page/part.ts';
import { QueryFailure } from '../lib/page/query-failure.tsx';
import { withFilter } from '../listing/address/list-url.ts';
import { useListUrl } from '../listing/address/use-list-url.ts';
import { ListPart } from '../listing/list-page.tsx';
import { RecordListTab } from '../records/record-list-tab.tsx';
import { TabEmpty } from '../records/tab/tab-empty.tsx';
import { PointsChartCard } from './chart/points-chart-card.tsx';
import { rangeOf } from './chart/points-period.ts';
import styles from './points.module.css';
import { PointsBalance, type PointsBalanceProps } from './points-balance.tsx';
import { OPEN_ENTRY, pointsEntryList } from './points-entry-list.ts';
import type { NamedOwner } from './points-owner.ts';
import { plainPoints } from './points-words.ts';
import { type PointsWallet, usePointsWallet, useRefreshPoints } from './use-points-wallet.ts';

interface PointsNewsProps {
  readonly owner: NamedOwner;
  readonly wallet: PointsWallet;
}

/**
 * "3 new": entries of the wallet since its list was loaded, whatever its filters; offered instead of inserted between
 * the rows.
 */
function PointsNews({ owner, wallet }: PointsNewsProps) {
  const { t, locale } = useMessages();
  const [seen, setSeen] = useState(wallet.entries);
  const refresh = useRefreshPoints(owner);
  const count = wallet.entries - seen;
  if (count <= 0) return null;
  return (
    <Button
      variant="light"
      onClick={() => {
        setSeen(wallet.entries);
        void refresh();
      }}
    >
      {t('listing.news.show', { count, figure: plainPoints(count, locale) })}
    </Button>
  );
}

const PointsEntryDrawer = part(() => import('./points-entry-drawer.tsx'), 'PointsEntryDrawer');
const PointsReceipts = part(() => import('./points-receipts.tsx'), 'PointsReceipts');
const PointsExplanation = part(() => import('./points-explanation.tsx'), 'PointsExplanation');

/** Properties of {@link PointsTab}. */
export interface PointsTabProps {
  readonly owner: NamedOwner;
  /** Shown if the owner has no wallet yet. */
  readonly whyNone: string;
}

/** Balance, verification, chart and entries of a store or an account, as a tab of its page. */
export function PointsTab({ owner, whyNone }: PointsTabProps) {
  const { t } = useMessages();
  const wallet = usePointsWallet(owner);
  if (wallet.data) return <WalletTab owner={owner} wallet={wallet.data} readAt={wallet.dataUpdatedAt} />;
  if (wallet.error instanceof RequestError && wallet.error.code === 'wallet.not-found')
    return <TabEmpty title={t('points.place.no-wallet')} body={whyNone} />;
  if (wallet.error) {
    return <QueryFailure query={wallet} title={t('points.place.failed')} />;
  }
  return (
    <div role="status" aria-label={t('common.place.loading')} data-list-tab>
      <div className={styles['top']}>
        <Skeleton width="8rem" height="2rem" />
        <Skeleton width="100%" height="10rem" />
      </div>
    </div>
  );
}

function WalletTab({ owner, wallet, readAt }: Pick<PointsBalanceProps, 'owner' | 'wallet' | 'readAt'>) {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const tab = new URLSearchParams(searchStr).get('tab');
  const definition = useMemo(() => pointsEntryList(wallet.id, pathname), [wallet.id, pathname]);
  const url = useListUrl(definition);
  const [isExplaining, setExplaining] = useState(false);
  const [isAtReceipts, setAtReceipts] = useState(false);
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN_ENTRY);
  const range = rangeOf(url.state.filters['recorded']);
  const show = (href: string, replace = false) => void router.navigate({ href, replace, resetScroll: false });
  const openEntry = (entry: string | null) => {
    if (entry === null) params.delete(OPEN_ENTRY);
    else params.set(OPEN_ENTRY, entry);
    show(params.size > 0 ? `${pathname}?${params}` : pathname, entry === null);
  };
  const narrow = (days: number | null) => {
    const value = days === null ? null : ({ kind: 'instant', range: { withinDays: days } } as const);
    url.go(withFilter(url.state, 'recorded', value));
  };
  return (
    <RecordListTab
      above={
        <div className={styles['top']}>
          <PointsBalance
            owner={owner}
            wallet={wallet}
            readAt={readAt}
            onExplain={() => setExplaining(true)}
            onReceipts={owner.type === 'ACCOUNT' && owner.isErased !== true ? () => setAtReceipts(true) : undefined}
            onFault={(seq) => openEntry(String(seq))}
          />
          <PointsChartCard wallet={wallet} range={range} onDays={narrow} />
        </div>
      }
    >
      <ListPart definition={definition} openRow={null} news={<PointsNews owner={owner} wallet={wallet} />} />
      {open !== null && open !== '' ? (
        <PointsEntryDrawer
          key={open}
          owner={owner}
          wallet={wallet}
          entry={open}
          onOpen={openEntry}
          onClose={() => openEntry(null)}
        />
      ) : null}
      {isAtReceipts ? (
        <PointsReceipts
          owner={owner}
          onOpen={(transferId) => {
            setAtReceipts(false);
            openEntry(transferId);
          }}
          onClose={() => setAtReceipts(false)}
        />
      ) : null}
      {isExplaining ? (
        <PointsExplanation
          wallet={wallet}
          range={range}
          path={pathname}
          tab={tab}
          onDays={narrow}
          onClose={() => setExplaining(false)}
        />
      ) : null}
    </RecordListTab>
  );
}
