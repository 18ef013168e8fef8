import { randomBytes } from 'node:crypto';
import { rulesHash } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadServerSecret } from '../../../db/server-secret.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, TEST_CONFIG, type TestApp } from '../../../testing/test-app.ts';
import { GIVEAWAY_SEED_SECRET, openSeed } from '../giveaway-seed.ts';
import { giveawayDesk, moveDates } from '../testing/giveaway-kit.ts';
import { giveawayClock } from './due-giveaways.ts';
import { readDrawRules } from './read-draw-rules.ts';
import { ageFreeze, insertEntries } from './testing/draw-kit.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const PRIZE = { rank: 1, titleI18n: { 'en-US': 'Mug' }, quantity: 1, kind: 'PHYSICAL' };

let without: TestApp;
let before: TestApp;
let rotated: TestApp;
const apps = () => [without, before, rotated];

beforeAll(async () => {
  without = await createTestApp();
  const on = (drawKeys: readonly Buffer[]) =>
    createTestApp({ config: { ...TEST_CONFIG, drawKeys } }, () => [], without.database);
  before = await on([OLD]);
  rotated = await on([NEW, OLD]);
  await insertReferenceData(without.database.ownerPool);
  await insertAccounts(without.database.ownerPool, 3);
});
afterAll(async () => {
  await rotated.close();
  await before.close();
  await without.close();
});

const publish = async (app: TestApp) => {
  const desk = giveawayDesk(() => app, 'admin');
  return desk.done(desk.publish(await desk.made({ prizes: [PRIZE] })));
};
const sealedOf = async (id: string): Promise<Buffer> =>
  (await without.database.ownerPool.query('select seed_encrypted as sealed from giveaway where id = $1', [id])).rows[0]
    .sealed;

it('encrypts seeds with the first key of DRAW_KEY, which the database does not have', async () => {
  const inside = await loadServerSecret(without.database.db, GIVEAWAY_SEED_SECRET);
  for (const [app, key] of [
    [without, inside],
    [before, OLD],
    [rotated, NEW],
  ] as const) {
    const { id } = await publish(app);
    const sealed = await sealedOf(id);
    expect(openSeed(key, id, sealed)).toHaveLength(32);
    for (const other of [inside, OLD, NEW].filter((each) => each !== key))
      expect(() => openSeed(other, id, sealed)).toThrow();
  }
});

it('says before and at publication where the key is', async () => {
  const answers = [];
  for (const app of apps()) {
    const { id } = await publish(app);
    const text = 'query($id: ID!) { giveaway(id: $id) { isSeedKeyOutsideDatabase } }';
    const { body } = await app.send(text, { id }, { token: 'marketing' });
    const { rows } = await app.database.ownerPool.query(
      `select changes -> 'isSeedKeyOutsideDatabase' as key from staff_audit_event where entity_id = $1 and action = 'giveaway.publish'`,
      [id],
    );
    answers.push([body.data?.giveaway.isSeedKeyOutsideDatabase, rows[0].key]);
  }
  expect(answers).toEqual([
    [false, [null, false]],
    [true, [null, true]],
    [true, [null, true]],
  ]);
});

it('draws giveaways published without the key, with an earlier key and with the present one', async () => {
  const ids: string[] = [];
  for (const app of apps()) ids.push((await publish(app)).id);
  for (const id of ids)
    await moveDates(
      without,
      id,
      `opens_at = now() - interval '2 hours', closes_at = now() - interval '1 hour', draw_at = now() - interval '30 minutes'`,
    );
  for (const id of ids) {
    const hash = Buffer.from(rulesHash(await readDrawRules(without.database.db, id))).toString('hex');
    await moveDates(without, id, `rules_hash = '\\x${hash}'`);
    await insertEntries(without.database.ownerPool, id, 3);
  }
  const states = async () =>
    (
      await without.database.ownerPool.query('select state from giveaway where id = any($1) order by id', [ids])
    ).rows.map(({ state }) => state);
  const errors: string[] = [];
  const run = async (keys: readonly Buffer[], name: string) => {
    const step = giveawayClock(without.fileStore, keys).find((each) => each.name === `giveaway.${name}`);
    for (let round = 0; round < ids.length; round += 1)
      await inTransaction(without.database.db, async (trx) => step?.runBatch(trx)).catch((error: unknown) =>
        errors.push(String(error)),
      );
  };
  await run([], 'freeze');
  for (const id of ids) await ageFreeze(without.database.ownerPool, id);
  // A process without the keys draws only what it can open, and leaves the rest to one that has them.
  await run([], 'draw');
  expect(await states()).toEqual(['DRAWN', 'FROZEN', 'FROZEN']);
  expect(errors).toEqual([
    expect.stringContaining('no key of DRAW_KEY'),
    expect.stringContaining('no key of DRAW_KEY'),
  ]);
  await run([NEW, OLD], 'draw');
  expect(await states()).toEqual(['DRAWN', 'DRAWN', 'DRAWN']);
});
