import { entityImport } from '../../imports/entity-import.ts';
import { badge } from './badge.entity.ts';

/** Badges by their code; new ones are drafts without a picture. */
export const badgeImport = entityImport(badge, {
  entity: 'BADGES',
  match: ['code'],
  links: { categoryId: { field: 'category', table: 'badge_category' } },
  canCreate: true,
  examples: {
    category: 'loyalty',
    code: 'first-year',
    nameI18n: 'First year',
    descriptionI18n: 'A year with us',
    criteriaI18n: 'The account is a year old',
    awardMode: 'RULE',
    ruleKind: 'ACCOUNT_AGE_DAYS',
    ruleThreshold: '365',
    isRepeatable: 'no',
    autoRevoke: 'no',
    validityDays: '',
  },
});
