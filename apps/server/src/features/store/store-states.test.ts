import { STORE_MACHINE } from '@backcounter/domain';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates } from '../../testing/state-cases.ts';
import { AREAS, insertReferenceData } from '../../testing/test-accounts.ts';

let next = 0;
const test = await fileApp();
await insertReferenceData(test.database.ownerPool);

const change = (name: string, { id, version }: { id: string; version: number }, more = '') =>
  `mutation { ${name}(input: { id: "${id}", expectedVersion: ${version}${more} }) { store { id } } }`;

describeStates({
  machine: STORE_MACHINE,
  test: () => test,
  place: async (state) => {
    next += 1;
    const { rows } = await test.database.ownerPool.query(
      `insert into store (sid, name, country_code, area_id, opened_on, state, state_reason, closed_at) values
         ($1, 'Store', 'DE', $2, '2020-01-01', $3::store_state,
          case when $3 in ('SUSPENDED', 'CLOSED') then 'before' end, case when $3 = 'CLOSED' then now() end)
       returning id, version, sid as label`,
      [`STATE${String(next).padStart(3, '0')}`, AREAS.bavaria, state],
    );
    return rows[0];
  },
  mutations: {
    EDIT: (record) => change('updateStore', record, ', patch: { city: "Ulm" }'),
    ACTIVATE: (record) => change('activateStore', record),
    SUSPEND: (record) => change('suspendStore', record, ', reason: "Flood"'),
    REACTIVATE: (record) => change('reactivateStore', record),
    CLOSE: (record) => change('closeStore', record, `, reason: "Lease ended", confirmSid: "${record.label}"`),
  },
  stateSql: 'select state::text from store where id = $1',
});
