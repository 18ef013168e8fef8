import { BADGE_AWARD_MODES, BADGE_MACHINE, BADGE_STATES, badgeFields, badgeProblems } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ID_KEY } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';

/** Badges: made as drafts, awarded while active, retired in the end. */
export const badge = defineEntity({
  noun: 'badge',
  typeName: 'Badge',
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
