import { homePath, may } from '@backcounter/domain';
import { lazy, Suspense } from 'react';
import { NewButton } from '../../crud/new-button.tsx';
import { usePanel } from '../../crud/use-panel.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import styles from './campaign.module.css';
import { campaignList, ownCampaignList } from './campaign-list.ts';

const CheckDrawer = lazy(() => import('./coupon/check-drawer.tsx').then((module) => ({ default: module.CheckDrawer })));
const CampaignAnnouncements = lazy(() =>
  import('./streamer/campaign-announcements.tsx').then((module) => ({ default: module.CampaignAnnouncements })),
);
const CampaignAttention = lazy(() =>
  import('./campaign-attention.tsx').then((module) => ({ default: module.CampaignAttention })),
);
const StreamerHome = lazy(() =>
  import('./streamer/streamer-home.tsx').then((module) => ({ default: module.StreamerHome })),
);
const NewCampaign = lazy(() => import('./form/new-campaign.tsx').then((module) => ({ default: module.NewCampaign })));

/** `/campaigns`: the list, below open tasks for people whose start page it is. Streamers start with a page of their own. */
export function CampaignListPage() {
  const panel = usePanel();
  const roles = currentRoles();
  const seesAll = may(roles, 'campaign.read-all');
  const hasTasks = homePath(roles) === '/campaigns' && may(roles, 'attention.read');
  const isHome = !seesAll && panel.tab === null && Object.keys(panel.search).length === 0;
  const mayCreate = may(roles, 'campaign.edit');
  if (panel.isNew && mayCreate) {
    return (
      <Suspense fallback={null}>
        <NewCampaign onClose={panel.close} />
      </Suspense>
    );
  }
  const isChecking = panel.search['check'] !== undefined && may(roles, 'coupon.check');
  return (
    <div className={styles['announced']}>
      {seesAll ? null : (
        <Suspense fallback={null}>
          <CampaignAnnouncements />
        </Suspense>
      )}
      {hasTasks ? (
        <Suspense fallback={<div className={styles['tasks']} />}>
          <CampaignAttention />
        </Suspense>
      ) : null}
      {isHome ? (
        <Suspense fallback={null}>
          <StreamerHome />
        </Suspense>
      ) : (
        <ListPage
          definition={seesAll ? campaignList : ownCampaignList}
          openRow={new URLSearchParams(panel.search).get('open')}
          action={mayCreate ? <NewButton label="campaign.new.title" /> : null}
        />
      )}
      {isChecking ? (
        <Suspense fallback={null}>
          <CheckDrawer onClose={panel.close} />
        </Suspense>
      ) : null}
    </div>
  );
}
