import { useMessages } from '@backcounter/i18n/react';
import { offered, useChoices } from '../../../crud/fields/choices.ts';
import { ChosenMany } from '../../../crud/fields/chosen-many.tsx';
import { OpenField } from '../../../crud/fields/open-field.tsx';
import { SegmentField } from '../../../crud/fields/segment-field.tsx';
import { idsOf } from '../../../lib/format/id-text.ts';
import { NumberField } from '../../../records/form/number-field.tsx';
import { ChoiceField } from '../../../records/form/record-form.tsx';
import { badgeChoices, findAreas, findCountries } from '../notification-choices.ts';
import type { StepProps } from './content-step.tsx';

/** Filters of the audience within the topic; an empty filter has no effect. */
export function AudienceStep({ form, labelOf, isOpen }: StepProps) {
  const { t, locale } = useMessages();
  const badges = offered(useChoices(badgeChoices), form.values.badgeId);
  const countries = idsOf(form.values.countryCodes);
  return (
    <OpenField isOpen={isOpen('countryCodes')}>
      <p className="bc-form-hint">{t('notification.edit.audience-hint')}</p>
      <SegmentField
        form={form}
        name="segmentId"
        label={labelOf('segmentId')}
        hint={t('notification.edit.segment-hint')}
      />
      <ChosenMany
        form={form}
        name="countryCodes"
        label={labelOf('countryCodes')}
        placeholder={t('notification.edit.any-country')}
        queryKey={['notification-country', locale]}
        load={(asked, signal) => findCountries(asked, locale, signal)}
      />
      <ChosenMany
        form={form}
        name="areaIds"
        label={labelOf('areaIds')}
        placeholder={t('notification.edit.any-area')}
        queryKey={['notification-area', countries.join(' '), locale]}
        load={(asked, signal) => findAreas(asked, countries, locale, signal)}
      />
      <ChoiceField
        form={form}
        name="badgeId"
        label={labelOf('badgeId')}
        options={badges}
        noneLabel={t('notification.edit.any-badge')}
      />
      <div className="bc-form-pair">
        <NumberField
          form={form}
          name="lastSeenWithinDays"
          label={labelOf('lastSeenWithinDays')}
          unit={t('notification.edit.days')}
          hint={t('notification.edit.seen-hint')}
        />
        <NumberField
          form={form}
          name="notSeenWithinDays"
          label={labelOf('notSeenWithinDays')}
          unit={t('notification.edit.days')}
          hint={t('notification.edit.seen-hint')}
        />
      </div>
    </OpenField>
  );
}
