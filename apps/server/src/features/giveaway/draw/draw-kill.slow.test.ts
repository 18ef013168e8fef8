import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  CHUNK_LEAVES,
  drawKey,
  drawWinners,
  leafChunks,
  pseudonymOf,
  rootOfChunks,
  verifyBundle,
} from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  ageFreeze,
  insertEntries,
  insertGiveaway,
  PATIENCE,
  SALT,
  SEED,
  takeStep,
  untilWaiting,
} from './testing/draw-kit.ts';

const ENTRIES = 2 * CHUNK_LEAVES + 100;
const PROGRAM = fileURLToPath(new URL('./testing/clock-process.ts', import.meta.url));

let test: TestApp;
let folder: string;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'draw-kill-'));
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ENTRIES);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Starts a step in another process, kills that process while its transaction waits for a lock held here, and takes the step
 * in this process.
 */
async function killIn(lock: string, waitsIn: string, step: 'freeze' | 'draw' | 'prove'): Promise<void> {
  const holder = await test.database.ownerPool.connect();
  try {
    await holder.query(`begin; ${lock}`);
    const child = spawn(process.execPath, ['--conditions=source', PROGRAM, test.database.url, folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.add(child);
    await untilWaiting(test.database.ownerPool, waitsIn);
    child.kill('SIGKILL');
    await once(child, 'exit');
    children.delete(child);
    await holder.query('rollback');
  } finally {
    holder.release();
  }
  // The transaction of the dead process ends once the database notices; until then its locks remain.
  await expect.poll(() => takeStep(test, step), PATIENCE).toBe(true);
}

it('a worker killed in the freeze, the draw and the proof leaves no partial result, and another one gets the same result [draw 7]', async () => {
  const id = await insertGiveaway(test);
  const { ownerPool } = test.database;
  await insertEntries(ownerPool, id, ENTRIES);
  const { rows } = await ownerPool.query(
    `select id, account_id, tickets from giveaway_entry where giveaway_id = $1 and state = 'VALID' order by id`,
    [id],
  );
  const entries = rows.map((row) => ({
    id: row.id,
    tickets: row.tickets,
    pseudonym: pseudonymOf(SALT, row.account_id),
  }));
  const root = rootOfChunks(leafChunks(entries));
  const expected = drawWinners(
    entries.map(({ tickets }) => tickets),
    drawKey(id, root, SEED),
    5,
  ).map(({ index }) => entries[index]?.id);

  await killIn('lock table giveaway_leaf_chunk in share mode', 'insert into giveaway_leaf_chunk', 'freeze');
  await ageFreeze(ownerPool, id);
  await killIn('lock table giveaway_winner in share mode', 'record_giveaway_draw', 'draw');
  await killIn(`select from giveaway where id = '${id}' for no key update`, 'proof_path =', 'prove');

  const giveaway = (await ownerPool.query('select * from giveaway where id = $1', [id])).rows[0];
  expect(giveaway).toMatchObject({ state: 'DRAWN', entries_count: entries.length });
  expect(new Uint8Array(giveaway.entries_root)).toEqual(root);
  const winners = await ownerPool.query(
    'select entry_id from giveaway_winner where giveaway_id = $1 order by draw_position',
    [id],
  );
  expect(winners.rows.map(({ entry_id }) => entry_id)).toEqual(expected);
  const recorded = await ownerPool.query(
    'select type, count(*)::int as n from giveaway_transaction where giveaway_id = $1 group by type order by type',
    [id],
  );
  expect(recorded.rows).toEqual([
    { type: 'FROZEN', n: 1 },
    { type: 'DRAWN', n: 1 },
    { type: 'WON', n: 3 },
    { type: 'ALTERNATE_DRAWN', n: 2 },
  ]);
  const proof = JSON.parse(await text((await test.fileStore.read(`proofs/${id}.json`)).content));
  expect(verifyBundle(proof).isVerified).toBe(true);
});
