import { ROLES, type Role, rolesIn, STAFF_STATES, staffMemberRecord } from '@backcounter/domain';
import { Avatar, formatExact, State } from '@backcounter/ui';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconHourglass,
  IconHourglassOff,
  IconShieldCheck,
  IconUserQuestion,
  IconWorld,
} from '@tabler/icons-react';
import type { StaffMemberRowFragment } from '../../generated/graphql.ts';
import { formatList } from '../../lib/format/formats.ts';
import { part } from '../../lib/page/part.ts';
import { stateMark } from '../../lib/record/state-mark.tsx';
import { nothing, relativeTime } from '../../listing/columns/column-kinds.tsx';
import { PhoneRow } from '../../listing/grid/phone-row.tsx';
import type { CellFormats } from '../../listing/list-definition.ts';
import { changedColumn, valueFilter } from '../../records/entity-columns.tsx';
import { defineEntity } from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { recordStateMark } from '../../records/entity-state.tsx';
import { StaffMemberAccess } from './staff-member-access.tsx';
import { StaffMemberFields, StaffMemberLead } from './staff-member-fields.tsx';
import { staffMemberDocuments as documents } from './staff-member-record.operations.ts';

type Row = StaffMemberRowFragment;

const StaffMemberState = recordStateMark(
  {
    ACTIVE: { tone: 'positive', icon: IconCircleCheck },
    SUSPENDED: { tone: 'warning', icon: IconCircleOff },
    INVITED: { tone: 'neutral', icon: IconHourglass },
    EXPIRED: { tone: 'warning', icon: IconHourglassOff },
  },
  (state) => `staff.state.${state}`,
);
const SecondFactor = stateMark(
  {
    CODE_APP: { tone: 'neutral', icon: IconShieldCheck },
    PASSKEY: { tone: 'neutral', icon: IconShieldCheck },
    NONE: { tone: 'warning', icon: IconAlertTriangle },
    UNKNOWN: { tone: 'neutral', icon: IconWorld },
  },
  (factor) => `staff.factor.${factor}`,
);

/** Roles as the API's enum names them, which has no hyphens. */
const NAMES = ROLES.map((role) => role.replace('-', '_'));
const roleOf = (name: string) => ROLES[NAMES.indexOf(name)] as Role;

const roleWords = (roles: string | null | undefined, { t, locale }: CellFormats) =>
  formatList(
    rolesIn(roles).map((role) => t(`shell.role.${role}`)),
    locale,
  );

function Roles({ row, formats }: { readonly row: Row; readonly formats: CellFormats }) {
  const [first, ...more] = rolesIn(row.roles).map((role) => formats.t(`shell.role.${role}`));
  const asks =
    row.accessRequest == null ? null : (
      <State tone="warning" icon={IconUserQuestion} word={formats.t('staff.asks.mark')} />
    );
  if (first === undefined) return asks ?? nothing(formats);
  return (
    <span className="bc-phone-main">
      <span className="bc-cell-amount">{first}</span>
      {asks ?? (more.length === 0 ? null : <small>+ {formatList(more, formats.locale)}</small>)}
    </span>
  );
}

const timesOf = ({ reveals }: Row) => reveals?.times ?? null;

/** Contacts and codes of 30 days; below it, how unusual a day was. */
function Reveals({ row, formats }: { readonly row: Row; readonly formats: CellFormats }) {
  const times = timesOf(row);
  return (
    <span className="bc-phone-end">
      <b className="bc-cell-amount">{formats.figure(row.reveals?.total ?? 0)}</b>
      {times === null ? null : (
        <State tone="negative" icon={IconAlertTriangle} word={formats.t('staff.reveals.times', { times })} />
      )}
    </span>
  );
}

const InvitePanel = part(() => import('./invite-panel.tsx'), 'InvitePanel');

/** `/admin/people`. */
export const staffMembers = defineEntity({
  record: staffMemberRecord,
  path: '/admin/people',
  isDocked: true,
  list: {
    name: 'people',
    rowHeight: 45,
    capability: 'STAFF_MEMBERS',
    fileLabels: {
      revealed: 'staff.field.reveals',
      lastSeenAt: 'staff.field.lastSeenAt',
      stateReason: 'account.field.stateReason',
    },
    titleKey: 'shell.page.people',
    searchHintKey: () => 'staff.search.hint',
    emptyKey: 'staff.place.none',
    columns: [
      {
        key: 'name',
        headerKey: 'staff.field.person',
        width: 224,
        grows: true,
        isPinned: true,
        sort: 'name',
        exported: ['name', 'email'],
        render: ({ id, name, email, expiresAt, updatedBy }: Row, { t }) => (
          <>
            <Avatar id={id} name={name} />
            <span className="bc-phone-main">
              <b className="bc-cell-name" dir="auto">
                {name}
              </b>
              {expiresAt == null ? (
                <small dir="ltr">{email}</small>
              ) : updatedBy ? (
                <small dir="auto">{t('staff.invited-by', { name: updatedBy.name })}</small>
              ) : null}
            </span>
          </>
        ),
        copyText: ({ email }) => email ?? null,
      },
      {
        key: 'roles',
        headerKey: 'staff.field.roles',
        width: 168,
        render: (row, formats) => <Roles row={row} formats={formats} />,
        fullText: ({ roles }, formats) => roleWords(roles, formats),
      },
      {
        key: 'secondFactor',
        headerKey: 'staff.field.secondFactor',
        width: 124,
        render: ({ secondFactor, expiresAt }, formats) =>
          expiresAt == null ? <SecondFactor state={secondFactor} /> : nothing(formats),
      },
      {
        key: 'lastSignIn',
        headerKey: 'staff.field.lastSignInAt',
        width: 128,
        sort: 'lastSignIn',
        exported: ['lastSignInAt'],
        render: ({ lastSignInAt, expiresAt }, formats) =>
          lastSignInAt != null ? (
            relativeTime(lastSignInAt, formats)
          ) : expiresAt == null ? (
            nothing(formats)
          ) : (
            <small>
              {formats.t('staff.field.expiresAt')} {relativeTime(expiresAt, formats)}
            </small>
          ),
        fullText: ({ lastSeenAt }, formats) =>
          lastSeenAt == null ? null : formats.t('staff.seen', { time: formatExact(new Date(lastSeenAt), formats) }),
      },
      {
        key: 'reveals',
        headerKey: 'staff.field.reveals',
        width: 112,
        align: 'end',
        sort: 'reveals',
        exported: ['revealed'],
        render: (row, formats) => <Reveals row={row} formats={formats} />,
      },
      { key: 'state', headerKey: 'crud.field.state', width: 112, render: (row) => <StaffMemberState record={row} /> },
      { ...changedColumn<Row>(), isHiddenAtFirst: true },
    ],
    filters: [
      valueFilter('role', 'staff.field.roles', NAMES, (name) => `shell.role.${roleOf(name)}`),
      valueFilter(
        'secondFactor',
        'staff.field.secondFactor',
        ['CODE_APP', 'PASSKEY', 'NONE'],
        (factor) => `staff.factor.${factor}`,
      ),
      valueFilter('state', 'crud.field.state', STAFF_STATES, (state) => `staff.state.${state}`),
      { key: 'lastSignIn', labelKey: 'staff.field.lastSignInAt', shape: 'instant', mayBeEmpty: true },
      { key: 'asks', labelKey: 'staff.field.asks', shape: 'flag' },
      { key: 'unusual', labelKey: 'staff.field.unusual', shape: 'flag' },
    ],
    sorts: { name: 'NAME', email: 'EMAIL', lastSignIn: 'LAST_SIGN_IN', reveals: 'REVEALS', changed: 'UPDATED' },
    phoneRow: (row, formats) => (
      <PhoneRow
        face={<Avatar id={row.id} name={row.name} size="phone" />}
        title={<bdi>{row.name}</bdi>}
        end={row.lastSignInAt == null ? null : relativeTime(row.lastSignInAt, formats)}
        state={<StaffMemberState record={row} />}
      >
        {roleWords(row.roles, formats)}
      </PhoneRow>
    ),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ email }) => email ?? '',
  fields: entityLabels(staffMemberRecord, (field) => `staff.field.${field}`),
  otherFields: { secondFactor: 'staff.field.secondFactor', sessions: 'staff.sessions.title' },
  wordsOf: (field, value, formats) => {
    if (field === 'roles' && typeof value === 'string') return roleWords(value, formats);
    if (field === 'state' && (value === 'ACTIVE' || value === 'SUSPENDED')) return formats.t(`staff.state.${value}`);
    if (value === 'KEPT' || value === 'REMOVED' || value === 'ONE' || value === 'ALL')
      return formats.t(`staff.change.${value}`);
    return undefined;
  },
  Lead: StaffMemberLead,
  Fields: StaffMemberFields,
  drawn: ['name', 'email', 'roles', 'adminUrl', 'preferredLanguageKey'],
  State: StaffMemberState,
  Actions: StaffMemberAccess,
  creator: { titleKey: 'staff.invite.title', Panel: InvitePanel },
});
