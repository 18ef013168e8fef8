import { JOB_MACHINE } from '@backcounter/domain';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates } from '../../testing/state-cases.ts';

const test = await fileApp();

describeStates({
  machine: JOB_MACHINE,
  test: () => test,
  place: async (state) => {
    const { ownerPool } = test.database;
    await ownerPool.query('truncate job cascade');
    const finishedAt = ['QUEUED', 'RUNNING'].includes(state) ? 'null' : 'now()';
    const errorCode = state === 'FAILED' ? "'unexpected'" : 'null';
    const { rows } = await ownerPool.query(
      `with actor as (
         insert into staff_user (sub, display_name) values ('staff-admin', 'Admin')
         on conflict (sub) do update set display_name = excluded.display_name returning sub
       )
       insert into job (kind, params, requested_by, requested_roles, state, finished_at, error_code)
       select 'ledger.verify', '{}', sub, '{ADMIN}', '${state}', ${finishedAt}, ${errorCode} from actor returning id`,
    );
    return { id: rows[0].id, version: 1 };
  },
  // Retrying the failed records of a job creates another job.
  mutations: {
    CANCEL: ({ id }) => `mutation { cancelJob(input: { id: "${id}" }) { job { id } } }`,
    RETRY: ({ id }) => `mutation { retryJob(input: { id: "${id}" }) { job { id } } }`,
  },
  // A running job is canceled after its current batch.
  stateSql: `select case when state = 'RUNNING' and cancel_requested_at is not null then 'CANCELED' else state::text end as state
    from job where id = $1`,
});
