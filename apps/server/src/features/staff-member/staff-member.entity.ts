import { ROLES, STAFF_STATES, staffMemberRecord } from '@backcounter/domain';
import { defineEntity, type Entity } from '../../crud/entity.ts';
import { noProblems } from '../../crud/entity-declaration.ts';
import { sortBy } from '../../listing/list-parts.ts';

/** `CAMPAIGN-VIEWER` as an enum's value. */
const ROLE_NAMES = ROLES.map((role) => role.replace('-', '_'));
const SECOND_FACTORS = ['CODE_APP', 'NONE', 'PASSKEY', 'UNKNOWN'] as const;

const entity = defineEntity({
  record: staffMemberRecord,
  typeName: 'StaffMember',
  description: 'A person who can sign in.',
  descriptions: {
    state: 'Whether they may sign in.',
    'state.ACTIVE': 'May sign in.',
    'state.SUSPENDED': 'May not sign in for now.',
    'state.INVITED': 'Has a link to choose a name and a password.',
    'state.EXPIRED': 'Was invited, but the link no longer works.',
    role: 'Roles, of which they have at least one.',
    ...Object.fromEntries(ROLES.map((role, index) => [`role.${ROLE_NAMES[index]}`, `The role \`${role}\`.`])),
    secondFactor: 'Second factor of their sign-in, besides the password.',
    'secondFactor.CODE_APP': 'A code of an authenticator app.',
    'secondFactor.NONE': 'Nothing.',
    'secondFactor.PASSKEY': 'A passkey.',
    'secondFactor.UNKNOWN': 'Another provider knows.',
    lastSignIn: 'When they last signed in.',
    asks: 'Whether they ask for roles.',
    unusual: 'Whether they were shown unusually much on a day of the last 30.',
  },
  trail: 'staff',
  key: { column: 'id', cast: 'text' },
  shown: {
    state: 'r.state',
    stateReason: 'r.state_reason',
    secondFactor: 'r.second_factor',
    lastSignInAt: 'r.last_sign_in_at',
    lastSeenAt: 'greatest(r.last_seen_at, r.last_sign_in_at)',
    isWaiting: 'r.is_waiting',
    reveals: 'r.reveals',
    exports: 'r.exports',
    expiresAt: 'r.expires_at',
    accessRequest: 'r.asks',
    isHere: 'r.is_here',
  },
  searched: ['r.name', 'r.email'],
  filters: {
    state: { kind: 'ENUM', sql: 'r.state', cast: 'text', values: STAFF_STATES },
    role: {
      kind: 'ENUM',
      sql: 'held.role',
      cast: 'text',
      values: ROLE_NAMES,
      related: `unnest(string_to_array(replace(r.roles, '-', '_'), ' ')) as held(role) where true`,
    },
    secondFactor: { kind: 'ENUM', sql: 'r.second_factor', cast: 'text', values: SECOND_FACTORS },
    lastSignIn: { kind: 'INSTANT', sql: 'r.last_sign_in_at' },
    asks: { kind: 'BOOLEAN', sql: 'r.asks is not null' },
    unusual: { kind: 'BOOLEAN', sql: `coalesce(r.reveals ->> 'times', r.exports ->> 'times') is not null` },
  },
  sorts: {
    NAME: sortBy.text('lower(r.name) collate "und-x-icu"', null),
    EMAIL: sortBy.text(`coalesce(lower(r.email), '')`, null),
    LAST_SIGN_IN: {
      sql: `coalesce(r.last_sign_in_at, '-infinity'::timestamptz)`,
      cast: 'timestamptz',
      field: null,
      defaultDirection: 'DESC',
      isDate: false,
    },
    REVEALS: {
      sql: `coalesce((r.reveals ->> 'total')::bigint, 0)`,
      cast: 'bigint',
      field: null,
      defaultDirection: 'DESC',
      isDate: false,
    },
  },
  defaultSort: 'LAST_SIGN_IN',
  usages: {},
  references: {},
  position: null,
  problems: noProblems,
  openActions: ({ isHere, state, isWaiting }) => {
    if (isHere !== true) return [];
    if (state === 'INVITED' || state === 'EXPIRED') return ['INVITE', 'REVOKE'];
    const locked = isWaiting === true ? (['UNLOCK'] as const) : [];
    return ['EDIT', state === 'ACTIVE' ? 'SUSPEND' : 'REACTIVATE', 'RESET', ...locked];
  },
});

const {
  reveals: _reveals,
  exports: _exports,
  isHere: _isHere,
  accessRequest: _accessRequest,
  isWaiting: _isWaiting,
  ...files
} = entity.list.exported.columns;

/** People who can sign in (decision 0208). Those of another provider are shown only. */
export const staffMember: Entity = {
  ...entity,
  list: {
    ...entity.list,
    from: 'staff_members() r',
    needs: { ...entity.list.needs, sessions: ['id'] },
    exported: {
      ...entity.list.exported,
      columns: { ...files, revealed: { sql: `coalesce((r.reveals ->> 'total')::bigint, 0)` } },
    },
  },
};
