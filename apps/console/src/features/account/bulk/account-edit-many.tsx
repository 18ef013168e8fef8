import { accountRecord, LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { AccountBulkPatchInput } from '../../../generated/graphql.ts';
import { accountFields, type ShownField } from '../../../lib/record/record-fields.ts';
import type { BulkDialogProps } from '../../../lib/record/selected-rows.ts';
import { BulkDialog } from '../../../records/bulk/bulk-dialog.tsx';
import { ChoiceOf, LanguageField, ZoneField } from '../../../records/fields/entity-fields.tsx';
import { bulkFields, EnteredField, enteredValues } from '../../../records/form/entered-fields.tsx';
import { checkFields } from '../../../records/form/field-problems.ts';
import { ChoiceField, type FieldForm } from '../../../records/form/record-form.tsx';
import { type FieldValue, normalise } from '../../../records/form/record-merge.ts';
import { accountLabelKey } from '../account-label-key.ts';
import { accountAreas, accountCountries } from '../account-places.ts';
import type { AccountValues } from '../edit/account-form-values.ts';
import { useAccountBulk } from './use-account-bulk.ts';

type AccountField = keyof typeof accountFields;

const FIELDS: Readonly<Record<AccountField, ShownField>> = accountFields;
const BULK_FIELDS = bulkFields(accountFields);
const NOTHING = enteredValues(accountFields, {}, () => true);

const mayBeEmpty = (field: AccountField) => accountRecord.rules[field].safeParse(null).success;

/** Sets one field of the selected accounts. */
export function AccountEditMany(props: BulkDialogProps) {
  const { t } = useMessages();
  const [field, setField] = useState<AccountField | null>(null);
  const [value, setValue] = useState<FieldValue>(null);
  const [isCleared, setCleared] = useState(false);
  const given = isCleared ? null : normalise(value);
  const problems =
    field === null || given === null ? {} : checkFields(accountRecord.rules, { [field]: given }, [field]);
  const isGiven = field !== null && (isCleared || given !== null) && Object.keys(problems).length === 0;
  const content = isGiven ? JSON.stringify({ [field]: given }) : null;
  const [asked] = useDebouncedValue(content, LIMITS.searchDelayMs);
  const patch = content !== null && asked === content ? (JSON.parse(content) as AccountBulkPatchInput) : null;
  const { forecast, reasonWords, start } = useAccountBulk('EDIT', props, { patch });
  const choose = (chosen: AccountField | null) => {
    setField(chosen);
    setValue(chosen !== null && FIELDS[chosen].kind === 'BOOLEAN' ? false : null);
    setCleared(false);
  };
  const form: FieldForm<AccountValues> = {
    values: field === null ? NOTHING : { ...NOTHING, [field]: value },
    problems,
    set: (_field, next) => setValue(next),
  };
  return (
    <BulkDialog
      titles={['account.bulk.edit.title', 'account.bulk.edit.title-all']}
      verb={t('account.bulk.edit.verb')}
      consequence={t('account.bulk.edit.consequence')}
      changeWords={(count) => t('account.bulk.edit.will', { count })}
      reasonWords={reasonWords}
      isDestructive={false}
      isReasonRequired={false}
      isIncomplete={patch === null}
      count={props.count}
      forecast={forecast}
      content={content ?? ''}
      fields={() => (
        <>
          <ChoiceField
            form={{ values: { field }, problems: {}, set: (_field, next) => choose(next) }}
            name="field"
            label={t('account.bulk.edit.field')}
            options={BULK_FIELDS.map((name) => ({ value: name, label: t(accountLabelKey(name)) }))}
          />
          {field === null || isCleared ? null : <ValueField key={field} field={field} form={form} />}
          {field !== null && mayBeEmpty(field) ? (
            <Checkbox
              size="xs"
              label={t('account.bulk.edit.clear')}
              checked={isCleared}
              onChange={(event) => setCleared(event.currentTarget.checked)}
            />
          ) : null}
        </>
      )}
      onStart={(bulk) => start(bulk, { reason: bulk.reason || null })}
      onClose={props.onClose}
    />
  );
}

/** The input of a field: by its kind, unless the account's form has a special one. */
function ValueField({ field, form }: { readonly field: AccountField; readonly form: FieldForm<AccountValues> }) {
  const { t } = useMessages();
  const common = { form, label: t(accountLabelKey(field)) };
  switch (field) {
    case 'countryCode':
      return <ChoiceOf {...common} name={field} choices={accountCountries} />;
    case 'areaId':
      return <ChoiceOf {...common} name={field} choices={accountAreas} />;
    case 'locale':
      return <LanguageField {...common} name={field} />;
    case 'timezone':
      return <ZoneField {...common} name={field} />;
    default:
      return <EnteredField {...common} name={field} kind={FIELDS[field].kind} />;
  }
}
