import { describe, expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import type { TestToken } from '../testing/test-app.ts';
import { insertCampaign, insertCampaignStreamer, insertCoupons, insertStreamer } from '../testing/test-campaigns.ts';

const GROUPS = `query G($list: ListName!, $by: String!, $filter: JSON, $search: String) {
  listGroups(list: $list, by: $by, filter: $filter, search: $search) { value rows } }`;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 60);

async function groups(variables: object, token: TestToken = 'admin') {
  const { body } = await test.send(GROUPS, { ...variables }, { token });
  return body.errors?.[0].extensions.code ?? body.data.listGroups;
}

async function accounts(filter: object, search: string | null = null): Promise<number> {
  const text =
    'query A($filter: AccountFilter, $search: String) { accounts(filter: $filter, search: $search) { count { value } } }';
  return (await test.send(text, { filter, search })).body.data.accounts.count.value;
}

describe('the rows of a list by the values of a filter', () => {
  it('are as many as the list has with each value, most first', async () => {
    for (const by of ['state', 'country', 'area']) {
      const found = await groups({ list: 'ACCOUNTS', by });
      expect(found.length).toBe(2);
      expect(found[0].rows).toBeGreaterThanOrEqual(found[1].rows);
      for (const { value, rows } of found) expect(await accounts({ [by]: { in: [value] } })).toBe(rows);
    }
  });

  it('respect the other filters and the search, but not the filter itself', async () => {
    const filter = { state: { in: ['SUSPENDED'] }, country: { in: ['US'] } };
    const found = await groups({ list: 'ACCOUNTS', by: 'state', filter, search: 'Stone' });
    expect(found.map(({ value }: { value: string }) => value).toSorted()).toEqual(['ACTIVE', 'SUSPENDED']);
    for (const { value, rows } of found)
      expect(await accounts({ country: { in: ['US'] }, state: { in: [value] } }, 'Stone')).toBe(rows);
  });

  it('count a row once for each of its related records', async () => {
    const { pool } = test.database;
    const [one, two] = [await insertStreamer(pool), await insertStreamer(pool)];
    const campaigns = [await insertCampaign(pool), await insertCampaign(pool)];
    for (const campaign_id of campaigns) await insertCampaignStreamer(pool, { campaign_id, streamer_id: one });
    await insertCampaignStreamer(pool, { campaign_id: campaigns[0], streamer_id: two });
    expect(await groups({ list: 'CAMPAIGNS', by: 'streamer' })).toEqual([
      { value: one, rows: 2 },
      { value: two, rows: 1 },
    ]);
  });

  it('stay within the record that the list requires', async () => {
    const { pool } = test.database;
    const [one, other] = [await insertCampaign(pool), await insertCampaign(pool)];
    await insertCoupons(pool, one, ['7K3M9QXT0001', '7K3M9QXT0002']);
    await insertCoupons(pool, other, ['7K3M9QXT0003']);
    const filter = { campaign: { in: [one] } };
    expect(await groups({ list: 'COUPONS', by: 'status', filter })).toEqual([{ value: expect.any(String), rows: 2 }]);
    expect(await groups({ list: 'COUPONS', by: 'status' })).toBe('filter.invalid');
    expect(await groups({ list: 'COUPONS', by: 'campaign', filter })).toBe('filter.invalid');
  });

  it('need the rights of the list and of the filter', async () => {
    expect(await groups({ list: 'ACCOUNTS', by: 'state' }, 'campaign-manager')).toBe('access.denied');
    expect(await groups({ list: 'ACCOUNTS', by: 'hasEmail' })).toBe('filter.invalid');
    expect(await groups({ list: 'ACCOUNTS', by: 'unheard-of' })).toBe('filter.invalid');
    const filter = { hasEmail: true };
    expect(await groups({ list: 'ACCOUNTS', by: 'state', filter }, 'marketing')).toBe('access.denied');
    expect(await groups({ list: 'CAMPAIGNS', by: 'segment' }, 'campaign-manager')).toBe('access.denied');
  });
});

it('every filter of codes, ids or an enum can be counted', async () => {
  const { body } = await test.send('{ __type(name: "ListName") { enumValues { name } } }');
  for (const { name: list } of body.data.__type.enumValues) {
    const answer = await test.send(
      'query C($list: ListName!) { listCapabilities(list: $list) { filters { key kind } } }',
      { list },
    );
    for (const { key, kind } of answer.body.data.listCapabilities.filters) {
      if (!['CODE', 'ENUM', 'ID'].includes(kind)) continue;
      const found = await groups({ list, by: key });
      // Lists of one record's rows, and filters by rules.
      if (found !== 'filter.invalid') expect(found, `${list} by ${key}`).toEqual(expect.any(Array));
    }
  }
});
