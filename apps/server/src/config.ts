import path from 'node:path';
import { ROLES, type Role } from '@backcounter/domain';
import { z } from 'zod';
import { StartupError } from './db/startup-error.ts';
import { type Environment, readEnvironment } from './environment.ts';
import {
  bucketName,
  databaseAddress,
  dataKey,
  exactAddress,
  list,
  mailSender,
  oneOf,
  origin,
  proxies,
  sandboxRates,
  secondFactorClaims,
  serviceAddress,
  text,
  truth,
  visible,
  walArchive,
  webAddress,
  wholeNumber,
} from './setting-kinds.ts';

const HOUR_MS = 60 * 60 * 1000;
const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);
/** Roles of a process. */
const PROCESS_ROLES = ['api', 'worker', 'realtime', 'console'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const settings = z.object({
  NODE_ENV: oneOf(['production', 'development', 'test']).optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  HSTS_SUBDOMAINS: truth.default(false),
  DATA_DIR: text.default('.data'),
  WAL_ARCHIVE: walArchive.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_PROOF_MAX_AGE_HOURS: wholeNumber(1, 8_760).default(48),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600).default(60),
  ROLES: list.pipe(z.array(oneOf(PROCESS_ROLES)).min(1, { error: 'at least one role' })).default([...PROCESS_ROLES]),
  DEMO: truth.optional(),
  DEMO_PASSWORD: text.optional(),
  SEED_ACCOUNTS: wholeNumber(0, 10_000_000).default(5000),
  IDENTITY_KEY: dataKey.optional(),
  DRAW_KEY: list.pipe(z.array(dataKey)).default([]),
  OIDC_ISSUER: exactAddress.optional(),
  OIDC_CLIENT_ID: visible.default('backcounter'),
  OIDC_CLIENT_SECRET: visible.optional(),
  OIDC_MONITOR_SESSION: truth.optional(),
  OIDC_SECOND_FACTOR: secondFactorClaims.optional(),
  SECOND_FACTOR_ROLES: list.pipe(z.array(oneOf(ROLES))).default([]),
  AUTH_STORAGE: oneOf(['local', 'tab', 'encrypted']).default('local'),
  AUTH_STORAGE_SECRET: text.optional(),
  ID_TOKEN_SYNC_URL: text.optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_SCOPE: text
    .regex(/^(?=.*(^| )openid( |$))[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, {
      error: 'scopes parted by single spaces, openid among them',
    })
    .default('openid'),
  OIDC_ROLES_PATH: text
    .regex(/^[\w$:/-]+(\.[\w$:/-]+)*$/, { error: 'names joined by dots, such as resource_access.global_roles' })
    .default('resource_access.global_roles'),
  I18N_BASE_URL: webAddress.optional(),
  CDN_URL: webAddress.optional(),
  I18N_CLIENT_ID: text.default('backcounter'),
  I18N_REPORT_MISSING: truth.default(true),
  SUPPRESS_LOGS: truth.default(false),
  REALTIME: oneOf(['embedded', 'redis', 'firebase']).default('embedded'),
  REDIS_URL: serviceAddress(['redis:', 'rediss:'], 'redis://').optional(),
  FILES: oneOf(['embedded', 's3', 'firebase']).default('embedded'),
  PUSH: oneOf(['embedded', 'fcm']).default('embedded'),
  PUSH_SANDBOX: sandboxRates.optional(),
  SMTP_URL: serviceAddress(['smtp:', 'smtps:'], 'smtp:// or smtps://').optional(),
  MAIL_FROM: mailSender.optional(),
  FIREBASE_PROJECT_ID: text.optional(),
  FIREBASE_API_KEY: text.optional(),
  FIREBASE_DATABASE_URL: webAddress.optional(),
  FIREBASE_STORAGE_BUCKET: text.optional(),
  FIREBASE_SERVICE_ACCOUNT: z.string().max(10_000, { error: 'at most 10000 characters' }).optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: visible.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_ACCESS_KEY_ID: visible.optional(),
  S3_SECRET_ACCESS_KEY: visible.optional(),
  EMBED_ORIGINS: list.pipe(z.array(origin)).default([]),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  TRUSTED_DOCUMENTS_ONLY: truth.optional(),
  DRAIN_SECONDS: wholeNumber(0, 300).optional(),
  METRICS_TOKEN: text.min(16, { error: 'at least 16 characters' }).optional(),
  MACHINE_REQUESTS_PER_SECOND: wholeNumber(1, 100_000).default(2000),
  REVEALS_PER_HOUR: wholeNumber(1, 100_000).default(30),
  REVEALS_PER_DAY: wholeNumber(1, 1_000_000).default(150),
  REVEALED_CODES_PER_DAY: wholeNumber(1, 1_000_000).default(500),
  EXPORTED_ROWS_PER_DAY: wholeNumber(1, 1_000_000_000).default(200_000),
  CONTRACT_AFTER_DAYS: wholeNumber(0, 30).default(7),
});
type Settings = z.infer<typeof settings>;

/** Settings of a process. */
export type Config = Readonly<
  ReturnType<typeof derive> & {
    /** File with settings; null: none. */
    envFile: string | null;
  }
>;

const NAMES: ReadonlySet<string> = new Set(Object.keys(settings.shape));

/**
 * Reads all settings, once. Without DRAIN_SECONDS a process at a terminal doesn't drain.
 *
 * @throws StartupError naming the first invalid setting
 */
// biome-ignore lint/style/noProcessEnv: the one place that reads it
export function loadConfig(env: Environment = process.env, isTerminal = process.stdin.isTTY): Config {
  const { values: given, file } = readEnvironment(env, NAMES);
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'A setting');
    throw new StartupError(`${name} must be ${issue?.message ?? 'valid'}, not "${shown(name, given[name])}".`);
  }
  requireCompanions(parsed.data);
  return { ...derive(parsed.data, isTerminal), envFile: file };
}

function derive(from: Settings, isTerminal: boolean) {
  const isProduction = from.NODE_ENV === 'production';
  const publicUrl = publicUrlOf(from);
  return {
    isProduction,
    port: from.PORT,
    host: from.HOST,
    publicUrl,
    /** Number or addresses of proxies whose X-Forwarded-For is trusted; null: none. */
    trustProxy: from.TRUST_PROXY ?? null,
    /** Value of Strict-Transport-Security, two years; null: not sent. */
    transportSecurity: publicUrl.startsWith('https:')
      ? `max-age=63072000${from.HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`
      : null,
    dataDir: path.resolve(from.DATA_DIR),
    /** WAL archive of the embedded database; null: none. */
    walArchive: from.WAL_ARCHIVE ?? null,
    /** Folder of backups; null: backups are not monitored. */
    backupDir: from.BACKUP_DIR === undefined ? null : path.resolve(from.BACKUP_DIR),
    /** Maximum age of the data in the last proven backup; null: backups are not monitored. */
    backupProofs:
      from.BACKUP_DIR === undefined
        ? null
        : { maxAgeMs: from.BACKUP_PROOF_MAX_AGE_HOURS * HOUR_MS, isExpected: from.DATABASE_URL === undefined },
    /** Null: the embedded PostgreSQL. */
    databaseUrl: from.DATABASE_URL ?? null,
    /** Null: the same as databaseUrl. */
    databaseOwnerUrl: from.DATABASE_OWNER_URL ?? null,
    databaseReplicaUrl: from.DATABASE_REPLICA_URL ?? null,
    /** How long a start waits for a database that does not answer yet. */
    databaseWaitMs: from.DATABASE_WAIT_SECONDS * 1_000,
    roles: from.ROLES as readonly ProcessRole[],
    /** Demo data and people. */
    isDemo: isDemo(from),
    /** Password of all demo people and the demo machine client, set at each start; null: the published ones. */
    demoPassword: from.DEMO_PASSWORD ?? null,
    seedAccounts: from.SEED_ACCOUNTS,
    /** Warnings for the operator at the start, one sentence each. */
    warnings: warningsOf(from),
    /** Key of the embedded provider's secrets; null: the one in identity.key. */
    identityKey: from.IDENTITY_KEY ?? null,
    /** Keys of draw seeds: the first encrypts, all decrypt; empty: the one in the database. */
    drawKeys: from.DRAW_KEY as readonly Buffer[],
    /** Exactly as the provider writes it; null: the embedded provider. */
    oidcIssuer: from.OIDC_ISSUER ?? null,
    oidcClientId: from.OIDC_CLIENT_ID,
    /** Used only to introspect opaque tokens; the console is a public client without a secret. */
    oidcClientSecret: from.OIDC_CLIENT_SECRET ?? null,
    oidcAudience: from.OIDC_AUDIENCE ?? null,
    /** Scope of the console's sign-in request. */
    oidcScope: from.OIDC_SCOPE,
    oidcRolesPath: from.OIDC_ROLES_PATH,
    /** Whether the console looks every 2 s for a sign-out at the provider, through its check_session_iframe. */
    monitorsSession: from.OIDC_MONITOR_SESSION ?? from.OIDC_ISSUER === undefined,
    /** Claims of the provider that mean a second factor; null: none is asked for. */
    oidcSecondFactor: from.OIDC_SECOND_FACTOR ?? null,
    /** Roles that must set up a second factor with the embedded provider before the API serves them. */
    secondFactorRoles: from.SECOND_FACTOR_ROLES as readonly Role[],
    /** Where the browser stores the signed-in user. */
    authStorage: from.AUTH_STORAGE,
    /** For `encrypted`; it is part of the page, so not secret from anyone who can open it. */
    authStorageSecret: from.AUTH_STORAGE_SECRET ?? null,
    /** URL to which the browser posts its ID token; null: none. */
    idTokenSyncUrl: from.ID_TOKEN_SYNC_URL === undefined ? null : new URL(from.ID_TOKEN_SYNC_URL, publicUrl).href,
    i18nBaseUrl: from.I18N_BASE_URL ?? publicUrl,
    cdnUrl: from.CDN_URL ?? `${publicUrl}/cdn`,
    i18nClientId: from.I18N_CLIENT_ID,
    /** If true, the console reports keys without a text in the current language. */
    reportsMissingTexts: from.I18N_REPORT_MISSING,
    /** If true, the translation client and the release notes don't log to the browser's console. */
    suppressLogs: from.SUPPRESS_LOGS,
    realtime: from.REALTIME,
    redisUrl: from.REDIS_URL ?? null,
    files: from.FILES,
    push: from.PUSH,
    /** Changed behaviour of the embedded push service. */
    pushSandbox: { ...(isDemo(from) && DEMO_SANDBOX), ...from.PUSH_SANDBOX },
    /** Mail server and sender; null: no mail, or the outbox of a demo. */
    smtp: from.SMTP_URL && from.MAIL_FROM ? { url: from.SMTP_URL, from: from.MAIL_FROM } : null,
    firebase: {
      projectId: from.FIREBASE_PROJECT_ID ?? null,
      apiKey: from.FIREBASE_API_KEY ?? null,
      databaseUrl: from.FIREBASE_DATABASE_URL ?? null,
      storageBucket: from.FIREBASE_STORAGE_BUCKET ?? null,
      serviceAccount: from.FIREBASE_SERVICE_ACCOUNT ?? null,
    },
    s3: {
      endpoint: from.S3_ENDPOINT ?? null,
      region: from.S3_REGION ?? null,
      bucket: from.S3_BUCKET ?? null,
      accessKeyId: from.S3_ACCESS_KEY_ID ?? null,
      secretAccessKey: from.S3_SECRET_ACCESS_KEY ?? null,
    },
    /** Origins of other hosts that embed the release-notes popup. */
    embedOrigins: from.EMBED_ORIGINS as readonly string[],
    /** At a terminal only problems are logged; a service logs every request. */
    logLevel: from.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    /** Seconds to serve after a signal to end. */
    drainSeconds: from.DRAIN_SECONDS ?? (isProduction && !isTerminal ? 10 : 0),
    otelEndpoint: from.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** Bearer token of `/metrics`. */
    metricsToken: from.METRICS_TOKEN ?? null,
    /** Without a token, `/metrics` exists only if no other machine can reach it. */
    isMetricsOpen: isPrivate(from),
    /** Per machine client and process. */
    machineRequestsPerSecond: from.MACHINE_REQUESTS_PER_SECOND,
    /** Limits of personal data and codes shown to one staff member. */
    disclosureBudgets: {
      contactsPerHour: from.REVEALS_PER_HOUR,
      contactsPerDay: from.REVEALS_PER_DAY,
      codesPerDay: from.REVEALED_CODES_PER_DAY,
      exportRowsPerDay: from.EXPORTED_ROWS_PER_DAY,
    },
    /** Days without processes of older versions before what only they need is removed. */
    contractAfterDays: from.CONTRACT_AFTER_DAYS,
    /** If true, staff may run only the documents of deployed consoles. */
    isTrustedDocumentsOnly: from.TRUSTED_DOCUMENTS_ONLY ?? isProduction,
  };
}

const publicUrlOf = ({ PUBLIC_URL, PORT }: Settings) => PUBLIC_URL ?? `http://localhost:${PORT}`;

/** In a demo some devices are gone, some are slow, and most confirm receipt. */
const DEMO_SANDBOX = {
  unregistered: 0.01,
  unavailable: 0.01,
  latencyMs: 20,
  received: 0.9,
  opened: 0.3,
  receiptDelayMs: 20_000,
};

/** True if no setting exposes this process to other machines; only then are published passwords safe. */
function isPrivate(from: Settings): boolean {
  return (
    LOOPBACK_HOSTS.has(from.HOST) &&
    (from.PUBLIC_URL === undefined || LOOPBACK_HOSTS.has(new URL(from.PUBLIC_URL).hostname.replace(/^\[|\]$/g, ''))) &&
    from.TRUST_PROXY === undefined &&
    from.NODE_ENV !== 'production'
  );
}

function isDemo(from: Settings): boolean {
  return from.DEMO ?? isPrivate(from);
}

/** Allowed, but rarely intended. */
function warningsOf(from: Settings): readonly string[] {
  if (!isDemo(from) || isPrivate(from)) return [];
  return [
    'DEMO is on where others may reach this server: anyone who knows DEMO_PASSWORD can sign in as an administrator.',
  ];
}

/** Checks settings that depend on each other. */
function requireCompanions(from: Settings): void {
  const needs = (name: keyof Settings, because: string): void => {
    if (from[name] === undefined) throw new StartupError(`${name} must be set, because ${because}.`);
  };
  if (isDemo(from) && !isPrivate(from)) needs('DEMO_PASSWORD', 'DEMO is on and others may reach this server');
  if (from.DATABASE_OWNER_URL !== undefined) needs('DATABASE_URL', 'DATABASE_OWNER_URL is');
  if (from.DATABASE_REPLICA_URL !== undefined) needs('DATABASE_URL', 'DATABASE_REPLICA_URL is');
  if (from.WAL_ARCHIVE !== undefined) {
    if (from.DATABASE_URL !== undefined)
      throw new StartupError('WAL_ARCHIVE must not be set, because DATABASE_URL is.');
    if (from.WAL_ARCHIVE.bucket === null && isInside(path.resolve(from.DATA_DIR), from.WAL_ARCHIVE.place))
      throw new StartupError(
        'WAL_ARCHIVE must be outside DATA_DIR, because it protects against the loss of that folder.',
      );
  }
  if (from.AUTH_STORAGE === 'encrypted') needs('AUTH_STORAGE_SECRET', 'AUTH_STORAGE is encrypted');
  if (from.ID_TOKEN_SYNC_URL !== undefined) {
    const publicUrl = publicUrlOf(from);
    if (URL.parse(from.ID_TOKEN_SYNC_URL, publicUrl)?.origin !== publicUrl)
      throw new StartupError(`ID_TOKEN_SYNC_URL must be a path such as /session, or an address of ${publicUrl}.`);
  }
  if (from.SECOND_FACTOR_ROLES.length > 0 && from.OIDC_ISSUER !== undefined)
    throw new StartupError('SECOND_FACTOR_ROLES must not be set, because OIDC_ISSUER is.');
  if (from.OIDC_SECOND_FACTOR !== undefined) needs('OIDC_ISSUER', 'OIDC_SECOND_FACTOR is');
  if (from.REALTIME === 'redis') needs('REDIS_URL', 'REALTIME is redis');
  if (from.REALTIME === 'firebase') {
    for (const name of ['FIREBASE_DATABASE_URL', 'FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'] as const)
      needs(name, 'REALTIME is firebase');
  }
  if (from.SMTP_URL !== undefined) needs('MAIL_FROM', 'SMTP_URL is');
  if (from.MAIL_FROM !== undefined) needs('SMTP_URL', 'MAIL_FROM is');
  if (from.FILES === 'firebase') needs('FIREBASE_STORAGE_BUCKET', 'FILES is firebase');
  if (from.FILES === 's3') needs('S3_BUCKET', 'FILES is s3');
  if (from.S3_ACCESS_KEY_ID !== undefined) needs('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID is');
  if (from.S3_SECRET_ACCESS_KEY !== undefined) needs('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY is');
  if (from.PUSH === 'fcm') {
    for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_SERVICE_ACCOUNT'] as const) needs(name, 'PUSH is fcm');
    if (from.PUSH_SANDBOX !== undefined) throw new StartupError('PUSH_SANDBOX must not be set, because PUSH is fcm.');
  }
}

function isInside(folder: string, inside: string): boolean {
  const way = path.relative(folder, inside);
  return !way.startsWith('..') && !path.isAbsolute(way);
}

const SECRET_NAME = /SECRET|PASSWORD|TOKEN$|SERVICE_ACCOUNT|_KEY|_URL$/;

/** A value for an error message; URLs and keys may contain passwords. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return SECRET_NAME.test(name) ? '…' : value.slice(0, 60);
}
