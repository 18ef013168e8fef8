import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createDatabase, createPool } from '../db/client.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { writeBackup } from '../embedded/postgres/backup/backup.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';
import { postTransfers } from '../ledger/post-transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { freePort } from '../testing/free-port.ts';

const SOURCE = path.join(import.meta.dirname, '..');
let folder: string;
let dataDir: string;
let backups: string;
/** Temporary folder that contains test restores only. */
let scratch: string;
let server: EmbeddedPostgres;
let wallet: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'prove-'));
  [dataDir, backups, scratch] = ['data', 'backups', 'scratch'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [backups, scratch]) await mkdir(each);
  server = await startEmbeddedPostgres({ dataDir, overrides: { fsync: 'off' } });
  await migrate({ ownerUrl: server.urls.owner });
  const pool = createPool({ url: server.urls.app, max: 1 });
  const db = createDatabase(pool);
  wallet = await openWallet(db, { type: 'STORE', id: randomUUID() });
  const transfer = {
    debitWalletId: SYSTEM_WALLETS.ISSUANCE,
    creditWalletId: wallet,
    amount: 3,
    code: 'ISSUE' as const,
  };
  await postTransfers(
    db,
    Array.from({ length: 4 }, () => ({ ...transfer, key: randomUUID() })),
    'ada',
  );
  await pool.query(
    `select record_audit('ada', 'Ada', null, '{ADMIN}', 'r', 'store.update', null, null, 'DONE', null, '{}', null)`,
  );
  await pool.end();
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

function query<Row>(statement: string, url = server.urls.owner): Promise<Row[]> {
  const pool = createPool({ url, max: 1 });
  return pool
    .query(statement)
    .then(({ rows }) => rows as Row[])
    .finally(() => pool.end());
}
const proofs = () =>
  query<Record<string, unknown>>(
    `select file, outcome, counts, fault_count as "faultCount", faults from backup_proof order by started_at`,
  );

function run(file: string, args: readonly string[], env: object = {}): ChildProcess {
  return spawn(process.execPath, ['--conditions=source', path.join(SOURCE, file), ...args], {
    env: {
      DATA_DIR: dataDir,
      BACKUP_DIR: backups,
      TMPDIR: scratch,
      NODE_COMPILE_CACHE: path.join(SOURCE, '../../../.cache/compile'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function prove(...args: string[]) {
  const child = run('cli/backup.ts', ['prove', ...args]);
  const [output] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr?.resume(),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, output };
}

/** Starts a proof and sends the signal once the restored database is up. */
async function stopInTheMiddle(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const child = run('cli/backup.ts', ['prove']);
  child.stderr?.on('data', (line: Buffer) => {
    if (line.includes('Verifying the ledger')) child.kill(signal);
  });
  child.stdout?.resume();
  await once(child, 'exit');
  return child.exitCode;
}

it('proves a backup after its proof was killed, and leaves nothing of either', async () => {
  await writeBackup(dataDir, server.urls.superuser, path.join(backups, 'monday.zip'));
  await stopInTheMiddle('SIGKILL');
  const [left] = await readdir(scratch);
  expect(left).toMatch(/^backcounter-proof-/);
  const { code, output } = await prove();
  expect(code).toBe(0);
  expect(output).toMatch(/^monday\.zip, taken .*, is proven \([\d.]+ s\)\. 4 transfers, 8 entries, 1 wallets, 0 draws/);
  expect(await readdir(scratch)).toEqual([]);
  expect(await proofs()).toEqual([
    { file: 'monday.zip', outcome: 'INTERRUPTED', counts: {}, faultCount: 0, faults: [] },
    {
      ...{ file: 'monday.zip', outcome: 'PROVEN', faultCount: 0, faults: [] },
      counts: { transfers: 4, entries: 8, wallets: 1, draws: 0, drawEntries: 0, auditEvents: 1 },
    },
  ]);
});

it('stops a proof on SIGTERM and removes its restore', async () => {
  expect(await stopInTheMiddle('SIGTERM')).toBe(130);
  expect((await proofs()).at(-1)).toMatchObject({ outcome: 'INTERRUPTED' });
  expect(await readdir(scratch)).toEqual([]);
});

it('finds tampering with ledger and audit trail before the backup', async () => {
  await query(
    `begin; set local session_replication_role = replica;
    update points_entry set occurred_at = occurred_at - interval '1 hour' where wallet_id = '${wallet}' and seq = 3; commit;
    alter table staff_audit_event disable trigger staff_audit_event_is_append_only`,
    server.urls.superuser.replace(/postgres$/, 'backcounter'),
  );
  await writeBackup(dataDir, server.urls.superuser, path.join(backups, 'tuesday.zip'));
  const { code, output } = await prove();
  expect(code).toBe(1);
  expect(output).toContain('tuesday.zip');
  expect(output).toContain(`  Ledger: HASH, wallet ${wallet}, entry 3,`);
  const last = (await proofs()).at(-1);
  expect(last).toMatchObject({ file: 'tuesday.zip', outcome: 'FAULTS' });
  expect(last?.['faults']).toContain('Audit: the owner of the tables deleted an event and was not refused.');
});

it('refuses a file that is not a backup, also without a server', async () => {
  const file = path.join(folder, 'notes.zip');
  await writeFile(file, 'These are notes.');
  const refused = {
    code: 1,
    output: expect.stringContaining('  The file notes.zip is not a backup of Backcounter.\n'),
  };
  expect(await prove(file)).toEqual(refused);
  expect((await proofs()).at(-1)).toMatchObject({ file: 'notes.zip', outcome: 'REFUSED', faultCount: 1 });
  const { code, output } = await (async () => {
    const child = run('cli/backup.ts', ['prove', file], { DATA_DIR: path.join(folder, 'none') });
    const said = child.stdout === null ? '' : await text(child.stdout);
    return { code: child.exitCode ?? (await once(child, 'exit'))[0], output: said };
  })();
  expect(code).toBe(1);
  expect(output).toContain('The server is not running, so this result is not recorded.');
  expect(await readdir(scratch)).toEqual([]);
});

it('runs in a server with the worker role, which reports the result in readiness, metrics and log', async () => {
  await writeFile(path.join(backups, 'wednesday.zip'), 'These are notes.');
  await query('truncate backup_proof');
  await server.stop();
  const port = await freePort();
  const child = run('main.ts', [], { PORT: String(port), DEMO: 'false', ROLES: 'worker', LOG_LEVEL: 'info' });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout?.resume();
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    log += part;
  });
  const checks = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz?deep`).catch(() => null);
    return ((await answer?.json()) as { checks: { backup: string } } | undefined)?.checks;
  };
  while (!(await checks())?.backup.startsWith('The backup')) await delay(50);
  expect(await checks()).toMatchObject({
    database: true,
    backup: "The backup wednesday.zip can't be restored: The file wednesday.zip is not a backup of Backcounter.",
  });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^backcounter_last_proven_restore_timestamp_seconds nan$/im);
  while (!log.includes('"msg":"backup proof failed"')) await delay(50);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});
