import { AppError, clausesOf, type SegmentRule, segmentRecord } from '@backcounter/domain';
import { defineEntity } from '../../../crud/entity.ts';
import { ARCHIVED_FIELD, ARCHIVED_FILTER, ID_KEY, noProblems } from '../../../crud/entity-declaration.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { sortBy } from '../../../listing/list-parts.ts';
import { accountList } from '../account.list.ts';
import { visibleSegments } from './segment-access.ts';
import { segmentCondition } from './segment-condition.ts';

/** Segments: groups of accounts that follow a rule. */
export const segment = defineEntity({
  record: segmentRecord,
  typeName: 'Segment',
  description: 'A group of accounts by a rule. It always has the accounts that match now.',
  key: ID_KEY,
  shown: {
    ...ARCHIVED_FIELD,
    members: '(select d.members from segment_day d where d.segment_id = r.id order by d.day desc limit 1)',
  },
  searched: ['r.name', 'r.description'],
  filters: ARCHIVED_FILTER,
  sorts: {
    NAME: sortBy.text('lower(r.name) collate "und-x-icu"', null),
  },
  defaultSort: 'NAME',
  usages: {
    notification: "notification n where n.segment_id = r.id and n.state in ('DRAFT', 'SCHEDULED')",
    campaign:
      "campaign c where c.segment_id = r.id and (c.state = 'DRAFT' or c.state in ('ACTIVE', 'PAUSED') and c.ends_at > now())",
    giveaway: "giveaway g where g.segment_id = r.id and g.state in ('DRAFT', 'PUBLISHED')",
  },
  references: {},
  position: null,
  problems: noProblems,
  rows: (caller) => visibleSegments(accountList, caller),
  refuse: ({ rule }, context) => {
    if (rule !== undefined) checkRule(rule as SegmentRule, context);
  },
  openActions: ({ archivedAt }) => (archivedAt == null ? ['EDIT', 'ARCHIVE'] : ['RESTORE']),
});

/**
 * Checks the values of a rule's clauses, and the caller's permission for each.
 * @throws AppError `access.denied`, `field.invalid` at the path of the clause
 */
export function checkRule(rule: SegmentRule, { caller, now }: Pick<RequestContext, 'caller' | 'now'>): void {
  for (const { clause, path } of clausesOf(rule)) {
    try {
      segmentCondition(accountList, clause, { values: new SqlValues(), caller, now });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'filter.invalid')) throw error;
      throw fieldsInvalid({ [['rule', ...path].join('.')]: [{ rule: 'clause' }] });
    }
  }
}
