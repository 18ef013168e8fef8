import { z } from 'zod';
import { defineRecord } from './record.ts';
import { CATEGORY_FIELD, CODE_FIELD, descriptionField, nameField } from './record-fields.ts';
import type { FieldProblems } from './values/errors.ts';
import { localizedText } from './values/localized-text.ts';

/** How a badge is awarded: by staff, or automatically by a rule. */
export const BADGE_AWARD_MODES = ['MANUAL', 'RULE'] as const;

/** The figure of an account that a rule counts. */
export const BADGE_RULE_KINDS = [
  'POINTS_SPENT_TOTAL',
  'COUPONS_REDEEMED',
  'GIVEAWAYS_ENTERED',
  'GIVEAWAYS_WON',
  'ACCOUNT_AGE_DAYS',
] as const;

/** Badge: the fields that people enter. */
export const badgeRecord = defineRecord('badge', {
  categoryId: { ...CATEGORY_FIELD, example: 'loyalty' },
  code: { ...CODE_FIELD, example: 'first-year' },
  nameI18n: { ...nameField(60), example: 'First year' },
  descriptionI18n: { ...descriptionField(300), example: 'A year with us' },
  criteriaI18n: {
    kind: 'LOCALIZED_TEXT',
    description: 'Criteria for the award, by language.',
    rule: localizedText(500),
    example: 'The account is a year old',
  },
  awardMode: {
    kind: 'ENUM',
    description: 'How it is awarded.',
    rule: z.enum(BADGE_AWARD_MODES),
    values: { MANUAL: 'By staff.', RULE: 'By its rule alone; staff who award it are refused.' },
    isFilter: true,
    example: 'RULE',
  },
  ruleKind: {
    kind: 'ENUM',
    description: 'Figure that its rule counts; null without a rule.',
    rule: z.enum(BADGE_RULE_KINDS).nullable().optional(),
    values: {
      POINTS_SPENT_TOTAL: 'Points spent.',
      COUPONS_REDEEMED: 'Coupons redeemed.',
      GIVEAWAYS_ENTERED: 'Giveaways entered.',
      GIVEAWAYS_WON: 'Giveaways won.',
      ACCOUNT_AGE_DAYS: 'Days since the account was created.',
    },
    example: 'ACCOUNT_AGE_DAYS',
  },
  ruleThreshold: {
    kind: 'SAFE_INT',
    description: 'Number from which its rule awards it; null without a rule.',
    rule: z.int().min(1).nullable().optional(),
    example: '365',
  },
  isRepeatable: {
    kind: 'BOOLEAN',
    description: 'Whether an account can have it more than once.',
    rule: z.boolean().optional(),
    example: 'no',
  },
  autoRevoke: {
    kind: 'BOOLEAN',
    description: 'Whether it is revoked when its rule no longer holds.',
    rule: z.boolean().optional(),
    example: 'no',
  },
  validityDays: {
    kind: 'INT',
    description: 'Days until an award expires, 1 to 3,650; null: never.',
    rule: z.int().min(1).max(3650).nullable().optional(),
    example: '',
  },
});

/** Problems between the fields of a badge: a rule needs a figure and a threshold, a manual award has no rule. */
export function badgeProblems(badge: {
  readonly awardMode?: unknown;
  readonly ruleKind?: unknown;
  readonly ruleThreshold?: unknown;
}): FieldProblems {
  const isRule = badge.awardMode === 'RULE';
  const wrong = (['ruleKind', 'ruleThreshold'] as const).filter((field) => (badge[field] != null) !== isRule);
  return Object.fromEntries(wrong.map((field) => [field, [{ rule: isRule ? 'required' : 'only-with-rule' }]]));
}
