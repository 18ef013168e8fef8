import { STREAMER_MACHINE } from '@backcounter/domain';
import { fileApp } from '../../../testing/file-app.ts';
import { describeStates } from '../../../testing/state-cases.ts';

const test = await fileApp();

const change = (name: string, { id, version }: { id: string; version: number }, more = '') =>
  `mutation { ${name}(input: { id: "${id}", expectedVersion: ${version}${more} }) { streamer { id } } }`;

describeStates({
  machine: STREAMER_MACHINE,
  test: () => test,
  place: async (state) => {
    const { rows } = await test.database.ownerPool.query(
      `insert into streamer (display_name, platform, channel_url, state, state_reason)
       values ('Ada', 'TWITCH', 'https://example.org', $1::streamer_state, case when $1 = 'SUSPENDED' then 'late' end) returning id, version`,
      [state],
    );
    return rows[0];
  },
  mutations: {
    EDIT: (record) => change('updateStreamer', record, ', patch: { displayName: "Grace" }'),
    SUSPEND: (record) => change('suspendStreamer', record, ', reason: "late"'),
    REACTIVATE: (record) => change('reactivateStreamer', record),
  },
  stateSql: 'select state::text from streamer where id = $1',
});
