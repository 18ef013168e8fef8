import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { BrowserLike, type Tokens } from '../embedded/identity/testing/browser-like.ts';
import { freePort } from '../testing/free-port.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const OFF_MS = 10 * 60_000;
const LEEWAY_S = 60;
/** The demo's machine clients. */
const MACHINE = { authorization: `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}` };

let database: TestDatabase;
let folder: string;
let ahead: ServerProcess;
let behind: ServerProcess;
let publicUrl: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'clock-'));
  const [first, second] = [await freePort(), await freePort()];
  publicUrl = `http://localhost:${first}`;
  const env = { ROLES: 'api,realtime', DEMO: 'true', SEED_ACCOUNTS: '1', LOG_LEVEL: 'warn' };
  const options = { publicUrl, env };
  ahead = await startServerProcess(database, {
    ...options,
    port: first,
    dataDir: join(folder, 'ahead'),
    clockAheadMs: OFF_MS,
  });
  await cp(join(folder, 'ahead'), join(folder, 'behind'), { recursive: true });
  behind = await startServerProcess(database, {
    ...options,
    port: second,
    dataDir: join(folder, 'behind'),
    clockAheadMs: -OFF_MS,
  });
});
afterAll(async () => {
  await Promise.all([ahead?.stop(), behind?.stop()]);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A browser behind a load balancer that picks the server. */
class BalancedBrowser extends BrowserLike {
  node: ServerProcess;

  constructor(node: ServerProcess) {
    super(`${publicUrl}/identity`, publicUrl);
    this.node = node;
  }

  override request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, `${publicUrl}/identity/`);
    return super.request(new URL(url.pathname + url.search, this.node.url).href, init);
  }
}

const tokenFrom = async (node: ServerProcess, body: Record<string, string>, headers = {}): Promise<Tokens> => {
  const answer = await fetch(`${node.url}/identity/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
  });
  expect([answer.status, await answer.clone().text()]).toEqual([200, expect.any(String)]);
  return (await answer.json()) as Tokens;
};

/** Status of a call to the API and to the provider with this token, at both servers. */
const calls = (token: string) =>
  Promise.all(
    [ahead, behind].flatMap(({ url }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: '{ __typename }' });
      return [
        fetch(`${url}/graphql`, { method: 'POST', headers, body }).then(({ status }) => status),
        fetch(`${url}/identity/userinfo`, { headers }).then(({ status }) => status),
      ];
    }),
  );

const nodes = { ahead: () => ahead, behind: () => behind };
const other = (node: ServerProcess) => (node === ahead ? behind : ahead);

describe.each(['ahead', 'behind'] as const)('a process 10 minutes %s', (name) => {
  it('signs people in with codes and tokens that the other accepts', async () => {
    const node = nodes[name]();
    const browser = new BalancedBrowser(node);
    const { response, verifier } = await browser.authorize();
    const page = await browser.open(response);
    browser.node = other(node);
    const answer = await browser.submit(page, {
      email: 'admin@demo.test',
      password: 'backcounter',
      action: 'sign-in',
    });
    const callback = await browser.followToClient(answer);
    const exchange = (from: ServerProcess) =>
      tokenFrom(from, {
        client_id: 'backcounter',
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: `${publicUrl}/login`,
        code_verifier: verifier,
      });
    let tokens = await exchange(node);
    for (const from of [other(node), node, other(node)]) {
      const { iat = 0, exp = 0, ...claims } = decodeJwt(tokens.id_token);
      expect(Math.abs(iat - Date.now() / 1_000)).toBeLessThan(LEEWAY_S);
      expect(exp - iat).toBeGreaterThanOrEqual(299);
      expect(exp - iat).toBeLessThanOrEqual(301);
      expect(Math.abs(Number(claims['auth_time'] ?? iat) - Date.now() / 1_000)).toBeLessThan(LEEWAY_S);
      expect(await calls(tokens.access_token)).toEqual([200, 200, 200, 200]);
      tokens = await tokenFrom(from, {
        client_id: 'backcounter',
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
      });
    }
    // Both know the session: no form is shown and its cookie lasts equally long.
    for (const at of [node, other(node)]) {
      browser.node = at;
      const silent = await browser.authorize({ prompt: 'none' });
      expect((await browser.followToClient(silent.response)).searchParams.get('error')).toBeNull();
      const cookie = silent.response.headers.getSetCookie().find((line) => line.startsWith('bc_session='));
      expect(Math.abs(Number(/max-age=(\d+)/.exec(cookie ?? '')?.[1]) - 8 * 3_600)).toBeLessThan(LEEWAY_S);
    }
  });

  it('issues machine tokens that both accept', async () => {
    const { access_token: token } = await tokenFrom(nodes[name](), { grant_type: 'client_credentials' }, MACHINE);
    const answers = await Promise.all(
      [ahead, behind].map(({ url }) =>
        fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ __typename }' }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('reports the offset in its log, /readyz?deep, /metrics and the process table', async () => {
    const node = nodes[name]();
    const side = name === 'ahead' ? 600 : -600;
    const off = node.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('the process clock'));
    expect(off).toHaveLength(1);
    expect(Math.round(off[0].offsetMs / 1_000)).toBe(side);

    expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
    const { checks } = (await (await fetch(`${node.url}/readyz?deep`)).json()) as { checks: Record<string, unknown> };
    expect(checks['clock']).toMatch(
      name === 'ahead' ? /600\.\d s ahead of the database/ : /600\.\d s behind the database/,
    );

    const metrics = await (await fetch(`${node.url}/metrics`)).text();
    expect(Math.round(Number(/^clock_offset_seconds (\S+)$/m.exec(metrics)?.[1]))).toBe(side);
    const offsets = await database.db.selectFrom('server_process').select('clock_offset_ms').execute();
    expect(offsets.map(({ clock_offset_ms }) => Math.round(Number(clock_offset_ms) / 1_000))).toContain(side);
  });
});

it('stores times of sign-ins by the database clock', async () => {
  const { rows } = await database.pool.query<{ model: string; seconds: number }>(
    `select model, extract(epoch from expires_at) - (payload ->> 'exp')::numeric as seconds from identity.token where payload ? 'exp'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ seconds }) => Math.abs(Number(seconds)) > 5)).toEqual([]);
});
