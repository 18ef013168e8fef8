import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { currentRoles } from '../../lib/settings/session.ts';
import { ChoiceField, type FieldProps } from '../../records/form/record-form.tsx';
import { offered, useChoices } from './choices.ts';
import { segmentChoices } from './segment-choices.ts';

/** The segment that a record is for; people who can't read segments only see that there is one. */
export function SegmentField<Values>(props: FieldProps<Values, string | null>) {
  const { t } = useMessages();
  const chosen = props.form.values[props.name];
  const options = offered(useChoices(segmentChoices), chosen);
  if (may(currentRoles(), 'segment.read'))
    return <ChoiceField {...props} options={options} noneLabel={t('crud.segment.any')} />;
  return chosen ? <p className="bc-form-hint">{t('crud.segment.hidden')}</p> : null;
}

/** The segment that a record is for, as one of its terms; by name where the person may see it. */
export function SegmentTerm({ id }: { readonly id: string }) {
  const { t } = useMessages();
  const segment = useChoices(segmentChoices).find(({ value }) => value === id)?.label;
  return <li>{segment === undefined ? t('crud.segment.hidden') : t('crud.segment.members', { segment })}</li>;
}
