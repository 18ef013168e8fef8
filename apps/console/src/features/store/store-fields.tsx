import { STORE_LIMITS, type storeRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { EntityFieldsProps } from '../../crud/entity-definition.ts';
import { offered, useChoices } from '../../crud/fields/choices.ts';
import { CodeField, ZoneField } from '../../crud/fields/entity-fields.tsx';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import { ChoiceField, FormGroup, TextField } from '../../records/form/record-form.tsx';
import { countryChoices, useAreas } from './store-places.ts';

/** Fields with their own place in the form. */
export const DRAWN_FIELDS = [
  'name',
  'sid',
  'openedOn',
  'countryCode',
  'areaId',
  'addressLine',
  'postalCode',
  'city',
  'timezone',
  'contactEmail',
  'contactPhone',
] satisfies readonly (keyof typeof storeRecord.fields)[];

/** The form of a store. */
export function StoreFields({ form, record, labelOf }: EntityFieldsProps<StoreRowFragment>) {
  const { t } = useMessages();
  const countries = offered(useChoices(countryChoices), form.values['countryCode']);
  const country = form.values['countryCode'];
  const areas = useAreas(typeof country === 'string' ? country : null).data ?? [];
  const zoneOf = (id: unknown) => areas.find((area) => area.id === id)?.timezone;
  // A choice sets dependent fields: an area implies its country, and the store gets the area's time zone.
  const placed = {
    ...form,
    set: (...[field, value]: Parameters<typeof form.set>) => {
      const { areaId, timezone } = form.values;
      const isZoneOfArea = timezone === null || timezone === zoneOf(areaId);
      form.set(field, value);
      if (field === 'countryCode') form.set('areaId', null);
      if (field === 'areaId' && isZoneOfArea) form.set('timezone', zoneOf(value) ?? timezone ?? null);
    },
  };
  return (
    <>
      <FormGroup title={t('store.edit.store')}>
        <TextField form={form} name="name" label={labelOf('name')} maxLength={STORE_LIMITS.nameMaxLength} />
        <CodeField
          form={form}
          name="sid"
          label={labelOf('sid')}
          hint={t('store.edit.sid-hint')}
          given={record?.sid}
          maxLength={STORE_LIMITS.sidMaxLength}
        />
        <TextField
          form={form}
          name="openedOn"
          type="date"
          label={labelOf('openedOn')}
          hint={t('store.edit.opened-hint')}
        />
      </FormGroup>
      <FormGroup title={t('store.edit.place')}>
        <div className="bc-form-pair">
          <ChoiceField form={placed} name="countryCode" label={labelOf('countryCode')} options={countries} />
          <ChoiceField
            form={placed}
            name="areaId"
            label={labelOf('areaId')}
            options={areas
              .filter(({ id, isActive }) => isActive || id === record?.areaId || id === form.values['areaId'])
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <TextField
          form={form}
          name="addressLine"
          label={labelOf('addressLine')}
          maxLength={STORE_LIMITS.addressMaxLength}
        />
        <div className="bc-form-pair">
          <TextField
            form={form}
            name="postalCode"
            label={labelOf('postalCode')}
            maxLength={STORE_LIMITS.postalCodeMaxLength}
          />
          <TextField form={form} name="city" label={labelOf('city')} maxLength={STORE_LIMITS.cityMaxLength} />
        </div>
        <ZoneField form={form} name="timezone" label={labelOf('timezone')} hint={t('store.edit.zone-hint')} />
      </FormGroup>
      <FormGroup title={t('store.edit.contact')}>
        <TextField form={form} name="contactEmail" type="email" isLatin label={labelOf('contactEmail')} />
        <TextField
          form={form}
          name="contactPhone"
          type="tel"
          isLatin
          label={labelOf('contactPhone')}
          hint={t('account.edit.phone-hint')}
        />
      </FormGroup>
    </>
  );
}
