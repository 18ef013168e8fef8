import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { findMachineClient } from '../embedded/identity/machine-client.ts';
import { postTransfers } from '../ledger/post-transfer.ts';
import { openWallet } from '../ledger/wallet.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** Runs a command as its npm script does, on the database of this test. */
async function run(
  name: string,
  args: readonly string[],
  options: { input?: string; env?: object } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=source', join(import.meta.dirname, `${name}.ts`), ...args], {
    // What it compiled for others is read back, as by a server.
    env: {
      DATABASE_URL: database.url,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../.cache/compile'),
      ...options.env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(options.input ?? '');
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, complaint };
}

describe('npm run machine', () => {
  const machine = (...args: string[]) => run('machine', args);
  const client = () => findMachineClient(database.pool, 'till-7', false);
  const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
  const secretIn = ({ output }: Ended): string => /shown only now: ([\w-]{43})\n/.exec(output)?.[1] ?? '';

  it('adds the first client with a secret that is shown once, rotates it, revokes and lists it', async () => {
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
    expect([added.code, added.complaint]).toEqual([0, '']);
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
    // Both are good for a day.
    expect((await client())?.secret_hashes).toHaveLength(2);
    expect((await client())?.secret_hashes).toEqual(expect.arrayContaining([hashOf(first), hashOf(given)]));

    expect((await machine('revoke', '--client-id', 'till-7', '--reason', 'stolen')).code).toBe(0);
    expect(await client()).toBeUndefined();
    expect((await machine('list')).output).toBe('till-7\tTill 7\tpoints.transfer account.sync\tSUSPENDED\tnever\n');

    const { rows } = await database.pool.query(
      `select action, reason from staff_audit_event where entity_type = 'machine-client' and actor_sub = 'operator' order by occurred_at, id`,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'machine-client.create',
      'machine-client.rotate',
      'machine-client.rotate',
      'machine-client.suspend',
    ]);
    expect(rows[3].reason).toBe('stolen');
    // No secret is kept anywhere but as its hash.
    const { rows: traces } = await database.pool.query('select changes::text from staff_audit_event');
    for (const secret of [first, given]) expect(JSON.stringify(traces)).not.toContain(secret);
  });

  it('says what is wrong, changes nothing, and ends with 1', async () => {
    const wrong: [args: string[], sentence: string, options?: { input?: string; env?: object }][] = [
      [['add', '--client-id', 'till-8', '--name', 'T', '--scope', 'everything'], 'scopes is not right'],
      [['add', '--client-id', 'till-7', '--name', 'T', '--scope', 'points.transfer'], 'clientId: taken'],
      [['rotate', '--client-id', 'nobody'], 'There is no machine client nobody.'],
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
      expect(ended[index]).toMatchObject({ code: 1, output: '', complaint: expect.stringContaining(sentence) });
    }
    expect(await rows()).toEqual(before);
  });
});

describe('npm run verify -- ledger', () => {
  it('ends with 0 when all adds up, with 1 and the place when something does not', async () => {
    const wallet = await openWallet(database.db, { type: 'STORE', id: randomUUID() });
    const transfers = Array.from({ length: 5 }, () => ({
      debitWalletId: SYSTEM_WALLETS.ISSUANCE,
      creditWalletId: wallet,
      amount: 3,
      code: 'EARN' as const,
      key: randomUUID(),
    }));
    await postTransfers(database.db, transfers, 'staff-test');
    const whole = await run('verify', ['ledger']);
    expect(whole).toMatchObject({ code: 0, complaint: '' });
    expect(whole.output).toMatch(/^5 transfers, 10 entries and 1 wallets in [\d.]+ s: 0 faults\.\n$/);

    await database.ownerPool.query(`begin; set local session_replication_role = replica;
      update points_entry set occurred_at = occurred_at - interval '1 hour' where wallet_id = '${wallet}' and seq = 3; commit`);
    const broken = await run('verify', ['ledger']);
    expect(broken.code).toBe(1);
    expect(broken.output).toContain(': 1 faults.\n');
    expect(broken.output).toContain(`  HASH, wallet ${wallet}, entry 3`);
  });
});
