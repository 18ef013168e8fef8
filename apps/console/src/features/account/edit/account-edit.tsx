import { accountRecord, LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { AccountPatchInput } from '../../../generated/graphql.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { accountFields } from '../../../lib/record/record-fields.ts';
import { changeSeen } from '../../../lib/record/record-steps.ts';
import { useChoices } from '../../../records/fields/choices.ts';
import { LanguageField, ZoneField } from '../../../records/fields/entity-fields.tsx';
import { DateField } from '../../../records/form/date-field.tsx';
import { EnteredFields } from '../../../records/form/entered-fields.tsx';
import { fieldOf } from '../../../records/form/field-map.ts';
import { ChoiceField, FlagField, FormGroup, RecordForm, TextField } from '../../../records/form/record-form.tsx';
import { patchOf } from '../../../records/form/record-merge.ts';
import { useRecordForm } from '../../../records/form/use-record-form.ts';
import { EarlierNote, type EarlierValues } from '../../../records/history/put-back.tsx';
import { offerUndo } from '../../../records/offer-undo.ts';
import { updateAccountMutation } from '../account-change.operations.ts';
import { accountCountries } from '../account-places.ts';
import { accountWords, DRAWN_FIELDS } from '../account-words.ts';
import { type AccountRecord, useAreas, useRefreshAccount } from '../use-account.ts';
import { accountFormValues, isUndoable } from './account-form-values.ts';

interface AccountEditProps {
  readonly account: AccountRecord;
  /** Earlier values that the form opens with. */
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** The form of an account. */
export function AccountEdit({ account, earlier, onDone }: AccountEditProps) {
  const messages = useMessages();
  const { t } = messages;
  const refresh = useRefreshAccount(account.id);
  const form = useRecordForm({
    record: `account:${account.id}`,
    base: accountFormValues(account),
    ...(earlier ? { earlier: earlier.values } : {}),
    version: account.version,
    rules: accountRecord.rules,
    save: async (patch, expectedVersion, idempotencyKey, mine, base) => {
      const input = { id: account.id, expectedVersion, patch: patch as AccountPatchInput };
      const hasUndo = isUndoable(patch, account);
      const answer = await request(
        updateAccountMutation,
        { input },
        { idempotencyKey, errorsShown: 'in-place', ...(hasUndo ? { successShown: 'by-caller' as const } : {}) },
      );
      if (!hasUndo) return;
      offerUndo(messages, async () => {
        try {
          const back = { patch: patchOf(mine, base) as AccountPatchInput };
          await changeSeen(updateAccountMutation, answer.updateAccount.account, back, {
            errorsShown: ['record.conflict'],
          });
        } finally {
          void refresh();
        }
      });
    },
    onSaved: () => {
      void refresh();
      onDone();
    },
  });
  const { countryCode } = form.values;
  const areas = useAreas(countryCode);
  const countries = useChoices(accountCountries);
  const words = accountWords(messages, (id) => areas.data?.find((area) => area.id === id)?.name);
  const { labelOf } = words;
  const field = fieldOf(form, labelOf);
  const others = (group: string) => (
    <EnteredFields form={form} fields={accountFields} group={group} except={DRAWN_FIELDS} labelOf={labelOf} />
  );
  return (
    <RecordForm form={form} label={t('account.edit.title')} {...words} onCancel={onDone}>
      {earlier ? <EarlierNote time={earlier.time} /> : null}
      <FormGroup title={t('account.edit.person')}>
        <TextField {...field('displayName')} maxLength={LIMITS.displayNameMaxLength} />
        <DateField {...field('birthDate')} />
        {others('person')}
      </FormGroup>
      {account.isContactMasked ? null : (
        <FormGroup title={t('account.edit.contact')}>
          <TextField
            form={form}
            name="email"
            type="email"
            isLatin
            label={labelOf('email')}
            hint={t('account.edit.email-hint')}
            maxLength={LIMITS.emailMaxLength}
          />
          <TextField
            form={form}
            name="phone"
            type="tel"
            isLatin
            label={labelOf('phone')}
            hint={t('account.edit.phone-hint')}
          />
          {others('contact')}
        </FormGroup>
      )}
      <FormGroup title={t('account.edit.place')}>
        <div className="bc-form-pair">
          <ChoiceField
            {...field('countryCode')}
            options={countries.filter(
              ({ value, isOpen }) => isOpen || value === account.country.code || value === countryCode,
            )}
          />
          <ChoiceField
            {...field('areaId')}
            noneLabel={t('account.edit.no-area')}
            options={(areas.data ?? [])
              .filter(({ id, isActive }) => isActive || id === account.area?.id || id === form.values.areaId)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <div className="bc-form-pair">
          <LanguageField {...field('locale')} />
          <ZoneField {...field('timezone')} />
        </div>
        {others('place')}
      </FormGroup>
      <FormGroup title={t('account.edit.push')}>
        <FlagField
          form={form}
          name="pushConsent"
          label={t('account.edit.push-label')}
          hint={t('account.edit.push-hint')}
        />
        {others('push')}
      </FormGroup>
    </RecordForm>
  );
}
