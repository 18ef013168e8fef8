import { z } from 'zod';
import type { FieldProblems } from './errors.ts';
import { localizedText } from './localized-text.ts';
import { referenceCode } from './reference-code.ts';

/** By whom a badge is awarded: staff, or a rule that the product watches. */
export const BADGE_AWARD_MODES = ['MANUAL', 'RULE'] as const;

/** What a rule counts about an account. */
export const BADGE_RULE_KINDS = [
  'POINTS_SPENT_TOTAL',
  'COUPONS_REDEEMED',
  'GIVEAWAYS_ENTERED',
  'GIVEAWAYS_WON',
  'ACCOUNT_AGE_DAYS',
] as const;

/** Field rules of a badge. */
export const badgeFields = z.strictObject({
  categoryId: z.uuid(),
  code: referenceCode,
  nameI18n: localizedText(60),
  descriptionI18n: localizedText(300),
  criteriaI18n: localizedText(500),
  awardMode: z.enum(BADGE_AWARD_MODES),
  ruleKind: z.enum(BADGE_RULE_KINDS).nullable().optional(),
  ruleThreshold: z.int().min(1).nullable().optional(),
  isRepeatable: z.boolean().optional(),
  autoRevoke: z.boolean().optional(),
  validityDays: z.int().min(1).max(3650).nullable().optional(),
});

/** What is wrong between the fields of a badge: a rule needs to know what it counts and how far, an award by hand has no rule. */
export function badgeProblems(badge: {
  readonly awardMode?: unknown;
  readonly ruleKind?: unknown;
  readonly ruleThreshold?: unknown;
}): FieldProblems {
  const isRule = badge.awardMode === 'RULE';
  const wrong = (['ruleKind', 'ruleThreshold'] as const).filter((field) => (badge[field] != null) !== isRule);
  return Object.fromEntries(wrong.map((field) => [field, [{ rule: isRule ? 'required' : 'only-with-rule' }]]));
}
