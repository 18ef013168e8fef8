import { useMessages } from '@backcounter/i18n/react';
import { idsOf } from '../../../lib/format/id-text.ts';
import { offered, useChoices } from '../../../records/fields/choices.ts';
import { ChosenMany } from '../../../records/fields/chosen-many.tsx';
import { OpenField } from '../../../records/fields/open-field.tsx';
import { fieldOf } from '../../../records/form/field-map.ts';
import { NumberField } from '../../../records/form/number-field.tsx';
import { ChoiceField } from '../../../records/form/record-form.tsx';
import { SegmentField } from '../../segment/public.tsx';
import { badgeChoices, findAreas, findCountries } from '../notification-choices.ts';
import type { StepProps } from './content-step.tsx';

/** Filters of the audience within the topic; an empty filter has no effect. */
export function AudienceStep({ form, labelOf, isOpen }: StepProps) {
  const field = fieldOf(form, labelOf);
  const { t, locale } = useMessages();
  const badges = offered(useChoices(badgeChoices), form.values.badgeId);
  const countries = idsOf(form.values.countryCodes);
  return (
    <OpenField isOpen={isOpen('countryCodes')}>
      <p className="bc-form-hint">{t('notification.edit.audience-hint')}</p>
      <SegmentField {...field('segmentId')} hint={t('notification.edit.segment-hint')} />
      <ChosenMany
        {...field('countryCodes')}
        placeholder={t('notification.edit.any-country')}
        queryKey={['notification-country', locale]}
        load={(asked, signal) => findCountries(asked, locale, signal)}
      />
      <ChosenMany
        {...field('areaIds')}
        placeholder={t('notification.edit.any-area')}
        queryKey={['notification-area', countries.join(' '), locale]}
        load={(asked, signal) => findAreas(asked, countries, locale, signal)}
      />
      <ChoiceField {...field('badgeId')} options={badges} noneLabel={t('notification.edit.any-badge')} />
      <div className="bc-form-pair">
        <NumberField
          {...field('lastSeenWithinDays')}
          unit={t('notification.edit.days')}
          hint={t('notification.edit.seen-hint')}
        />
        <NumberField
          {...field('notSeenWithinDays')}
          unit={t('notification.edit.days')}
          hint={t('notification.edit.seen-hint')}
        />
      </div>
    </OpenField>
  );
}
