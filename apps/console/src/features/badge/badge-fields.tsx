import { BADGE_AWARD_MODES, BADGE_RULE_KINDS, type badgeRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { EntityFieldsProps, ValueWords } from '../../crud/entity-definition.ts';
import { choicesOf } from '../../crud/fields/choices.ts';
import { ChoiceOf, CodeAndName } from '../../crud/fields/entity-fields.tsx';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { LocalizedTextField } from '../../records/form/localized-field.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { ChoiceField } from '../../records/form/record-form.tsx';
import { categoryChoicesQuery } from './badge.operations.ts';

const DESCRIPTION_MAX_LENGTH = 300;
const CRITERIA_MAX_LENGTH = 500;

/** Categories of badges. */
export const badgeCategories = choicesOf('badge-category', categoryChoicesQuery);

/** Labels of badge modes and rules. */
export const badgeWords: ValueWords = (field, value, { t }) => {
  const mode = field === 'awardMode' ? BADGE_AWARD_MODES.find((each) => each === value) : undefined;
  const rule = field === 'ruleKind' ? BADGE_RULE_KINDS.find((each) => each === value) : undefined;
  return (mode && t(`badge.mode.${mode}`)) ?? (rule && t(`badge.rule.${rule}`));
};

/** The form of a badge. A rule's parameters show while a rule awards it. */
export function BadgeFields(props: EntityFieldsProps<BadgeRowFragment, typeof badgeRecord>) {
  const { form, labelOf } = props;
  const { t } = useMessages();
  const isRule = form.values['awardMode'] === 'RULE';
  return (
    <>
      <ChoiceOf form={form} name="categoryId" label={labelOf('categoryId')} choices={badgeCategories} />
      <CodeAndName {...props} />
      <LocalizedTextField
        form={form}
        name="descriptionI18n"
        label={labelOf('descriptionI18n')}
        maxLength={DESCRIPTION_MAX_LENGTH}
      />
      <LocalizedTextField
        form={form}
        name="criteriaI18n"
        label={labelOf('criteriaI18n')}
        maxLength={CRITERIA_MAX_LENGTH}
      />
      <ChoiceField
        form={form}
        name="awardMode"
        label={labelOf('awardMode')}
        options={BADGE_AWARD_MODES.map((mode) => ({ value: mode, label: t(`badge.mode.${mode}`) }))}
      />
      {isRule || form.values['ruleKind'] != null ? (
        <ChoiceField
          form={form}
          name="ruleKind"
          label={labelOf('ruleKind')}
          noneLabel={t('listing.value.empty')}
          options={BADGE_RULE_KINDS.map((kind) => ({ value: kind, label: t(`badge.rule.${kind}`) }))}
        />
      ) : null}
      {isRule || form.values['ruleThreshold'] != null ? (
        <NumberField form={form} name="ruleThreshold" label={labelOf('ruleThreshold')} />
      ) : null}
      <NumberField
        form={form}
        name="validityDays"
        label={labelOf('validityDays')}
        hint={t('badge.field.validity-hint')}
        unit={t('badge.field.days')}
      />
    </>
  );
}
