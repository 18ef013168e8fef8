import { homePath, may } from '@backcounter/domain';
import { Suspense } from 'react';
import { lazyPart, part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { NewButton } from '../../records/new-button.tsx';
import { usePanel } from '../../records/use-panel.ts';
import { campaignList, ownCampaignList } from './campaign.list.ts';
import styles from './campaign.module.css';

const CheckDrawer = part(() => import('./coupon/check-drawer.tsx'), 'CheckDrawer');
const CampaignAnnouncements = part(() => import('./streamer/campaign-announcements.tsx'), 'CampaignAnnouncements');
const CampaignAttention = lazyPart(() => import('./campaign-attention.tsx'), 'CampaignAttention');
const StreamerHome = part(() => import('./streamer/streamer-home.tsx'), 'StreamerHome');
const NewCampaign = part(() => import('./form/new-campaign.tsx'), 'NewCampaign');

/** `/campaigns`: the list, below open tasks for people whose start page it is. Streamers start with a page of their own. */
export function CampaignListPage() {
  const panel = usePanel();
  const roles = currentRoles();
  const seesAll = may(roles, 'campaign.read-all');
  const hasTasks = homePath(roles) === '/campaigns' && may(roles, 'attention.read');
  const isHome = !seesAll && panel.tab === null && Object.keys(panel.search).length === 0;
  const mayCreate = may(roles, 'campaign.edit');
  if (panel.isNew && mayCreate) {
    return <NewCampaign onClose={panel.close} />;
  }
  const isChecking = panel.search['check'] !== undefined && may(roles, 'coupon.check');
  return (
    <div className={styles['announced']}>
      {seesAll ? null : <CampaignAnnouncements />}
      {hasTasks ? (
        <Suspense fallback={<div className={styles['tasks']} />}>
          <CampaignAttention />
        </Suspense>
      ) : null}
      {isHome ? (
        <StreamerHome />
      ) : (
        <ListPage
          definition={seesAll ? campaignList : ownCampaignList}
          openRow={new URLSearchParams(panel.search).get('open')}
          action={mayCreate ? <NewButton label="campaign.new.title" /> : null}
        />
      )}
      {isChecking ? <CheckDrawer pasted={panel.search['check'] ?? ''} onClose={panel.close} /> : null}
    </div>
  );
}
