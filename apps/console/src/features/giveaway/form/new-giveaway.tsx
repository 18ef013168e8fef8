import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { CreateGiveawayInput } from '../../../generated/graphql.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import { refreshLists } from '../../../listing/use-list-data.ts';
import { filled } from '../../../records/form/field-map.ts';
import { giveawayClaimDaysDefaultQuery } from '../giveaway.operations.ts';
import { giveawayHref } from '../giveaway-href.ts';
import { giveawayDocuments } from '../giveaway-record.operations.ts';
import { GIVEAWAY_LISTS } from '../use-giveaway.ts';
import { GiveawayForm } from './giveaway-form.tsx';
import { giveawayInput, newGiveawayValues } from './giveaway-form-values.ts';

/** `/giveaways?new`: the form of a new giveaway. */
export function NewGiveaway({ onClose }: { readonly onClose: () => void }) {
  const { t, timeZone } = useMessages();
  const router = useRouter();
  const queryClient = useQueryClient();
  const created = useRef<string>(undefined);
  // After a failure the field starts empty.
  const { data: claimDays = null, isPending } = useQuery({
    queryKey: ['giveaway', 'form-default'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(giveawayClaimDaysDefaultQuery, {}, signal)).giveawayClaimDaysDefault,
  });
  if (isPending) return null;
  return (
    <GiveawayForm
      label={t('giveaway.new.title')}
      record="giveaway:new"
      base={newGiveawayValues(timeZone, claimDays)}
      version={0}
      status="DRAFT"
      imageUrl={null}
      isOpen={() => true}
      sponsor={null}
      campaigns={[]}
      save={async (mine, _base, _version, idempotencyKey) => {
        const input = filled(giveawayInput(mine)) as unknown as CreateGiveawayInput;
        const { saved } = await request(
          giveawayDocuments.create,
          { input },
          { idempotencyKey, errorsShown: 'in-place' },
        );
        created.current = saved.record.id;
      }}
      onSaved={() => {
        void refreshLists(queryClient, GIVEAWAY_LISTS.giveaways);
        void router.navigate({ href: giveawayHref(created.current ?? '') });
      }}
      onCancel={onClose}
    />
  );
}
