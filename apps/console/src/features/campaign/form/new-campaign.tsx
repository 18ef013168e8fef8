import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { filled } from '../../../records/form/field-map.ts';
import { useCreation } from '../../../records/rich-record.ts';
import { campaigns } from '../campaign.entity.ts';
import { campaignReservationDefaultQuery } from '../campaign.operations.ts';
import { CampaignForm } from './campaign.form.tsx';
import { type CampaignValues, campaignInput, newCampaignValues } from './campaign-form-values.ts';

const NOBODY: ReadonlyMap<string, string> = new Map();

/** `/campaigns?new`: the form of a new campaign. */
export function NewCampaign({ onClose }: { readonly onClose: () => void }) {
  const { t, timeZone } = useMessages();
  const { open, ...creation } = useCreation(campaigns, (mine: CampaignValues) => filled(campaignInput(mine)));
  // After a failure the field starts empty.
  const { data: reservationSeconds = null, isPending } = useQuery({
    queryKey: ['campaign', 'form-default'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(campaignReservationDefaultQuery, {}, signal)).campaignReservationDefault,
  });
  if (isPending) return null;
  return (
    <CampaignForm
      {...creation}
      label={t('campaign.new.title')}
      base={newCampaignValues(timeZone, reservationSeconds)}
      status="DRAFT"
      partnerNames={NOBODY}
      partnerCodes={NOBODY}
      onSaved={() => open()}
      onCancel={onClose}
    />
  );
}
