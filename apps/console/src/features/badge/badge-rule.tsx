import { BADGE_RULE_KINDS, type badgeRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { EntityFieldsProps } from '../../crud/entity-definition.ts';
import type { BadgeRowFragment } from '../../generated/graphql.ts';
import { Select } from '../../lib/select/select.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { useFieldProblem } from '../../records/form/record-form.tsx';
import styles from './badge.module.css';

/** How a badge is awarded, as one sentence: "When a customer redeemed 10 coupons". */
export function BadgeRule({ form, record, labelOf }: EntityFieldsProps<BadgeRowFragment, typeof badgeRecord>) {
  const { t } = useMessages();
  const { awardMode, ruleKind } = form.values;
  const { awardMode: problems = form.problems['ruleKind'] ?? [] } = form.problems;
  const error = useFieldProblem({ problems: { awardMode: problems } }, 'awardMode');
  const kind = awardMode === 'RULE' ? BADGE_RULE_KINDS.find((each) => each === ruleKind) : undefined;
  const awards = record?.awardCount ?? 0;
  return (
    <div className={styles['rule']}>
      <Select<string>
        label={labelOf('awardMode')}
        name="awardMode"
        value={kind ?? awardMode}
        error={error}
        options={(['MANUAL', ...BADGE_RULE_KINDS] as const).map((value) => ({
          value,
          label: t(`badge.rule.award.${value}`),
        }))}
        onChange={(value) => {
          const chosen = BADGE_RULE_KINDS.find((each) => each === value) ?? null;
          form.set('awardMode', chosen ? 'RULE' : 'MANUAL');
          form.set('ruleKind', chosen);
          if (!chosen) form.set('ruleThreshold', null);
        }}
      />
      {kind ? (
        <NumberField
          form={form}
          name="ruleThreshold"
          label={labelOf('ruleThreshold')}
          unit={t(`badge.rule.unit.${kind}`)}
        />
      ) : null}
      {awards > 0 ? <p>{t('badge.rule.keeps', { count: awards })}</p> : null}
    </div>
  );
}
