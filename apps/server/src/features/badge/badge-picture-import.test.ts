import { beforeAll, expect, it } from 'vitest';
import { archiveOf, pictureOf } from '../../imports/testing/archives.ts';
import { importSteps } from '../../imports/testing/import-steps.ts';
import { fileApp, startFileWorker } from '../../testing/file-app.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { BADGES, insertTopicsAndBadges } from '../../testing/test-topics-badges.ts';

let red: Buffer;
const test = await fileApp();
const steps = importSteps(test);
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  red = await pictureOf('#c0392b');
});
startFileWorker(test);

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const pathOf = async (id: string) =>
  (await rowsOf('select image_path from badge where id = $1', [id]))[0].image_path as string | null;
const audit = () =>
  rowsOf(`select entity_id, changes from staff_audit_event where action = 'badge.update' order by id`);

it('pictures of badges are set by code or id, once each, and the earlier files are removed [import 12]', async () => {
  await rowsOf(`update badge set state = 'RETIRED' where code = 'by-rule'`);
  const files = {
    'badges/single.jpg': red,
    [`${BADGES.yearly}.jpg`]: red,
    'draft.png': red,
    'by-rule.png': red,
    'SINGLE.png': red,
  };
  const before = await pathOf(BADGES.single);
  const made = await steps.create('BADGE_PICTURES', archiveOf(files), 'badges.zip');
  const { checked, done, check, run } = await steps.runAll(made.id);
  expect(check).toEqual({ updated: 3, refused: 2 });
  expect(run).toEqual(check);
  expect(done.refusedRows).toEqual(checked.refusedRows);
  const rules = done.refusedRows.flatMap(({ problems }: { problems: { value: string; rule: string }[] }) =>
    problems.map(({ value, rule }) => [value, rule]),
  );
  expect(rules).toEqual([
    ['by-rule.png', 'not-editable'],
    ['SINGLE.png', 'unknown'],
  ]);
  const after = await pathOf(BADGES.single);
  expect(after).not.toBe(before);
  expect((await test.app.inject(test.files.badgeImages.address(after ?? ''))).statusCode).toBe(200);
  expect(await rowsOf('select key from file_garbage where key = any($1)', [[before, after]])).toEqual([
    { key: before },
  ]);
  expect(await audit()).toHaveLength(3);
  expect((await audit())[0]).toEqual({ entity_id: BADGES.single, changes: { imagePath: [before, after] } });

  const again = await steps.create('BADGE_PICTURES', archiveOf(files), 'badges.zip');
  expect((await steps.runAll(again.id)).run).toEqual({ unchanged: 3, refused: 2 });
  expect(await audit()).toHaveLength(3);
});

it('needs the right to edit badges, and to import [import 1]', async () => {
  for (const token of ['marketing', 'campaign-manager', 'nobody', 'machine']) {
    const uploadId = await steps.upload(archiveOf({ 'single.jpg': red }));
    const { body } = await importSteps(test, { token }).createFrom('BADGE_PICTURES', uploadId);
    expect(body.errors?.[0].extensions.code, token).toBe('access.denied');
  }
});
