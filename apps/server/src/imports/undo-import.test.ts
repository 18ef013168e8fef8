import { expect, it } from 'vitest';
import { untilJob } from '../testing/test-worker.ts';
import { importApp } from './testing/import-steps.ts';

const { test, steps } = await importApp();
const rowsOf = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const preview = async (id: string, restoresChanged = false) => {
  const { body } = await steps.send(
    'query ($id: ID!, $all: Boolean) { previewUndoJob(id: $id, restoresChanged: $all) { groups { reason count samples { label } } } }',
    { id, all: restoresChanged },
  );
  return body.data.previewUndoJob.groups.map(
    ({ reason, samples }: { reason: string | null; samples: { label: string }[] }) =>
      [reason ?? 'DONE', samples.map(({ label }) => label).join(' ')] as const,
  );
};
async function undo(id: string, more = {}) {
  const { body } = await steps.send('mutation ($i: UndoJobInput!) { undoJob(input: $i) { job { id } } }', {
    i: { id, reason: 'Wrong file', ...more },
  });
  expect(body.errors).toBeUndefined();
  const undone = body.data.undoJob.job.id;
  await untilJob(test, undone, 'SUCCEEDED', 'FAILED');
  return { id: undone, outcomes: (await rowsOf(`select outcomes from job where id = '${undone}'`))[0].outcomes };
}
const categories = () =>
  rowsOf(
    `select code, name_i18n as names, archived_at is not null as gone from topic_category where code like 'u-%' order by code`,
  );
async function run(content: string, entity = 'TOPIC_CATEGORIES') {
  const { id } = await steps.create(entity, content);
  return (await steps.runAll(id)).done.run.id as string;
}

it('an import of reference data is undone: changed records are restored, created ones archived', async () => {
  await run('code,nameI18n.en-US\nu-a,A\nu-b,B\nu-c,C');
  const before = await categories();
  const job = await run('code,nameI18n.en-US\nu-a,A2\nu-b,B2\nu-c,C2\nu-d,D\nu-e,E');
  await rowsOf(
    `update topic_category set name_i18n = '{"en-US":"Kept"}', version = version + 1 where code in ('u-b', 'u-e')`,
  );
  expect(await preview(job)).toEqual([
    ['DONE', 'u-a u-c u-d'],
    ['changed-since', 'u-b u-e'],
  ]);
  const back = await undo(job);
  expect(back.outcomes).toEqual({ DONE: 3, 'SKIPPED changed-since': 2 });
  expect(await categories()).toEqual([
    before[0],
    { ...before[1], names: { 'en-US': 'Kept' } },
    before[2],
    { code: 'u-d', names: { 'en-US': 'D' }, gone: true },
    { code: 'u-e', names: { 'en-US': 'Kept' }, gone: false },
  ]);
  expect((await undo(back.id)).outcomes).toEqual({ DONE: 3 });
  expect((await categories()).map(({ names, gone }) => [names['en-US'], gone])).toEqual([
    ['A2', false],
    ['Kept', false],
    ['C2', false],
    ['D', false],
    ['Kept', false],
  ]);
  expect((await undo(job, { restoresChanged: true })).outcomes).toEqual({ DONE: 5 });
  expect((await categories()).map(({ gone }) => gone)).toEqual([false, false, false, true, true]);
});

it('a draft stays, and imports of texts, codes, points and pictures are refused', async () => {
  const job = await run('sid,name,countryCode,areaCode\nUNDO0001,Undone,DE,BY', 'STORES');
  expect(await preview(job)).toEqual([['is-draft', 'UNDO0001']]);
  await rowsOf(`update job set params = jsonb_set(params, '{entity}', '"TRANSLATIONS"') where id = '${job}'`);
  const { body } = await steps.send('query ($id: ID!) { job(id: $id) { canUndo } }', { id: job });
  expect(body.data.job.canUndo).toBe(false);
});
