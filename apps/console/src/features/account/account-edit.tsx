import { accountFields, LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { AccountPatchInput } from '../../generated/graphql.ts';
import { request } from '../../lib/graphql-client.ts';
import { ChoiceField, FlagField, FormGroup, RecordForm, TextField } from '../../records/record-form.tsx';
import type { FieldValues } from '../../records/record-merge.ts';
import { useRecordForm } from '../../records/use-record-form.ts';
import { accountCountriesQuery, updateAccountMutation } from './account.operations.ts';
import { accountWords } from './account-words.ts';
import { type AccountRecord, useAreas, useRefreshAccount } from './use-account.ts';

const COUNTRIES_FRESH_MS = 5 * 60_000;

interface AccountEditProps {
  readonly account: AccountRecord;
  readonly onDone: () => void;
}

function valuesOf(account: AccountRecord): FieldValues {
  return {
    displayName: account.displayName ?? null,
    birthDate: account.birthDate ?? null,
    // Without the right to see them they are not in the form, so that nothing hidden can be overwritten.
    ...(account.isContactMasked ? {} : { email: account.email ?? null, phone: account.phone ?? null }),
    countryCode: account.country.code,
    areaId: account.area?.id ?? null,
    locale: account.locale,
    timezone: account.timezone,
    pushConsent: account.pushConsent,
  };
}

/** The form of an account. */
export function AccountEdit({ account, onDone }: AccountEditProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const refresh = useRefreshAccount(account.id);
  const form = useRecordForm({
    record: `account:${account.id}`,
    base: valuesOf(account),
    version: account.version,
    rules: accountFields,
    save: async (patch, expectedVersion, idempotencyKey) => {
      const input = { id: account.id, expectedVersion, patch: patch as AccountPatchInput };
      await request(updateAccountMutation, { input }, { idempotencyKey, handledCodes: ['record.conflict'] });
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
    queryFn: ({ signal }) => request(accountCountriesQuery, { locale }, { signal, isQuiet: true }),
    staleTime: COUNTRIES_FRESH_MS,
    select: (answer) => {
      const { compare } = new Intl.Collator(locale);
      return answer.countries.toSorted((a, b) => compare(a.name, b.name));
    },
  });
  const words = accountWords(messages, (id) => areas.data?.find((area) => area.id === id)?.name);
  const { labelOf } = words;
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return (
    <RecordForm form={form} label={t('account.edit.title')} {...words} onCancel={onDone}>
      <FormGroup title={t('account.edit.person')}>
        <TextField
          form={form}
          name="displayName"
          label={labelOf('displayName')}
          maxLength={LIMITS.displayNameMaxLength}
        />
        <TextField form={form} name="birthDate" type="date" label={labelOf('birthDate')} />
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
        </FormGroup>
      )}
      <FormGroup title={t('account.edit.place')}>
        <div className="bc-form-pair">
          <ChoiceField
            form={form}
            name="countryCode"
            label={labelOf('countryCode')}
            options={(countries.data ?? [])
              .filter((each) => each.isActive || each.code === account.country.code)
              .map(({ code, name }) => ({ value: code, label: name }))}
          />
          <ChoiceField
            form={form}
            name="areaId"
            label={labelOf('areaId')}
            noneLabel={t('account.edit.no-area')}
            options={(areas.data ?? [])
              .filter((each) => each.isActive || each.id === account.area?.id)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <div className="bc-form-pair">
          <TextField form={form} name="locale" isLatin label={labelOf('locale')} hint={t('account.edit.locale-hint')} />
          <ChoiceField form={form} name="timezone" label={labelOf('timezone')} options={zones} />
        </div>
      </FormGroup>
      <FormGroup title={t('account.edit.push')}>
        <FlagField
          form={form}
          name="pushConsent"
          label={t('account.edit.push-label')}
          hint={t('account.edit.push-hint')}
        />
      </FormGroup>
    </RecordForm>
  );
}
