import { BADGE_RULE_KINDS, type badgeRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { EntityFieldsProps, ValueWords } from '../../crud/entity-definition.ts';
import { choicesOf } from '../../crud/fields/choices.ts';
import { ChoiceOf, CodeAndName } from '../../crud/fields/entity-fields.tsx';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { fieldOf } from '../../records/form/field-map.ts';
import { LocalizedTextField } from '../../records/form/localized-field.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { categoryChoicesQuery } from './badge.operations.ts';
import { BadgeRule } from './badge-rule.tsx';

const DESCRIPTION_MAX_LENGTH = 300;
const CRITERIA_MAX_LENGTH = 500;

/** Categories of badges. */
export const badgeCategories = choicesOf('badge-category', categoryChoicesQuery);

/** Labels of badge rules. */
export const badgeWords: ValueWords = (field, value, { t }) => {
  const rule = field === 'ruleKind' ? BADGE_RULE_KINDS.find((each) => each === value) : undefined;
  return rule && t(`badge.rule.${rule}`);
};

/** The form of a badge. */
export function BadgeFields(props: EntityFieldsProps<BadgeRowFragment, typeof badgeRecord>) {
  const { form, labelOf } = props;
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <CodeAndName {...props}>
        <LocalizedTextField {...field('descriptionI18n')} maxLength={DESCRIPTION_MAX_LENGTH} />
        <LocalizedTextField {...field('criteriaI18n')} maxLength={CRITERIA_MAX_LENGTH} />
      </CodeAndName>
      <BadgeRule {...props} />
      <ChoiceOf {...field('categoryId')} choices={badgeCategories} />
      <NumberField {...field('validityDays')} hint={t('badge.field.validity-hint')} unit={t('badge.field.days')} />
    </>
  );
}
