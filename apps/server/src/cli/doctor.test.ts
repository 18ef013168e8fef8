import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startSmtp } from '../adapters/smtp/testing/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { childEnvironment } from '../testing/child-environment.ts';
import { freePort } from '../testing/free-port.ts';
import { createTestApp, TEST_CONFIG } from '../testing/test-app.ts';

let database: TestDatabase;
let folder: string;
let bucket: { readonly port: number; end(): Promise<void> };
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'backcounter' }],
  });
  const { port } = await server.run();
  bucket = { port, end: () => server.close() };
});
afterAll(async () => {
  await bucket.end();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

/** Runs the command; `findings` are its lines by part. */
async function doctor(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, ['--conditions=source', join(import.meta.dirname, 'doctor.ts'), ...args], {
    env: { ...childEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const lines = output.trimEnd().split('\n');
  const findings = Object.fromEntries(
    lines.map((line) => [line.slice(6, 16).trim(), `${line.slice(0, 6)}${line.slice(18)}`]),
  );
  return { code: child.exitCode, findings, errors };
}

const s3 = (name: string) => ({
  FILES: 's3',
  S3_BUCKET: name,
  S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
});

it('finds nothing wrong where nothing is, sends a mail and leaves no file', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.end());
  const { host, pathname } = new URL(database.url);
  const { code, findings, errors } = await doctor(
    {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: join(folder, 'data'),
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'no-reply@office.example',
      ...s3('backcounter'),
    },
    '--mail-to',
    'you@office.example',
  );
  expect(errors).toBe('');
  expect(findings).toEqual({
    settings: 'ok    from the environment.',
    disk: expect.stringMatching(/^ok {4}\d+\.\d GB free in /),
    files: 'ok    a file was written, read and deleted (FILES=s3).',
    presence: 'ok    REALTIME=embedded.',
    mail: 'ok    a mail to you@office.example was accepted.',
    'sign-in': 'ok    the embedded provider.',
    proxy: 'ok    none in front of http://localhost:3000.',
    database: `ok    ${pathname.slice(1)} at ${host}.`,
    roles: expect.stringMatching(/^ok {4}PostgreSQL \d+\.\d+.*; ".*" owns no table\.$/),
    migrations: 'ok    all are applied.',
    log: expect.any(String),
    clock: expect.stringMatching(/^ok {4}\d+\.\d s from the database's\.$/),
    push: 'ok    the sandbox, which reaches no one.',
    backups: 'ok    not watched here: BACKUP_DIR is not set.',
  });
  expect(code).toBe(findings['log']?.startsWith('ok') ? 0 : 1);
  expect(smtp.received.map(({ to }) => to)).toEqual([['you@office.example']]);
  expect(await readdir(join(folder, 's3/backcounter'), { recursive: true })).toEqual([]);
});

it('says of each part what is wrong and what to do, and ends with 1', async () => {
  const port = await freePort();
  const closed = `http://127.0.0.1:${port}`;
  const { code, findings, errors } = await doctor({
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: '/dev/null/data',
    REALTIME: 'redis',
    REDIS_URL: `redis://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'no-reply@office.example',
    OIDC_ISSUER: closed,
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    BACKUP_DIR: folder,
    ...s3('another'),
  });
  expect([code, errors]).toEqual([1, '']);
  expect(findings).toMatchObject({
    disk: expect.stringMatching(/^FAIL {2}\/dev\/null\/data can't be written \(E\w+\)\. Give it to the user/),
    files:
      "FAIL  The file store can't be used (NoSuchBucket): check its settings, the bucket's name and the rights of the key.",
    presence: 'FAIL  Redis does not answer.',
    mail: expect.stringMatching(/^FAIL {2}The mail server does not accept mail \(E\w+\)/),
    'sign-in': `FAIL  The identity provider does not answer at ${closed}. Check OIDC_ISSUER, and that this machine reaches it.`,
    proxy: `FAIL  https://127.0.0.1:${port} doesn't answer (ECONNREFUSED). Start the server and the proxy, or check PUBLIC_URL.`,
    roles: expect.stringMatching(/^FAIL {2}The role "\w+" of DATABASE_URL owns the tables/),
  });
  expect(await doctor({ DATABASE_URL: database.url.replace(/:\/\/.*@/, '://stranger:x@') })).toMatchObject({
    code: 1,
    findings: { database: expect.stringMatching(/^FAIL {2}The database .* refuses the role "stranger"/) },
  });
});

it('sees a proxy that passes on what clients claim, or takes no WebSockets', async () => {
  const test = await createTestApp({ config: { ...TEST_CONFIG, trustProxy: 1 } });
  onTestFinished(() => test.close());
  const server = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const proxyFor = async (forwarded: (given: unknown) => string): Promise<string> => {
    const proxy = fastify();
    onTestFinished(() => proxy.close());
    proxy.get('/*', async ({ headers, url }) => {
      const answer = await fetch(`${server}${url}`, {
        headers: { 'x-forwarded-for': forwarded(headers['x-forwarded-for']) },
      });
      return new Response(await answer.text(), { status: answer.status });
    });
    return proxy.listen({ host: '127.0.0.1', port: 0 });
  };
  const through = async (PUBLIC_URL: string): Promise<string | undefined> => {
    const { findings } = await doctor({ PUBLIC_URL, TRUST_PROXY: '1', DATABASE_URL: 'postgres://127.0.0.1:9/none' });
    return findings['proxy'];
  };
  expect(await through(await proxyFor(String))).toMatch(
    /^FAIL {2}The proxy passes X-Forwarded-For on as clients send it/,
  );
  expect(await through(await proxyFor((given) => `${given}, 127.0.0.1`))).toMatch(
    /^FAIL {2}The proxy takes no WebSockets/,
  );
});

it('explains itself', async () => {
  expect(await doctor({}, '--mail-to')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Usage: npm run doctor'),
  });
});
