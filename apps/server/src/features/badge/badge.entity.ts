import { BADGE_MACHINE, BADGE_STATES, badgeProblems, badgeRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ID_KEY } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';
import { sortBy } from '../../listing/list-parts.ts';

/** Badges: created as drafts, awarded while active, and finally retired. */
export const badge = defineEntity({
  record: badgeRecord,
  typeName: 'Badge',
  description: 'A badge awarded to accounts by staff or by a rule.',
  descriptions: {
    category: 'Ids of badge categories.',
    'state.DRAFT': "Being written; can't be awarded.",
    'state.ACTIVE': 'Can be awarded.',
    'state.RETIRED': 'Can no longer be awarded; existing awards remain.',
  },
  key: ID_KEY,
  shown: { state: 'r.state::text', imagePath: 'r.image_path', awardCount: 'r.award_count' },
  searched: CODE_AND_NAMES,
  filters: {
    category: { kind: 'ID', sql: 'r.category_id', cast: 'uuid' },
    state: { kind: 'ENUM', sql: 'r.state', cast: 'badge_state', values: BADGE_STATES },
  },
  sorts: {
    NAME: NAME_SORT,
    CODE: CODE_SORT,
    AWARDS: sortBy.number('r.award_count', 'awardCount'),
  },
  defaultSort: 'NAME',
  usages: { account: 'account_badge_award w where w.badge_id = r.id and w.revoked_at is null' },
  references: { categoryId: { table: 'badge_category', key: 'id', isOpen: 'archived_at is null' } },
  position: null,
  problems: badgeProblems,
  machine: BADGE_MACHINE,
});
