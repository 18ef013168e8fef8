import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../db/client.ts';
import { isPgBouncerInstalled, startPgBouncer } from '../db/testing/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { startTestServer } from '../db/testing/test-server.ts';
import { userForPostgres } from '../embedded/postgres/os-user.ts';
import { freePort } from '../testing/free-port.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { checkReachable } from './connect.ts';

describe.skipIf(!isPgBouncerInstalled)('PgBouncer', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('in session mode serves the product, and connections have their time limits', async () => {
    const urls = await startPgBouncer(database, 'session');
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pooled-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const port = await freePort();
    const server = await startServerProcess(
      { ...database, ...urls },
      { port, publicUrl: `http://localhost:${port}`, dataDir, env: { DEMO: 'false' } },
    );
    onTestFinished(() => server.stop());
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const pool = createPool({ url: urls.url, max: 1 });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query(
      "SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone') ORDER BY name",
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      idle_in_transaction_session_timeout: '10000',
      lock_timeout: '1000',
      statement_timeout: '3000',
      TimeZone: 'UTC',
    });
  });

  it.each(['transaction', 'statement'] as const)('in %s mode is refused with one sentence', async (mode) => {
    const { url } = await startPgBouncer(database, mode);
    for (let count = 0; count < 5; count++)
      await expect(checkReachable(url)).rejects.toThrow('shares a session among connections. Set pool_mode = session');
  });

  it('that knows a parameter of the address no better is named', async () => {
    const { url } = await startPgBouncer(database, 'session');
    await expect(checkReachable(`${url}?options=-c%20search_path%3Dpublic`)).rejects.toThrow(
      /The pooler at .* refuses the connection \(unsupported startup parameter: options\)/,
    );
  });
});

describe('TLS to the database', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startTestServer>>;
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const addressed = (host: string, ca: string): string =>
    `${server.adminUrl.replace('127.0.0.1', host)}?sslmode=verify-full&sslrootcert=${file(ca)}`;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'database-tls-'));
    await chmod(folder, 0o755);
    for (const ca of ['ca', 'other'])
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${ca}.key`,
        '-out',
        `${ca}.pem`,
        '-subj',
        `/CN=${ca}`,
        '-days',
        '7000',
      );
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'server.key',
      '-out',
      'server.csr',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    );
    openssl(
      'x509',
      '-req',
      '-in',
      'server.csr',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-copy_extensions',
      'copy',
      '-out',
      'server.pem',
      '-days',
      '7000',
    );
    const user = await userForPostgres();
    await chmod(file('server.key'), 0o600);
    if (user !== null) await chown(file('server.key'), user.uid, user.gid);
    server = await startTestServer(undefined, {
      ssl: 'on',
      ssl_cert_file: file('server.pem'),
      ssl_key_file: file('server.key'),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is checked against a private CA and the name of the host', async () => {
    await checkReachable(addressed('localhost', 'ca.pem'));
    const pool = createPool({ url: addressed('localhost', 'ca.pem'), max: 1 });
    onTestFinished(() => pool.end());
    const { rows } = await pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl: true }]);
  });

  it.each([
    ['of another CA', 'localhost', 'other.pem', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['for another name', '127.0.0.1', 'ca.pem', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('refuses a certificate %s with one sentence', async (_, host, ca, code) => {
    await expect(checkReachable(addressed(host, ca))).rejects.toThrow(
      `is not trusted (${code}). Name its CA by sslrootcert in DATABASE_URL`,
    );
  });
});
