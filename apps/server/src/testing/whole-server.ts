import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createOidcProvider } from '../adapters/oidc/oidc-provider.ts';
import { normalisePicture } from '../adapters/sharp/sharp.pictures.ts';
import { composeIdentity } from '../compose/identity.ts';
import { composeMail } from '../compose/mail.ts';
import { composeRealtime } from '../compose/realtime.ts';
import { composeReleases } from '../compose/releases.ts';
import { composeTranslations } from '../compose/translations.ts';
import { loadConfig } from '../config.ts';
import { appOrigins, keepEmbeddingApp } from '../db/app-origins.ts';
import { DatabaseMachineRegistry } from '../db/machine-registry.ts';
import { checkDatabase } from '../db/readiness.ts';
import { ServerSecrets } from '../db/server-secret.ts';
import type { TestDatabase } from '../db/testing/test-database.ts';
import { openDiskFiles } from '../embedded/files/disk.files.ts';
import { createFileServices } from '../files/file-services.ts';
import { systemClock } from '../ports/clock.ts';
import type { StaffCaller } from '../ports/identity.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** The application with every embedded neighbor, as `npm start` composes it. */
export interface WholeServer extends TestApp {
  /** Signs the person of an access token in at the realtime backend. */
  realtimeSignIn(accessToken: string): Promise<Record<'adminToken' | 'session' | 'ticket', string>>;
  /** Every route as a request, with `x` for a parameter: `GET /files/exports/x`. */
  readonly routes: readonly string[];
}

/**
 * Starts all of the server on a database, which is not dropped, with the routes for a foreign provider beside those for
 * the embedded one. `settings` are environment variables.
 */
export async function startWholeServer(
  database: TestDatabase,
  settings: Readonly<Record<string, string>> = {},
  foreignIssuer = 'http://localhost:1',
): Promise<WholeServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'api-routes-'));
  const config = loadConfig({ DATA_DIR: dataDir, METRICS_TOKEN: 'of the operator alone', ...settings });
  const { pool, db } = database;
  const clock = systemClock;
  const logger = pino({ level: 'silent' });
  const mail = await composeMail(config, db, clock);
  const origins = appOrigins(pool, clock, new URL(config.publicUrl).origin);
  await keepEmbeddingApp(pool, config.embedOrigins);
  const identity = await composeIdentity(config, { pool, db, mail, origins, clock, logger });
  const secrets = await ServerSecrets.open(db);
  const fileStore = await openDiskFiles(join(dataDir, 'files'));
  const files = createFileServices({ db, secrets, store: fileStore, clock, isStoreShared: false, normalisePicture });
  const pictureAddress = (id: string) => files.pictures.address(id);
  const realtime = await composeRealtime(config, { secrets, db, identity, origins, clock, logger, pictureAddress });
  const releases = await composeReleases(config, db, identity.port, origins);
  const translations = await composeTranslations(config, db, database.url, origins);
  const foreign = createOidcProvider({
    ...{ issuer: foreignIssuer, clientId: 'backcounter', clientSecret: null, audience: null, rolesPath: 'roles' },
    secondFactor: null,
    ...{ clock, pool, machines: new DatabaseMachineRegistry(pool, clock, false) },
  });
  const plugins = [...identity.plugins, foreign.plugin, ...realtime.plugins, releases, ...translations];
  const isReady = async () => {
    const { checks } = await checkDatabase(pool);
    return { isReady: checks.database === true, checks };
  };
  const deps = { config, identity: identity.port, plugins, secrets, files, fileStore, clock, logger, isReady };
  const test = await createTestApp({ ...deps, adminTokens: realtime.adminTokens }, undefined, database);
  return Object.assign(test, {
    routes: routesOf(test),
    realtimeSignIn: async (accessToken: string) => {
      const caller = (await identity.port.authenticate(accessToken)) as StaffCaller;
      const adminToken = await realtime.adminTokens.issue(caller);
      const ask = async (path: string, payload: object, bearer = '') => {
        const headers = { authorization: `Bearer ${bearer}` };
        return (await test.app.inject({ method: 'POST', url: `/realtime/${path}`, headers, payload })).json();
      };
      const { session } = await ask('session', { token: adminToken });
      return { adminToken, session, ticket: (await ask('ticket', {}, session)).ticket };
    },
    close: async () => {
      await test.app.close();
      await realtime.close();
      secrets.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}

function routesOf({ app }: TestApp): string[] {
  const path: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      path.length = indent.length / 4;
      path.push(part.replace(/^:\w+$|^\*$/, 'x'));
      const address = path.join('');
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${address}`);
    })
    .filter((route) => !/^(HEAD|OPTIONS) /.test(route));
}
