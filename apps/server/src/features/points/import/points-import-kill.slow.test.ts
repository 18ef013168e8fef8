import { cp } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { importSteps } from '../../../imports/testing/import-steps.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { untilJob } from '../../../testing/test-worker.ts';
import { killApp } from '../../../testing/worker-processes.ts';

const ACCOUNTS = 50;
const ROWS = 2_500;
/** In the middle of a batch of an import and of a reversal, and before the end of each. */
const STEPS = {
  post: 'after insert on points_import_row',
  reverse: 'before insert on staff_audit_event',
  end: `after update on job for each row when (new.state = 'SUCCEEDED')`,
};

const { test, gates, workers } = await killApp(STEPS, ACCOUNTS);

const sums = async () =>
  (
    await test.database.ownerPool.query(
      `select sum(balance)::int as balance, (select count(*)::int from points_transfer) as transfers,
         (select count(*)::int from staff_audit_event where action in ('points.import', 'points.reverse')) as audited
       from points_wallet`,
    )
  ).rows[0];

it('a file of points whose workers are killed is posted once, and reversed once [points 15]', async () => {
  const steps = importSteps(test);
  const { rows } = await test.database.ownerPool.query('select public_no as no from account order by id');
  const lines = Array.from({ length: ROWS }, (_each, at) => `${rows[at % ACCOUNTS]?.no},3`);
  const { id } = await steps.create('POINTS', ['number,points', ...lines].join('\n'));
  await cp(test.fileFolder, workers.folder, { recursive: true });
  await steps.start('checkImport', id);
  workers.start();
  await untilJob(test, (await steps.read(id)).check.id, 'SUCCEEDED', 'FAILED');
  await workers.kill();
  const started = await steps.start('runImport', id);
  const runId = started.body.data.runImport.import.run.id;
  await workers.live(gates, { gate: 'post', nth: 2, isCut: true });
  await workers.live(gates, { gate: 'post', nth: 1 });
  await workers.live(gates, { gate: 'end', isCut: true });
  workers.start();
  await untilJob(test, runId, 'SUCCEEDED', 'FAILED');
  await workers.kill();
  expect(await sums()).toEqual({ balance: ROWS * 3, transfers: ROWS, audited: ROWS });

  const [file] = (await test.send('{ pointsImports { id } }')).body.data.pointsImports;
  const answer = await test.send(
    'mutation($i: ReversePointsImportInput!) { reversePointsImport(input: $i) { job { id } } }',
    { i: { id: file.id, reason: 'Wrong file' } },
  );
  const jobId = answer.body.data.reversePointsImport.job.id;
  await workers.live(gates, { gate: 'reverse', nth: 2, isCut: true });
  await workers.live(gates, { gate: 'reverse', nth: 1 });
  workers.start();
  await untilJob(test, jobId, 'SUCCEEDED', 'FAILED');
  // Suspended accounts keep theirs.
  const { rows: frozen } = await test.database.ownerPool.query(
    'select count(*)::int as n from points_wallet where frozen and balance > 0',
  );
  const kept = frozen[0].n * (ROWS / ACCOUNTS);
  expect(await sums()).toEqual({ balance: kept * 3, transfers: ROWS + ROWS - kept, audited: ROWS + ROWS - kept });
  expect(await ledgerFaults(test.database.ownerPool)).toEqual([]);
  // Longer: each kill is followed by a start of the worker process.
}, 300_000);
