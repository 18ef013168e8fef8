/** The parts that `backcounter doctor` looks at. */
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { errorCodeOf } from '../db/error-code.ts';
import { logVerbosityWarnings } from '../db/log-verbosity.ts';
import { checkDatabase } from '../db/readiness.ts';
import { backupProblemSentence, readBackupHealth } from '../features/backup/backup-health.ts';
import { systemClock } from '../ports/clock.ts';
import { openStore, storeProblem } from './files.ts';
import { composePush } from './push.ts';

/** Looks at one part. Returns what it found; rejects with a sentence that says what is wrong and what to do. */
export type Examination = readonly [part: string, look: () => Promise<string>];

const ROOM_BYTES = 2 ** 30;
const ANSWER_MS = 10_000;
const silent = pino({ level: 'silent' });

/** True is fine; a sentence is a problem. */
function settle(answer: true | string | undefined, good: string): string {
  if (answer !== true && answer !== undefined) throw new Error(answer);
  return good;
}

/** Parts that need no database. `mailTo` gets a mail; null: only the connection is checked. */
export function examinations(config: Config, mailTo: string | null): readonly Examination[] {
  return [
    ['settings', async () => (config.envFile === null ? 'from the environment' : `from ${config.envFile}`)],
    ['disk', () => lookAtDisk(config.dataDir)],
    ['files', () => lookAtFiles(config)],
    ['presence', () => lookAtRealtime(config)],
    ['mail', () => lookAtMail(config, mailTo)],
    ['sign-in', () => lookAtProvider(config)],
    ['proxy', () => lookAtProxy(config)],
  ];
}

/** Parts of a database that answers. */
export function examinationsOfDatabase(config: Config, pool: pg.Pool, db: Kysely<Database>): readonly Examination[] {
  return [
    ['roles', () => lookAtRoles(config, pool)],
    ['migrations', async () => settle((await checkDatabase(pool)).checks.migrations, 'all are applied')],
    ['log', async () => settle((await logVerbosityWarnings(pool))[0] ?? true, 'PostgreSQL logs no personal data')],
    ['clock', () => lookAtClock(pool)],
    ['push', () => lookAtPush(config, db)],
    ['backups', () => lookAtBackups(config, db)],
  ];
}

async function lookAtRoles({ databaseUrl }: Config, pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; owns: boolean; version: string }>(
    `SELECT current_user AS name, current_setting('server_version') AS version,
       pg_has_role((SELECT relowner FROM pg_class WHERE oid = to_regclass('account')), 'MEMBER') AS owns`,
  );
  const { name = '', owns = false, version = '' } = rows[0] ?? {};
  if (owns && databaseUrl !== null)
    throw new Error(
      `The role "${name}" of DATABASE_URL owns the tables, so a fault of the application could rewrite the audit trail. Use another role there, and this one in DATABASE_OWNER_URL`,
    );
  return `PostgreSQL ${version}; "${name}" owns no table`;
}

async function lookAtClock(pool: pg.Pool): Promise<string> {
  const clock = new DatabaseClock();
  await clock.measure(pool);
  return settle(clock.trouble ?? true, `${Math.abs((clock.offsetMs ?? 0) / 1_000).toFixed(1)} s from the database's`);
}

async function lookAtDisk(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Error(
      `${folder} can't be written (${errorCodeOf(error)}). Give it to the user that runs the server, or set DATA_DIR`,
    );
  }
  const { bavail, bsize } = await statfs(folder);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free in ${folder}`;
  return settle(bavail * bsize >= ROOM_BYTES || `${free}. Free space, or enlarge the disk`, free);
}

/** Writes, reads and deletes a file. */
async function lookAtFiles(config: Config): Promise<string> {
  const store = await openStore(config, systemClock, { noteFile: () => undefined });
  const key = `doctor/${randomUUID()}.json`;
  try {
    await store.write(key, Buffer.from('{}'));
    (await store.read(key)).content.destroy();
    await store.remove(key);
  } catch (error) {
    throw new Error(storeProblem(error));
  } finally {
    await store.close();
  }
  return `a file was written, read and deleted (FILES=${config.files})`;
}

async function lookAtRealtime({ realtime, redisUrl }: Config): Promise<string> {
  if (realtime !== 'redis') return `REALTIME=${realtime}`;
  const { openRedisRealtime } = await import('../adapters/redis/redis-realtime.ts');
  const redis = await openRedisRealtime(redisUrl ?? '', silent);
  try {
    return settle((await redis.neighbours()).redis, 'Redis answers');
  } finally {
    await redis.close();
  }
}

async function lookAtMail(config: Config, mailTo: string | null): Promise<string> {
  if (config.smtp === null) {
    if (mailTo !== null) throw new Error('There is no mail server. Set SMTP_URL and MAIL_FROM');
    return 'none: invitations and passwords are not mailed (SMTP_URL)';
  }
  const { createSmtpMail } = await import('../adapters/smtp/smtp.mail.ts');
  const mail = createSmtpMail({ ...config.smtp, clock: systemClock });
  const good = settle(await mail.check(), 'the mail server accepts mail');
  if (mailTo === null) return `${good}; --mail-to ADDRESS sends one`;
  const text = 'This mail shows that Backcounter can send mail. It needs no answer.';
  const outcome = await mail.send({
    id: randomUUID(),
    to: mailTo,
    subject: 'Backcounter can send mail',
    text,
    html: `<p>${text}</p>`,
    language: 'en-US',
  });
  if (outcome.kind !== 'accepted')
    throw new Error(`The mail server took no mail to ${mailTo} (${outcome.code}). Check the address and MAIL_FROM`);
  return `a mail to ${mailTo} was accepted`;
}

async function lookAtProvider({ oidcIssuer }: Config): Promise<string> {
  if (oidcIssuer === null) return 'the embedded provider';
  const { createProviderCheck } = await import('../adapters/oidc/provider-check.ts');
  const answer = await createProviderCheck(oidcIssuer, systemClock)();
  return settle(
    answer === true || `${answer} at ${oidcIssuer}. Check OIDC_ISSUER, and that this machine reaches it`,
    `${oidcIssuer} answers`,
  );
}

/** Asks by PUBLIC_URL, as a browser would, with an address of its own making that a proxy must not pass on alone. */
async function lookAtProxy({ publicUrl, trustProxy, roles, realtime }: Config): Promise<string> {
  if (!publicUrl.startsWith('https:') && trustProxy === null) return `none in front of ${publicUrl}`;
  const { requestJson } = await import('../adapters/oidc/json-request.ts');
  const ask = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const answer = await requestJson(`${publicUrl}/healthz`, { headers }).catch((error) => {
      throw new Error(
        `${publicUrl} doesn't answer (${errorCodeOf(error) ?? error.name}). Start the server and the proxy, or check PUBLIC_URL`,
      );
    });
    return answer.status;
  };
  const claimed = await ask({ 'x-forwarded-for': 'doctor' });
  if (claimed === 400 && typeof trustProxy === 'number')
    throw new Error('The proxy passes X-Forwarded-For on as clients send it. Let it append the address of its client');
  const status = claimed === 400 ? await ask({}) : claimed;
  if (status >= 300 && status < 400)
    throw new Error(`${publicUrl} leads elsewhere (${status}). Let the proxy pass the Host header on`);
  if (status !== 200) throw new Error(`${publicUrl}/healthz answers ${status}. Start the server`);
  if (trustProxy === null)
    throw new Error('All clients seem to have the address of the proxy. Set TRUST_PROXY (docs/operations.md)');
  if (roles.includes('realtime') && realtime !== 'firebase' && !(await takesSockets(publicUrl)))
    throw new Error('The proxy takes no WebSockets. Let it pass Upgrade and Connection on (docs/scaling.md)');
  // A trusted address may claim any other.
  const addresses = claimed === 400 ? '' : ' addresses,';
  return `${publicUrl} passes on${addresses} the host name and WebSockets`;
}

function takesSockets(publicUrl: string): Promise<boolean> {
  const socket = new WebSocket(`${publicUrl.replace('http', 'ws')}/realtime/socket`);
  return new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
    setTimeout(resolve, ANSWER_MS, false).unref();
  }).finally(() => socket.close());
}

async function lookAtPush(config: Config, db: Kysely<Database>): Promise<string> {
  const { port, neighbours } = await composePush(config, db, systemClock);
  try {
    return settle(
      (await neighbours())['push'],
      config.push === 'fcm' ? 'Firebase answers' : 'the sandbox, which reaches no one',
    );
  } finally {
    await port.close();
  }
}

async function lookAtBackups({ backupProofs, backupDir, databaseUrl }: Config, db: Kysely<Database>): Promise<string> {
  if (backupProofs === null) {
    if (databaseUrl === null) throw new Error('Nothing watches over backups. Set BACKUP_DIR (docs/backup.md)');
    return 'not watched here: BACKUP_DIR is not set';
  }
  const health = await readBackupHealth(db, backupProofs);
  const taken = health.proven?.takenAt.toISOString();
  return settle(
    backupProblemSentence(health) ?? true,
    `${taken === undefined ? 'none' : `proven, of ${taken}`} in ${backupDir}`,
  );
}
