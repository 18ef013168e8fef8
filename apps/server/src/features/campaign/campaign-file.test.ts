import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { insertCampaign, insertCampaignStreamer, insertStreamer } from '../../testing/test-campaigns.ts';
import { untilJob } from '../../testing/test-worker.ts';

const STREAMER = { token: 'campaign-streamer' };
const VIEWER = { token: 'campaign-viewer' };
const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  const me = await insertStreamer(pool, { staff_sub: 'staff-campaign-streamer', display_name: 'Luna' });
  const other = await insertStreamer(pool, { display_name: 'Nova' });
  const [mine, both, foreign, left] = await Promise.all(
    ['MINE', 'BOTH', 'FOREIGN', 'LEFT'].map((code) =>
      insertCampaign(pool, {
        code,
        name: `${code}, "quoted"`,
        budget_minor: 999_999_999,
        redemptions_limit: 777_777_777,
        created_at: '2026-01-01',
      }),
    ),
  );
  for (const [campaign_id, streamer_id, removed_at] of [
    [mine, me, null],
    [both, me, null],
    [both, other, null],
    [foreign, other, null],
    [left, me, new Date()],
  ])
    await insertCampaignStreamer(pool, { campaign_id, streamer_id, removed_at });
});
startFileWorker(test);

async function start(columns: readonly string[], request: { token: string }, selection: object = {}) {
  const input = {
    list: 'CAMPAIGNS',
    format: 'CSV',
    selection,
    locale: 'en-US',
    timeZone: 'UTC',
    columns: columns.map((key) => ({ key })),
  };
  const { body } = await test.send(
    'mutation($input: StartExportInput!) { startExport(input: $input) { job { id } } }',
    { input },
    request,
  );
  return {
    id: body.data?.startExport?.job.id as string,
    code: body.errors?.[0]?.extensions.code as string | undefined,
  };
}

async function fileOf(columns: readonly string[], request: { token: string }, selection?: object) {
  const { id, code } = await start(columns, request, selection);
  expect(code).toBeUndefined();
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  const { body } = await test.send('query($id: ID!) { job(id: $id) { result { rows url } } }', { id }, request);
  const { payload } = await test.app.inject({ method: 'GET', url: body.data.job.result.url });
  const rows: string[][] = parse(payload, { bom: true });
  expect(rows.length - 1).toBe(body.data.job.result.rows);
  return { rows, text: payload };
}

const offered = async (request: { token: string }): Promise<string[]> =>
  (await test.send('{ exportOffer(list: CAMPAIGNS) { columns } }', {}, request)).body.data.exportOffer.columns;

it("a streamer's export has only their own campaigns, and no column reveals others [campaigns 7]", async () => {
  const columns = await offered(STREAMER);
  const { rows, text } = await fileOf(columns, STREAMER);
  const codes = rows.slice(1).map((row) => row[columns.indexOf('code')]);
  expect(codes.sort()).toEqual(['BOTH', 'MINE']);
  for (const hidden of ['FOREIGN', 'LEFT', 'Nova', '999999999', '777777777']) expect(text).not.toContain(hidden);
});

it('ids, filters and searches of others add nothing to it [campaigns 7]', async () => {
  const everybody = await fileOf(['code'], VIEWER);
  expect(everybody.rows.length).toBe(5);
  const { rows } = await test.database.ownerPool.query('select id from campaign');
  const chosen = await fileOf(['code'], STREAMER, { ids: rows.map(({ id }: { id: string }) => id) });
  expect(chosen.rows.slice(1).flat().sort()).toEqual(['BOTH', 'MINE']);
  const found = await fileOf(['code'], STREAMER, { search: 'FOREIGN' });
  expect(found.rows.slice(1)).toEqual([]);
});

it('columns with totals, budget and limits are neither offered nor exported [campaigns 7]', async () => {
  const own = await offered(STREAMER);
  const hidden = (await offered(VIEWER)).filter((column) => !own.includes(column));
  expect(hidden).toEqual(expect.arrayContaining(['budgetMinor', 'redemptionsLimit']));
  for (const column of hidden) expect((await start(['code', column], STREAMER)).code).toBe('field.invalid');
});
