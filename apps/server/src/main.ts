/**
 * The composition root: settings, database, services, app, port. Only it and the files in compose depend on all of
 * them.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { MaintenanceNeeds } from './compose/housekeeping.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { WalMover } from './embedded/postgres/wal/wal-mover.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONSOLE_DIR = path.join(ROOT, 'apps/console/dist');
const DAY_MS = 24 * 60 * 60 * 1000;
/** A time in which hardly anything happened. */
const IDLE = { ms: 5_000, utilization: 0.1 };

// Enabled before other imports: cached compiled code makes the start fast (decision 0024).
enableCompileCache(path.join(ROOT, '.cache/compile'));
const { loadConfig } = await import('./config.ts');
const { bestEffort, setBestEffortLog } = await import('./db/best-effort.ts');
const { checkPort, listen } = await import('./listening-port.ts');
const { Shutdown } = await import('./shutdown.ts');

const shutdown = new Shutdown();
const say = (line: string): void => console.log(line);

try {
  await start(loadConfig());
} catch (error) {
  // Ctrl-C during the start is not a failure.
  const wasAskedToEnd = shutdown.hasBegun;
  await shutdown.run();
  if (wasAskedToEnd) process.exit(0);
  const { failureText } = await import('./cli/connect.ts');
  console.error(failureText(error));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  shutdown.listenToSignals((drainMs) => say(`Serving for another ${drainMs / 1000} s; /readyz answers 503`));
  let archiving: WalMover | null = null;
  // Stops after PostgreSQL and stores its last WAL.
  shutdown.add('the log archive', async () => archiving?.stop());
  await checkPort(config);
  if (config.envFile !== null) say(`Settings: ${config.envFile}`);
  // Loading the application takes as long as starting PostgreSQL, so both run concurrently.
  const [database, logger, { createApp }] = await Promise.all([
    openDatabase(config),
    createLogger(config),
    import('./app.ts'),
  ]);
  const { composeWalArchive } = await import('./compose/wal-archive.ts');
  archiving = await composeWalArchive(config, database.home, logger);
  const { createDatabase, createPool, failFast, START_ACQUIRE_MS } = await import('./db/client.ts');
  const { APP_VERSION } = await import('./db/migrate/app-version.ts');
  const pool = createPool({
    url: database.app,
    password: database.password,
    acquireTimeoutMs: START_ACQUIRE_MS,
    onConnectionError: ({ message }) => {
      // During the shutdown the database may close before the connections.
      if (!shutdown.hasBegun) logger.warn({ reason: message }, 'a database connection was lost');
    },
  });
  shutdown.add('database connections', () => pool.end());
  const { composeTracing } = await import('./compose/tracing.ts');
  const tracing = await composeTracing(config, logger, pool);
  if (tracing !== null) shutdown.add('tracing', () => tracing.close());
  const { composeProcess } = await import('./compose/process.ts');
  const { clock, disk, stop } = await composeProcess(config, { pool, home: database.home, logger });
  shutdown.add('the beat of this process', stop);
  const db = createDatabase(pool);
  await keepAuditPartitions(db);
  const isFilledNow = await fillOnFirstRun(config, { db, ownerUrl: database.owner, now: clock.now() });
  const { composeReplica } = await import('./compose/replica.ts');
  const replica = await composeReplica(config, {
    applicationName: `backcounter-replica/${APP_VERSION}`,
    primary: pool,
    logger,
    tracing,
  });
  if (replica !== null) shutdown.add('database connections of the replica', () => replica.close());
  const { composeMail, featureMailKinds } = await import('./compose/mail.ts');
  const mail = await composeMail(config, db, clock);
  const { appOrigins, keepEmbeddingApp } = await import('./db/app-origins.ts');
  await keepEmbeddingApp(pool, config.embedOrigins);
  const origins = appOrigins(pool, clock, new URL(config.publicUrl).origin);
  const { composeIdentity } = await import('./compose/identity.ts');
  const identity = await composeIdentity(config, { pool, db, mail, origins, clock, logger });
  const { composeReleases } = await import('./compose/releases.ts');
  const releases = await composeReleases(config, db, identity.port, origins);
  const { composeTranslations } = await import('./compose/translations.ts');
  const translations = await composeTranslations(config, db, database.app, origins);
  if (isFilledNow && translations.length > 0) {
    const { addDemoTranslations } = await import('./demo/demo-translations.ts');
    const demo = { ownerUrl: database.owner, clientId: config.i18nClientId, now: clock.now() };
    await bestEffort('texts of the demo', () => addDemoTranslations(demo));
  }
  const { checkDatabase } = await import('./db/readiness.ts');
  const { composeFiles } = await import('./compose/files.ts');
  const { ServerSecrets } = await import('./db/server-secret.ts');
  const secrets = await ServerSecrets.open(db);
  shutdown.add('the reading of rotated secrets', async () => secrets.close());
  const files = await composeFiles(config, db, secrets, { clock, disk });
  shutdown.add('the file store', () => files.store.close());
  const { composeRealtime } = await import('./compose/realtime.ts');
  const realtime = await composeRealtime(config, {
    secrets,
    db,
    identity,
    origins,
    clock,
    logger,
    pictureAddress: (firebaseId) => files.services.pictures.address(firebaseId),
  });
  shutdown.add('the realtime store', () => realtime.close());
  const { composePush } = await import('./compose/push.ts');
  const push = await composePush(config, db, clock);
  shutdown.add('the push service', () => push.port.close());
  const { watchBackups } = await import('./compose/backup-watch.ts');
  const backups = await watchBackups(config, db);
  if (backups !== null) shutdown.add('watch over backups', async () => backups.stop());
  failFast(pool);
  const neighbours = async () => ({
    ...(await identity.neighbours()),
    ...(await files.neighbours()),
    ...(await realtime.neighbours()),
    ...(await push.neighbours()),
    ...(await mail.neighbours()),
  });
  const app = await createApp({
    config,
    db,
    pool,
    secrets,
    replica,
    identity: identity.port,
    origins,
    profiles: identity.profiles,
    people: identity.people,
    secondFactors: identity.secondFactors,
    sendsMail: mail.port !== null,
    clock,
    logger,
    files: files.services,
    fileStore: files.store,
    realtime: realtime.store,
    adminTokens: realtime.adminTokens,
    push: push.port,
    tracing,
    plugins: [...identity.plugins, ...realtime.plugins, releases, ...translations],
    consoleDir:
      config.roles.includes('console') && existsSync(path.join(CONSOLE_DIR, 'index.html')) ? CONSOLE_DIR : null,
    isReady: async (isDeep) => {
      const database = await checkDatabase(pool);
      const checks = {
        ...database.checks,
        ...(isDeep && {
          ...(await neighbours()),
          ...(backups !== null && { backup: await backups.check() }),
          ...(replica !== null && { replica: replica.trouble ?? (true as const) }),
          ...(archiving !== null && { archive: archiving.trouble ?? (true as const) }),
          clock: clock.trouble ?? (true as const),
        }),
        disk: disk.trouble ?? true,
        process: shutdown.hasBegun ? 'This process is ending' : true,
      } as const;
      return {
        isReady: Object.values(checks).every((check) => check === true),
        checks,
        versions: database.versions,
      };
    },
    provenBackup: backups?.proven ?? null,
  });
  shutdown.add('requests in flight', () => app.close());
  shutdown.add('open connections', async () => app.drain(), 'with-drain');
  await keepHouse(db, {
    files: files.services,
    presence: config.roles.includes('realtime') ? realtime.store : null,
    clock,
    services: app.services ?? null,
  });
  if (config.roles.includes('worker')) {
    const { composeWorker } = await import('./compose/worker.ts');
    const worker = await composeWorker({
      config,
      databaseUrl: database.app,
      password: database.password,
      files,
      push: push.port,
      mail: mail.port,
      mailKinds: [...identity.mailKinds, ...(await featureMailKinds(config.publicUrl))],
      clock,
      disk,
      logger,
      tracing,
    });
    shutdown.add('background jobs', () => worker.stop(), 'with-drain');
    const { composeMigrations } = await import('./compose/migrations.ts');
    const steps = await composeMigrations(config, { pool, ownerUrl: database.owner, logger });
    shutdown.add('migrations in the background', () => steps.stop(), 'with-drain');
  }
  await listen(app, config);
  if (config.roles.includes('worker')) {
    const { startBackupProofs } = await import('./compose/backup-proofs.ts');
    const proofs = startBackupProofs(config, db, logger);
    if (proofs !== null) shutdown.add('proofs of backups', () => proofs.stop(), 'with-drain');
  }
  shutdown.isServing(config.drainSeconds * 1000);
  void bestEffort('check of the time zones', () => reportTimezones(pool, logger, clock.now()));
  const { logVerbosityWarnings } = await import('./db/log-verbosity.ts');
  const { nodeWarnings } = await import('./node-version.ts');
  const ofNode = config.isProduction ? nodeWarnings(process.versions.node) : [];
  for (const line of [...config.warnings, ...ofNode, ...(await logVerbosityWarnings(pool))]) say(`Warning: ${line}`);
  void bestEffort('check of the neighbours', () => warnOf(neighbours));
  say(`\nBackcounter is ready: ${config.publicUrl}\n`);
  for (const line of identity.welcome) say(line);
  if (isFilledNow && config.files === 'embedded') {
    const { addDemoPictures, addDemoRecordImages } = await import('./demo/accounts/pictures.ts');
    await bestEffort('pictures of badges, giveaways, prizes and notifications', () => addDemoRecordImages(files.store));
    await bestEffort('pictures of the demo', () => addDemoPictures(pool, files.store));
  }
  collectWhenIdle();
}

/** Neighbours may take seconds to answer, so the start doesn't wait for them. */
async function warnOf(neighbours: () => Promise<Readonly<Record<string, true | string>>>): Promise<void> {
  for (const answer of Object.values(await neighbours())) if (answer !== true) say(`Warning: ${answer}.`);
}

/** Reads about 400 clocks, so the start doesn't wait for it. */
async function reportTimezones(pool: pg.Pool, logger: Logger, now: Date): Promise<void> {
  const { checkTimezones } = await import('./db/timezones.ts');
  const { missing, disputed } = await checkTimezones(pool, now);
  if (missing.length + disputed.length > 0)
    logger.warn({ missing, disputed }, 'time zones of PostgreSQL and Node differ');
}

/** Frees what the start left behind, which an idle process would keep (decision 0024); once, since requests wait for it. */
function collectWhenIdle(): void {
  const before = performance.eventLoopUtilization();
  setTimeout(() => {
    if (performance.eventLoopUtilization(before).utilization > IDLE.utilization) collectWhenIdle();
    else void globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  }, IDLE.ms).unref();
}

interface DatabaseParts {
  readonly owner: string;
  readonly app: string;
  readonly home: string | null;
  /** Of the application role, for each new connection; null: the one in the URL. */
  readonly password: (() => Promise<string>) | null;
}

/** URLs of the migrated database, and the home of an embedded one. */
async function openDatabase(config: Config): Promise<DatabaseParts> {
  const { checkReachable, checkRights, configuredAddresses } = await import('./cli/connect.ts');
  const { migrate } = await import('./db/migrate/migrate.ts');
  const configured = configuredAddresses(config);
  if (configured !== null) await checkReachable(configured.owner, { waitMs: config.databaseWaitMs, say });
  const addresses = configured === null ? await startEmbedded(config) : { ...configured, home: null, password: null };
  await migrate({
    ownerUrl: addresses.owner,
    onApplied: (names) => say(`Migrated the database (${names.length} steps)`),
  });
  if (configured === null) return addresses;
  await checkReachable(configured.app);
  await checkRights(configured.app);
  return addresses;
}

async function startEmbedded(config: Config): Promise<DatabaseParts> {
  const { startEmbeddedPostgres } = await import('./embedded/postgres/supervisor.ts');
  say('Starting PostgreSQL');
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    isArchiving: config.walArchive !== null,
    onProgress: say,
    onIncident: (kind, detail) => console.error(`The embedded PostgreSQL ${kind}: ${detail}`),
  });
  shutdown.add('the embedded PostgreSQL', () => server.stop());
  const { presentPassword } = await import('./embedded/postgres/rotate-passwords.ts');
  return { ...server.urls, home: server.home, password: presentPassword(config.dataDir) };
}

async function createLogger(config: Config): Promise<Logger> {
  const [{ pino }, { LOG_SERIALIZERS }] = await Promise.all([import('pino'), import('./graphql/error-log.ts')]);
  const options = { level: config.logLevel, serializers: LOG_SERIALIZERS };
  const isRead = process.stderr.isTTY && !config.isProduction;
  const destination = isRead
    ? (await import('./readable-log.ts')).readableLog((text) => process.stderr.write(text))
    : pino.destination({ dest: 2, sync: true });
  const logger = pino(options, destination);
  setBestEffortLog((label, error) => logger.warn({ err: error }, `${label} failed`));
  return logger;
}

/** Partitions of the audit trail are created before their month starts. */
async function keepAuditPartitions(db: Kysely<Database>): Promise<void> {
  const { callFunction } = await import('./db/call-function.ts');
  const ensure = (): Promise<unknown> =>
    bestEffort('creation of audit partitions', () => callFunction(db, 'ensure_audit_partitions', {}));
  await ensure();
  const timer = setInterval(() => void ensure(), DAY_MS);
  timer.unref();
}

/** Starts the periodic tasks. */
async function keepHouse(db: Kysely<Database>, needs: MaintenanceNeeds): Promise<void> {
  const [{ Housekeeping }, { maintenanceTasks }] = await Promise.all([
    import('./housekeeping/housekeeping.ts'),
    import('./compose/housekeeping.ts'),
  ]);
  const housekeeping = new Housekeeping(db, maintenanceTasks(needs));
  housekeeping.start();
  shutdown.add('housekeeping', () => housekeeping.stop());
}

/**
 * Adds countries and areas to every installation, and people, their history and releases to a demo. True if people were
 * generated.
 */
async function fillOnFirstRun(
  config: Config,
  { db, ownerUrl, now }: { readonly db: Kysely<Database>; readonly ownerUrl: string; readonly now: Date },
): Promise<boolean> {
  const accounts = config.isDemo ? config.seedAccounts : 0;
  const { sql } = await import('kysely');
  const { rows } = await sql<{ isFilled: boolean }>`
    SELECT EXISTS (SELECT FROM country)
      AND (${accounts} = 0 OR (EXISTS (SELECT FROM account) AND EXISTS (SELECT FROM release))) AS "isFilled"`.execute(
    db,
  );
  if (rows[0]?.isFilled) return false;
  const { seed } = await import('./demo/seed.ts');
  return (await seed({ ownerUrl, accounts, now, onProgress: say })) > 0;
}
