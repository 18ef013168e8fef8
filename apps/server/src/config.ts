import { isIP } from 'node:net';
import path from 'node:path';
import { ROLES, type Role } from '@backcounter/domain';
import { z } from 'zod';
import { StartupError } from './db/startup-error.ts';
import { parseMailSender } from './ports/mail.ts';

const HOUR_MS = 60 * 60 * 1000;
const LOOPBACK_HOSTS = new Set(['127.0.0.1', 'localhost', '::1']);
/** Roles of a process. */
const PROCESS_ROLES = ['api', 'worker', 'realtime', 'console'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** A text; empty values count as not set. */
type Environment = Readonly<Record<string, string | undefined>>;

const wholeNumber = (from: number, to: number) =>
  z.coerce
    .number({ error: `a whole number from ${from} to ${to}` })
    .int({ error: `a whole number from ${from} to ${to}` })
    .min(from, { error: `a whole number from ${from} to ${to}` })
    .max(to, { error: `a whole number from ${from} to ${to}` });
const truth = z.enum(['true', 'false'], { error: 'true or false' }).transform((value) => value === 'true');
const exactAddress = z.string().refine((value) => hasProtocol(value, ['http:', 'https:']), {
  error: 'a URL that starts with http:// or https://',
});
const webAddress = exactAddress.transform((value) => value.replace(/\/+$/, ''));
const origin = webAddress.refine((value) => new URL(value).pathname === '/' && new URL(value).search === '', {
  error: 'a URL without a path, such as https://office.example',
});
const serviceAddress = (protocols: readonly string[], start: string) =>
  z.string().refine((value) => hasProtocol(value, protocols), { error: `a URL that starts with ${start}` });
const databaseAddress = serviceAddress(['postgres:', 'postgresql:'], 'postgres://');
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });
const text = z.string().max(500, { error: 'at most 500 characters' });
const list = text.transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
const mailSender = text.transform((value, context) => {
  const sender = parseMailSender(value);
  if (sender === null) context.addIssue('an address, such as Backcounter <no-reply@office.example>');
  return sender ?? z.NEVER;
});
/** Number of proxies, or their addresses. */
const proxies = list
  .refine((entries) => entries.every(isProxyAddress) || (entries.length === 1 && /^[1-9]$/.test(entries[0] ?? '')), {
    error:
      'a number of proxies from 1 to 9, or addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal',
  })
  .transform((entries) => {
    const [first = ''] = entries;
    if (first === '') return null;
    return /^\d$/.test(first) ? Number(first) : entries;
  });

/** Destination of the WAL archive: a folder, or a bucket and prefix in the store of S3_*. */
const walArchive = text.transform((value, context) => {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})((?:\/[\w-][\w.-]*)*)\/?$/.exec(value) ?? [];
  if (bucket !== undefined) return { place: value, bucket, prefix: prefix.slice(1) };
  if (!value.includes('://')) return { place: path.resolve(value), bucket: null, prefix: '' };
  context.addIssue({ code: 'custom', message: 'a folder, or a bucket and a prefix such as s3://bucket/prefix' });
  return z.NEVER;
});

const SANDBOX_RATES = {
  unregistered: 'unregistered',
  mismatch: 'mismatch',
  invalid: 'invalid',
  'too-big': 'tooBig',
  unavailable: 'unavailable',
  received: 'received',
  opened: 'opened',
} as const;
const SANDBOX_TIMES = {
  latency: ['latencyMs', 1],
  'retry-after': ['retryAfterMs', 1_000],
  'receipt-delay': ['receiptDelayMs', 1_000],
} as const;
/** Behaviour of the embedded push service: names and numbers, such as `unregistered=0.02,latency=20`. */
const sandboxRates = list.transform((entries, context) => {
  const rates: Record<string, number> = {};
  for (const entry of entries) {
    const [name = '', value = ''] = entry.split('=');
    const number = /^\d{1,6}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
    const rate = Object.entries(SANDBOX_RATES).find(([known]) => known === name)?.[1];
    const time = Object.entries(SANDBOX_TIMES).find(([known]) => known === name)?.[1];
    if (rate !== undefined && number <= 1) rates[rate] = number;
    else if (time !== undefined && number <= 600_000) rates[time[0]] = number * time[1];
    else {
      const names = [...Object.keys(SANDBOX_RATES), ...Object.keys(SANDBOX_TIMES)].join(', ');
      context.addIssue({
        code: 'custom',
        message: `names and numbers such as unregistered=0.02,latency=20; the names are ${names}`,
      });
      return z.NEVER;
    }
  }
  return rates;
});

const settings = z.object({
  NODE_ENV: text.optional(),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  DATA_DIR: text.default('.data'),
  WAL_ARCHIVE: walArchive.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_PROOF_MAX_AGE_HOURS: wholeNumber(1, 8_760).default(48),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  ROLES: list.pipe(z.array(oneOf(PROCESS_ROLES)).min(1, { error: 'at least one role' })).default([...PROCESS_ROLES]),
  DEMO: truth.optional(),
  DEMO_PASSWORD: text.optional(),
  SEED_ACCOUNTS: wholeNumber(0, 10_000_000).default(5000),
  OIDC_ISSUER: exactAddress.optional(),
  OIDC_CLIENT_ID: text.default('backcounter'),
  OIDC_CLIENT_SECRET: text.optional(),
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
  S3_REGION: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
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
export type Config = Readonly<ReturnType<typeof derive>>;

/**
 * Reads all settings, once. Without DRAIN_SECONDS a process at a terminal doesn't drain.
 *
 * @throws StartupError naming the first invalid setting
 */
// biome-ignore lint/style/noProcessEnv: the one place that reads it
export function loadConfig(env: Environment = process.env, isTerminal = process.stdin.isTTY): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'A setting');
    throw new StartupError(`${name} must be ${issue?.message ?? 'valid'}, not "${shown(name, given[name])}".`);
  }
  requireCompanions(parsed.data);
  return derive(parsed.data, isTerminal);
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
    roles: from.ROLES as readonly ProcessRole[],
    /** Demo data and people. */
    isDemo: isDemo(from),
    /** Password of all demo people and the demo machine client, set at each start; null: the published ones. */
    demoPassword: from.DEMO_PASSWORD ?? null,
    seedAccounts: from.SEED_ACCOUNTS,
    /** Warnings for the operator at the start, one sentence each. */
    warnings: warningsOf(from),
    /** Exactly as the provider writes it; null: the embedded provider. */
    oidcIssuer: from.OIDC_ISSUER ?? null,
    oidcClientId: from.OIDC_CLIENT_ID,
    /** Used only to introspect opaque tokens; the console is a public client without a secret. */
    oidcClientSecret: from.OIDC_CLIENT_SECRET ?? null,
    oidcAudience: from.OIDC_AUDIENCE ?? null,
    /** Scope of the console's sign-in request. */
    oidcScope: from.OIDC_SCOPE,
    oidcRolesPath: from.OIDC_ROLES_PATH,
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
  if (from.REALTIME === 'redis') needs('REDIS_URL', 'REALTIME is redis');
  if (from.REALTIME === 'firebase') {
    for (const name of ['FIREBASE_DATABASE_URL', 'FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'] as const)
      needs(name, 'REALTIME is firebase');
  }
  if (from.SMTP_URL !== undefined) needs('MAIL_FROM', 'SMTP_URL is');
  if (from.MAIL_FROM !== undefined) needs('SMTP_URL', 'MAIL_FROM is');
  if (from.FILES === 'firebase') needs('FIREBASE_STORAGE_BUCKET', 'FILES is firebase');
  if (from.FILES === 's3') needs('S3_BUCKET', 'FILES is s3');
  if (from.PUSH === 'fcm') {
    for (const name of ['FIREBASE_PROJECT_ID', 'FIREBASE_SERVICE_ACCOUNT'] as const) needs(name, 'PUSH is fcm');
    if (from.PUSH_SANDBOX !== undefined) throw new StartupError('PUSH_SANDBOX must not be set, because PUSH is fcm.');
  }
}

function isInside(folder: string, inside: string): boolean {
  const way = path.relative(folder, inside);
  return !way.startsWith('..') && !path.isAbsolute(way);
}

function isProxyAddress(entry: string): boolean {
  if (['linklocal', 'loopback', 'uniquelocal'].includes(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest);
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).host !== '';
}

const SECRET_NAME = /SECRET|PASSWORD|TOKEN$|SERVICE_ACCOUNT|API_KEY|_URL$/;

/** A value for an error message; URLs and keys may contain passwords. */
function shown(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return SECRET_NAME.test(name) ? '…' : value.slice(0, 60);
}
