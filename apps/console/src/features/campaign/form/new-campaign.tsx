import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { CreateCampaignInput } from '../../../generated/graphql.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import { refreshLists } from '../../../listing/use-list-data.ts';
import { filled } from '../../../records/form/field-map.ts';
import { campaignReservationDefaultQuery } from '../campaign.operations.ts';
import { campaignDocuments } from '../campaign-record.operations.ts';
import { CAMPAIGN_LISTS } from '../use-campaign.ts';
import { CampaignForm } from './campaign-form.tsx';
import { campaignInput, newCampaignValues } from './campaign-form-values.ts';

const NOBODY: ReadonlyMap<string, string> = new Map();

/** `/campaigns?new`: the form of a new campaign. */
export function NewCampaign({ onClose }: { readonly onClose: () => void }) {
  const { t, timeZone } = useMessages();
  const router = useRouter();
  const queryClient = useQueryClient();
  const created = useRef<string>(undefined);
  // After a failure the field starts empty.
  const { data: reservationSeconds = null, isPending } = useQuery({
    queryKey: ['campaign', 'form-default'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(campaignReservationDefaultQuery, {}, signal)).campaignReservationDefault,
  });
  if (isPending) return null;
  return (
    <CampaignForm
      label={t('campaign.new.title')}
      record="campaign:new"
      base={newCampaignValues(timeZone, reservationSeconds)}
      version={0}
      status="DRAFT"
      isOpen={() => true}
      partnerNames={NOBODY}
      partnerCodes={NOBODY}
      save={async (mine, _base, _version, idempotencyKey) => {
        const input = filled(campaignInput(mine)) as unknown as CreateCampaignInput;
        const { saved } = await request(
          campaignDocuments.create,
          { input },
          { idempotencyKey, errorsShown: 'in-place' },
        );
        created.current = saved.record.id;
      }}
      onSaved={() => {
        void refreshLists(queryClient, CAMPAIGN_LISTS.campaigns);
        void router.navigate({ href: `/campaigns/${created.current}` });
      }}
      onCancel={onClose}
    />
  );
}
