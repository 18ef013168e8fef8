import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../e2e/harness/free-port.ts';
import { TREE } from './child.ts';
import { percentile } from './load.ts';
import { type Product, startProduct } from './product.ts';
import { Report, type Row } from './report.ts';
import { signInMachine } from './sign-in.ts';
import { isShort } from './size.ts';

const ACCOUNTS = isShort ? 10_000 : 1_000_000;
const CLIENTS = isShort ? 24 : 2_000;
const STREAMS_A_SESSION = 6;
const CONNECTED_AT_ONCE = Math.min(CLIENTS, 50);
const ROUNDS = isShort ? 2 : 20;
/** A key is sent at most once a second: changes further apart are sent immediately. */
const ROUND_MS = isShort ? 0 : 1_300;
const BACKGROUND_RATE = 100;
/** From a change of load until memory or rate is stable. */
const CALM_MS = isShort ? 0 : 4_000;
/** Timeout for a change that a client never sees. */
const SEEN_LIMIT_MS = 60_000;

interface Measured {
  readonly memoryBytes: number;
  readonly changesPerSecond: number;
  readonly countNs: number;
  readonly storeCountNs: number;
}

const redis = await startRedis();
const report = new Report('presence', redis ? 17 : 13);
await measureStores();
await measureClients();
await report.finish();

/** Accounts in each kind of store, compared with a plain Map. */
async function measureStores(): Promise<void> {
  const map = measure('map');
  report.add(...rowsOf('plain Map, no leases', map, 'the naive version'));
  report.add(
    ...rowsOf(
      'in the process',
      measure('memory'),
      `plain Map: ${Math.round(map.memoryBytes / 1e6)} MB, ${rounded(map.changesPerSecond)} changes/s`,
    ),
  );
  if (redis === null) {
    console.log('Redis is skipped: neither valkey-server nor redis-server is installed.');
    return;
  }
  report.add(
    ...rowsOf('on Redis', measure('redis', redis.url), 'the same over a socket, atomic for several processes'),
  );
  await redis.stop();
}

function measure(kind: string, address = ''): Measured {
  const args = [
    '--conditions=source',
    '--expose-gc',
    'apps/server/src/cli/measure-presence.ts',
    kind,
    address,
    String(ACCOUNTS),
  ];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: TREE, encoding: 'utf8' });
  if (status !== 0) throw new Error(`measuring ${kind} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Measured;
}

function rowsOf(where: string, measured: Measured, comparedWith: string): Row[] {
  return [
    {
      name: `${ACCOUNTS.toLocaleString('en-US')} accounts ${where}: memory`,
      figure: measured.memoryBytes / 1e6,
      unit: 'MB',
      comparedWith,
    },
    {
      name: `${ACCOUNTS.toLocaleString('en-US')} accounts ${where}: moves`,
      figure: measured.changesPerSecond,
      unit: 'changes/s',
    },
    {
      name: `${ACCOUNTS.toLocaleString('en-US')} accounts ${where}: count of all`,
      figure: measured.countNs / 1e3,
      unit: 'µs',
    },
    {
      name: `${ACCOUNTS.toLocaleString('en-US')} accounts ${where}: count of a store`,
      figure: measured.storeCountNs / 1e3,
      unit: 'µs',
    },
  ];
}

function rounded(figure: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(figure);
}

/** P17: browsers that watch the total count, stores and accounts, on one process. */
async function measureClients(): Promise<void> {
  const product = await startProduct({ accounts: 400 });
  try {
    const token = await signInMachine(product.url);
    const sessions = await openSessions(product);
    await connectOne(product.url, sessions[0] ?? '', 0).then((client) => client.close());
    await sleep(CALM_MS);
    const before = await memoryOf(product.pid);
    const clients: Client[] = [];
    for (let from = 0; from < CLIENTS; from += CONNECTED_AT_ONCE)
      clients.push(
        ...(await Promise.all(
          Array.from({ length: CONNECTED_AT_ONCE }, (_, offset) => {
            const place = from + offset;
            return connectOne(product.url, sessions[Math.floor(place / STREAMS_A_SESSION)] ?? '', place);
          }),
        )),
      );
    await sleep(CALM_MS);
    const bytes = ((await memoryOf(product.pid)) - before) / CLIENTS;
    const quiet = await seenTimes(product.url, token, clients, 'online');
    const background = spawn(
      process.execPath,
      [
        'scripts/simulate.mjs',
        'presence',
        '--url',
        product.url,
        '--rate',
        String(BACKGROUND_RATE),
        '--accounts',
        '400',
      ],
      { cwd: TREE, stdio: 'ignore' },
    );
    await sleep(CALM_MS);
    const cpuBefore = { usedS: await cpuOf(product.pid), atMs: performance.now() };
    const busy = await seenTimes(product.url, token, clients, 'entry:bench');
    const cores = (await cpuOf(product.pid)) - cpuBefore.usedS;
    const busyS = (performance.now() - cpuBefore.atMs) / 1_000;
    background.kill('SIGTERM');
    await once(background, 'exit');
    for (const client of clients) client.close();
    report.add(
      {
        promise: 'P17',
        name: `update of the count seen by ${CLIENTS} clients, p95`,
        figure: quiet.p95,
        unit: 'ms',
        goal: 250,
      },
      { name: `update of the count seen by ${CLIENTS} clients, p50`, figure: quiet.p50, unit: 'ms' },
      {
        promise: 'P17',
        name: `an account that all watch, ${BACKGROUND_RATE} changes/s beside it, p95`,
        figure: busy.p95,
        unit: 'ms',
        goal: 250,
      },
      { name: 'CPU of the server under this load', figure: (100 * cores) / busyS, unit: '% of a core' },
      {
        promise: 'P17',
        name: 'memory of the server per client',
        figure: bytes / 1_000,
        unit: 'kB',
        comparedWith: '23 keys each; resident, before and after',
        goal: 40,
      },
    );
  } finally {
    await product.stop();
  }
}

interface Client {
  /** Instants at which a key arrived with a value, by both. */
  readonly seen: Map<string, number>;
  close(): void;
}

/** Opens a stream as a browser does and waits until all its keys have arrived. */
async function connectOne(url: string, session: string, place: number): Promise<Client> {
  const { ticket } = await call<{ ticket: string }>(url, 'POST', '/ticket', session);
  const seen = new Map<string, number>();
  const keys = [
    'online',
    'entry:bench',
    `store:ST${String(1 + (place % 40)).padStart(5, '0')}`,
    ...Array.from({ length: 20 }, (_, index) => `entry:watched-${(place * 20 + index) % 5_000}`),
  ];
  const arrived = new Set<string>();
  let onReady = (): void => undefined;
  let onOpen = (_id: string): void => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const opened = new Promise<string>((resolve) => {
    onOpen = resolve;
  });
  const request = http.get(`${url}/realtime/stream?ticket=${ticket}`, (response) => {
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block.slice(block.indexOf('data: ') + 6);
        if (block.startsWith('event: open')) onOpen((JSON.parse(data) as { streamId: string }).streamId);
        else if (block.startsWith('id: ')) {
          const { key, value } = JSON.parse(data) as { key: string; value: unknown };
          seen.set(`${key}=${JSON.stringify(value)}`, performance.now());
          arrived.add(key);
          if (arrived.size === keys.length) onReady();
        }
      }
    });
  });
  request.on('error', (error) => {
    if (!request.destroyed) throw error;
  });
  await call(url, 'PUT', `/streams/${await opened}/keys`, session, { keys });
  await ready;
  return { seen, close: () => void request.destroy() };
}

/** Changes a key repeatedly, far enough apart, and returns the delay from the request until each client saw it. */
async function seenTimes(url: string, token: string, clients: readonly Client[], key: string) {
  const samples: number[] = [];
  const path = '/online/bench';
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { seen } of clients) seen.clear();
    const sentAtMs = performance.now();
    const isThere = round % 2 === 0;
    await (isThere ? call(url, 'PUT', path, token, { store_sid: 'ST00001' }) : call(url, 'DELETE', path, token));
    const isIt = (text: string): boolean =>
      key === 'online' ? text.startsWith('online=') : text === `${key}=${isThere ? '{"store_sid":"ST00001"}' : 'null'}`;
    await sleep(ROUND_MS);
    for (const client of clients) samples.push((await seenAt(client, isIt)) - sentAtMs);
  }
  samples.sort((a, b) => a - b);
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95) };
}

/** Waits until a client has seen a change; returns the instant. */
async function seenAt({ seen }: Client, isIt: (text: string) => boolean): Promise<number> {
  for (const endMs = performance.now() + SEEN_LIMIT_MS; performance.now() < endMs; await sleep(50))
    for (const [text, atMs] of seen) if (isIt(text)) return atMs;
  throw new Error('A client has not seen a change.');
}

/** Signs in as many people as the streams need, with the key of the installation, which an operator can read. */
async function openSessions({ url, ownerUrl }: Product): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows: secrets } = await client.query("SELECT secret FROM server_secret WHERE name = 'realtime-key'");
  await client.end();
  const key = (secrets[0] as { secret: Buffer }).secret;
  const nowS = Math.floor(Date.now() / 1_000);
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sessions: string[] = [];
  for (let person = 0; person * STREAMS_A_SESSION < CLIENTS; person += 1) {
    const claims = {
      aud: 'backcounter-realtime',
      uid: `bench-${person}`,
      iat: nowS,
      exp: nowS + 3_600,
      jti: randomUUID(),
    };
    const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`;
    const token = `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    sessions.push((await call<{ session: string }>(url, 'POST', '/session', null, { token })).session);
  }
  return sessions;
}

async function call<T>(url: string, method: string, path: string, bearer: string | null, body?: unknown): Promise<T> {
  const response = await fetch(`${url}/realtime${path}`, {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** Seconds of CPU time of a process. */
async function cpuOf(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number) as [number, number];
  return (user + system) / 100;
}

/** Resident memory of a process, in bytes. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}

async function startRedis(): Promise<{ readonly url: string; stop(): Promise<void> } | null> {
  const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) return null;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'bench-redis-'));
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder];
  const child: ChildProcess = spawn(program, args, { stdio: 'ignore' });
  for (let isThere = false; !isThere; await sleep(20)) isThere = await accepts(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
