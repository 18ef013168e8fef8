import { useMessages } from '@backcounter/i18n/react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { PageHeader } from '../../lib/page/page-header.tsx';
import { ListNotices } from '../../listing/list-notices.tsx';
import { AttentionCard } from './cards/attention-card.tsx';
import { CampaignsCard } from './cards/campaigns-card.tsx';
import { EntriesCard, PointsCard, RedemptionsCard } from './cards/day-cards.tsx';
import { GiveawaysCard } from './cards/giveaways-card.tsx';
import { NotificationsCard } from './cards/notifications-card.tsx';
import { OnlineCard } from './cards/online-card.tsx';
import styles from './dashboard.module.css';
import { type DashboardQuestion, decodeDashboard, encodeDashboard } from './filters/dashboard-address.ts';
import { DashboardContext } from './filters/dashboard-scope.ts';
import { Filters } from './filters/filters.tsx';
import { useScope } from './filters/use-scope.ts';
import { Strip } from './strip.tsx';

/** Trends, items that need attention, and system health. Each tile has its own query and fails alone. */
export function DashboardPage() {
  const { t } = useMessages();
  const router = useRouter();
  const { searchStr } = useLocation();
  const { question, problems } = useMemo(() => decodeDashboard(new URLSearchParams(searchStr)), [searchStr]);
  const { hasBegun, ...asked } = useScope(question);
  const { calendar } = asked;
  const [dismissed, setDismissed] = useState<string | null>(null);

  const go = (next: DashboardQuestion) =>
    void router.navigate({ to: '/dashboard', search: encodeDashboard(next), resetScroll: false });
  const unknown = problems.filter(({ kind }) => kind === 'unknown');
  const messages = [
    ...unknown.map(({ key }) => t('dashboard.notice.unknown', { key: key.slice(0, 40) })),
    ...(hasBegun ? [] : [t('dashboard.notice.not-begun')]),
  ];
  return (
    <DashboardContext value={asked}>
      <div className={styles['dashboard']}>
        <PageHeader
          title={t('shell.page.dashboard')}
          actions={
            <>
              <Filters question={question} calendar={calendar} onChange={go} />
              <span className={styles['zone']}>
                {calendar ? t('listing.filter.zone', { zone: placeOfZone(calendar.timezone) }) : null}
              </span>
            </>
          }
        />
        {dismissed === searchStr ? null : (
          <ListNotices
            problems={problems.filter(({ kind }) => kind !== 'unknown')}
            messages={messages}
            onDismiss={() => setDismissed(searchStr)}
          />
        )}
        <div className={styles['body']}>
          <Strip />
          <div className={styles['row']} data-shape="wide-narrow">
            <PointsCard />
            <OnlineCard />
          </div>
          <div className={styles['row']} data-shape="three">
            <NotificationsCard />
            <CampaignsCard />
            <AttentionCard />
          </div>
          <div className={styles['row']} data-shape="wide-first">
            <RedemptionsCard />
            <EntriesCard />
            <GiveawaysCard />
          </div>
          <p className="bc-small bc-dense bc-faint">{t('dashboard.foot')}</p>
        </div>
      </div>
    </DashboardContext>
  );
}
