import { randomBytes, randomUUID } from 'node:crypto';
import { OAuth2Server } from 'oauth2-mock-server';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabase, createPool } from '../db/client.ts';
import { type FaultyWire, startFaultyWire } from '../db/testing/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { BrowserLike, type Tokens } from '../embedded/identity/testing/browser-like.ts';
import { ResultLinks } from '../jobs/result/result-links.ts';
import { freePort } from '../testing/free-port.ts';
import { startWholeServer, type WholeServer } from '../testing/whole-server.ts';

/** Routes that need no database, each with the reason. */
const WITHOUT_DATABASE: readonly RegExp[] = [
  // Files of the program.
  / \/(identity|changelog|docs)\/assets\/|^GET \/(docs|embed|identity\/session\/check)/,
  // Of this process.
  /^GET \/(healthz|metrics)$/,
  // Keys and addresses of the provider.
  /\/identity\/(jwks|\.well-known\/o\S+)$/,
  // Pictures are in the file store.
  /^GET \/files\/(profile_pictures|badges|giveaways|apps|notifications|prizes)\/x$/,
  // Only a redirect, or a text.
  /\/identity\/(account\/signed-in|reset\/done)$/,
  // Methods that are refused before anything is read.
  /^(PUT|PATCH|DELETE) \/graphql$|^(TRACE|DELETE|PATCH|PUT|QUERY) \/identity\/|^POST \/identity\/session\/end\/success$/,
  // A socket asks for the token in its first message.
  /^GET \/realtime\/socket$/,
];

let database: TestDatabase;
let wire: FaultyWire;
let pool: pg.Pool;
let test: WholeServer;
let publicUrl: string;
const foreign = new OAuth2Server();
/** The provider's own routes, as it registered them: `POST /identity/token`. */
const providerRoutes = new Set<string>();

/** Values that the requests of one run use. */
interface Hand {
  readonly browser: BrowserLike;
  readonly tokens: Tokens;
  /** An open sign-in page of another browser. */
  readonly visitor: { readonly browser: BrowserLike; readonly markup: string; readonly address: string };
  readonly signOut: { readonly markup: string; readonly address: string };
  readonly reset: { readonly markup: string; readonly address: string };
  readonly invitation: { readonly markup: string; readonly address: string };
  readonly realtime: Awaited<ReturnType<WholeServer['realtimeSignIn']>>;
}

const issuer = () => `${publicUrl}/identity`;

async function takeHand(): Promise<Hand> {
  const browser = new BrowserLike(issuer(), publicUrl);
  const tokens = await browser.signIn('admin@demo.test');
  const visitor = new BrowserLike(issuer(), publicUrl);
  const page = await visitor.open((await visitor.authorize()).response);
  const address = `session/end?id_token_hint=${tokens.id_token}`;
  const signOut = { address, markup: await (await browser.request(address)).text() };
  const token = randomBytes(32).toString('base64url');
  await database.ownerPool.query(
    `INSERT INTO identity.password_reset (token_hash, person_id, expires_at)
     SELECT sha256($1), id, now() + interval '1 hour' FROM identity.person WHERE email = 'admin@demo.test'`,
    [token],
  );
  await database.ownerPool.query(
    `INSERT INTO identity.invitation (email, roles, token_hash, expires_at, invited_by)
     VALUES ('ida@demo.test', '{}', sha256($1), now() + interval '1 hour', 'operator')
     ON CONFLICT (lower(email)) DO UPDATE SET token_hash = excluded.token_hash`,
    [token],
  );
  const open = async (link: string) => ({ address: link, markup: await (await browser.request(link)).text() });
  const [reset, invitation] = [await open(`reset/${token}`), await open(`invitation/${token}`)];
  const realtime = await test.realtimeSignIn(tokens.access_token);
  return { browser, tokens, visitor: { browser: visitor, ...page }, signOut, reset, invitation, realtime };
}

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
type Send = (hand: Hand) => Promise<Response>;

const CLIENT_SECRET = { authorization: `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}` };
const post = (path: string, fields: Record<string, string>) =>
  fetch(publicUrl + path, { method: 'POST', body: new URLSearchParams(fields) });
const link =
  (secret: 'job-result-key' | 'giveaway-proof-key', folder?: string): Send =>
  () =>
    fetch(publicUrl + new ResultLinks(test.secrets.of(secret), folder).make(randomUUID(), 'a-person', new Date()));
const formOf = (markup: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(markup)?.[1] ?? '';

/** Requests that reach further than one with an unknown token. */
const FURTHER: Readonly<Record<string, readonly Send[]>> = {
  'GET /identity/auth': [
    async ({ browser }) => (await browser.authorize()).response,
    async ({ browser }) => (await browser.authorize({ prompt: 'none' })).response,
  ],
  'GET /identity/auth/x': [({ visitor }) => visitor.browser.request(visitor.address.replace('interaction', 'auth'))],
  'GET /identity/interaction/x': [({ visitor }) => visitor.browser.request(visitor.address)],
  'POST /identity/interaction/x': [
    ({ visitor }) => visitor.browser.submit(visitor, { email: 'admin@demo.test', password: 'backcounter' }),
  ],
  'GET /identity/interaction/x/forgot': [({ visitor }) => visitor.browser.request(`${visitor.address}/forgot`)],
  'POST /identity/interaction/x/forgot': [
    ({ visitor }) =>
      visitor.browser.submit({ ...visitor, address: `${visitor.address}/forgot` }, { email: 'admin@demo.test' }),
  ],
  'POST /identity/token': [
    ({ browser, tokens }) => browser.token({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
    ({ browser }) => browser.token({ grant_type: 'client_credentials' }, CLIENT_SECRET),
    ({ browser }) =>
      browser.token({
        grant_type: 'authorization_code',
        code: 'a'.repeat(43),
        code_verifier: 'b'.repeat(43),
        redirect_uri: `${publicUrl}/login`,
      }),
  ],
  'POST /identity/token/revocation': [
    ({ tokens }) => post('/identity/token/revocation', { client_id: 'backcounter', token: tokens.access_token }),
  ],
  'GET /identity/session/end': [({ browser, signOut }) => browser.request(signOut.address)],
  'POST /identity/session/end/confirm': [
    ({ browser, signOut }) =>
      browser.request('session/end/confirm', {
        method: 'POST',
        body: new URLSearchParams({ xsrf: formOf(signOut.markup, 'xsrf'), logout: 'yes' }),
      }),
  ],
  'GET /identity/session/end/success': [({ browser }) => browser.request('session/end/success?client_id=demo-pos')],
  ...Object.fromEntries(
    [
      'GET /account',
      'GET /outbox',
      'POST /account/password',
      'POST /account/second-factor',
      'POST /account/second-factor/remove',
      'POST /account/passkeys',
      'POST /account/passkeys/remove',
      'POST /account/recovery-codes',
      'POST /account/sessions/end',
      'POST /account/apps/revoke',
    ].map((route) => {
      const [method = '', path = ''] = route.split(' /');
      return [
        `${method} /identity/${path}`,
        [
          ({ browser }: Hand) =>
            browser.request(path, { method, ...(method === 'POST' && { body: new URLSearchParams() }) }),
        ],
      ];
    }),
  ),
  'POST /identity/reset/x': [
    ({ visitor, reset }) => visitor.browser.submit(reset, { password: 'a new password, long enough' }),
  ],
  'POST /identity/invitation/x': [
    ({ visitor, invitation }) =>
      visitor.browser.submit(invitation, { name: 'Ida Invited', password: 'a new password, long enough' }),
  ],
  'POST /identity/userinfo': [({ tokens }) => post('/identity/userinfo', { access_token: tokens.access_token })],
  'POST /identity/releases/visit': [
    ({ tokens }) =>
      fetch(`${issuer()}/releases/visit`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.access_token}` },
      }),
  ],
  'POST /i18n/clients/x/missing': [
    () =>
      fetch(`${publicUrl}/i18n/clients/x/missing`, {
        method: 'POST',
        body: '{"missing":[{"locale":"de-DE","key":"a.b"}]}',
      }),
  ],
  ...Object.fromEntries(
    ['', '/feed.atom', '/feed.json'].map((path) => [
      `GET /changelog/x${path}`,
      [() => fetch(`${publicUrl}/changelog/backcounter${path}`)],
    ]),
  ),
  'GET /realtime/stream': [({ realtime }) => fetch(`${publicUrl}/realtime/stream?ticket=${realtime.ticket}`)],
  'POST /backchannel-logout': [
    async () => {
      const claims = { aud: 'backcounter', sub: 'ada', jti: randomUUID(), events: { [LOGOUT]: {} } };
      const token = await foreign.issuer.buildToken({
        scopesOrTransform: (_header, payload) => Object.assign(payload, claims),
      });
      return post('/backchannel-logout', { logout_token: token });
    },
  ],
  'POST /realtime/session': [
    ({ realtime }) =>
      fetch(`${publicUrl}/realtime/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: realtime.adminToken }),
      }),
  ],
  'GET /files/exports/x': [link('job-result-key')],
  'GET /files/proofs/x': [link('giveaway-proof-key', '/files/proofs')],
};

/** The request with an unknown token, which is looked up, and those with valid ones. */
function requestsOf(route: string): readonly Send[] {
  const [method = '', path = ''] = route.split(' ');
  const send =
    (authorization: (hand: Hand) => string): Send =>
    (hand) =>
      fetch(publicUrl + path, {
        method,
        redirect: 'manual',
        headers: { authorization: `Bearer ${authorization(hand)}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: path === '/graphql' ? '{"query":"{ viewer { name } }"}' : '{}' }),
      });
  const isRealtime = path.startsWith('/realtime/');
  return [
    send(() => randomBytes(32).toString('base64url')),
    send(({ tokens, realtime }) => (isRealtime ? realtime.session : tokens.access_token)),
    ...(FURTHER[route] ?? []),
  ];
}

/** Notes each route that the provider's library registers; its router has no types. */
async function watchProviderRoutes(): Promise<void> {
  const path = 'oidc-provider/lib/helpers/router.js';
  type Register = (name: string, path: string, ...handlers: unknown[]) => unknown;
  const { default: Router } = (await import(path)) as {
    default: { prototype: Record<'get' | 'post' | 'put' | 'delete', Register> };
  };
  for (const method of ['get', 'post', 'put', 'delete'] as const) {
    const register = Router.prototype[method];
    vi.spyOn(Router.prototype, method).mockImplementation(function (this: unknown, name, path, ...rest) {
      providerRoutes.add(`${method.toUpperCase()} /identity${path.replace(/:\w+/g, 'x')}`);
      return register.call(this, name, path, ...rest);
    });
  }
}

beforeAll(async () => {
  await watchProviderRoutes();
  await foreign.issuer.keys.generate('RS256');
  await foreign.start(undefined, 'localhost');
  database = await createTestDatabase();
  wire = await startFaultyWire(database.url);
  pool = createPool({ url: wire.url, acquireTimeoutMs: 20_000, statementTimeoutMs: 500 });
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  test = await startWholeServer(
    { ...database, pool, db: createDatabase(pool) },
    { PUBLIC_URL: publicUrl },
    foreign.issuer.url,
  );
  await test.app.listen({ port, host: 'localhost' });
}, 60_000);
afterAll(async () => {
  await test.close();
  await pool.end();
  wire.close();
  await foreign.stop();
  await database.drop();
});

const routes = () => [...test.routes.filter((route) => !route.endsWith(' /identity/x')), ...providerRoutes];

/** Waits until the connections that were cut have left the pool. */
async function renewed(): Promise<void> {
  const all = () => Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT pg_sleep(0.01)')));
  await expect.poll(() => all().then(String, String), { timeout: 20_000 }).not.toContain('rror');
}

interface Fault {
  begin(): unknown;
  end?(): unknown;
}

/** Sends every request of every route at once while the database is broken; returns the answers by route. */
async function answersIn(fault: Fault): Promise<Map<string, string[]>> {
  const hand = await takeHand();
  await fault.begin();
  // Sign-ins that were checked a moment ago are checked again.
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 10_000);
  pool.options.connectionTimeoutMillis = 300;
  try {
    const sent = routes().map(async (route): Promise<[string, string[]]> => {
      const answers = requestsOf(route).map(async (send) => {
        const answer = await send(hand);
        const isOpen = answer.headers.get('content-type')?.startsWith('text/event-stream');
        const body = await (isOpen ? answer.body?.cancel() : answer.text());
        const isOauth = answer.status === 503 && providerRoutes.has(route) && !body?.includes('<html');
        return [
          answer.status,
          answer.status === 503 && (answer.headers.get('retry-after') ?? 'without Retry-After'),
          isOauth && (JSON.parse(body ?? '') as { error: string }).error,
        ]
          .filter((part) => part !== false)
          .join(' ');
      });
      return [route, await Promise.all(answers)];
    });
    return new Map(await Promise.all(sent));
  } finally {
    pool.options.connectionTimeoutMillis = 20_000;
    await fault.end?.();
    wire.mend();
    vi.mocked(performance.now).mockRestore();
    await renewed();
  }
}

const held: pg.PoolClient[] = [];
const onEveryTable = (statement: (table: string) => string) => async () => {
  const { rows } = await database.ownerPool.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'identity')",
  );
  await database.ownerPool.query(rows.map(({ name }) => statement(name)).join(';'));
};

/** Nothing can be read. */
const DOWN: Readonly<Record<string, Fault>> = {
  frozen: { begin: () => wire.freeze() },
  recovering: { begin: () => wire.refuse('57P03') },
  killed: { begin: () => wire.refuse(null) },
  'out of connections': { begin: () => wire.refuse('53300') },
  'refusing the password': { begin: () => wire.refuse('28P01') },
  'kept busy by others': {
    begin: async () => {
      while (held.length < 10) held.push(await pool.connect());
    },
    end: () => {
      for (const client of held.splice(0)) client.release();
    },
  },
};

/** Nothing can be written. */
const READ_ONLY: Readonly<Record<string, Fault>> = {
  'a replica': {
    begin: async () => {
      await database.ownerPool.query(`ALTER DATABASE ${databaseName()} SET default_transaction_read_only = on`);
      wire.mend();
      await renewed();
    },
    end: () =>
      database.ownerPool.query(
        `SET default_transaction_read_only = off; ALTER DATABASE ${databaseName()} RESET default_transaction_read_only`,
      ),
  },
  'out of disk': {
    begin: async () => {
      await database.ownerPool.query(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kein Platz' USING ERRCODE = '53100'; END $$",
      );
      await onEveryTable(
        (table) =>
          `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`,
      )();
    },
    end: () => database.ownerPool.query('DROP FUNCTION full_disk CASCADE'),
  },
};

const databaseName = () => new URL(database.url).pathname.slice(1);
const isGood = (answer: string) => /^[1-4]\d\d/.test(answer) || /^503 \d+( temporarily_unavailable)?$/.test(answer);

it.each(Object.keys(DOWN))(
  'every route answers 503 with Retry-After while the database is %s',
  async (name) => {
    const answers = await answersIn(DOWN[name] as Fault);
    expect([...answers].filter(([, all]) => !all.every(isGood))).toEqual([]);
    const silent = [...answers].filter(([, all]) => !all.some((answer) => answer.startsWith('503')));
    expect(silent.filter(([route]) => !WITHOUT_DATABASE.some((pattern) => pattern.test(route)))).toEqual([]);
    expect(answers.get('POST /identity/token')).toContain('503 1 temporarily_unavailable');
  },
  60_000,
);

it.each(Object.keys(READ_ONLY))(
  'no route answers 500 while the database is %s',
  async (name) => {
    const answers = await answersIn(READ_ONLY[name] as Fault);
    expect([...answers].filter(([, all]) => !all.every(isGood))).toEqual([]);
    expect(answers.get('POST /identity/token')).toContain('503 1 temporarily_unavailable');
    expect(answers.get('POST /backchannel-logout')?.at(-1)).toMatch(/^503 /);
  },
  60_000,
);

it('a logout of the foreign provider is recorded while the database is well', async () => {
  const [logout] = FURTHER['POST /backchannel-logout'] as [() => Promise<Response>];
  expect((await logout()).status).toBe(200);
});

it('every pattern of a route without the database is of one', () => {
  expect(WITHOUT_DATABASE.filter((pattern) => !routes().some((route) => pattern.test(route)))).toEqual([]);
});
