import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import type { CampaignPatchInput } from '../../../generated/graphql.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { changedInput } from '../../../records/form/field-map.ts';
import type { EarlierValues } from '../../../records/history/put-back.tsx';
import { campaignDocuments } from '../campaign-record.operations.ts';
import { type CampaignRecord, useRefreshCampaign } from '../use-campaign.ts';
import { CampaignForm } from './campaign-form.tsx';
import { campaignFormValues, campaignInput } from './campaign-form-values.ts';

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

interface EditCampaignProps {
  readonly campaign: CampaignRecord;
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** `/campaigns/{id}?edit`. */
export function EditCampaign({ campaign, earlier, onDone }: EditCampaignProps) {
  const { t } = useMessages();
  const refresh = useRefreshCampaign(campaign.id);
  const { names, codes } = useMemo(() => {
    const partners = campaign.streamers;
    return {
      names: new Map(partners.map(({ id, displayName }) => [id, displayName])),
      codes: new Map(partners.flatMap(({ id, code }) => (code ? [[id, code] as const] : []))),
    };
  }, [campaign.streamers]);
  return (
    <CampaignForm
      label={t('campaign.edit.title', { name: campaign.name })}
      record={`campaign:${campaign.id}`}
      base={campaignFormValues(editedTerms(campaign))}
      version={campaign.version}
      status={campaign.status}
      {...(earlier ? { earlier: earlier.values } : {})}
      isOpen={(field) => campaign.openFields.includes(field)}
      partnerNames={names}
      partnerCodes={codes}
      save={async (mine, base, expectedVersion, idempotencyKey) => {
        const patch = changedInput(campaignInput(mine), campaignInput(base)) as CampaignPatchInput;
        await request(
          campaignDocuments.update,
          { input: { id: campaign.id, expectedVersion, patch } },
          { idempotencyKey, errorsShown: 'in-place' },
        );
      }}
      onSaved={() => {
        void refresh();
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
