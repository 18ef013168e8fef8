import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { changedInput } from '../../../records/form/field-map.ts';
import type { EditorPart } from '../../../records/record-screen.tsx';
import { editOf, useRefreshRich } from '../../../records/rich-record.ts';
import { type CampaignRecord, campaigns } from '../campaign.entity.ts';
import { CampaignForm } from './campaign.form.tsx';
import { type CampaignValues, campaignFormValues, campaignInput } from './campaign-form-values.ts';

/** The fields of a campaign that the form edits. */
export function editedTerms(campaign: CampaignRecord) {
  return {
    ...campaign,
    segmentId: campaign.segment?.id ?? null,
    storeIds: campaign.stores.map(({ id }) => id),
    areaIds: campaign.areas.map(({ id }) => id),
    partners: campaign.streamers.map(({ id, code, couponQuota, commissionBp }) => ({
      streamerId: id,
      sharedCode: code ?? null,
      couponQuota,
      commissionBp,
    })),
  };
}

/** `/campaigns/{id}?edit`. */
export function EditCampaign({ record: campaign, earlier, onDone }: EditorPart<CampaignRecord>) {
  const { t } = useMessages();
  const refresh = useRefreshRich(campaigns, campaign.id);
  const { names, codes } = useMemo(() => {
    const partners = campaign.streamers;
    return {
      names: new Map(partners.map(({ id, displayName }) => [id, displayName])),
      codes: new Map(partners.flatMap(({ id, code }) => (code ? [[id, code] as const] : []))),
    };
  }, [campaign.streamers]);
  return (
    <CampaignForm
      {...editOf(campaigns, campaign, earlier, (mine: CampaignValues, base) =>
        changedInput(campaignInput(mine), campaignInput(base)),
      )}
      label={t('campaign.edit.title', { name: campaign.name })}
      base={campaignFormValues(editedTerms(campaign))}
      status={campaign.status}
      partnerNames={names}
      partnerCodes={codes}
      onSaved={() => {
        void refresh();
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
