import { BADGE_AWARD_MODES, BADGE_MACHINE, BADGE_STATES, badgeFields, badgeProblems } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ID_KEY } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';

/** Badges: made as drafts, awarded while active, retired in the end. */
export const badge = defineEntity({
  noun: 'badge',
  typeName: 'Badge',
  description: 'A badge that accounts are awarded, by hand or by a rule.',
  descriptions: {
    category: 'Ids of badge categories.',
    criteriaI18n: 'What an account has to do for it, by language.',
    'state.DRAFT': 'Being written; nobody can be awarded it.',
    'state.ACTIVE': 'Can be awarded.',
    'state.RETIRED': 'Can no longer be awarded; awards stay.',
    awardMode: 'How it is awarded.',
    'awardMode.MANUAL': 'By staff.',
    'awardMode.RULE': 'By its rule alone; staff who award it are refused.',
    ruleKind: 'What its rule counts; null without a rule.',
    'ruleKind.POINTS_SPENT_TOTAL': 'Points spent.',
    'ruleKind.COUPONS_REDEEMED': 'Coupons redeemed.',
    'ruleKind.GIVEAWAYS_ENTERED': 'Giveaways entered.',
    'ruleKind.GIVEAWAYS_WON': 'Giveaways won.',
    'ruleKind.ACCOUNT_AGE_DAYS': 'Days since the account was created.',
    ruleThreshold: 'Number from which its rule awards it; null without a rule.',
    isRepeatable: 'Whether an account can have it more than once.',
    autoRevoke: 'Whether it is revoked when its rule holds no longer.',
    validityDays: 'Days until an award expires, 1 to 3,650; null: never.',
  },
  permissions: { read: 'badge.read', edit: 'badge.edit' },
  key: ID_KEY,
  fields: badgeFields,
  fixed: ['code'],
  shown: { state: 'r.state::text', imagePath: 'r.image_path', awardCount: 'r.award_count' },
  searched: CODE_AND_NAMES,
  filters: {
    category: { kind: 'ID', sql: 'r.category_id', cast: 'uuid' },
    state: { kind: 'ENUM', sql: 'r.state', cast: 'badge_state', values: BADGE_STATES },
    awardMode: { kind: 'ENUM', sql: 'r.award_mode', cast: 'badge_award_mode', values: BADGE_AWARD_MODES },
  },
  sorts: {
    NAME: NAME_SORT,
    CODE: CODE_SORT,
    AWARDS: { sql: 'r.award_count', cast: 'int', field: 'awardCount', defaultDirection: 'DESC', isDate: false },
  },
  defaultSort: 'NAME',
  usages: { account: 'account_badge_award w where w.badge_id = r.id and w.revoked_at is null' },
  references: { categoryId: { table: 'badge_category', key: 'id', isOpen: 'archived_at is null' } },
  position: null,
  problems: badgeProblems,
  machine: BADGE_MACHINE,
});
