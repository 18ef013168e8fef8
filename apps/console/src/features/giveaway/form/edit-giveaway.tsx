import { useMessages } from '@backcounter/i18n/react';
import type { GiveawayPatchInput } from '../../../generated/graphql.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { changedInput } from '../../../records/form/field-map.ts';
import type { EarlierValues } from '../../../records/history/put-back.tsx';
import { giveawayDocuments } from '../giveaway-record.operations.ts';
import { type GiveawayRecord, useRefreshGiveaway } from '../use-giveaway.ts';
import { GiveawayForm } from './giveaway-form.tsx';
import { giveawayFormValues, giveawayInput } from './giveaway-form-values.ts';
import { campaignsOf, editedTerms, sponsorOf } from './giveaway-record-terms.ts';

interface EditGiveawayProps {
  readonly giveaway: GiveawayRecord;
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** `/giveaways/{id}/transactions?edit`. */
export function EditGiveaway({ giveaway, earlier, onDone }: EditGiveawayProps) {
  const { t } = useMessages();
  const refresh = useRefreshGiveaway(giveaway.id);
  return (
    <GiveawayForm
      label={t('giveaway.edit.title', { title: giveaway.title })}
      record={`giveaway:${giveaway.id}`}
      base={giveawayFormValues(editedTerms(giveaway))}
      version={giveaway.version}
      status={giveaway.status}
      imageUrl={giveaway.imageUrl ?? null}
      {...(earlier ? { earlier: earlier.values } : {})}
      isOpen={(field) => giveaway.openFields.includes(field)}
      sponsor={sponsorOf(giveaway)}
      campaigns={campaignsOf(giveaway)}
      save={async (mine, base, expectedVersion, idempotencyKey) => {
        const patch = changedInput(giveawayInput(mine), giveawayInput(base)) as GiveawayPatchInput;
        await request(
          giveawayDocuments.update,
          { input: { id: giveaway.id, expectedVersion, patch } },
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
