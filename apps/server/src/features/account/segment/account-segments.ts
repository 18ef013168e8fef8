import { isUuid } from '../../../listing/list-filter.ts';
import type { Segments } from '../../../references/segments.ts';
import { accountList } from '../account.list.ts';
import { mayUseRule } from './segment-access.ts';
import { segmentCondition } from './segment-condition.ts';

/** The segments of accounts, for other features. */
export const accountSegments: Segments = {
  read: async ({ db, caller, now }, id) => {
    const row = isUuid(id)
      ? await db
          .selectFrom('segment as s')
          .select(['s.rule', 's.archived_at'])
          .select((e) =>
            e
              .selectFrom('segment_day as d')
              .select('d.members')
              .whereRef('d.segment_id', '=', 's.id')
              .orderBy('d.day', 'desc')
              .limit(1)
              .as('members'),
          )
          .where('s.id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (row === undefined || !mayUseRule(accountList, row.rule, caller)) return null;
    return {
      isArchived: row.archived_at !== null,
      members: row.members,
      knownMembers: (values) =>
        `select m.account_id from segment_member m where m.segment_id = ${values.add(id)}::uuid`,
      presentMembers: (values) =>
        `select a.id from ${accountList.from} where ${segmentCondition(accountList, row.rule, { values, caller, now })}`,
      condition: (values) => segmentCondition(accountList, row.rule, { values, caller, now, isForFew: true }),
    };
  },
  mayUse: (rule, caller) => mayUseRule(accountList, rule, caller),
};
