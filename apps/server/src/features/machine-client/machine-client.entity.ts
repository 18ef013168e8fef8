import { MACHINE_CLIENT_MACHINE, MACHINE_CLIENT_STATES, machineClientRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ID_KEY, noProblems } from '../../crud/entity-declaration.ts';
import { sortBy } from '../../listing/list-parts.ts';

const SECRETS = `(select coalesce(jsonb_agg(jsonb_build_object('createdAt', s.created_at, 'expiresAt', s.expires_at,
    'createdBy', coalesce(u.display_name, s.created_by)) order by s.id desc), '[]')
  from machine_client_secret s left join staff_user u on u.sub = s.created_by
  where s.machine_client_id = r.id and (s.expires_at is null or s.expires_at > now()))`;

/** Programs that may use the API, with their scopes (decision 0072). */
export const machineClient = defineEntity({
  record: machineClientRecord,
  typeName: 'MachineClient',
  description: 'A program that may use the API.',
  descriptions: {
    lastUsed: 'When they last used the API.',
    'state.ACTIVE': 'May use the API.',
    'state.SUSPENDED': 'May not use the API for now.',
  },
  key: ID_KEY,
  shown: {
    state: 'r.state::text',
    stateReason: 'r.state_reason',
    lastUsedAt: 'r.last_used_at',
    secrets: SECRETS,
    documents: 'array(select d.name from registered_document d where d.machine_client_id = r.id order by d.name)',
  },
  searched: ['r.client_id', 'r.name'],
  filters: {
    state: { kind: 'ENUM', sql: 'r.state', cast: 'machine_client_state', values: MACHINE_CLIENT_STATES },
    lastUsed: { kind: 'INSTANT', sql: 'r.last_used_at' },
  },
  sorts: {
    NAME: sortBy.text('lower(r.name) collate "und-x-icu"', null),
    CLIENT_ID: sortBy.text('r.client_id', 'clientId'),
    LAST_USED: {
      sql: `coalesce(r.last_used_at, '-infinity'::timestamptz)`,
      cast: 'timestamptz',
      field: null,
      defaultDirection: 'DESC',
      isDate: false,
    },
  },
  defaultSort: 'NAME',
  usages: {},
  references: {},
  position: null,
  problems: noProblems,
  machine: MACHINE_CLIENT_MACHINE,
});
