import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  canonicalHash,
  type DrawRules,
  drawKey,
  leafHash,
  pseudonymOf,
  rulesHash,
  SYSTEM_WALLETS,
  seedCommitment,
  toHex,
} from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { findMachineClient } from '../embedded/identity/machine-client.ts';
import { isPasswordOf } from '../embedded/identity/password.ts';
import { findPersonByEmail } from '../embedded/identity/person.ts';
import { postTransfers } from '../ledger/post-transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { childEnvironment } from '../testing/child-environment.ts';
import { type Ended, runCommand } from './testing/run-command.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (name: string, args: readonly string[], options?: { input?: string; env?: object }): Promise<Ended> =>
  runCommand(database, name, args, options);

it('commands say which database they use, and never create one', async () => {
  const child = spawnSync(process.execPath, ['--conditions=source', join(import.meta.dirname, 'staff.ts'), 'list'], {
    env: { ...childEnvironment, DATABASE_URL: database.url },
    encoding: 'utf8',
  });
  const { host, pathname } = new URL(database.url);
  expect(child.stderr).toBe(`Database: ${pathname.slice(1)} at ${host}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'backcounter-none-'));
  const DATA_DIR = join(folder, 'data');
  for (const [name, ...args] of [
    ['staff', 'list'],
    ['machine', 'list'],
    ['apps', 'list'],
    ['approvals', '--off', '--reason', 'test'],
    ['secrets', 'list'],
    ['verify', 'ledger'],
    ['migrate', 'run'],
  ] as const)
    expect(await run(name, args, { env: { DATABASE_URL: '', DATA_DIR } })).toEqual({
      code: 1,
      output: '',
      errors: `No database in ${DATA_DIR} yet. Start the server once, or set DATA_DIR or DATABASE_URL.\n`,
    });
  expect(existsSync(DATA_DIR)).toBe(false);
  await rm(folder, { recursive: true });
});

describe('npm run staff', () => {
  const staff = (...args: string[]) => run('staff', args);

  it('adds the first administrator, whose password is not stored as typed [security 36]', async () => {
    const password = 'a first long phrase';
    const added = await run(
      'staff',
      ['add', '--email', 'ada@firm.test', '--name', 'Ada', '--role', 'ADMIN', '--password-stdin'],
      { input: password },
    );
    expect(added).toEqual({ code: 0, output: 'Added ada@firm.test.\n', errors: '' });
    const person = await findPersonByEmail(database.db, 'ada@firm.test');
    expect(person).toMatchObject({ roles: ['ADMIN'], state: 'ACTIVE' });
    expect(await isPasswordOf(person?.password_hash ?? null, password)).toBe(true);
    expect(person?.password_hash).not.toContain(password);
  });

  it('unlocks a person by e-mail, and reports missing or unknown arguments', async () => {
    const person = ['--email', 'dora@firm.test', '--name', 'Dora'];
    await run('staff', ['add', ...person, '--password-stdin'], { input: 'a first long phrase' });
    const blocked = "now(), now() + interval '15 minutes'";
    await database.pool.query(
      `insert into identity.sign_in_throttle (kind, subject, failures, last_failed_at, blocked_until)
       values ('account', sha256('dora@firm.test'), 9, ${blocked}), ('address', sha256('198.51.100.7'), 40, ${blocked})`,
    );
    expect(await staff('unlock', 'Dora@firm.test')).toEqual({
      code: 0,
      output: 'Unlocked Dora@firm.test.\n',
      errors: '',
    });
    const { rows } = await database.pool.query('select kind from identity.sign_in_throttle');
    expect(rows).toEqual([{ kind: 'address' }]);

    expect(await staff('unlock', 'ghost@firm.test')).toMatchObject({
      code: 1,
      errors: 'No one has the e-mail ghost@firm.test.\n',
    });
    for (const args of [['unlock'], ['unlock', 'a@b.test', 'c@d.test'], ['remove', 'dora@firm.test']]) {
      const { code, errors } = await staff(...args);
      expect(code).toBe(1);
      expect(errors).toContain('unlock EMAIL');
    }
  });
});

describe('npm run machine', () => {
  const machine = (...args: string[]) => run('machine', args);
  const client = () => findMachineClient(database.db, 'till-7', false);
  const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
  const secretIn = ({ output }: Ended): string => /shown only now: ([\w-]{43})\n/.exec(output)?.[1] ?? '';

  it('adds the first client with a secret shown once, rotates, revokes and lists it [machines 5]', async () => {
    const added = await machine(
      'add',
      '--client-id',
      'till-7',
      '--name',
      'Till 7',
      '--scope',
      'points.transfer',
      '--scope',
      'account.sync',
    );
    expect([added.code, added.errors]).toEqual([0, '']);
    const first = secretIn(added);
    expect(await client()).toMatchObject({
      name: 'Till 7',
      scopes: 'points.transfer account.sync',
      secret_hashes: [hashOf(first)],
    });

    const given = randomUUID() + randomUUID();
    const rotated = await run('machine', ['rotate', '--client-id', 'till-7', '--secret-stdin'], {
      input: `${given}\n`,
    });
    expect([rotated.code, rotated.output]).toEqual([0, 'New secret for till-7.\n']);
    // Both are valid for a day.
    expect((await client())?.secret_hashes).toHaveLength(2);
    expect((await client())?.secret_hashes).toEqual(expect.arrayContaining([hashOf(first), hashOf(given)]));

    const bound = await machine('bind', '--client-id', 'till-7', '--points-max', '50');
    expect(bound.output).toBe('Changed the bounds of till-7.\n');
    expect((await machine('revoke', '--client-id', 'till-7', '--reason', 'stolen')).code).toBe(0);
    expect(await client()).toBeUndefined();
    expect((await machine('list')).output).toBe('till-7\tTill 7\tpoints.transfer account.sync\tSUSPENDED, 50\tnever\n');

    const { rows } = await database.pool.query(
      `select action, reason from staff_audit_event where entity_type = 'machine-client' and actor_sub = 'operator' order by occurred_at, id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'machine-client.create',
      'machine-client.rotate',
      'machine-client.rotate',
      'machine-client.update',
      'machine-client.suspend',
    ]);
    expect(rows[4].reason).toBe('stolen');
    // Secrets are stored only as hashes.
    const { rows: traces } = await database.pool.query('select changes::text from staff_audit_event');
    for (const secret of [first, given]) expect(JSON.stringify(traces)).not.toContain(secret);
  });

  it('reports errors, changes nothing and exits with 1 [machines 5]', async () => {
    const wrong: [args: string[], sentence: string, options?: { input?: string; env?: object }][] = [
      [['add', '--client-id', 'till-8', '--name', 'T', '--scope', 'everything'], 'scopes is not valid'],
      [['add', '--client-id', 'till-7', '--name', 'T', '--scope', 'points.transfer'], 'clientId: taken'],
      [['bind', '--client-id', 'till-7', '--country', 'ZZ'], 'countries: unknown'],
      [['rotate', '--client-id', 'nobody'], 'Machine client nobody not found.'],
      [
        ['rotate', '--client-id', 'till-7', '--now'],
        'Secrets are kept by the provider',
        { env: { OIDC_ISSUER: 'https://id.example' } },
      ],
    ];
    const rows = async () => (await database.pool.query('select * from machine_client, machine_client_secret')).rows;
    const before = await rows();
    const ended = await Promise.all(wrong.map(([args, , options]) => run('machine', args, options)));
    for (const [index, [, sentence]] of wrong.entries()) {
      expect(ended[index]).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(sentence) });
    }
    expect(await rows()).toEqual(before);
  });
});

describe('npm run secrets', () => {
  const secrets = (args: readonly string[], env: object = { DATABASE_OWNER_URL: database.ownerUrl }) =>
    run('secrets', args, { env });

  it('rotates a key and lists all of them without their values', async () => {
    const value = async () =>
      (await database.pool.query(`select secret from server_secret where name = 'cursor-key'`)).rows[0]?.secret;
    expect(await secrets(['rotate', 'cursor-key'])).toEqual({
      code: 0,
      output: 'Rotated cursor-key. Its earlier signatures stay valid for 24 hours.\n',
      errors: '',
    });
    const first = await value();
    const ended = await secrets(['rotate', 'cursor-key', '--now']);
    expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('rejected by every process within 5 s') });
    const second = await value();
    expect(second.equals(first)).toBe(false);
    const { code, output } = await secrets(['list']);
    expect(code).toBe(0);
    expect(output).toMatch(/^cursor-key\tkey\t\d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(output).toContain('DATABASE_URL\tsetting\t-\t');
    for (const secret of [first.toString('base64'), second.toString('hex'), new URL(database.url).password])
      expect(output).not.toContain(secret);
    for (const args of [
      ['rotate', 'a-key'],
      ['list', 'cursor-key'],
    ])
      expect(await secrets(args)).toMatchObject({ code: 1, errors: expect.stringContaining('rotate NAME') });
    expect(await secrets(['rotate', 'cursor-key'], {})).toMatchObject({
      code: 1,
      errors: 'Only the owner of the tables can rotate a secret: set DATABASE_OWNER_URL.\n',
    });
    expect(await value()).toEqual(second);
  });
});

describe('npm run verify -- ledger', () => {
  it('exits with 0 without faults, with 1 and their places otherwise [points 7]', async () => {
    const wallet = await openWallet(database.db, { type: 'STORE', id: randomUUID() });
    const transfers = Array.from({ length: 5 }, () => ({
      debitWalletId: SYSTEM_WALLETS.ISSUANCE,
      creditWalletId: wallet,
      amount: 3,
      code: 'ISSUE' as const,
      key: randomUUID(),
    }));
    await postTransfers(database.db, transfers, 'staff-test');
    const whole = await run('verify', ['ledger']);
    expect(whole).toMatchObject({ code: 0, errors: '' });
    expect(whole.output).toMatch(/^5 transfers, 10 entries and 1 wallets in [\d.]+ s: 0 faults\.\n$/);

    await database.ownerPool.query(`begin; set local session_replication_role = replica;
      update points_entry set occurred_at = occurred_at - interval '1 hour' where wallet_id = '${wallet}' and seq = 3; commit`);
    const broken = await run('verify', ['ledger']);
    expect(broken.code).toBe(1);
    expect(broken.output).toContain(': 1 faults.\n');
    expect(broken.output).toContain(`  HASH, wallet ${wallet}, entry 3`);
  });
});

describe('npm run verify -- draw', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proof-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A proof of a draw with one entry, created without a server. */
  function proof() {
    const giveawayId = '0192f000-0000-7000-8000-000000000001';
    const seed = new Uint8Array(32).fill(5);
    const rules: DrawRules = {
      ...{
        giveawayId,
        code: 'AUTUMN',
        algorithm: 'gw-draw-v1',
        drawMode: 'COMMIT_REVEAL',
        rulesI18n: { 'en-US': 'r' },
      },
      ...{ sponsorStoreId: null, countryCodes: ['PT'], minAge: 18, timezone: 'UTC', maxTicketsPerAccount: 1 },
      opensAt: '2026-11-01T08:00:00.000Z',
      closesAt: '2026-11-20T20:00:00.000Z',
      drawAt: '2026-11-20T20:10:00.000Z',
      ...{ maxEntries: null, entryCostPoints: 0, alternates: 1, claimDays: 14, prizes: [] },
    };
    const id = '0192f000-0000-7000-8000-000000000010';
    const pseudonym = pseudonymOf(seed, id);
    const root = leafHash({ id, pseudonym, tickets: 1, ticketStart: 0 });
    const content = {
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      rules,
      commitment: {
        publishedAt: '2026-10-30T09:00:04.123Z',
        rulesHash: toHex(rulesHash(rules)),
        seedCommitment: toHex(seedCommitment(giveawayId, seed)),
      },
      freeze: { frozenAt: '2026-11-20T20:00:00.500Z', root: toHex(root), entries: 1, tickets: 1 },
      draw: { drawnAt: '2026-11-20T20:10:00.200Z', seed: toHex(seed), key: toHex(drawKey(giveawayId, root, seed)) },
      entries: [[id, toHex(pseudonym), 1]],
      winners: [{ position: 1, kind: 'ALTERNATE', prizeRank: null, entryId: id, remainingTickets: 1, ticket: 0 }],
    };
    return { content, digest: toHex(canonicalHash(content)) };
  }
  async function verify(content: string, ...args: string[]) {
    const path = join(folder, 'proof.json');
    await writeFile(path, content);
    return run('verify', ['draw', path, ...args], { env: { DATABASE_URL: '' } });
  }

  it('exits with 0 for a valid proof, with 1 and the failed checks otherwise [draw 4]', async () => {
    const file = proof();
    const { commitment, freeze } = file.content;
    const good = await verify(JSON.stringify(file), '--commitment', commitment.seedCommitment, '--root', freeze.root);
    expect(good).toMatchObject({ code: 0, errors: '' });
    expect(good.output).toMatch(/^gw-draw-v1 of AUTUMN, operator-committed\n/);
    expect(good.output).toContain('\nVerified: 1 entries and 1 positions in ');
    expect(good.output).not.toContain('FAIL');

    const other = await verify(JSON.stringify(file), '--root', '0'.repeat(64));
    expect(other.code).toBe(1);
    expect(other.output).toMatch(/FAIL published .*\nNOT verified/);
    const changed = await verify(JSON.stringify(file).replace('"claimDays":14', '"claimDays":15'));
    expect(changed.code).toBe(1);
    expect(changed.output).toMatch(/FAIL digest .*\nFAIL rules /);
    const twice = await verify(JSON.stringify(file).replace('"claimDays":14', '"claimDays":15,"claimDays":14'));
    expect(twice.output).toMatch(/^FAIL format .*\nNOT verified/);
    const none = await verify('<html>');
    expect(none.code).toBe(1);
    expect(none.output).toMatch(/^FAIL format .*\nNOT verified/);
  });

  it('prints its usage if the file is missing', async () => {
    for (const args of [['draw'], ['draw', 'a', 'b'], ['draw', 'a', '--rot', '1'], ['else']]) {
      const { code, errors } = await run('verify', args, { env: { DATABASE_URL: '' } });
      expect(code).toBe(1);
      expect(errors).toMatch(/^Usage: /);
    }
    const missing = await run('verify', ['draw', join(folder, 'no.json')]);
    expect(missing.code).toBe(1);
    expect(missing.errors).toContain('no.json cannot be read');
  });
});

describe('npm run migrate', () => {
  it('shows the state of the database, and its usage without an action [upgrades 8]', async () => {
    const env = { DATABASE_OWNER_URL: database.ownerUrl };
    const [plan, usage] = await Promise.all([
      run('migrate', ['plan'], { env }),
      run('migrate', ['plan', 'x'], { env }),
    ]);
    expect(plan).toEqual({
      code: 0,
      output: `This is version ${APP_VERSION}. The database serves ${APP_VERSION} to ${APP_VERSION}.\nThe database has all migrations.\n`,
      errors: '',
    });
    expect(usage).toMatchObject({ code: 1, output: '' });
    expect(usage.errors).toContain('Usage: npm run migrate -- plan');
  });
});
