import { createHash, randomUUID } from 'node:crypto';
import { MACHINE_CLIENT_MACHINE } from '@backcounter/domain';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates } from '../../testing/state-cases.ts';

const test = await fileApp();

const change = (name: string, { id, version }: { id: string; version: number }, more = '') =>
  `mutation { ${name}(input: { id: "${id}", expectedVersion: ${version}${more} }) { machineClient { id } } }`;

describeStates({
  machine: MACHINE_CLIENT_MACHINE,
  test: () => test,
  place: async (state) => {
    const { rows } = await test.database.ownerPool.query(
      `insert into machine_client (client_id, name, scopes, state, state_reason)
       values ($1, 'Till', 'account.sync', $2::machine_client_state, case when $2 = 'SUSPENDED' then 'lost' end) returning id, version`,
      [`till-${randomUUID()}`, state],
    );
    return rows[0];
  },
  mutations: {
    EDIT: (record) => change('updateMachineClient', record, ', patch: { name: "Other" }'),
    ROTATE: (record) => {
      const hash = createHash('sha256').update(record.id).digest('base64url');
      return change('rotateMachineClientSecret', record, `, secretHash: "${hash}", endsPresentSecret: true`);
    },
    SUSPEND: (record) => change('suspendMachineClient', record, ', reason: "lost"'),
    REACTIVATE: (record) => change('reactivateMachineClient', record),
  },
  stateSql: 'select state::text from machine_client where id = $1',
});
