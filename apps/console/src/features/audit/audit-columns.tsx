import type { AuditOutcome } from '@backcounter/domain';
import { formatExact, formatRelative } from '@backcounter/ui';
import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AuditListQuery } from '../../generated/graphql.ts';
import { type Looks, stateMark } from '../../lib/record/state-mark.tsx';
import { codeColumn, nothing, textColumn } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn } from '../../listing/list-definition.ts';
import { kindWords, recordName, roleWords, verbWords } from '../../records/action-words.ts';

const LOOKS: Looks<AuditOutcome> = {
  DONE: { tone: 'positive', icon: IconCircleCheck },
  DENIED: { tone: 'negative', icon: IconBan },
  FAILED: { tone: 'negative', icon: IconAlertTriangle },
};

/** An action's outcome: icon, label and colour. */
export const AuditOutcomeMark = stateMark(LOOKS, (state) => `audit.outcome.${state}`);

/** A row of the audit list. */
export type AuditListRow = AuditListQuery['list']['nodes'][number];

/** The actor's subject where no person is known, such as after a failed sign-in. */
const UNKNOWN = 'unknown';

/** Display name of the actor. */
export function actorName({ actor }: Pick<AuditListRow, 'actor'>, { t }: Pick<CellFormats, 't'>): string {
  return actor.sub === UNKNOWN ? t('audit.person.unknown') : actor.name;
}

function time({ occurredAt }: AuditListRow, formats: CellFormats): ReactNode {
  return <time dateTime={occurredAt}>{formatRelative(new Date(occurredAt), new Date(), formats)}</time>;
}

function record(row: AuditListRow, formats: CellFormats): ReactNode {
  if (row.events > 1)
    return `${kindWords(row.record?.kind ?? row.action, formats)} · ${formats.t('audit.line.events', { count: row.events })}`;
  if (!row.record) return <span className="bc-hidden">{kindWords(row.action, formats)}</span>;
  const name = recordName(row.record, formats);
  return (
    <>
      <span className="bc-hidden">{kindWords(row.record.kind, formats)}</span> {name ? <bdi>{name}</bdi> : null}
    </>
  );
}

/** Columns: action, actor, record, outcome, reason, role, time. */
export const auditColumns: readonly ListColumn<AuditListRow>[] = [
  {
    key: 'action',
    headerKey: 'audit.field.action',
    width: 176,
    minWidth: 132,
    isPinned: true,
    render: ({ action }, formats) => <span className="bc-cell-name">{verbWords(action, formats)}</span>,
  },
  {
    key: 'record',
    headerKey: 'audit.field.record',
    width: 220,
    grows: true,
    render: record,
    copyText: ({ record: about, events }, formats) => (about && events === 1 ? recordName(about, formats) : null),
  },
  {
    key: 'person',
    exported: ['actor'],
    headerKey: 'audit.field.person',
    width: 160,
    grows: true,
    render: (row, formats) => <bdi>{actorName(row, formats)}</bdi>,
  },
  {
    key: 'roles',
    headerKey: 'audit.field.roles',
    width: 148,
    render: ({ actorRoles }, formats) => (actorRoles.length > 0 ? roleWords(actorRoles, formats) : nothing(formats)),
  },
  {
    key: 'outcome',
    headerKey: 'audit.field.outcome',
    width: 108,
    render: ({ outcome }) => <AuditOutcomeMark state={outcome} />,
  },
  textColumn('reason', 'audit.field.reason', 180, ({ reason }) => reason, { grows: true }),
  codeColumn('reference', 'audit.field.reference', 160, ({ requestId }) => requestId, { isHiddenAtFirst: true }),
  {
    key: 'occurred',
    headerKey: 'audit.field.occurred',
    width: 112,
    align: 'end',
    sort: 'occurred',
    render: time,
    fullText: ({ occurredAt }, formats) => formatExact(new Date(occurredAt), formats),
  },
];

/** Two lines on a phone: action and record on the left; time and outcome on the right. */
export function auditPhoneRow(row: AuditListRow, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={
        <>
          {verbWords(row.action, formats)} · {record(row, formats)}
        </>
      }
      end={time(row, formats)}
      state={<AuditOutcomeMark state={row.outcome} />}
    >
      <bdi>{actorName(row, formats)}</bdi>
    </PhoneRow>
  );
}
