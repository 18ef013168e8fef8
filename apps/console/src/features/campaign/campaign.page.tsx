import { CAMPAIGN_MACHINE, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart, part } from '../../lib/page/part.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { mainOf, rightTo } from '../../records/state-actions.ts';
import { type CampaignDialogName, useCampaignActions } from './campaign-action-list.ts';
import { CampaignHead } from './campaign-head.tsx';
import { CouponsTab } from './coupon/coupons-tab.tsx';
import { CAMPAIGN_LISTS, type CampaignRecord, useCampaign } from './use-campaign.ts';

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

/** `/campaigns/{id}`. */
export function CampaignCouponsPage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const campaign = useCampaign(id);
  return (
    <RecordGate
      query={campaign}
      words={{ failed: t('campaign.place.failed'), missing: t('campaign.place.missing') }}
      list={{ path: '/campaigns', title: t('shell.page.campaigns') }}
    >
      {(loaded) =>
        may(currentRoles(), 'area.campaign-coupons') ? (
          <CampaignPage key={id} campaign={loaded} />
        ) : (
          <OwnCampaign key={id} campaign={loaded} />
        )
      }
    </RecordGate>
  );
}

function CampaignPage({ campaign }: { readonly campaign: CampaignRecord }) {
  const { t, figure } = useMessages();
  const go = useRecordSearch();
  const neighbours = useRecordNeighbours(CAMPAIGN_LISTS.campaigns, campaign.id, (id) => `/campaigns/${id}`);
  const tabs = [
    { key: 'coupons', label: t('campaign.tab.coupons'), count: figure(campaign.figures.coupons) },
    // Without a count: the list also has released and reversed redemptions, and the card shows the confirmed ones.
    { key: 'redemptions', label: t('campaign.tab.redemptions') },
    { key: 'statistics', label: t('campaign.tab.statistics') },
    { key: 'check', label: t('campaign.tab.check') },
    { key: 'details', label: t('campaign.tab.details') },
    { key: 'history', label: t('campaign.tab.history') },
  ];
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const isEditing = isEditAsked && rightTo(campaign, 'EDIT')?.isAllowed === true;
  const [dialog, setDialog] = useState<CampaignDialogName | null>(null);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };

  if (isEditing) {
    return <EditCampaign campaign={campaign} earlier={earlier} onDone={() => go('', { replace: true })} />;
  }
  const close = () => setDialog(null);
  return (
    <CampaignHead
      campaign={campaign}
      actions={
        <CampaignActions
          campaign={campaign}
          onEdit={() => edit(null)}
          onCheck={() => go('tab=check')}
          onDialog={setDialog}
        />
      }
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
    >
      <Suspense>
        {tab === 'redemptions' ? (
          <RedemptionsTab campaign={campaign} />
        ) : tab === 'statistics' ? (
          <StatisticsTab campaign={campaign} />
        ) : tab === 'check' ? (
          <CheckTab campaign={campaign} />
        ) : tab === 'details' ? (
          <DetailsTab campaign={campaign} />
        ) : tab === 'history' ? (
          <CampaignChanges campaign={campaign} onRestore={edit} />
        ) : (
          <CouponsTab campaign={campaign} />
        )}
      </Suspense>
      {dialog === null ? null : dialog === 'activate' ? (
        <ActivateDialog campaign={campaign} onClose={close} />
      ) : dialog === 'generate' ? (
        <GenerateDialog campaign={campaign} onClose={close} />
      ) : dialog === 'duplicate' ? (
        <DuplicateDialog campaign={campaign} onClose={close} />
      ) : (
        <CampaignDialog dialog={dialog} campaign={campaign} onClose={close} />
      )}
    </CampaignHead>
  );
}

/** Actions preferred as filled buttons, at the end of the header. */
const MAIN = ['activate', 'resume', 'generate', 'edit', 'duplicate'];

function CampaignActions(props: Parameters<typeof useCampaignActions>[0]) {
  const all = useCampaignActions(props);
  const main = mainOf(CAMPAIGN_MACHINE, props.campaign.state, all, MAIN);
  const behind = ['edit', 'duplicate', 'archive', 'cancel'].filter((key) => key !== main);
  const ordered = [...all.filter(({ key }) => key !== main), ...all.filter(({ key }) => key === main)];
  return <RecordActionBar actions={ordered} main={main} inMenu={behind} />;
}
