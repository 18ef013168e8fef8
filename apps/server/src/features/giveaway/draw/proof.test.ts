import { createHash } from 'node:crypto';
import { CHUNK_LEAVES, fromHex, isIncluded, leafHash, verifyBundle } from '@backcounter/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { ageFreeze, drawNow, insertEntries, insertGiveaway, SEED, takeStep } from './testing/draw-kit.ts';
import { verifyDraws } from './verify-draws.ts';

const ENTRIES = CHUNK_LEAVES + 600;

let giveaway: string;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ENTRIES);
  giveaway = await insertGiveaway(test);
  await insertEntries(test.database.ownerPool, giveaway, ENTRIES);
  await drawNow(test, giveaway);
});

const PROOF = `query P($id: ID!) { giveawayProof(id: $id) { giveawayId algorithm publishedAt rulesHash seedCommitment frozenAt root entries tickets
  drawnAt seed key file { sha256 url } drawn(first: 10) { position isAlternate state entryId accountId accountNo accountName
    prizeTitle(locale: "de-DE") ticket remainingTickets } } }`;
const INCLUSION = `giveawayId entryId accountId pseudonym tickets ticketStart leafIndex leafHash path root entries totalTickets`;

async function proofOf(id: string, token = 'marketing') {
  const { body } = await test.send(PROOF, { id }, { token });
  return body.errors === undefined ? body.data.giveawayProof : body.errors[0].extensions.code;
}
const staffProof = (variables: Record<string, unknown>, token = 'marketing') =>
  test.send(
    `query I($giveawayId: ID!, $entryId: ID, $accountId: ID) { proof: giveawayInclusionProof(giveawayId: $giveawayId, entryId: $entryId, accountId: $accountId) { ${INCLUSION} } }`,
    { giveawayId: giveaway, ...variables },
    { token },
  );
const appProof = (variables: Record<string, unknown>, token = 'machine~giveaway.enter') =>
  test.send(
    `query I($giveawayId: ID!, $accountId: ID, $firebaseId: String) { proof: giveawayEntryProof(giveawayId: $giveawayId, accountId: $accountId, firebaseId: $firebaseId) { ${INCLUSION} } }`,
    { giveawayId: giveaway, ...variables },
    { token },
  );

describe('the public record of a draw', () => {
  it('shows everything up to the present state, to roles that may see giveaways', async () => {
    const proof = await proofOf(giveaway);
    const { rows } = await test.database.ownerPool.query('select * from giveaway where id = $1', [giveaway]);
    const hex = (column: string) => rows[0][column].toString('hex');
    expect(proof).toMatchObject({
      giveawayId: giveaway,
      algorithm: 'gw-draw-v1',
      rulesHash: hex('rules_hash'),
      seedCommitment: hex('seed_commitment'),
      root: hex('entries_root'),
      entries: rows[0].entries_count,
      seed: SEED.toString('hex'),
      file: { sha256: hex('proof_sha256') },
    });
    expect(proof.drawn.map((each: { position: number }) => each.position)).toEqual([1, 2, 3, 4, 5]);
    expect(proof.drawn[0]).toMatchObject({
      isAlternate: false,
      state: 'DRAWN',
      prizeTitle: 'Bicycle',
      remainingTickets: proof.tickets,
    });
    expect(proof.drawn[3]).toMatchObject({ isAlternate: true, prizeTitle: null });
    expect(proof.drawn[0].ticket).toBeLessThan(proof.tickets);
  });

  it('hides the seed until the draw, and everything before publication [draw 8]', async () => {
    const frozen = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, frozen, 10);
    expect(await proofOf(frozen)).toMatchObject({
      frozenAt: null,
      root: null,
      entries: null,
      seed: null,
      key: null,
      file: null,
      drawn: [],
    });
    await takeStep(test, 'freeze');
    expect(await proofOf(frozen)).toMatchObject({
      entries: 9,
      seed: null,
      key: null,
      drawnAt: null,
      file: null,
      drawn: [],
    });
    // The API has no field for it.
    const { text } = await test.send('{ __type(name: "GiveawayProof") { fields { name } } }');
    expect(text).not.toMatch(/encrypted|salt/i);
    const draft = await insertGiveaway(test, { state: 'DRAFT', published_at: null });
    expect(await proofOf(draft)).toBeNull();
    for (const id of ['0192f000-0000-7000-8000-00000000dead', 'x']) expect(await proofOf(id)).toBeNull();
    await ageFreeze(test.database.ownerPool, frozen);
    await takeStep(test, 'draw');
    await takeStep(test, 'prove');
  });

  it.each(['campaign-viewer', 'campaign-manager', 'campaign-streamer', 'nobody', 'machine'])(
    'is nothing for %s',
    async (token) => {
      expect(await proofOf(giveaway, token)).toBe('access.denied');
      expect((await staffProof({ accountId: accountId(1) }, token)).body.errors[0].extensions.code).toBe(
        'access.denied',
      );
    },
  );
});

describe('the proof file', () => {
  it('is downloaded by link, matches its hash, verifies, and its download is audited', async () => {
    const { file } = await proofOf(giveaway);
    const answer = await test.app.inject({ url: file.url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': expect.stringMatching(/^attachment; filename="draw-G\d+\.json"$/),
      'cache-control': 'private, no-store',
    });
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.sha256);
    expect(verifyBundle(answer.json()).isVerified).toBe(true);
    const { rows } = await test.database.ownerPool.query(
      "select actor_sub, outcome from staff_audit_event where action = 'giveaway.download-proof' and entity_id = $1",
      [giveaway],
    );
    expect(rows).toEqual([{ actor_sub: 'staff-marketing', outcome: 'DONE' }]);
  });

  it('is denied for a changed link, another giveaway, an expired link, and after the permission was lost [draw 8]', async () => {
    const { file } = await proofOf(giveaway);
    const other = await insertGiveaway(test, { state: 'DRAFT', published_at: null });
    const wrong = [
      `/files/proofs/${giveaway}`,
      file.url.replace(/signature=./, 'signature=_'),
      file.url.replace('staff-marketing', 'staff-admin'),
      file.url.replace(giveaway, other),
      file.url.replace(giveaway, 'x'),
      file.url.replace('/files/proofs/', '/files/exports/'),
    ];
    for (const url of wrong) expect((await test.app.inject({ url })).statusCode, url).toBe(404);
    const now = test.now;
    test.now = new Date(now.getTime() + 6 * 60_000);
    expect((await test.app.inject({ url: file.url })).statusCode).toBe(404);
    test.now = now;
    await test.database.ownerPool.query(
      "update staff_user set last_roles = '{CAMPAIGN-VIEWER}' where sub = 'staff-marketing'",
    );
    expect((await test.app.inject({ url: file.url })).statusCode).toBe(404);
    await test.database.ownerPool.query(
      "update staff_user set last_roles = '{MARKETING}' where sub = 'staff-marketing'",
    );
    expect((await test.app.inject({ url: file.url })).statusCode).toBe(200);
  });
});

describe('the proof of an entry', () => {
  it('leads from its leaf to the published root, at any place of the list, for staff and for the app [draw 9]', async () => {
    const { root, entries, tickets } = await proofOf(giveaway);
    let walked = 0;
    for (const index of [1, 2, 511, 777, 1_023, 1_233, ENTRIES - 1]) {
      if (index % 10 === 0) continue;
      const { body } = await appProof({ accountId: accountId(index) });
      const { proof } = body.data;
      expect(proof).toMatchObject({
        accountId: accountId(index),
        root,
        entries,
        totalTickets: tickets,
        tickets: 1 + (index % 5),
      });
      const leaf = leafHash({ ...proof, id: proof.entryId, pseudonym: fromHex(proof.pseudonym) });
      expect(Buffer.from(leaf).toString('hex')).toBe(proof.leafHash);
      expect(isIncluded(leaf, proof.leafIndex, entries, proof.path.map(fromHex), fromHex(root))).toBe(true);
      expect((await staffProof({ entryId: proof.entryId })).body.data.proof).toEqual(proof);
      walked += 1;
    }
    expect(walked).toBeGreaterThan(5);
    const byApp = await appProof({ firebaseId: `firebase${'1'.padStart(20, '0')}` });
    expect(byApp.body.data.proof.accountId).toBe(accountId(1));
  });

  it('is null for accounts without an entry and before the freeze, and an error without exactly one subject', async () => {
    const open = await insertGiveaway(test, {
      closes_at: new Date(Date.now() + 3_600_000),
      draw_at: new Date(Date.now() + 7_200_000),
    });
    await insertEntries(test.database.ownerPool, open, 3);
    const none = [
      await appProof({ accountId: accountId(10) }),
      await appProof({ accountId: 'x' }),
      await appProof({ firebaseId: 'nobody' }),
      await appProof({ giveawayId: open, accountId: accountId(1) }),
      await staffProof({ entryId: '0192f000-0000-7000-8000-00000000dead' }),
    ];
    for (const { body } of none) expect(body).toEqual({ data: { proof: null } });
    const both = { accountId: accountId(1), firebaseId: 'x' };
    for (const { body } of [await appProof({}), await appProof(both), await staffProof({})])
      expect(body.errors[0].extensions.code).toBe('field.invalid');
    expect((await appProof({ accountId: accountId(1) }, 'machine~coupon.redeem')).body.errors[0].extensions.code).toBe(
      'access.denied',
    );
  });

  it('is refused if entries were changed after the freeze [draw 9]', async () => {
    const forged = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, forged, 40);
    await takeStep(test, 'freeze');
    const change = (by: number) =>
      test.database.ownerPool.query(
        'update giveaway_entry set tickets = tickets + $2 where giveaway_id = $1 and account_id = $3',
        [forged, by, accountId(2)],
      );
    await change(1);
    const { body } = await staffProof({ giveawayId: forged, accountId: accountId(1) });
    expect(body.errors[0].extensions.code).toBe('unexpected');
    await change(-1);
    expect((await staffProof({ giveawayId: forged, accountId: accountId(1) })).body.data.proof.entries).toBe(36);
  });
});

describe('verification of every draw', () => {
  const faults = async () => {
    const found: string[] = [];
    for await (const draw of verifyDraws(test.database.db)) found.push(...draw.faults);
    return found;
  };
  const byForce = (statement: string) =>
    test.database.ownerPool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);

  it('confirms draws as published, and reports the change in a tampered one', async () => {
    expect(await faults()).toEqual([]);
    const { rows } = await test.database.ownerPool.query('select code from giveaway where id = $1', [giveaway]);
    const named = `Draw of ${rows[0].code}:`;
    await byForce(`update giveaway set drawn_at = frozen_at where id = '${giveaway}'`);
    expect(await faults()).toEqual([
      `${named} the check "root-before-seed" fails.`,
      `${named} the proof is not the file that was published.`,
    ]);
    await byForce(`update giveaway_entry set tickets = tickets + 1 where id in
      (select id from giveaway_entry where giveaway_id = '${giveaway}' and state = 'VALID' limit 1)`);
    expect(await faults()).toEqual([
      `${named} The entries of giveaway ${giveaway} are not those that were published; there is no proof of its draw.`,
    ]);
  });
});
