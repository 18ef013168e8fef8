import { text } from 'node:stream/consumers';
import { type BundleContent, fromHex, isIncluded, leafHash, rulesHash, verifyBundle } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../../db/client.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { entrant } from '../testing/entry-kit.ts';
import { giveawayDesk, moveDates, openNow, transactionsOf } from '../testing/giveaway-kit.ts';
import { readDrawRules } from './read-draw-rules.ts';
import { drawNow, takeStep } from './testing/draw-kit.ts';

const ACCOUNTS = 30;

const admin = giveawayDesk(() => test, 'admin');
const app = entrant(() => test);
const test = await fileApp();
beforeAll(async () => {
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, ACCOUNTS);
  await ownerPool.query(
    "update account set state = 'ACTIVE', state_reason = null, country_code = 'DE', area_id = null, birth_date = '1990-02-28'",
  );
});
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

/** Moves all dates of a giveaway so that it closed an hour ago, and recomputes the hash of its rules. */
async function closeNow(id: string): Promise<void> {
  const dates =
    "opens_at = now() - interval '3 hours', closes_at = now() - interval '2 hours', draw_at = now() - interval '1 hour'";
  await moveDates(test, id, dates);
  const hash = rulesHash(await readDrawRules(createDatabase(test.database.ownerPool), id));
  await moveDates(test, id, `rules_hash = '\\x${Buffer.from(hash).toString('hex')}'`);
}

it('a published giveaway with entries is frozen, drawn and proved automatically [draw 1]', async () => {
  const draft = await admin.made({ maxTicketsPerAccount: 4, alternates: 1 });
  const giveaway = await admin.done(admin.publish(draft));
  const { id } = giveaway;
  const promised = rulesHash(await readDrawRules(test.database.db, id));
  expect(giveaway['rulesHash']).toBe(Buffer.from(promised).toString('hex'));
  await openNow(test, id);
  for (let account = 1; account <= ACCOUNTS; account += 1) {
    const { outcome } = await app.enter(id, account, { tickets: 1 + (account % 4) });
    expect(outcome).toBe('ENTERED');
  }
  expect((await app.withdraw(id, 7)).outcome).toBe('WITHDRAWN');
  await closeNow(id);
  await drawNow(test, id);

  expect(await admin.read(id)).toMatchObject({ status: 'DRAWN', seedCommitment: giveaway['seedCommitment'] });
  const file = JSON.parse(await text((await test.fileStore.read(`proofs/${id}.json`)).content)) as {
    content: BundleContent;
  };
  const result = verifyBundle(file, { published: { seedCommitment: giveaway['seedCommitment'], giveawayId: id } });
  expect(result.checks.filter(({ isPassed }) => !isPassed)).toEqual([]);
  expect(result).toMatchObject({ entries: ACCOUNTS - 1, positions: 3 });
  const types = (await transactionsOf(test, id)).map(({ type }) => type);
  expect(types.slice(types.indexOf('FROZEN'))).toEqual(['FROZEN', 'DRAWN', 'WON', 'WON', 'ALTERNATE_DRAWN']);
  // A late entry is refused.
  expect((await app.enter(id, 7)).outcome).not.toBe('ENTERED');

  const { body } = await test.send(
    `{ giveawayEntryProof(giveawayId: "${id}", accountId: "${accountId(3)}") { entryId pseudonym tickets ticketStart leafIndex path root entries } }`,
    {},
    { token: 'machine~giveaway.enter' },
  );
  const proof = body.data.giveawayEntryProof;
  const leaf = leafHash({ ...proof, id: proof.entryId, pseudonym: fromHex(proof.pseudonym) });
  expect(isIncluded(leaf, proof.leafIndex, proof.entries, proof.path.map(fromHex), fromHex(proof.root))).toBe(true);
  expect(proof.root).toBe(file.content.freeze.root);
});

it('a giveaway without entries returns the points of its prizes and is settled [draw 1]', async () => {
  const giveaway = await admin.done(admin.publish(await admin.made()));
  await openNow(test, giveaway.id);
  expect((await app.enter(giveaway.id, 1)).outcome).toBe('ENTERED');
  expect((await app.withdraw(giveaway.id, 1)).outcome).toBe('WITHDRAWN');
  await closeNow(giveaway.id);
  await takeStep(test, 'freeze');
  const settled = await admin.read(giveaway.id);
  expect(settled).toMatchObject({ status: 'SETTLED', figures: { escrowFunded: 200, escrowBalance: 0 } });
  const types = (await transactionsOf(test, giveaway.id)).map(({ type }) => type);
  expect(types.slice(types.indexOf('FROZEN'))).toEqual(['FROZEN', 'LEFTOVER_RETURNED', 'SETTLED']);
});
