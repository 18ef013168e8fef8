import { type Answer, answerOf, dataOf, type Refused } from './answer.ts';
import { type ClientSettings, Connection } from './connection.ts';
import { type Batches, type MemberEntry, OPERATIONS, type Operations } from './generated/schema.ts';

type Name = keyof Operations;
type BatchName = keyof Batches;
type Args<Of extends Name> = Operations[Of]['args'];
/** Arguments in which the key may be absent: then it is random. */
type Keyed<Input> = Input extends { readonly key: string } ? Omit<Input, 'key'> & { readonly key?: string } : Input;

/** How to send one request. */
export interface RequestOptions {
  /** Key of a change whose input has none; random by default. The same key is the same change for 24 hours. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** The operations of the public schema, for one program. */
export type Client = {
  readonly [Of in Name]: (
    args: Keyed<Args<Of>>,
    options?: RequestOptions & Operations[Of]['extras'],
  ) => Promise<Answer<Operations[Of]['result']>>;
} & {
  /** An access token that is valid for a minute, such as for the presence socket. */
  token(): Promise<string>;
  /** Sends any number of rows, 1,000 at once, and yields each with its result; throws {@link Refused}. */
  batch<Of extends BatchName>(
    name: Of,
    rows: Iterable<Batches[Of]['row']> | AsyncIterable<Batches[Of]['row']>,
    options?: Pick<RequestOptions, 'signal'>,
  ): AsyncGenerator<{ readonly row: Batches[Of]['row']; readonly result: Batches[Of]['result'] }>;
  /** Yields all rows of lists that are read in pages; throws {@link Refused}. */
  readonly all: {
    giveawayOffers(args?: Omit<Args<'giveawayOffers'>, 'after'>): Rows<'giveawayOffers'>;
    giveawayResults(args: Omit<Args<'giveawayResults'>, 'after'>): Rows<'giveawayResults'>;
    openStores(): Rows<'openStores'>;
    runningCampaigns(): Rows<'runningCampaigns'>;
    /** Entries of a member, newest first. */
    memberEntries(args: Args<'member'>): AsyncGenerator<MemberEntry>;
  };
};
type Rows<Of extends Name> = AsyncGenerator<Operations[Of]['result'] extends readonly (infer Row)[] ? Row : never>;

const ROWS_AT_ONCE = 1_000;
const ENTRIES_AT_ONCE = 50;

/** Creates the client of a program. Nothing is sent before the first operation. */
export function createClient(settings: ClientSettings): Client {
  const connection = new Connection(settings);
  const run = async (name: Name, args: object, options: RequestOptions = {}): Promise<Answer<unknown>> => {
    const { key: wanted, signal, ...extras } = options;
    const { text, key: place } = OPERATIONS[name];
    const own = place === 'input' ? (args as { readonly key?: string }).key : wanted;
    const key = place === 'header' || place === 'input' ? (own ?? crypto.randomUUID()) : null;
    const input = place === 'input' ? { ...args, key } : args;
    const variables = { ...(place === 'none' ? args : { input }), ...extras };
    const body = JSON.stringify({ query: text, variables });
    return answerOf(name, await connection.post(body, key, place === 'header', signal), key);
  };
  const send = <Of extends Name>(name: Of, args: object, options?: object) =>
    run(name, args, options) as Promise<Answer<Operations[Of]['result']>>;

  async function* batch<Of extends BatchName>(
    name: Of,
    rows: Iterable<Batches[Of]['row']> | AsyncIterable<Batches[Of]['row']>,
    options?: Pick<RequestOptions, 'signal'>,
  ) {
    for await (const part of partsOf(rows)) {
      const { results } = dataOf(await run(name, { [OPERATIONS[name].rows]: part }, options)) as {
        readonly results: readonly Batches[Of]['result'][];
      };
      for (const [place, row] of part.entries()) yield { row, result: results[place] as Batches[Of]['result'] };
    }
  }

  async function* pages<Row>(read: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
    for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1))) yield* page;
  }

  const operations = Object.fromEntries(
    Object.keys(OPERATIONS).map((name) => [
      name,
      (args: object, options?: RequestOptions) => run(name as Name, args, options),
    ]),
  );
  return {
    ...operations,
    token: () => connection.token(),
    batch,
    all: {
      giveawayOffers: (args = {}) =>
        pages(async (last) => dataOf(await send('giveawayOffers', { ...args, after: last?.id }))),
      giveawayResults: (args) =>
        pages(async (last) => dataOf(await send('giveawayResults', { ...args, after: last?.position }))),
      openStores: () => pages(async (last) => dataOf(await send('openStores', { after: last?.sid }))),
      runningCampaigns: () => pages(async (last) => dataOf(await send('runningCampaigns', { after: last?.id }))),
      memberEntries: (args) =>
        pages<MemberEntry>(async (last) => {
          const options = { first: ENTRIES_AT_ONCE, before: last?.seq };
          return dataOf(await send('member', args, options))?.entries ?? [];
        }),
    },
  } as Client;
}

async function* partsOf<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let part: Row[] = [];
  for await (const row of rows)
    if (part.push(row) === ROWS_AT_ONCE) {
      yield part;
      part = [];
    }
  if (part.length > 0) yield part;
}
