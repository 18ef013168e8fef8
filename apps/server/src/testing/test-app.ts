import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APP_SCOPES,
  AppError,
  MACHINE_SCOPES,
  parseAppScopes,
  parseScopes,
  ROLES,
  type Role,
} from '@backcounter/domain';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { normalisePicture } from '../adapters/sharp/sharp.pictures.ts';
import { type AppDeps, createApp } from '../app.ts';
import type { DisclosureBudgets } from '../audit/disclosure.ts';
import { ServerSecrets } from '../db/server-secret.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { openDiskFiles } from '../embedded/files/disk.files.ts';
import { createFileServices, type FileServices } from '../files/file-services.ts';
import { LOG_SERIALIZERS } from '../graphql/error-log.ts';
import type { FileStore } from '../ports/files.ts';
import type { Caller, IdentityPort } from '../ports/identity.ts';
import type { PushPort } from '../ports/push.ts';

/**
 * Tokens known to the test identity: a role in lower case, `nobody` (no role), `machine` (every scope) and
 * `machine~SCOPE`; `dry` is a machine client whose changes are rolled back.
 */
export type TestToken = Lowercase<Role> | 'nobody' | 'machine' | (string & {});

/** A response. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
  readonly body: any;
}

/** Options of one request. */
export interface TestRequest {
  readonly token?: TestToken | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An application on its own database. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly secrets: ServerSecrets;
  /** File services with their own folder, and the underlying store. */
  readonly files: FileServices;
  readonly fileStore: FileStore;
  readonly disclosureBudgets: DisclosureBudgets;
  /** Folder of the store. */
  readonly fileFolder: string;
  readonly logger: Logger;
  /** Log lines so far. */
  readonly log: string[];
  now: Date;
  send(query: string, variables?: Record<string, unknown>, request?: TestRequest): Promise<TestAnswer>;
  post(payload: string, request?: TestRequest): Promise<TestAnswer>;
  close(): Promise<void>;
}

/** Test settings; text documents are allowed, as in development. */
export const TEST_CONFIG: AppDeps['config'] = {
  publicUrl: 'http://localhost:41200',
  trustProxy: null,
  isProduction: false,
  machineRequestsPerSecond: 2_000,
  transportSecurity: null,
  disclosureBudgets: { contactsPerHour: 30, contactsPerDay: 150, codesPerDay: 500, exportRowsPerDay: 200_000 },
  drawKeys: [],
  backupProofs: null,
  roles: ['api', 'worker', 'realtime', 'console'],
  isTrustedDocumentsOnly: false,
  oidcIssuer: null,
  oidcClientId: 'backcounter',
  oidcScope: 'openid',
  oidcRolesPath: 'resource_access.global_roles',
  i18nBaseUrl: 'http://localhost:41200',
  i18nClientId: 'backcounter',
  metricsToken: null,
  isMetricsOpen: true,
  reportsMissingTexts: true,
  suppressLogs: false,
  authStorage: 'local',
  monitorsSession: true,
  authStorageSecret: null,
  idTokenSyncUrl: null,
  oidcSecondFactor: null,
  cdnUrl: 'http://localhost:41200/cdn',
  realtime: 'embedded',
  firebase: { projectId: null, apiKey: null, databaseUrl: null, storageBucket: null, serviceAccount: null },
};

/**
 * Starts the real application on a real database with a stand-in for identity. `neighbours` creates plugins that need
 * the database; a given database is not dropped.
 */
export async function createTestApp(
  deps: Partial<AppDeps> = {},
  neighbours: (database: TestDatabase) => AppDeps['plugins'] = () => [],
  given?: TestDatabase,
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase());
  const log: string[] = [];
  const state = { now: new Date('2026-03-01T12:00:00.000Z') };
  const clock = { now: () => state.now };
  const folder = await mkdtemp(join(tmpdir(), 'api-files-'));
  const fileStore = await openDiskFiles(folder);
  const secrets = deps.secrets ?? (await ServerSecrets.open(database.db));
  const files = createFileServices({
    db: database.db,
    secrets,
    store: fileStore,
    clock,
    isStoreShared: false,
    normalisePicture,
  });
  const logger =
    deps.logger ??
    pino({ level: 'info', serializers: LOG_SERIALIZERS }, { write: (line: string) => void log.push(line) });
  const app = await createApp({
    config: TEST_CONFIG,
    db: database.db,
    pool: database.pool,
    secrets,
    replica: null,
    identity: testIdentity,
    origins: (origin) => origin === 'https://app.example',
    profiles: null,
    people: null,
    secondFactors: null,
    sendsMail: false,
    clock,
    files,
    fileStore,
    logger,
    realtime: null,
    push: quietPush,
    adminTokens: { issue: async ({ sub }) => `admin-token-of-${sub}` },
    plugins: neighbours(database),
    consoleDir: null,
    tracing: null,
    isReady: async () => ({ isReady: true, checks: {} }),
    provenBackup: null,
    ...deps,
  });
  await app.ready();
  const post = async (payload: string, { token = 'admin', headers = {} }: TestRequest = {}): Promise<TestAnswer> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    const isJson = String(answer.headers['content-type'] ?? '').includes('json');
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: isJson ? JSON.parse(answer.body) : null,
    };
  };
  return {
    app,
    database,
    secrets,
    files,
    fileStore,
    fileFolder: folder,
    logger,
    disclosureBudgets: (deps.config ?? TEST_CONFIG).disclosureBudgets,
    log,
    get now() {
      return state.now;
    },
    set now(value) {
      state.now = value;
    },
    post,
    send: (query, variables = {}, request) => post(JSON.stringify({ query, variables }), request),
    close: async () => {
      await app.close();
      secrets.close();
      if (given === undefined) await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A push service that accepts everything and delivers nothing. */
export const quietPush: PushPort = {
  send: async (messages) => messages.map((_message, index) => ({ kind: 'accepted', messageId: `test-${index}` })),
  check: async () => true,
  close: async () => undefined,
};

/** Resolves callers from the token's text. */
export const testIdentity: IdentityPort = {
  async authenticate(token): Promise<Caller> {
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    if (token === 'machine' || token === 'dry' || token.startsWith('machine~')) {
      const scopes =
        token === 'machine' || token === 'dry'
          ? MACHINE_SCOPES
          : parseScopes(token.slice('machine~'.length).replaceAll('+', ' '));
      return {
        kind: 'machine',
        sub: 'demo-pos',
        name: 'Demo point of sale',
        scopes,
        isDry: token === 'dry',
        expiresAt,
      };
    }
    if (token === 'expired') throw new AppError('session.expired');
    // An app with all scopes, or with one, that acts for an administrator.
    const [by, scopes = APP_SCOPES.join(' ')] = token.split('~');
    const isApp = by === 'app';
    const role = ROLES.find((known) => known.toLowerCase() === (isApp ? 'admin' : token));
    if (role === undefined && token !== 'nobody') throw new AppError('session.required');
    return {
      kind: 'staff',
      sub: `staff-${token}`,
      name: `Test ${token}`,
      email: `${token}@demo.test`,
      roles: role === undefined ? [] : [role],
      ...(isApp && { app: { clientId: 'demo-app', scopes: parseAppScopes(scopes) } }),
      expiresAt,
    };
  },
};
