import { AUDIT_KINDS } from '@backcounter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { NAMED_KINDS } from '../features/audit/named-kinds.ts';
import { fileApp } from '../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../testing/test-campaigns.ts';
import { insertStores } from '../testing/test-stores.ts';
import { canHaveName, namesOf } from './record-names.ts';

const SERVICES = { namedKinds: NAMED_KINDS };
const SOME_ID = '0198c0de-0000-7000-8000-000000000001';
/** Kinds whose actions are about no record, or about one that only has a kind and a time: a job, a session, a secret. */
const NAMELESS = [
  'attention',
  'audit',
  'backup',
  'dashboard',
  'export',
  'import',
  'job',
  'picture',
  'points',
  'preference',
];

let campaign: string;
let coupon: string;
let store: { id: string; name: string };

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 5);
  await insertStores(pool, 3);
  campaign = await insertCampaign(pool, { state: 'ACTIVE', code: 'SPRING', name: 'Spring sale' });
  [coupon = ''] = await insertCoupons(pool, campaign, ['8K3M9QXTWBRH']);
  ({
    rows: [store],
  } = (await pool.query('select id, name from store order by id limit 1')) as unknown as { rows: [typeof store] });
});

async function write(kind: string, id: string, changes: object): Promise<void> {
  await test.database.pool.query(
    `insert into staff_audit_event (actor_sub, actor_roles, action, entity_type, entity_id, outcome, changes)
     values ('namer', array['ADMIN'], $1 || '.update', $1, $2, 'DONE', $3)`,
    [kind, id, changes],
  );
}

it('has names for every kind of record, or a reason', () => {
  const without = AUDIT_KINDS.filter((kind) => !canHaveName(SERVICES, { kind, id: SOME_ID }));
  expect([...without].sort()).toEqual([...NAMELESS, 'presence', 'secret', 'session'].sort());
});

it('names a coupon by the end of its code, with its campaign', async () => {
  await write('coupon', coupon, {});
  const { body } = await test.send(
    '{ auditEvents(first: 1, filter: { kind: { in: ["coupon"] } }) { nodes { record { name parentId } } } }',
  );
  expect(body.data.auditEvents.nodes).toEqual([{ record: { name: '…WBRH', parentId: campaign } }]);
});

describe('ids in changes', () => {
  const CHANGES = 'nodes { changes { field names } }';
  const asked = async (token: 'admin' | 'campaign-viewer') =>
    (await test.send(`{ campaign(id: "${campaign}") { history(first: 1) { ${CHANGES} } } }`, {}, { token })).body.data
      .campaign.history.nodes[0].changes;

  it('are named, wherever they are in a value and whatever the field, as far as the reader may see them', async () => {
    const unknown = SOME_ID;
    await write('campaign', campaign, {
      areaIds: [null, [AREAS.bavaria]],
      partners: [null, [{ of: { store: store.id } }, unknown]],
      someone: [accountId(1), null],
    });
    const account = (await test.send(`{ account(id: "${accountId(1)}") { displayName number } }`)).body.data.account;
    const [areas, partners, someone] = await asked('admin');
    expect(areas).toEqual({
      field: 'areaIds',
      names: { [AREAS.bavaria]: expect.objectContaining({ 'de-DE': 'Bayern' }) },
    });
    expect(partners).toEqual({ field: 'partners', names: { [store.id]: store.name } });
    expect(someone.names).toEqual({ [accountId(1)]: account.displayName ?? String(account.number) });
    expect(await asked('campaign-viewer')).toEqual([areas, partners, { field: 'someone', names: {} }]);
  });
});

it('takes one statement for all names of a page', async () => {
  const texts: string[] = [];
  const rows = ({ text }: { readonly text: string }) => Promise.resolve(texts.push(text) > 0 ? [] : []);
  const records = AUDIT_KINDS.map((kind) => ({ kind, id: SOME_ID }));
  await namesOf({ sql: { rows }, services: SERVICES, signal: new AbortController().signal } as never, records);
  expect(texts).toHaveLength(1);
});
