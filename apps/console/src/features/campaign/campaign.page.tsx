import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconTicket } from '@tabler/icons-react';
import { lazyPart, part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { ImportDialog } from '../../listing/list-page.tsx';
import { RecordScreen, richPage, type TabPart } from '../../records/record-screen.tsx';
import { type CampaignRecord, campaigns } from './campaign.entity.ts';
import { campaignActions } from './campaign.steps.ts';
import { campaignHead } from './campaign-head.tsx';
import { CouponsTab } from './coupon/coupons-tab.tsx';

const OwnCampaign = part(() => import('./streamer/own-campaign.tsx'), 'OwnCampaign');
const EditCampaign = part(() => import('./form/edit-campaign.tsx'), 'EditCampaign');
const RedemptionsTab = lazyPart(() => import('./redemption/redemptions-tab.tsx'), 'RedemptionsTab');
const StatisticsTab = lazyPart(() => import('./statistics/statistics-tab.tsx'), 'StatisticsTab');
const CheckTab = lazyPart(() => import('./coupon/check-tab.tsx'), 'CheckTab');
const DetailsTab = lazyPart(() => import('./details-tab.tsx'), 'DetailsTab');
const CampaignChanges = lazyPart(() => import('./campaign-changes.tsx'), 'CampaignChanges');
const CampaignDialog = part(() => import('./campaign-dialog.tsx'), 'CampaignDialog');
const DuplicateDialog = part(() => import('./campaign-dialog.tsx'), 'DuplicateDialog');
const ActivateDialog = part(() => import('./activate-dialog.tsx'), 'ActivateDialog');
const GenerateDialog = part(() => import('./coupon/generate-dialog.tsx'), 'GenerateDialog');

/** Check of a code of this campaign. */
const CampaignCheck = ({ record }: TabPart<CampaignRecord>) => <CheckTab campaign={record} />;

/** `/campaigns/{id}`. */
export const CampaignCouponsPage = richPage<CampaignRecord>(campaigns, ({ record }) =>
  may(currentRoles(), 'area.campaign-coupons') ? <CampaignPage record={record} /> : <OwnCampaign campaign={record} />,
);

function CampaignPage({ record: campaign }: { readonly record: CampaignRecord }) {
  const formats = useMessages();
  const { t, figure } = formats;
  return (
    <RecordScreen
      kind={campaigns}
      record={campaign}
      icon={IconTicket}
      {...campaignHead(campaign, formats)}
      actions={campaignActions}
      tabs={[
        { key: 'coupons', label: t('campaign.tab.coupons'), count: figure(campaign.figures.coupons), Part: CouponsTab },
        // Without a count: the list also has released and reversed redemptions, and the card shows the confirmed ones.
        { key: 'redemptions', label: t('campaign.tab.redemptions'), Part: RedemptionsTab },
        { key: 'statistics', label: t('campaign.tab.statistics'), Part: StatisticsTab },
        { key: 'check', label: t('campaign.tab.check'), Part: CampaignCheck },
        { key: 'details', label: t('campaign.tab.details'), Part: DetailsTab },
        { key: 'history', label: t('campaign.tab.history'), Part: CampaignChanges },
      ]}
      Editor={EditCampaign}
      dialog={(dialog, { close }) =>
        dialog === 'activate' ? (
          <ActivateDialog campaign={campaign} onClose={close} />
        ) : dialog === 'generate' ? (
          <GenerateDialog campaign={campaign} onClose={close} />
        ) : dialog === 'add-codes' ? (
          <ImportDialog
            entity="OWN_COUPONS"
            listTitle={campaign.name}
            title={t('coupon.own.title', { campaign: campaign.name })}
            into={campaign.id}
            hint={t('coupon.own.hint')}
            onClose={close}
          />
        ) : dialog === 'duplicate' ? (
          <DuplicateDialog campaign={campaign} onClose={close} />
        ) : (
          <CampaignDialog dialog={dialog} campaign={campaign} onClose={close} />
        )
      }
    />
  );
}
