import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { filled } from '../../../records/form/field-map.ts';
import { useCreation } from '../../../records/rich-record.ts';
import { giveaways } from '../giveaway.entity.ts';
import { giveawayClaimDaysDefaultQuery } from '../giveaway.operations.ts';
import { GiveawayForm } from './giveaway.form.tsx';
import { type GiveawayValues, giveawayInput, newGiveawayValues } from './giveaway-form-values.ts';

/** `/giveaways?new`: the form of a new giveaway. */
export function NewGiveaway({ onClose }: { readonly onClose: () => void }) {
  const { t, timeZone } = useMessages();
  const { open, ...creation } = useCreation(giveaways, (mine: GiveawayValues) => filled(giveawayInput(mine)));
  // After a failure the field starts empty.
  const { data: claimDays = null, isPending } = useQuery({
    queryKey: ['giveaway', 'form-default'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(giveawayClaimDaysDefaultQuery, {}, signal)).giveawayClaimDaysDefault,
  });
  if (isPending) return null;
  return (
    <GiveawayForm
      {...creation}
      label={t('giveaway.new.title')}
      base={newGiveawayValues(timeZone, claimDays)}
      status="DRAFT"
      imageUrl={null}
      sponsor={null}
      campaigns={[]}
      onSaved={() => open()}
      onCancel={onClose}
    />
  );
}
