import { STORE_LIMITS, type storeRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import type { EntityFieldsProps } from '../../records/entity-definition.ts';
import { offered, useChoices } from '../../records/fields/choices.ts';
import { CodeField, ZoneField } from '../../records/fields/entity-fields.tsx';
import { DateField } from '../../records/form/date-field.tsx';
import { fieldOf } from '../../records/form/field-map.ts';
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
export function StoreFields({ form, record, labelOf }: EntityFieldsProps<StoreRowFragment, typeof storeRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  const { countryCode, areaId, timezone } = form.values;
  const countries = offered(useChoices(countryChoices), countryCode);
  const areas = useAreas(countryCode).data ?? [];
  const zoneOf = (id: string | null) => areas.find((area) => area.id === id)?.timezone;
  const isZoneOfArea = timezone === null || timezone === zoneOf(areaId);
  return (
    <>
      <FormGroup title={t('store.edit.store')}>
        <TextField {...field('name')} maxLength={STORE_LIMITS.nameMaxLength} />
        <CodeField
          {...field('sid')}
          hint={t('store.edit.sid-hint')}
          given={record?.sid}
          maxLength={STORE_LIMITS.sidMaxLength}
        />
        <DateField {...field('openedOn')} hint={t('store.edit.opened-hint')} />
      </FormGroup>
      <FormGroup title={t('store.edit.place')}>
        <div className="bc-form-pair">
          <ChoiceField {...field('countryCode')} options={countries} onSet={() => form.set('areaId', null)} />
          <ChoiceField
            {...field('areaId')}
            // The store gets its area's time zone.
            onSet={(area) => isZoneOfArea && form.set('timezone', zoneOf(area) ?? timezone)}
            options={areas
              .filter(({ id, isActive }) => isActive || id === record?.areaId || id === areaId)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <TextField {...field('addressLine')} maxLength={STORE_LIMITS.addressMaxLength} />
        <div className="bc-form-pair">
          <TextField {...field('postalCode')} maxLength={STORE_LIMITS.postalCodeMaxLength} />
          <TextField {...field('city')} maxLength={STORE_LIMITS.cityMaxLength} />
        </div>
        <ZoneField
          // Until there is an area, its default is not missing.
          form={areaId === null ? { ...form, problems: {} } : form}
          name="timezone"
          label={labelOf('timezone')}
          hint={t('store.edit.zone-hint')}
        />
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
