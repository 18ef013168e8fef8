import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SYSTEM_WALLETS } from '@backcounter/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../db/testing/test-database.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { openWallet } from '../../../ledger/wallet.ts';
import { freePort } from '../../../testing/free-port.ts';
import { Gates } from '../../../testing/gates.ts';

const isLong = inject('isLong');
const KILLS = isLong ? 200 : 5;
const CLIENTS = 6;
const STEPS = 12;
const WALLETS = 4;
const SECRET = 'of-a-till-that-is-not-there';
const SERVER = fileURLToPath(new URL('../../../main.ts', import.meta.url));
const COMPILED = fileURLToPath(new URL('../../../../../../.cache/compile', import.meta.url));

/** Steps of a request, all within its transaction. */
const GATES = {
  transfer: 'before insert on points_transfer',
  entry: 'before insert on points_entry',
  balance: 'after update on points_wallet',
  audit: 'before insert on staff_audit_event',
};

let database: TestDatabase;
let gates: Gates<keyof typeof GATES>;
let folder: string;
let wallets: string[];
/** The server in use, and the one that replaces it when it is killed. */
let servers: Server[];
const processes = new Set<ChildProcess>();

interface Server {
  readonly url: string;
  readonly process: ChildProcess;
}

beforeAll(async () => {
  database = await createTestDatabase();
  gates = await Gates.build(database, GATES);
  folder = await mkdtemp(join(tmpdir(), 'ledger-kill-'));
  await database.pool.query(
    `with made as (insert into machine_client (client_id, name, scopes) values ('till', 'Till', 'points.transfer') returning id)
     insert into machine_client_secret (machine_client_id, hash) select id, $1 from made`,
    [createHash('sha256').update(SECRET).digest()],
  );
  const owners = Array.from({ length: WALLETS }, (_, index) => `01900000-0000-7000-8000-00000000000${index}`);
  wallets = await Promise.all(
    owners.map((id, index) => openWallet(database.db, { type: index % 2 === 0 ? 'STORE' : 'ACCOUNT', id })),
  );
  // Sequentially: the first one creates the keys that both use.
  servers = [await startServer()];
  servers.push(await startServer());
});
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL');
  await Promise.all([...processes].map((each) => once(each, 'exit')));
  await gates.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The real server, as `npm start` runs it, on the database of this test. */
async function startServer(): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--conditions=source', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PORT: String(port),
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: folder,
      DEMO: 'false',
      ROLES: 'api',
      LOG_LEVEL: 'fatal',
      NODE_COMPILE_CACHE: COMPILED,
    },
  });
  processes.add(child);
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('is ready')) break;
  }
  if (!said.includes('is ready')) throw new Error(`The server did not start: ${said}`);
  return { url: `http://localhost:${port}`, process: child };
}

/** Kills the server in use with SIGKILL in the middle of a request; the other one takes over, and a new one is started. */
async function killServer(gate: keyof typeof GATES, isLast: boolean): Promise<void> {
  const [killed] = servers;
  if (killed === undefined) throw new Error('There is no server to kill.');
  await gates.reached(gate);
  servers.shift();
  processes.delete(killed.process);
  killed.process.kill('SIGKILL');
  await gates.open(gate);
  if (!isLast) servers.push(await startServer());
}

/** Retries with the same keys until it gets an answer, as a client does when its server or connection is gone. */
class Client {
  #token = '';
  readonly #acknowledged: Map<string, Outcome>;

  constructor(acknowledged: Map<string, Outcome>) {
    this.#acknowledged = acknowledged;
  }

  async send({ transfers, isBatch, header, goneAfterMs }: Sent): Promise<void> {
    const body = JSON.stringify(
      isBatch ? { query: MANY, variables: { i: transfers } } : { query: ONE, variables: { i: transfers[0] } },
    );
    for (let attempt = 1; ; attempt += 1) {
      const signal = attempt === 1 && goneAfterMs !== null ? AbortSignal.timeout(goneAfterMs) : null;
      const answer = await this.#ask(body, header ? { 'idempotency-key': String(transfers[0]?.key) } : {}, signal);
      if (answer !== null) {
        const code: string | undefined = answer.errors?.[0]?.extensions.code;
        if (code === undefined || REFUSALS.has(code)) {
          const rows: Row[] = isBatch
            ? (answer.data?.transferPointsBatch?.results ?? [])
            : [answer.data?.transferPoints ?? { transferId: null, code: code ?? 'none' }];
          for (const [index, { key, amount }] of transfers.entries())
            this.#acknowledged.set(key, {
              id: rows[index]?.transferId ?? null,
              amount,
              mayFollow: attempt > 1 && !header,
            });
          return;
        }
        expect(RETRIED).toContain(code);
      }
      await sleep(5);
    }
  }

  async #ask(body: string, headers: Record<string, string>, signal: AbortSignal | null): Promise<Answer | null> {
    const [server] = servers;
    try {
      if (this.#token === '') this.#token = await askToken(String(server?.url));
      const response = await fetch(`${server?.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}`, ...headers },
        body,
        signal,
      });
      if (response.status === 401) this.#token = '';
      return (await response.json()) as Answer;
    } catch (error) {
      // Errors of a killed server or a closed connection.
      expect(error).toSatisfy(
        (it) => it instanceof TypeError || it instanceof DOMException || it instanceof SyntaxError,
      );
      return null;
    }
  }
}

async function askToken(url: string): Promise<string> {
  const response = await fetch(`${url}/identity/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`till:${SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const answer = (await response.json()) as { access_token?: string; error?: string };
  // To the client, this server was killed while it answered.
  if (answer.access_token === undefined) throw new TypeError(`No token: ${answer.error}`);
  return answer.access_token;
}

interface Transfer {
  readonly key: string;
  readonly amount: number;
}
interface Outcome {
  readonly id: string | null;
  readonly amount: number;
  /** True if an unanswered attempt may still be running and no Idempotency-Key ties it to this answer. */
  readonly mayFollow: boolean;
}
interface Sent {
  readonly transfers: readonly (Transfer & { readonly from: object; readonly to: object; readonly code: string })[];
  readonly isBatch: boolean;
  /** Also sends the key of the first transfer as an Idempotency-Key. */
  readonly header: boolean;
  /** The client's connection is closed after this time. */
  readonly goneAfterMs: number | null;
}
interface Row {
  readonly transferId: string | null;
  readonly code: string | null;
}
interface Answer {
  readonly data?: { readonly transferPoints?: Row; readonly transferPointsBatch?: { readonly results: Row[] } } | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

const ONE = 'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { transferId code } }';
const MANY =
  'mutation($i: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $i }) { results { transferId code } } }';
const REFUSALS = new Set(['points.insufficient']);
const RETRIED = new Set(['service.unavailable', 'idempotency.in-flight', 'query.timed-out', 'session.expired']);

const place = fc.nat(WALLETS - 1);
const move = fc
  .record({ from: fc.nat(WALLETS), to: place, amount: fc.integer({ min: 1, max: 100 }) })
  .map(({ from, to, amount }) => ({ from: from === to ? WALLETS : from, to, amount }));
const step = fc.record({
  moves: fc.oneof(
    { weight: 4, arbitrary: fc.array(move, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(move, { minLength: 2, maxLength: 8 }) },
  ),
  header: fc.boolean(),
  goneAfterMs: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
  ),
});
const plan = fc
  .record({
    clients: fc.array(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
      minLength: CLIENTS,
      maxLength: CLIENTS,
    }),
    gate: fc.constantFrom(...(Object.keys(GATES) as (keyof typeof GATES)[])),
    nth: fc.integer({ min: 1, max: STEPS / 2 }),
  })
  // New points are never refused, so only this client reaches the gate often enough.
  .filter(({ clients, nth }) =>
    clients.some((steps) => steps.filter(({ moves }) => moves.some(({ from }) => from === WALLETS)).length >= nth),
  );

it(
  'a server killed during a request creates and loses no points: answered requests are stored, others are retried [points 2]',
  async () => {
    let run = 0;
    const acknowledged = new Map<string, Outcome>();
    await fc.assert(
      fc.asyncProperty(plan, async ({ clients, gate, nth }) => {
        run += 1;
        await gates.close(gate, nth);
        const play = clients.map(async (steps, client) => {
          const sender = new Client(acknowledged);
          for (const [index, { moves, header, goneAfterMs }] of steps.entries()) {
            const isBatch = moves.length > 1;
            const transfers = moves.map(({ from, to, amount }, item) => ({
              key: `${isBatch ? 'many' : 'one'}-${run}-${client}-${index}-${item}`,
              from: { walletId: wallets[from] ?? SYSTEM_WALLETS.ISSUANCE },
              // Points move between a store and an account.
              to: { walletId: wallets[from % 2 === to % 2 ? to ^ 1 : to] },
              amount,
              code: wallets[from] === undefined ? 'ISSUE' : from % 2 === 0 ? 'EARN' : 'SPEND',
            }));
            await sender.send({ transfers, isBatch, header, goneAfterMs });
          }
        });
        await Promise.all([...play, killServer(gate, run === KILLS)]);
        expect(await ledgerFaults(database.ownerPool)).toEqual([]);
      }),
      { numRuns: KILLS, endOnFailure: true },
    );
    const { rows } = await database.pool.query<{ key: string; id: string; amount: number; events: number }>(
      `select t.idempotency_key as key, t.id, t.amount, (select count(*) from staff_audit_event e
         where e.action = 'points.transfer' and e.changes -> 'transfer' ->> 1 = t.id::text) as events
       from points_transfer t`,
    );
    // Each answered key has exactly the transfer that the answer named, or none if it was refused.
    // Refusals are not stored: an earlier unanswered attempt may succeed once there are points (decision 0070).
    const late = rows.filter(({ key }) => acknowledged.get(key)?.id === null && acknowledged.get(key)?.mayFollow);
    const isLate = new Set(late.map(({ key }) => key));
    const answered = [...acknowledged].flatMap(([key, { id, amount }]) =>
      id === null ? [] : [[key, { id, amount }] as const],
    );
    const others = rows.filter(({ key }) => !isLate.has(key));
    expect(new Map(others.map(({ key, id, amount }) => [key, { id, amount }]))).toEqual(new Map(answered));
    expect(late.map(({ amount }) => amount)).toEqual(late.map(({ key }) => acknowledged.get(key)?.amount));
    expect(acknowledged.size).toBeGreaterThan(KILLS * CLIENTS * STEPS);
    // One audit event per effect.
    const events = Map.groupBy(rows, ({ key }) => key.startsWith('one'));
    expect(new Set(events.get(true)?.map((row) => row.events))).toEqual(new Set([1]));
    const { rows: batches } = await database.pool.query(
      `select sum((changes -> 'transfers' ->> 1)::int)::int as n from staff_audit_event where action = 'points.transfer-many'`,
    );
    expect(batches[0].n).toBe(events.get(false)?.length);
  },
  // Longer: each kill is followed by a start of the server process.
  isLong ? 900_000 : 120_000,
);
