import { APP_MACHINE, APP_STATES, appRecord, EMBEDDING_APP } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ID_KEY, noProblems } from '../../crud/entity-declaration.ts';
import { sortBy } from '../../listing/list-parts.ts';

/** Pages of other origins that people may sign in to (decision 0218). */
export const app = defineEntity({
  record: appRecord,
  typeName: 'App',
  description: 'A page of another origin that people may sign in to.',
  descriptions: {
    'state.ACTIVE': 'People can use it.',
    'state.SUSPENDED': 'No one can use it for now.',
  },
  key: ID_KEY,
  shown: {
    state: 'r.state::text',
    stateReason: 'r.state_reason',
    documents: 'array(select d.name from registered_document d where d.app_id = r.id order by d.name)',
    people: '(select count(*)::int from identity.app_consent c where c.client_id = r.client_id)',
  },
  searched: ['r.client_id', 'r.name'],
  filters: { state: { kind: 'ENUM', sql: 'r.state', cast: 'app_state', values: APP_STATES } },
  sorts: {
    NAME: sortBy.text('lower(r.name) collate "und-x-icu"', null),
    CLIENT_ID: sortBy.text('r.client_id', 'clientId'),
  },
  defaultSort: 'NAME',
  usages: {},
  references: {},
  position: null,
  problems: noProblems,
  fixed: ({ clientId }) =>
    clientId === EMBEDDING_APP ? 'The setting EMBED_ORIGINS changes this app, and nothing else.' : null,
  machine: APP_MACHINE,
});
