import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePanel } from '../../crud/use-panel.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ListPage } from '../../listing/list-page.tsx';
import styles from './campaign.module.css';
import { campaignList, ownCampaignList } from './campaign-list.ts';

const CheckDrawer = lazy(() => import('./coupon/check-drawer.tsx').then((module) => ({ default: module.CheckDrawer })));
const CampaignAnnouncements = lazy(() =>
  import('./streamer/campaign-announcements.tsx').then((module) => ({ default: module.CampaignAnnouncements })),
);
const NewCampaign = lazy(() => import('./form/new-campaign.tsx').then((module) => ({ default: module.NewCampaign })));

/** `/campaigns`. */
export function CampaignListPage() {
  const { t } = useMessages();
  const panel = usePanel();
  const seesAll = may(currentRoles(), 'campaign.read-all');
  const mayCreate = may(currentRoles(), 'campaign.edit');
  if (panel.isNew && mayCreate) {
    return (
      <Suspense fallback={null}>
        <NewCampaign onClose={panel.close} />
      </Suspense>
    );
  }
  const isChecking = panel.search['check'] !== undefined && may(currentRoles(), 'coupon.check');
  return (
    <div className={styles['announced']}>
      {seesAll ? null : (
        <Suspense fallback={null}>
          <CampaignAnnouncements />
        </Suspense>
      )}
      <ListPage
        definition={seesAll ? campaignList : ownCampaignList}
        openRow={new URLSearchParams(panel.search).get('open')}
        action={
          mayCreate ? (
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => panel.open('new')}
            >
              {t('campaign.new.title')}
            </Button>
          ) : null
        }
      />
      {isChecking ? (
        <Suspense fallback={null}>
          <CheckDrawer onClose={panel.close} />
        </Suspense>
      ) : null}
    </div>
  );
}
