import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { archiveOf, pictureOf } from '../../../imports/testing/archives.ts';
import { counts, importSteps } from '../../../imports/testing/import-steps.ts';
import { untilJob } from '../../../testing/test-worker.ts';
import { killApp } from '../../../testing/worker-processes.ts';

const ACCOUNTS = 60;
/** In the middle of a batch, after its first files were written, and before the end. */
const STEPS = {
  audit: 'before insert on staff_audit_event',
  end: `after update on job for each row when (new.state = 'SUCCEEDED')`,
};

const { test, gates, workers } = await killApp(STEPS, ACCOUNTS);

it('an import of pictures whose workers are killed sets each once, with one audit event [import 12]', async () => {
  const steps = importSteps(test);
  const pool = test.database.ownerPool;
  const { rows } = await pool.query(
    'select public_no as no, firebase_id from account where firebase_id is not null order by id',
  );
  const [red, blue] = await Promise.all([pictureOf('#c0392b'), pictureOf('#2980b9')]);
  // Half of them have another picture, which a killed worker may have replaced without its event.
  for (const { firebase_id: id } of rows.filter((_each, at) => at % 2 === 0)) {
    await test.files.pictures.put(test.database.db, id, await test.files.uploads.normalised('picture', blue));
    await pool.query('update account set has_picture = true where firebase_id = $1', [id]);
  }
  const { id } = await steps.create(
    'ACCOUNT_PICTURES',
    archiveOf(Object.fromEntries(rows.map(({ no }) => [`${no}.jpg`, red]))),
  );
  await cp(test.fileFolder, workers.folder, { recursive: true });
  const step = async (name: 'check' | 'run') =>
    (await steps.start(name === 'check' ? 'checkImport' : 'runImport', id)).body.data[`${name}Import`].import[name].id;
  const checkId = await step('check');
  workers.start();
  await untilJob(test, checkId, 'SUCCEEDED', 'FAILED');
  await workers.kill();
  const runId = await step('run');
  await workers.live(gates, { gate: 'audit', nth: 5, isCut: true });
  await workers.live(gates, { gate: 'audit', nth: 14 });
  await workers.live(gates, { gate: 'end', isCut: true });
  workers.start();
  await untilJob(test, runId, 'SUCCEEDED', 'FAILED');
  await workers.kill();
  expect(counts((await steps.read(id)).run)).toEqual({ updated: rows.length });
  const { rows: audited } = await pool.query(
    `select count(*)::int as events, count(distinct entity_id)::int as accounts from staff_audit_event where action = 'account.set-picture'`,
  );
  expect(audited).toEqual([{ events: rows.length, accounts: rows.length }]);
  const { rows: left } = await pool.query(`select key from file_garbage where key like 'profile%'`);
  expect(left).toEqual([]);
  // Longer: each kill is followed by a start of the worker process.
}, 300_000);
