import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { ServerSecrets } from '../db/server-secret.ts';
import { createTestDatabase } from '../db/testing/test-database.ts';
import { systemClock } from '../ports/clock.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { composeIdentity } from './identity.ts';
import { composeMail } from './mail.ts';
import { composeRealtime, type RealtimeParts } from './realtime.ts';
import { composeReleases } from './releases.ts';
import { composeTranslations } from './translations.ts';

let test: TestApp;
let realtime: RealtimeParts;
let secrets: ServerSecrets;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'api-routes-'));
  const config = loadConfig({ DATA_DIR: dataDir, METRICS_TOKEN: 'of the operator alone' });
  const logger = pino({ level: 'silent' });
  const database = await createTestDatabase();
  const { pool, db } = database;
  const mail = await composeMail(config, db, systemClock);
  const identity = await composeIdentity(config, { pool, db, mail, clock: systemClock, logger });
  secrets = await ServerSecrets.open(db);
  const pictureAddress = async () => null;
  realtime = await composeRealtime(config, { secrets, db, identity, clock: systemClock, logger, pictureAddress });
  const releases = await composeReleases(config, db, identity.port);
  const translations = await composeTranslations(config, db, database.url);
  const plugins = [...identity.plugins, ...realtime.plugins, releases, ...translations];
  test = await createTestApp({ config, identity: identity.port, plugins }, undefined, database);
});
afterAll(async () => {
  await test.close();
  await realtime.close();
  secrets.close();
  await rm(dataDir, { recursive: true });
});

/** Routes without a bearer token, each with its other protection or the reason for none. */
const OTHERS: readonly RegExp[] = [
  // A signed URL that expires.
  / \/files\/(exports|proofs|profile_pictures|badges|giveaways)\/x$/,
  // Customers load the pictures of notifications and prizes; their names can't be guessed.
  / \/files\/(notifications|prizes)\/x$/,
  // The provider and its pages, with their own cookies and form tokens.
  / \/identity\/(x|account|interaction|session|reset|outbox|assets|\.well-known\/theme)\b/,
  // The admin token is in the body, a socket's token in its first message.
  /^POST \/realtime\/session$/,
  / \/realtime\/socket$/,
  // Published texts, release notes and their script.
  / \/(i18n|cdn|changelog|embed)\//,
  / \/(healthz|readyz)$/,
];

/** Every route as a request: `GET /files/exports/x`. */
function routes(): string[] {
  const path: string[] = [];
  return test.app
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

it('every route requires a bearer token, except those listed here [security 1]', async () => {
  const all = routes();
  expect(all.length).toBeGreaterThan(50);
  expect(all).toEqual(expect.arrayContaining(['POST /graphql', 'PUT /realtime/online/x', 'GET /files/exports/x']));
  expect(OTHERS.filter((pattern) => !all.some((route) => pattern.test(route)))).toEqual([]);
  for (const route of all.filter((each) => !OTHERS.some((pattern) => pattern.test(each)))) {
    const [method = '', url = ''] = route.split(' ');
    const headers = { 'content-type': 'application/json' };
    const request = { method: method as 'GET', url, headers, ...(method !== 'GET' && { payload: '{}' }) };
    expect([route, (await test.app.inject(request)).statusCode]).toEqual([route, 401]);
  }
});
