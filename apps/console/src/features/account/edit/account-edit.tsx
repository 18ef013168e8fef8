import { accountRecord, LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { AccountPatchInput } from '../../../generated/graphql.ts';
import { load, request } from '../../../lib/api/graphql-client.ts';
import { accountFields } from '../../../lib/record/record-fields.ts';
import { EnteredFields } from '../../../records/form/entered-fields.tsx';
import { ChoiceField, FlagField, FormGroup, RecordForm, TextField } from '../../../records/form/record-form.tsx';
import { useRecordForm } from '../../../records/form/use-record-form.ts';
import { EarlierNote, type EarlierValues } from '../../../records/history/put-back.tsx';
import { offerUndo } from '../../../records/offer-undo.ts';
import { accountCountriesQuery, updateAccountMutation } from '../account.operations.ts';
import { accountWords, DRAWN_FIELDS } from '../account-words.ts';
import { type AccountRecord, useAreas, useRefreshAccount } from '../use-account.ts';
import { accountFormValues, isUndoable } from './account-form-values.ts';

const COUNTRIES_FRESH_MS = 5 * 60_000;

interface AccountEditProps {
  readonly account: AccountRecord;
  /** Values of an earlier time, which the form opens with. */
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** The form of an account. */
export function AccountEdit({ account, earlier, onDone }: AccountEditProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const refresh = useRefreshAccount(account.id);
  const form = useRecordForm({
    record: `account:${account.id}`,
    base: accountFormValues(account),
    ...(earlier ? { earlier: earlier.values } : {}),
    version: account.version,
    rules: accountRecord.rules,
    save: async (patch, expectedVersion, idempotencyKey, _mine, base) => {
      const input = { id: account.id, expectedVersion, patch: patch as AccountPatchInput };
      const hasUndo = isUndoable(patch, account);
      const answer = await request(
        updateAccountMutation,
        { input },
        { idempotencyKey, errorsShown: 'in-place', ...(hasUndo ? { successShown: 'by-caller' as const } : {}) },
      );
      if (!hasUndo) return;
      const { version } = answer.updateAccount.account;
      const old = Object.fromEntries(Object.keys(patch).map((field) => [field, base[field] ?? null]));
      offerUndo(messages, async () => {
        try {
          const back = { id: account.id, expectedVersion: version, patch: old as AccountPatchInput };
          await request(updateAccountMutation, { input: back }, { errorsShown: ['record.conflict'] });
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
  const country = form.values['countryCode'];
  const countryCode = typeof country === 'string' ? country : null;
  const areas = useAreas(countryCode);
  const countries = useQuery({
    queryKey: ['account-countries', locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(accountCountriesQuery, { locale }, signal),
    staleTime: COUNTRIES_FRESH_MS,
    select: (answer) => {
      const { compare } = new Intl.Collator(locale);
      return answer.countries.toSorted((a, b) => compare(a.name, b.name));
    },
  });
  const words = accountWords(messages, (id) => areas.data?.find((area) => area.id === id)?.name);
  const { labelOf } = words;
  const others = (group: string) => (
    <EnteredFields form={form} fields={accountFields} group={group} except={DRAWN_FIELDS} labelOf={labelOf} />
  );
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return (
    <RecordForm form={form} label={t('account.edit.title')} {...words} onCancel={onDone}>
      {earlier ? <EarlierNote time={earlier.time} /> : null}
      <FormGroup title={t('account.edit.person')}>
        <TextField
          form={form}
          name="displayName"
          label={labelOf('displayName')}
          maxLength={LIMITS.displayNameMaxLength}
        />
        <TextField form={form} name="birthDate" type="date" label={labelOf('birthDate')} />
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
            form={form}
            name="countryCode"
            label={labelOf('countryCode')}
            options={(countries.data ?? [])
              .filter(({ code, isActive }) => isActive || code === account.country.code || code === countryCode)
              .map(({ code, name }) => ({ value: code, label: name }))}
          />
          <ChoiceField
            form={form}
            name="areaId"
            label={labelOf('areaId')}
            noneLabel={t('account.edit.no-area')}
            options={(areas.data ?? [])
              .filter(({ id, isActive }) => isActive || id === account.area?.id || id === form.values['areaId'])
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <div className="bc-form-pair">
          <TextField form={form} name="locale" isLatin label={labelOf('locale')} hint={t('account.edit.locale-hint')} />
          <ChoiceField form={form} name="timezone" label={labelOf('timezone')} options={zones} />
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
