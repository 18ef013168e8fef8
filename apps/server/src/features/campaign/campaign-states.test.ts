import { CAMPAIGN_MACHINE } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { callFunction } from '../../db/call-function.ts';
import { fileApp } from '../../testing/file-app.ts';
import { describeStates } from '../../testing/state-cases.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../testing/test-campaigns.ts';

let next = 0;
const test = await fileApp();
await insertReferenceData(test.database.ownerPool);

const expected = ({ id, version }: { id: string; version: number }) => `id: "${id}", expectedVersion: ${version}`;

describeStates({
  machine: CAMPAIGN_MACHINE,
  test: () => test,
  place: async (state, action) => {
    next += 1;
    const { ownerPool } = test.database;
    const id = await insertCampaign(ownerPool, { state, coupons_limit: 100 });
    await insertCoupons(ownerPool, id, [`7K3M9QXT${next.toString().padStart(4, '0')}`]);
    if (action === 'ARCHIVE') {
      await ownerPool.query(`alter table campaign disable trigger campaign_check_change;
        update campaign set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = '${id}';
        alter table campaign enable trigger campaign_check_change`);
    }
    const { rows } = await ownerPool.query('select id, version, code as label from campaign where id = $1', [id]);
    return rows[0];
  },
  mutations: {
    EDIT: (record) =>
      `mutation { updateCampaign(input: { ${expected(record)}, patch: { name: "New" } }) { campaign { id } } }`,
    ACTIVATE: (record) =>
      `mutation { activateCampaign(input: { ${expected(record)}, agreed: { uses: 100, discountMinor: 50000, points: 0 } }) { campaign { id } } }`,
    PAUSE: (record) => `mutation { pauseCampaign(input: { ${expected(record)}, reason: "Leak" }) { campaign { id } } }`,
    RESUME: (record) => `mutation { resumeCampaign(input: { ${expected(record)} }) { campaign { id } } }`,
    CANCEL: (record) =>
      `mutation { cancelCampaign(input: { ${expected(record)}, reason: "Error", confirmCode: "${record.label}" }) { campaign { id } } }`,
    ARCHIVE: (record) => `mutation { archiveCampaign(input: { ${expected(record)} }) { campaign { id } } }`,
    DUPLICATE: ({ id, label }) =>
      `mutation { duplicateCampaign(input: { id: "${id}", code: "${label}-COPY", name: "Copy" }) { campaign { id } } }`,
  },
  stateSql: 'select state::text from campaign where id = $1',
});

it('changes many campaigns at once, and returns why others were skipped', async () => {
  const { db, ownerPool } = test.database;
  const active = await insertCampaign(ownerPool, { state: 'ACTIVE' });
  const paused = await insertCampaign(ownerPool, { state: 'PAUSED' });
  const draft = await insertCampaign(ownerPool);
  const nobody = '00000000-0000-0000-0000-000000000000';
  const by = { why: 'Leak', by_sub: 'staff-admin' };
  const answers = await callFunction(db, 'change_campaign_states', {
    action: 'PAUSE',
    ids: [draft, nobody, paused, active],
    ...by,
  });
  expect(new Map(answers.map(({ id, ...rest }) => [id, rest]))).toEqual(
    new Map([
      [active, { refusal: null, changes: { state: ['ACTIVE', 'PAUSED'], stateReason: [null, 'Leak'] } }],
      [paused, { refusal: 'already-paused', changes: null }],
      [draft, { refusal: 'is-draft', changes: null }],
    ]),
  );
});
