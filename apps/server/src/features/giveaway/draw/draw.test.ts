import { text } from 'node:stream/consumers';
import {
  type BundleContent,
  CHUNK_LEAVES,
  drawKey,
  drawWinners,
  fromHex,
  leafChunks,
  leafHash,
  pseudonymOf,
  rootOfChunks,
  verifyBundle,
} from '@backcounter/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { readLeaves } from './leaf-rows.ts';
import {
  ageFreeze,
  drawNow,
  insertEntries,
  insertGiveaway,
  SALT,
  SEED,
  takeStep,
  untilWaiting,
  withoutRules,
} from './testing/draw-kit.ts';

const ACCOUNTS = 2 * CHUNK_LEAVES + 700;
/** Valid entries: every tenth is withdrawn. */
const VALID = ACCOUNTS - Math.floor(ACCOUNTS / 10);

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, ACCOUNTS);
afterEach(async () => {
  // Giveaways left by a test are not due in the next.
  await withoutRules(test.database.ownerPool, 'giveaway', 'giveaway_check_change', [
    `update giveaway set state = 'CANCELED', state_reason = 'test', proof_path = coalesce(proof_path, 'none') where state <> 'CANCELED'`,
  ]);
});

const rowsOf = async (sql: string, values: unknown[] = []) => (await test.database.ownerPool.query(sql, values)).rows;
const giveawayOf = async (id: string) => (await rowsOf('select * from giveaway where id = $1', [id]))[0];
const readProof = async (id: string) =>
  JSON.parse(await text((await test.fileStore.read(`proofs/${id}.json`)).content)) as { content: BundleContent };

/** Valid entries, hashed independently of the database. */
async function expectedEntries(id: string) {
  const rows = await rowsOf(
    `select id, account_id, tickets from giveaway_entry where giveaway_id = $1 and state = 'VALID' order by id`,
    [id],
  );
  return rows.map((row) => ({ id: row.id, tickets: row.tickets, pseudonym: pseudonymOf(SALT, row.account_id) }));
}

describe('the freeze', () => {
  it('makes every valid entry a leaf in the order of ids, and publishes root and counts', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, ACCOUNTS);
    expect(await takeStep(test, 'freeze')).toBe(true);
    expect(await takeStep(test, 'freeze')).toBe(false);

    const entries = await expectedEntries(id);
    const chunks = leafChunks(entries);
    const tickets = entries.reduce((sum, own) => sum + own.tickets, 0);
    const giveaway = await giveawayOf(id);
    expect(giveaway).toMatchObject({
      state: 'FROZEN',
      entries_count: VALID,
      tickets_count: tickets,
      seed_revealed: null,
    });
    expect(new Uint8Array(giveaway.entries_root)).toEqual(rootOfChunks(chunks));
    const stored = await rowsOf('select * from giveaway_leaf_chunk where giveaway_id = $1 order by chunk_index', [id]);
    expect(stored.map((row) => [row.chunk_index, row.first_entry_id, row.ticket_start])).toEqual(
      chunks.map((chunk) => [chunk.index, chunk.firstEntryId, chunk.ticketStart]),
    );
    stored.forEach((row, index) => {
      expect(new Uint8Array(row.root)).toEqual(chunks[index]?.root);
      expect(new Uint8Array(row.tickets)).toEqual(chunks[index]?.tickets);
    });
    const root = giveaway.entries_root.toString('hex');
    expect(await rowsOf('select type, actor, data from giveaway_transaction where giveaway_id = $1', [id])).toEqual([
      { type: 'FROZEN', actor: 'SYSTEM', data: { root, entries: VALID, tickets } },
    ]);
    expect(
      await rowsOf(
        "select actor_sub, changes from staff_audit_event where action = 'giveaway.freeze' and entity_id = $1",
        [id],
      ),
    ).toEqual([{ actor_sub: 'system', changes: { state: ['PUBLISHED', 'FROZEN'] } }]);
  });

  it('hashes leaves in the database as the domain does', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 20);
    const from = { firstEntryId: '00000000-0000-0000-0000-000000000000', ticketStart: 2 ** 40 };
    const leaves = await readLeaves(test.database.db, { giveawayId: id, salt: SALT }, from);
    expect(leaves).toHaveLength(18);
    for (const leaf of leaves) {
      const pseudonym = pseudonymOf(SALT, leaf.accountId);
      expect(new Uint8Array(leaf.pseudonym)).toEqual(pseudonym);
      expect(new Uint8Array(leaf.leaf)).toEqual(leafHash({ ...leaf, pseudonym }));
    }
    expect(leaves[0]?.ticketStart).toBe(2 ** 40);
    expect(leaves[1]?.ticketStart).toBe(2 ** 40 + (leaves[0]?.tickets ?? 0));
  });

  it('skips giveaways before their closing, drafts and canceled ones', async () => {
    const soon = new Date(Date.now() + 60_000);
    const later = new Date(Date.now() + 3_600_000);
    await insertGiveaway(test, { closes_at: soon, draw_at: later });
    await insertGiveaway(test, { state: 'CANCELED', state_reason: 'r' });
    expect(await takeStep(test, 'freeze')).toBe(false);
  });

  it('waits for an entry in flight and includes it, and skips a locked giveaway [draw 5]', async () => {
    const id = await insertGiveaway(test);
    const { ownerPool } = test.database;
    await insertEntries(ownerPool, id, 10);
    const entering = await ownerPool.connect();
    try {
      await entering.query('begin');
      await entering.query('select from giveaway_tally where giveaway_id = $1 for no key update', [id]);
      const freezing = takeStep(test, 'freeze');
      await untilWaiting(ownerPool, 'hold_giveaway_entries');
      await entering.query(
        `insert into giveaway_entry (id, giveaway_id, account_id, entered_at, changed_at, tickets)
         values ('01a00000-0000-7000-8000-000000000001', $1, '01900000-0000-7000-8000-000000000020', now(), now(), 4)`,
        [id],
      );
      await entering.query('commit');
      expect(await freezing).toBe(true);
      expect(await giveawayOf(id)).toMatchObject({ state: 'FROZEN', entries_count: 10 });

      const other = await insertGiveaway(test);
      await entering.query('begin');
      await entering.query('select from giveaway where id = $1 for update', [other]);
      expect(await takeStep(test, 'freeze')).toBe(false);
      await entering.query('commit');
      expect(await takeStep(test, 'freeze')).toBe(true);
    } finally {
      entering.release();
    }
  });

  it('happens once with ten concurrent workers [draw 5]', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 500);
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeStep(test, 'freeze')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await rowsOf('select count(*)::int as n from giveaway_transaction where giveaway_id = $1', [id])).toEqual([
      { n: 1 },
    ]);
  });

  it('settles a giveaway without entries, and never draws it [draw 5]', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 0);
    expect(await takeStep(test, 'freeze')).toBe(true);
    expect(await giveawayOf(id)).toMatchObject({
      state: 'SETTLED',
      entries_count: 0,
      tickets_count: 0,
      seed_revealed: null,
    });
    expect(await rowsOf('select type from giveaway_transaction where giveaway_id = $1 order by seq', [id])).toEqual([
      { type: 'FROZEN' },
      { type: 'SETTLED' },
    ]);
    expect(await takeStep(test, 'draw')).toBe(false);
    expect(await takeStep(test, 'prove')).toBe(false);
  });

  it('is the only way to create chunks, and they are immutable', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 3);
    await takeStep(test, 'freeze');
    const chunk = `insert into giveaway_leaf_chunk select giveaway_id, 9, first_entry_id, ticket_start, tickets, root from giveaway_leaf_chunk where giveaway_id = '${id}'`;
    for (const sql of [chunk, `update giveaway_leaf_chunk set ticket_start = 1 where giveaway_id = '${id}'`])
      await expect(test.database.ownerPool.query(sql)).rejects.toMatchObject({
        code: sql === chunk ? expect.stringMatching(/BC003|23505/) : 'BC003',
      });
  });
});

describe('the draw', () => {
  it('reveals the seed, writes winners by rank and alternates, and records all in the transactions', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, ACCOUNTS);
    await drawNow(test, id);

    const entries = await expectedEntries(id);
    const root = rootOfChunks(leafChunks(entries));
    const expected = drawWinners(
      entries.map(({ tickets }) => tickets),
      drawKey(id, root, SEED),
      5,
    );
    const giveaway = await giveawayOf(id);
    expect(giveaway).toMatchObject({ state: 'DRAWN', seed_revealed: SEED, proof_path: `proofs/${id}.json` });
    const winners = await rowsOf(
      `select w.draw_position, w.entry_id, w.kind, w.state, p.rank from giveaway_winner w
       left join giveaway_prize p on p.giveaway_id = w.giveaway_id and p.id = w.prize_id where w.giveaway_id = $1 order by 1`,
      [id],
    );
    const ranks = [1, 1, 2, null, null];
    expect(winners).toEqual(
      expected.map(({ index }, place) => ({
        draw_position: place + 1,
        entry_id: entries[index]?.id,
        kind: ranks[place] === null ? 'ALTERNATE' : 'WINNER',
        state: 'DRAWN',
        rank: ranks[place],
      })),
    );
    const recorded = await rowsOf(
      `select seq, type, entry_id, data from giveaway_transaction where giveaway_id = $1 and type <> 'FROZEN' order by seq`,
      [id],
    );
    expect(recorded.map(({ type }) => type)).toEqual([
      'DRAWN',
      'WON',
      'WON',
      'WON',
      'ALTERNATE_DRAWN',
      'ALTERNATE_DRAWN',
    ]);
    expect(recorded[0].data.seed).toBe(SEED.toString('hex'));
    expect(recorded.slice(1).map(({ data }) => data)).toEqual(
      expected.map(({ remaining, ticket }, place) => ({ position: place + 1, remaining, ticket })),
    );
    expect(recorded.slice(1).map(({ entry_id }) => entry_id)).toEqual(winners.map(({ entry_id }) => entry_id));
  });

  it('waits until the root has been public for a minute, and for its own time [draw 6]', async () => {
    const { ownerPool } = test.database;
    const late = await insertGiveaway(test);
    await insertEntries(ownerPool, late, 10);
    await takeStep(test, 'freeze');
    expect(await takeStep(test, 'draw')).toBe(false);
    // The database refuses a manual call too.
    await expect(
      test.database.pool.query(`select record_giveaway_draw($1, $2, $2, '[]')`, [late, SEED]),
    ).rejects.toMatchObject({ code: 'BC001' });
    await ageFreeze(ownerPool, late);
    expect(await takeStep(test, 'draw')).toBe(true);

    const early = await insertGiveaway(test, { draw_at: new Date(Date.now() + 3_600_000) });
    await insertEntries(ownerPool, early, 10);
    await takeStep(test, 'freeze');
    await ageFreeze(ownerPool, early);
    expect(await takeStep(test, 'draw')).toBe(false);
  });

  it('happens once with ten concurrent workers, and never again [draw 6]', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 300);
    await takeStep(test, 'freeze');
    await ageFreeze(test.database.ownerPool, id);
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeStep(test, 'draw')));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await takeStep(test, 'draw')).toBe(false);
    await expect(
      test.database.pool.query(`select record_giveaway_draw($1, $2, $2, '[]')`, [id, SEED]),
    ).rejects.toMatchObject({ code: 'BC001' });
    expect(await rowsOf('select count(*)::int as n from giveaway_winner where giveaway_id = $1', [id])).toEqual([
      { n: 5 },
    ]);
  });

  it('gives every entrant a position if there are fewer entrants than prizes', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 2);
    await drawNow(test, id);
    expect(await rowsOf('select kind from giveaway_winner where giveaway_id = $1', [id])).toEqual([
      { kind: 'WINNER' },
      { kind: 'WINNER' },
    ]);
    expect(verifyBundle(await readProof(id)).isVerified).toBe(true);
  });

  it('fails with a seed that was not committed to, and does not block other giveaways [draw 6]', async () => {
    const { ownerPool } = test.database;
    const forged = await insertGiveaway(test, {
      seed_commitment: Buffer.alloc(32, 1),
      draw_at: new Date(Date.now() - 2_900_000),
    });
    const honest = await insertGiveaway(test);
    for (const id of [forged, honest]) {
      await insertEntries(ownerPool, id, 20);
      await takeStep(test, 'freeze');
      await ageFreeze(ownerPool, id);
    }
    const clock = await clockOf(test);
    await expect(clock('giveaway.draw')).rejects.toThrow('not the one that was committed to');
    expect(await clock('giveaway.draw')).toBe(true);
    expect(await clock('giveaway.draw')).toBe(false);
    expect((await giveawayOf(forged)).state).toBe('FROZEN');
    expect((await giveawayOf(honest)).state).toBe('DRAWN');
    await expect(
      test.database.pool.query(`select record_giveaway_draw($1, $2, $2, '[]')`, [forged, SEED]),
    ).rejects.toMatchObject({ code: 'BC003' });
  });
});

describe('the proof', () => {
  it('verifies, contains no account ids, and is written identically again', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, ACCOUNTS);
    await drawNow(test, id);
    const giveaway = await giveawayOf(id);
    const first = await text((await test.fileStore.read(`proofs/${id}.json`)).content);
    const published = { root: giveaway.entries_root.toString('hex'), seed: SEED.toString('hex'), giveawayId: id };
    const result = verifyBundle(JSON.parse(first), { published });
    expect(result.checks.filter(({ isPassed }) => !isPassed)).toEqual([]);
    expect(result).toMatchObject({ isVerified: true, entries: VALID, positions: 5 });
    expect(first).not.toContain('01900000-0000-7000-8000-');
    const { createHash } = await import('node:crypto');
    expect(createHash('sha256').update(first).digest()).toEqual(giveaway.proof_sha256);

    await withoutRules(test.database.ownerPool, 'giveaway', 'giveaway_check_change', [
      `update giveaway set proof_path = null, proof_sha256 = null where id = '${id}'`,
    ]);
    expect(await takeStep(test, 'prove')).toBe(true);
    expect(await text((await test.fileStore.read(`proofs/${id}.json`)).content)).toBe(first);
    expect(await takeStep(test, 'prove')).toBe(false);
  });

  it.each([
    [
      'entries',
      "update giveaway_entry set tickets = 1 + tickets % 5 where giveaway_id = 'GIVEAWAY' and id = (select min(id::text)::uuid from giveaway_entry where giveaway_id = 'GIVEAWAY' and state = 'VALID')",
    ],
    [
      'winners',
      "update giveaway_winner set entry_id = (select id from giveaway_entry where giveaway_id = 'GIVEAWAY' and state = 'WITHDRAWN' limit 1) where giveaway_id = 'GIVEAWAY' and draw_position = 1",
    ],
    [
      'rules',
      "alter table giveaway_prize disable trigger giveaway_prize_check_change; update giveaway_prize set quantity = 1 where giveaway_id = 'GIVEAWAY'; alter table giveaway_prize enable trigger giveaway_prize_check_change",
    ],
  ])('is refused if %s were tampered with', async (what, sql) => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 50);
    await takeStep(test, 'freeze');
    await ageFreeze(test.database.ownerPool, id);
    await takeStep(test, 'draw');
    await test.database.ownerPool.query(sql.replaceAll('GIVEAWAY', id));
    await expect(takeStep(test, 'prove')).rejects.toThrow(
      `The ${what} of giveaway ${id} are not those that were published`,
    );
    expect(await giveawayOf(id)).toMatchObject({ proof_path: null });
  });

  it('is retried when the store is full', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 50);
    await takeStep(test, 'freeze');
    await ageFreeze(test.database.ownerPool, id);
    await takeStep(test, 'draw');
    let now = 0;
    let isFull = true;
    const store = {
      write: async (...args: Parameters<TestApp['fileStore']['write']>) => {
        if (isFull) throw new Error('no space left');
        await test.fileStore.write(...args);
      },
    };
    const clock = await clockOf(test, store, () => now);
    await expect(clock('giveaway.prove')).rejects.toThrow('no space left');
    isFull = false;
    expect(await clock('giveaway.prove')).toBe(false);
    now = 30_000;
    expect(await clock('giveaway.prove')).toBe(true);
    expect(verifyBundle(await readProof(id)).isVerified).toBe(true);
    expect(fromHex((await readProof(id)).content.draw.seed)).toEqual(new Uint8Array(SEED));
  });
});

/** The steps of one process, which remembers failures. */
async function clockOf(app: TestApp, store: Pick<TestApp['fileStore'], 'write'> = app.fileStore, nowMs?: () => number) {
  const { giveawayClock } = await import('./due-giveaways.ts');
  const { inTransaction } = await import('../../../db/transaction.ts');
  const steps = giveawayClock(store, [], nowMs);
  return (name: string) => {
    const step = steps.find((each) => each.name === name);
    return inTransaction(app.database.db, async (trx) => (await step?.runBatch(trx)) ?? false);
  };
}
