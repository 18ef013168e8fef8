import { AUDIT_OUTCOMES } from '@backcounter/domain';
import { auditEventSource } from '../../audit/audit-event.ts';
import type { NamedList, SearchMode } from '../../listing/list-definition.ts';
import { filterBy } from '../../listing/list-parts.ts';
import { changedField, changedValue } from './changed-field.ts';

const RECORD_ID_MAX_LENGTH = 128;
const REFERENCE_MAX_LENGTH = 64;
const NUMBER = /^#?(\d{1,15})$/;

/** How a search text can be recognised. */
export const AUDIT_SEARCH_MATCHES = {
  RECORD: 'The id of a record.',
  NUMBER: 'The number of an account.',
  REFERENCE: 'The reference id of a request.',
  NOT_PERMITTED: 'A kind of text this person may not search by.',
  NONE: 'Nothing that this list can be searched for.',
} as const;

/** The whole audit trail, listed by `/admin/audit`. Each filter has an index that includes the sort order. */
export const auditList: NamedList = {
  ...auditEventSource,
  name: 'audit',
  readPermission: 'audit.read',
  filters: {
    person: filterBy.text('e.actor_sub', 'Subjects of staff and machine clients.'),
    action: filterBy.code('e.action', 'Actions, as `noun.verb`.'),
    kind: filterBy.code('e.entity_type', 'Kinds of record.'),
    record: filterBy.text('e.entity_id', 'Ids of records.'),
    outcome: filterBy.enum('e.outcome', AUDIT_OUTCOMES, 'Outcomes of the action.', { cast: 'audit_outcome' }),
    field: filterBy.code(
      'e.entity_type',
      'Changed fields, as `kind.field`. Needs a begin of `occurred`, or a `record`.',
      {
        condition: changedField,
      },
    ),
    was: filterBy.text('e.changes', 'Values before the change of the one `field`, as text.', {
      condition: changedValue(0),
    }),
    became: filterBy.text('e.changes', 'Values after the change of the one `field`, as text.', {
      condition: changedValue(1),
    }),
    isFurther: filterBy.boolean(
      'e.is_further',
      'Whether the same action was already recorded for the same request; false: one event of each job.',
    ),
    occurred: filterBy.instant('e.occurred_at', 'When it happened.'),
  },
  searches: () => ['ID', 'NUMBER', 'REFERENCE'],
  planSearch,
  // All readers of the trail see the same rows; values they may not see are masked.
  roleClass: () => 'any',
  exported: {
    createdSql: 'e.occurred_at',
    columns: {
      occurredAt: { sql: 'e.occurred_at' },
      actor: {
        sql: 'coalesce(u.display_name, e.actor_sub)',
        join: 'left join staff_user u on u.sub = e.actor_sub',
      },
      actorSub: { sql: 'e.actor_sub' },
      actorRoles: { sql: 'e.actor_roles' },
      action: { sql: 'e.action' },
      recordKind: { sql: 'e.entity_type' },
      recordId: { sql: 'e.entity_id' },
      outcome: { sql: 'e.outcome' },
      reason: { sql: 'e.reason' },
      // Values of personal fields are stored separately and guarded at each read.
      changes: { sql: 'e.changes' },
      requestId: { sql: 'e.request_id' },
      address: { sql: 'host(e.ip)' },
      id: { sql: 'e.id' },
    },
  },
};

/** The text is a record id, an account number or a request id, and must match exactly. */
function planSearch(text: string): readonly SearchMode[] {
  const modes: SearchMode[] = [];
  const number = NUMBER.exec(text)?.[1];
  if (number !== undefined) {
    modes.push({
      mode: 'NUMBER',
      isFragment: false,
      condition: (values) =>
        `e.entity_type = 'account' and e.entity_id = (select a.id::text from account a where a.public_no = ${values.add(number)}::bigint)`,
    });
  }
  if (text.length <= REFERENCE_MAX_LENGTH) modes.push(equal('REFERENCE', 'e.request_id', text));
  if (text.length <= RECORD_ID_MAX_LENGTH) modes.push(equal('RECORD', 'e.entity_id', text));
  return modes;
}

function equal(mode: string, sql: string, text: string): SearchMode {
  return { mode, isFragment: false, condition: (values) => `${sql} = ${values.add(text)}` };
}
