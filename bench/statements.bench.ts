import { TILES } from './dashboard-tiles.ts';
import { median, post } from './load.ts';
import { type Product, startBeside, startProduct } from './product.ts';
import { Report } from './report.ts';
import { signInMachine } from './sign-in.ts';
import { size } from './size.ts';
import { type Counts, countStatements } from './statement-counter.ts';

const accounts = size('BENCH_ACCOUNTS', 20_000, 400);
const rounds = size('BENCH_ROUNDS', 15, 3);
/** Time for background work of the server to reach the database. */
const CALM_MS = 30;

interface Request {
  readonly query: string;
  readonly variables: object;
  readonly isOfMachine?: boolean;
}

const ACCOUNT = 'id number displayName email phone state lastSeenAt createdAt country { code name } area { id name }';
const list = (more = ''): string => `query List($filter: AccountFilter, $search: String) {
  accounts(first: 50, filter: $filter, search: $search) { nodes { ${ACCOUNT} } pageInfo { hasNextPage endCursor } ${more} } }`;

/** The most frequent requests of people and programs; several requests under one name are sent one after another. */
function requestsOf(accountId: string, walletId: string): Record<string, () => readonly Request[]> {
  const one = (query: string, variables: object) => () => [{ query, variables }];
  return {
    'person who is signed in': one('query Viewer { viewer { sub roles } }', {}),
    'list of accounts': one(list(), {}),
    'list of accounts, filtered and counted': one(list('count { kind value }'), {
      filter: { state: { in: ['ACTIVE'] } },
    }),
    'search of accounts': one(list(), { search: 'an' }),
    'list with lists in it': one(
      `query Nested { accounts(first: 5) { nodes { id updatedBy { name } history(first: 5) { nodes { id action actor { name } } } } } }`,
      {},
    ),
    'account with its summary, topics and notes': one(
      `query Record($id: ID!) { account(id: $id) { ${ACCOUNT} points badgeCount updatedBy { name } version }
        accountSummary(id: $id) { badges topics devices notes latestNote { id text writtenAt writtenBy { name } } }
        accountTopics(accountId: $id) { topicId code name category isSubscribed }
        accountNotes(accountId: $id, first: 10) { nodes { id text writtenAt writtenBy { name } } } }`,
      { id: accountId },
    ),
    'entries of a wallet': one(
      `query Entries($filter: PointsEntryFilter!) { pointsEntries(filter: $filter, first: 50) {
        nodes { id seq delta balanceAfter code reason recordedAt otherSide { name systemCode } by { name } } pageInfo { hasNextPage } } }`,
      { filter: { wallet: { in: [walletId] } } },
    ),
    'list of campaigns': one(
      'query Campaigns { campaigns(first: 50) { nodes { id code name endsAt timezone } pageInfo { hasNextPage } } }',
      {},
    ),
    'dashboard, all tiles': () => Object.values(TILES).map((query) => ({ query, variables: {} })),
    'note written': one(
      'mutation Note($input: WriteAccountNoteInput!) { writeAccountNote(input: $input) { noteId } }',
      {
        input: { id: accountId, text: 'Measured' },
      },
    ),
    'transfer of points by a machine client': () => [
      {
        isOfMachine: true,
        query: 'mutation Transfer($i: TransferPointsInput!) { transferPoints(input: $i) { outcome transferId } }',
        variables: {
          i: { key: crypto.randomUUID(), from: { system: 'ISSUANCE' }, to: { walletId }, amount: 1, code: 'EARN' },
        },
      },
    ],
  };
}

const product = await startProduct({ accounts });
const counter = await countStatements(product.appUrl);
const counted = await startBeside(product, counter.url);
try {
  const machine = new Map([
    [product, await signInMachine(product.url, 'points.transfer')],
    [counted, await signInMachine(counted.url, 'points.transfer')],
  ]);
  const requests = Object.entries(requestsOf(...(await firstAccount())));
  const report = new Report('statements', requests.length * 3);
  for (const [name, request] of requests) {
    const found: Counts[] = [];
    const milliseconds: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const began = counter.counts();
      await ask(counted, machine.get(counted) ?? '', request());
      await new Promise((resolve) => setTimeout(resolve, CALM_MS));
      const { statements, roundTrips } = counter.counts();
      const startedMs = performance.now();
      await ask(product, machine.get(product) ?? '', request());
      // The first round fills caches and prepares statements.
      if (round === 0) continue;
      milliseconds.push(performance.now() - startedMs);
      found.push({ statements: statements - began.statements, roundTrips: roundTrips - began.roundTrips });
    }
    report.add(
      { name, figure: median(found.map(({ statements }) => statements)), unit: 'statements' },
      { name, figure: median(found.map(({ roundTrips }) => roundTrips)), unit: 'round trips' },
      { name, figure: median(milliseconds), unit: 'ms' },
    );
  }
  await report.finish();
} finally {
  await counted.stop();
  await counter.stop();
  await product.stop();
}

async function ask(of: Product, machine: string, requests: readonly Request[]): Promise<string> {
  let answer = '';
  for (const { query, variables, isOfMachine = false } of requests) {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${isOfMachine ? machine : await of.token()}`,
      ...(query.startsWith('mutation') && !isOfMachine && { 'idempotency-key': crypto.randomUUID() }),
    };
    const { status, text } = await post(`${of.url}/graphql`, headers, JSON.stringify({ query, variables }));
    if (status !== 200 || text.includes('"errors":')) throw new Error(`${query}: ${text}`);
    answer = text;
  }
  return answer;
}

/** An account and its wallet. */
async function firstAccount(): Promise<[string, string]> {
  const active = { filter: { state: { in: ['ACTIVE'] } } };
  const accountsAnswer = await ask(product, '', [{ query: list(), variables: active }]);
  const { data } = JSON.parse(accountsAnswer) as { data: { accounts: { nodes: { id: string }[] } } };
  const id = data.accounts.nodes[0]?.id ?? '';
  const owner = { type: 'ACCOUNT', id };
  const wallet = 'query W($owner: PointsOwnerInput!) { pointsWallet(owner: $owner) { id } }';
  const walletAnswer = await ask(product, '', [{ query: wallet, variables: { owner } }]);
  return [id, (JSON.parse(walletAnswer) as { data: { pointsWallet: { id: string } } }).data.pointsWallet.id];
}
