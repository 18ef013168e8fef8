import { createCipheriv, randomBytes } from 'node:crypto';
import {
  DRAW_ALGORITHM,
  DRAW_CHECKS,
  type DrawRules,
  fromHex,
  isIncluded,
  rulesHash,
  seedCommitment,
  uuidBytes,
  verifyBundle,
} from '@backcounter/domain';
import pg from 'pg';
import { askApi, median } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { size } from './size.ts';

/** Entries of the giveaway, one per account. */
const entries = size('BENCH_ENTRIES', 1_000_000, 400);
const DEMO_ACCOUNTS = 2_000;
const PRIZES = 100;
const ALTERNATES = 50;
const MAX_TICKETS = 5;
const LOOKUPS = 50;
const SECRET = 'giveaway-seed';
const HOUR_MS = 3_600_000;
/** All checks except the comparison with published values, which are not given here. */
const FILE_CHECKS = DRAW_CHECKS.length - 1;

const product = await startProduct({ accounts: DEMO_ACCOUNTS, folder: `bench-draw-${entries}` });
const owner = new pg.Client({ connectionString: product.ownerUrl });
await owner.connect();
const report = new Report('draw', 8 + FILE_CHECKS);
try {
  await fillAccounts();
  const id = await publish();
  await fillEntries(id);
  await measure(id);
  await report.finish();
} finally {
  await owner.end();
  await product.stop();
}

/** Creates as many accounts as entries, once per data folder. */
async function fillAccounts(): Promise<void> {
  const { rows: found } = await owner.query<{ n: number }>('select count(*)::int as n from account');
  await owner.query(
    `insert into account (country_code, locale, timezone)
     select (select code from country order by code limit 1), 'en-US', 'UTC' from generate_series(1, $1::int)`,
    [Math.max(0, entries - (found[0]?.n ?? 0))],
  );
}

/** A giveaway whose entries closed an hour ago, canceled until its entries exist. */
async function publish(): Promise<string> {
  const id = `0192f000-0000-7000-8000-${randomBytes(6).toString('hex')}`;
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const prize = { titleI18n: { 'en-US': 'Voucher' }, points: null, campaignId: null, valueMinor: null, currency: null };
  const rules: DrawRules = {
    ...{
      giveawayId: id,
      code: `BENCH-${id.slice(-8).toUpperCase()}`,
      algorithm: DRAW_ALGORITHM,
      drawMode: 'COMMIT_REVEAL',
    },
    ...{ rulesI18n: { 'en-US': 'Rules' }, sponsorStoreId: null, countryCodes: ['DE'], minAge: 18, timezone: 'UTC' },
    ...{ opensAt: at(-48), closesAt: at(-1), drawAt: at(-0.5), maxTicketsPerAccount: MAX_TICKETS, maxEntries: null },
    ...{ entryCostPoints: 0, alternates: ALTERNATES, claimDays: 14 },
    prizes: [{ ...prize, rank: 1, quantity: PRIZES, kind: 'PHYSICAL' }],
  };
  const seed = randomBytes(32);
  await owner.query(
    `insert into giveaway (id, code, title_i18n, description_i18n, rules_i18n, rules_hash, country_codes, min_age, opens_at, closes_at, draw_at,
       timezone, max_tickets_per_account, alternates, state, state_reason, published_at, seed_commitment, seed_encrypted, pseudonym_salt)
     values ($1, $2, '{"en-US":"Bench"}', '{"en-US":"Bench"}', $3, $4, '{DE}', $5, $6, $7, $8, $9, $10, $11, 'CANCELED', 'bench', $12, $13, $14, $15)`,
    [
      ...[id, rules.code, rules.rulesI18n, Buffer.from(rulesHash(rules)), rules.minAge, rules.opensAt, rules.closesAt],
      ...[rules.drawAt, rules.timezone, MAX_TICKETS, ALTERNATES, at(-72), Buffer.from(seedCommitment(id, seed))],
      ...[await seal(id, seed), randomBytes(32)],
    ],
  );
  await around('giveaway_prize', 'giveaway_prize_check_change', [
    `insert into giveaway_prize (giveaway_id, rank, title_i18n, quantity, kind) values ('${id}', 1, '{"en-US":"Voucher"}', ${PRIZES}, 'PHYSICAL')`,
  ]);
  return id;
}

/** Encrypts a seed as the product does, with its own secret. */
async function seal(id: string, seed: Buffer): Promise<Buffer> {
  await owner.query('insert into server_secret (name, secret) values ($1, $2) on conflict do nothing', [
    SECRET,
    randomBytes(32),
  ]);
  const { rows: found } = await owner.query<{ secret: Buffer }>('select secret from server_secret where name = $1', [
    SECRET,
  ]);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', found[0]?.secret ?? '', nonce).setAAD(uuidBytes(id));
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

async function fillEntries(id: string): Promise<void> {
  await owner.query(
    `insert into giveaway_entry (giveaway_id, account_id, entered_at, changed_at, tickets)
     select $1, id, now() - interval '3 hours', now() - interval '3 hours', 1 + (('x' || right(id::text, 4))::bit(16)::int % $3)
     from account order by id limit $2`,
    [id, entries, MAX_TICKETS],
  );
  await owner.query('analyze giveaway_entry');
}

/** Runs statements that a trigger would refuse. */
async function around(table: string, trigger: string, statements: readonly string[]): Promise<void> {
  await owner.query(
    `alter table ${table} disable trigger ${trigger}; ${statements.join('; ')}; alter table ${table} enable trigger ${trigger}`,
  );
}

/** Makes a change that only time or the product may make. */
async function change(id: string, set: string): Promise<void> {
  await around('giveaway', 'giveaway_check_change', [`update giveaway set ${set} where id = '${id}'`]);
}

/** Waits for a column to be filled. */
async function until(id: string, column: 'frozen_at' | 'drawn_at' | 'proof_path'): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(`select from giveaway where id = $1 and ${column} is not null`, [id]);
    if (rowCount === 1) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Seconds from the start of the transaction that wrote an audit row to the instant recorded at its end. */
async function secondsOf(id: string, action: string, column: 'frozen_at' | 'drawn_at'): Promise<number> {
  const { rows: found } = await owner.query<{ seconds: number }>(
    `select extract(epoch from g.${column} - e.occurred_at)::float8 as seconds
     from giveaway g join staff_audit_event e on e.entity_id = g.id::text and e.action = $2 where g.id = $1`,
    [id, action],
  );
  return found[0]?.seconds ?? Number.NaN;
}

async function measure(id: string): Promise<void> {
  const of = `${entries.toLocaleString('en-US')} entries`;
  const dueMs = performance.now();
  await change(id, `state = 'PUBLISHED', state_reason = null`);
  await until(id, 'frozen_at');
  const goal = { goal: (10 * entries) / 1_000_000 };
  report.add({
    name: `freeze and root, ${of}`,
    figure: await secondsOf(id, 'giveaway.freeze', 'frozen_at'),
    unit: 's',
    ...goal,
  });
  report.add({
    name: 'the same from the due instant until it is public',
    figure: (performance.now() - dueMs) / 1_000,
    unit: 's',
  });

  await change(id, `frozen_at = frozen_at - interval '5 minutes'`);
  await until(id, 'drawn_at');
  const name = `draw of ${PRIZES + ALTERNATES} positions, ${of}`;
  report.add({ name, figure: await secondsOf(id, 'giveaway.draw', 'drawn_at'), unit: 's', goal: 1 });
  const drawnMs = performance.now();
  await until(id, 'proof_path');
  report.add({
    name: 'proof file, from the draw until it exists',
    figure: (performance.now() - drawnMs) / 1_000,
    unit: 's',
  });

  await measureInclusion(id);
  await measureVerification(id);
}

async function measureInclusion(id: string): Promise<void> {
  const { rows: chosen } = await owner.query<{ id: string }>(
    'select id from giveaway_entry where giveaway_id = $1 order by md5(id::text) limit $2',
    [id, LOOKUPS],
  );
  const query = `query I($giveawayId: ID!, $entryId: ID) { proof: giveawayInclusionProof(giveawayId: $giveawayId, entryId: $entryId) {
    leafHash leafIndex entries path root } }`;
  interface Inclusion {
    readonly proof: { leafHash: string; leafIndex: number; entries: number; path: string[]; root: string };
  }
  const samples: number[] = [];
  for (const { id: entryId } of chosen) {
    const startMs = performance.now();
    const { proof } = await ask<Inclusion>(query, { giveawayId: id, entryId });
    samples.push(performance.now() - startMs);
    const { leafHash, leafIndex, entries: size, path, root } = proof;
    if (!isIncluded(fromHex(leafHash), leafIndex, size, path.map(fromHex), fromHex(root)))
      throw new Error('A path leads nowhere.');
  }
  report.add({ name: 'proof of one entry over HTTP, median', figure: median(samples), unit: 'ms' });
}

async function measureVerification(id: string): Promise<void> {
  const link = await ask<{ giveawayProof: { file: { url: string } } }>(
    'query F($id: ID!) { giveawayProof(id: $id) { file { url } } }',
    { id },
  );
  const fetchMs = performance.now();
  const text = await (await fetch(`${product.url}${link.giveawayProof.file.url}`)).text();
  report.add({ name: 'proof file', figure: text.length / 1e6, unit: 'MB' });
  report.add({ name: 'fetching it', figure: (performance.now() - fetchMs) / 1_000, unit: 's' });
  const parseMs = performance.now();
  const file: unknown = JSON.parse(text);
  const result = verifyBundle(file);
  if (!result.isVerified) throw new Error(JSON.stringify(result.checks));
  report.add({ name: 'reading and verifying it in Node', figure: (performance.now() - parseMs) / 1_000, unit: 's' });
  for (const { name, durationMs } of result.checks)
    report.add({ name: `of that: ${name}`, figure: durationMs / 1_000, unit: 's' });
}

async function ask<Data>(query: string, variables: unknown): Promise<Data> {
  return askApi<Data>(product.url, await product.token(), query, variables);
}
