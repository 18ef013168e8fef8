import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, refusedTimezones } from '@backcounter/domain';
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Refusals } from './audit/record-refusal.ts';
import type { Config } from './config.ts';
import type { Replica } from './db/replica.ts';
import { docsPlugin } from './docs/docs.plugin.ts';
import { proofPlugin } from './features/giveaway/draw/proof.plugin.ts';
import { createSchema } from './features/index.ts';
import { filesPlugin } from './files/files.plugin.ts';
import { PersistedDocuments } from './graphql/documents/persisted-documents.ts';
import { graphqlPlugin } from './graphql/graphql.plugin.ts';
import type { GraphqlPluginOptions } from './graphql/graphql-handler.ts';
import { streamPlugin } from './graphql/live/stream.plugin.ts';
import type { Services } from './graphql/request-context.ts';
import { addBodyTimeouts, BODY_TIMEOUT_MAX_MS } from './http/body-timeout.ts';
import { refuseUnknownAddresses, requireOneHost, trustedProxies } from './http/client-address.ts';
import { consoleAssets, createDocumentAnswer, type DocumentAnswer } from './http/console.plugin.ts';
import { addDrain } from './http/drain.ts';
import { addErrorResponses, sendError, sendFrameworkError } from './http/error-responses.ts';
import { firebaseOrigins, firebasePageSettings } from './http/firebase-web.ts';
import { healthPlugin, type ReadyCheck } from './http/health.plugin.ts';
import { addProcessMetrics, type ProvenBackupTimes } from './http/process-metrics.ts';
import { addRequestLog } from './http/request-log.ts';
import { addRequestSpans } from './http/request-spans.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { refuseExpectation, refuseUnreadable } from './http/unread-requests.ts';
import { mayUpgrade } from './http/upgrades.ts';
import { resultPlugin } from './jobs/result/result.plugin.ts';
import type { AllowsOrigin } from './ports/allowed-origins.ts';
import type { FileStore } from './ports/files.ts';
import type { IdentityPort } from './ports/identity.ts';
import type { Tracing } from './ports/tracing.ts';
import { createServices, type ServiceParts } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent unless it serves the API. */
    readonly services?: Services;
  }
}

/** Settings that the application reads. */
export type AppConfig = Pick<
  Config,
  | 'roles'
  | 'publicUrl'
  | 'trustProxy'
  | 'transportSecurity'
  | 'machineRequestsPerSecond'
  | 'disclosureBudgets'
  | 'drawKeys'
  | 'backupProofs'
  | 'isProduction'
  | 'isTrustedDocumentsOnly'
  | 'oidcIssuer'
  | 'oidcClientId'
  | 'oidcScope'
  | 'oidcRolesPath'
  | 'monitorsSession'
  | 'metricsToken'
  | 'isMetricsOpen'
  | 'i18nBaseUrl'
  | 'i18nClientId'
  | 'reportsMissingTexts'
  | 'suppressLogs'
  | 'cdnUrl'
  | 'authStorage'
  | 'authStorageSecret'
  | 'idTokenSyncUrl'
  | 'oidcSecondFactor'
  | 'realtime'
  | 'firebase'
>;

/** Dependencies of the application. */
export interface AppDeps extends ServiceParts {
  readonly config: AppConfig;
  /** A replica for lists and reports; null: only the primary is read. Its creator closes it. */
  readonly replica: Replica | null;
  readonly identity: IdentityPort;
  readonly origins: AllowsOrigin;
  readonly logger: Logger;
  readonly fileStore: FileStore;
  /** Null: no traces. */
  readonly tracing: Tracing | null;
  /** Embedded services, each with its own prefix. */
  readonly plugins: readonly FastifyPluginAsync[];
  /** Folder of the built console; null: it is not served. */
  readonly consoleDir: string | null;
  readonly isReady: ReadyCheck;
  /** Times of the last proven backup, for metrics; null: backups are not monitored. */
  readonly provenBackup: (() => ProvenBackupTimes | null) | null;
}

const HEADERS_TIMEOUT_MS = 10_000;
const BODY_MAX_BYTES = 100_000;

/** Creates the server, ready to listen or to be injected into. Closing it waits for requests in flight. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, clock } = deps;
  const publicUrl = new URL(config.publicUrl);
  const app = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestTimeout: BODY_TIMEOUT_MAX_MS,
    bodyLimit: BODY_MAX_BYTES,
    // Errors are sent in the usual form.
    http: { shouldUpgradeCallback: mayUpgrade, requireHostHeader: false },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: sendFrameworkError,
    return503OnClosing: false,
    trustProxy: trustedProxies(config.trustProxy),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.server.on('checkExpectation', refuseExpectation);
  app.decorateRequest('caller', null);
  app.decorateRequest('bodyText', '');
  app.decorateRequest('operationName', null);
  addDrain(app);
  if (deps.tracing !== null) addRequestSpans(app, deps.tracing);
  if (config.trustProxy !== null) refuseUnknownAddresses(app);
  requireOneHost(app);
  addBodyTimeouts(app);
  addRequestLog(app);
  addSecurityHeaders(app, config.transportSecurity);
  addErrorResponses(app);
  addProcessMetrics(app, deps.pool, deps.replica, deps.provenBackup, clock, config);

  const persistedDocuments = new PersistedDocuments(db, clock);
  const deployDocuments = async (): Promise<void> => {
    const manifest = join(deps.consoleDir ?? '', 'persisted-documents.json');
    if (deps.consoleDir !== null && existsSync(manifest)) await persistedDocuments.deploy(manifest);
  };
  await deployDocuments();
  await app.register(healthPlugin, { isReady: deps.isReady });
  if (config.roles.includes('api')) await addApi(app, deps, persistedDocuments);
  for (const plugin of deps.plugins) await app.register(plugin);
  await addConsole(app, deps, publicUrl, deployDocuments);
  return app;
}

/** Adds GraphQL, its streams, and the files that responses link to. */
async function addApi(app: FastifyInstance, deps: AppDeps, persistedDocuments: PersistedDocuments): Promise<void> {
  const { config, db, clock } = deps;
  const services = createServices(deps);
  app.decorate('services', services);
  const { counts, files, jobs, live, proofLinks } = services;
  const refusals = new Refusals(db);
  const graphql: GraphqlPluginOptions = {
    schema: createSchema(),
    db,
    pool: deps.pool,
    replica: deps.replica,
    identity: deps.identity,
    origins: deps.origins,
    services,
    persistedDocuments,
    trustedDocumentsOnly: config.isTrustedDocumentsOnly,
    isSchemaHidden: config.isProduction || config.isTrustedDocumentsOnly,
    recordRefusal: (refusal) => refusals.record(refusal),
    onStaffChange: () => counts.clear(),
    machineRequestsPerSecond: config.machineRequestsPerSecond,
  };
  await app.register(graphqlPlugin, graphql);
  await app.register(docsPlugin, graphql);
  await app.register(streamPlugin, {
    ...graphql,
    operationNotices: (signal) => live.follow('live_operation_posted', signal),
  });
  app.addHook('onClose', () => live.close());
  app.addHook('onClose', () => services.recordPeople.close());
  app.addHook('onClose', () => refusals.close());
  app.addHook('onClose', () => services.machineRefusals.close());
  await app.register(resultPlugin, {
    db,
    clock,
    links: jobs.links,
    store: deps.fileStore,
    definitions: jobs.definitions,
    identity: deps.identity,
  });
  await app.register(proofPlugin, { db, clock, links: proofLinks, store: deps.fileStore });
  await app.register(filesPlugin, { files, identity: deps.identity });
}

async function addConsole(
  app: FastifyInstance,
  { config, consoleDir, profiles }: AppDeps,
  publicUrl: URL,
  onRebuilt: () => Promise<void>,
): Promise<void> {
  const issuer = config.oidcIssuer ?? `${config.publicUrl}/identity`;
  const isFirebase = config.realtime === 'firebase';
  const firebase = isFirebase ? firebaseOrigins(config.firebase) : { connect: [], images: [] };
  let document: DocumentAnswer = () => null;
  if (consoleDir !== null) {
    document = await createDocumentAnswer({
      consoleDir,
      publicUrl,
      onRebuilt,
      settings: () => ({
        issuer,
        clientId: config.oidcClientId,
        publicUrl: config.publicUrl,
        i18nBaseUrl: config.i18nBaseUrl,
        i18nClientId: config.i18nClientId,
        reportsMissingTexts: config.reportsMissingTexts,
        suppressLogs: config.suppressLogs,
        cdnUrl: config.cdnUrl,
        scope: config.oidcScope,
        rolesPath: config.oidcRolesPath,
        authStorage: config.authStorage,
        ...(config.authStorage === 'encrypted' && { authStorageSecret: config.authStorageSecret }),
        idTokenSyncUrl: config.idTokenSyncUrl,
        monitorsSession: config.monitorsSession,
        secondFactorAcr: config.oidcSecondFactor?.acr.join(' ') ?? null,
        keepsLanguage: profiles === null,
        ownPageUrl: config.oidcIssuer === null ? `${issuer}/account` : null,
        realtime: config.realtime,
        refusedTimezones: refusedTimezones(),
        ...(isFirebase && firebasePageSettings(config.firebase)),
      }),
      policy: {
        issuerOrigin: new URL(issuer).origin,
        connectOrigins: [
          ...[config.i18nBaseUrl, config.cdnUrl].map((address) => new URL(address).origin),
          ...firebase.connect,
        ],
        imageOrigins: firebase.images,
      },
    });
    await app.register(consoleAssets, { consoleDir });
  }
  app.setNotFoundHandler(
    (request, reply) =>
      document(request, reply) ??
      sendError(new AppError('record.not-found', { message: 'There is nothing here.' }), request, reply),
  );
}
