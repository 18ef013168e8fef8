import { useMessages } from '@backcounter/i18n/react';
import { changedInput } from '../../../records/form/field-map.ts';
import type { EditorPart } from '../../../records/record-screen.tsx';
import { editOf, useRefreshRich } from '../../../records/rich-record.ts';
import { type GiveawayRecord, giveaways } from '../giveaway.entity.ts';
import { GiveawayForm } from './giveaway.form.tsx';
import { type GiveawayValues, giveawayFormValues, giveawayInput } from './giveaway-form-values.ts';
import { campaignsOf, editedTerms, sponsorOf } from './giveaway-record-terms.ts';

/** `/giveaways/{id}/transactions?edit`. */
export function EditGiveaway({ record: giveaway, earlier, onDone }: EditorPart<GiveawayRecord>) {
  const { t } = useMessages();
  const refresh = useRefreshRich(giveaways, giveaway.id);
  return (
    <GiveawayForm
      {...editOf(giveaways, giveaway, earlier, (mine: GiveawayValues, base) =>
        changedInput(giveawayInput(mine), giveawayInput(base)),
      )}
      label={t('giveaway.edit.title', { title: giveaway.title })}
      base={giveawayFormValues(editedTerms(giveaway))}
      status={giveaway.status}
      imageUrl={giveaway.imageUrl ?? null}
      sponsor={sponsorOf(giveaway)}
      campaigns={campaignsOf(giveaway)}
      onSaved={() => {
        void refresh();
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
