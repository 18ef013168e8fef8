import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { doneOutcomes, writtenSchema } from '../generate.ts';
import { createClient, dataOf, NoAnswer, TokenRefused } from './index.ts';

interface Request {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}
type Stub = (request: Request, place: number) => Response | Error;

const TYPE = { 'content-type': 'application/json' };
const json = (body: object, status = 200, headers = {}) => Response.json(body, { status, headers });
const ERROR = (code: string, details = {}) => ({ errors: [{ message: 'No.', extensions: { code, details } }] });
const POSTED = { data: { transferPoints: { outcome: 'POSTED', toBalance: 5 } } };
const SALE = { code: 'EARN', from: { system: 'ISSUANCE' }, to: { firebaseId: 'ada' }, amount: 5 } as const;

/** A client of a product that answers as given, and the requests it got; tokens last 300 s. */
function clientOf(answers: Stub, tokens: Stub = (_, place) => json({ access_token: `t${place}`, expires_in: 300 })) {
  const sent: Request[] = [];
  const asked: Request[] = [];
  const fetchStub: typeof fetch = (address, init) => {
    const { pathname: path } = new URL(String(address));
    const list = path === '/graphql' ? sent : asked;
    const request = { path, headers: new Headers(init?.headers), body: String(init?.body) };
    const answer = (path === '/graphql' ? answers : tokens)(request, list.push(request));
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const settings = { url: 'https://counter.example', clientId: 'a:b', clientSecret: 'ü', fetch: fetchStub };
  return { client: createClient(settings), sent, asked };
}
const inputOf = ({ body }: Request) => JSON.parse(body).variables.input;

async function listOf<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is generated from the public schema: run npm run generate', async () => {
  expect(readFileSync(new URL('generated/schema.ts', import.meta.url), 'utf8')).toBe(await writtenSchema());
});

it('no outcome is neither done nor refused', () => {
  const schema = (words: string) =>
    buildSchema(`type Query { a: A b: B } type A { outcome: O! } type B { outcome: P }
      enum P { "Refused: b." NO } enum O { "Done: a." YES "${words}" NO }`);
  expect(doneOutcomes(schema('Refused: c.'))).toEqual(['YES']);
  for (const words of ['It was refused.', 'Done: c.'])
    expect(() => doneOutcomes(schema(words))).toThrow('NO is neither');
});

it('repeats lost answers with the same key, of its own or in the input', async () => {
  const failures: readonly (() => Response | Error)[] = [
    () => new TypeError('reset'),
    () => new Response('{"data":', { headers: TYPE }),
    () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    () => json(ERROR('service.unavailable'), 503, { 'retry-after': '2' }),
    () => json(ERROR('idempotency.in-flight'), 409, { 'retry-after': '1' }),
    () => new Response('slow', { status: 429 }),
  ];
  const { client, sent, asked } = clientOf((_, place) => failures[place - 1]?.() ?? json(POSTED));
  const answer = client.transferPoints(SALE);
  await vi.runAllTimersAsync();
  const { key } = await answer;
  expect(await answer).toMatchObject({
    ok: true,
    data: { toBalance: 5 },
    key: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(sent.map((request) => [inputOf(request).key, request.headers.get('idempotency-key')])).toEqual(
    Array.from({ length: 7 }, () => [key, null]),
  );
  expect(asked).toHaveLength(1);
  expect(asked[0]?.headers.get('authorization')).toBe(`Basic ${btoa('a%3Ab:%C3%BC')}`);
});

it('sends the key of a change without one of its own in the header', async () => {
  const { client, sent } = clientOf((_, place) =>
    place === 1 ? new TypeError('reset') : json({ data: { rollBackRedemption: { isReplayed: true } } }),
  );
  const answer = client.rollBackRedemption({ id: '1', reason: 'Returned' }, { key: 'mine' });
  await vi.runAllTimersAsync();
  expect(await answer).toMatchObject({ ok: true, key: 'mine' });
  expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine', 'mine']);
});

it('waits for Retry-After, and gives up when the time is over', async () => {
  const { client, sent } = clientOf(() => json(ERROR('rate.limited'), 429, { 'retry-after': '40' }));
  const answer = client.transferPoints(SALE);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(sent).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(await answer).toMatchObject({ ok: false, code: 'rate.limited' });
  expect(sent).toHaveLength(2);
});

it('says which key to repeat when no answer came', async () => {
  const { client } = clientOf(() => new TypeError('refused'));
  const failed = client.transferPoints({ ...SALE, key: 'sale-1' }).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failed).toBeInstanceOf(NoAnswer);
  expect(await failed).toMatchObject({ key: 'sale-1', status: 0, message: 'https://counter.example does not answer' });
});

it('stops at the signal, also in a pause', async () => {
  const { client } = clientOf(() => new TypeError('refused'));
  const ending = new AbortController();
  const failed = client.member({ by: { accountId: '1' } }, { signal: ending.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1);
  ending.abort(new Error('closing time'));
  expect(await failed).toMatchObject({ message: 'closing time' });
});

it('renews its token a minute before it ends, once for all, and once after a 401', async () => {
  const { client, sent, asked } = clientOf(({ headers }) =>
    headers.get('authorization') === 'Bearer t2'
      ? json(ERROR('session.expired'), 401)
      : json({ data: { member: null } }),
  );
  const read = () => client.member({ by: { accountId: '1' } });
  expect(await Promise.all([read(), read()])).toMatchObject([{ data: null }, { data: null }]);
  await vi.advanceTimersByTimeAsync(239_000);
  await read();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await read();
  expect(sent.slice(-2).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer t2', 'Bearer t3']);
});

it('reports a client that is refused', async () => {
  const suspended = clientOf(() => json(ERROR('session.expired'), 401));
  expect(await suspended.client.member({ by: { accountId: '1' } })).toMatchObject({ code: 'session.expired' });
  expect(suspended.sent).toHaveLength(2);
  const wrong = clientOf(
    () => json({}),
    () => json({ error: 'invalid_client' }, 401),
  );
  await expect(wrong.client.token()).rejects.toThrow(TokenRefused);
});

it('answers a refusing outcome and an error alike', async () => {
  const refused = clientOf(() =>
    json({ data: { reserveCoupon: { outcome: 'MIN_ORDER', details: { minOrderMinor: 500 }, redemption: null } } }),
  );
  const held = await refused.client.reserveCoupon({ code: 'A', orderMinor: 1 });
  expect(held).toMatchObject({ ok: false, code: 'MIN_ORDER', details: { minOrderMinor: 500 } });
  const failed = clientOf(() => json(ERROR('points.insufficient')));
  const spent = await failed.client.transferPoints(SALE);
  expect(spent).toMatchObject({ ok: false, code: 'points.insufficient' });
  expect(() => dataOf(spent)).toThrow('points.insufficient: No.');
});

it('sends rows in batches and reads pages until an empty one', async () => {
  const { client, sent } = clientOf((request) => {
    const { input, after } = JSON.parse(request.body).variables;
    if (input === undefined)
      return json({ data: { giveawayOffers: after === 'b' ? [] : [{ id: after ? 'b' : 'a' }] } });
    return json({ data: { syncAccounts: { results: input.accounts.map(() => ({ outcome: 'CREATED' })) } } });
  });
  const people = Array.from({ length: 1_001 }, (_, place) => ({ firebaseId: `p${place}` }));
  const results = await listOf(client.batch('syncAccounts', people));
  expect(results.at(-1)).toEqual({ row: { firebaseId: 'p1000' }, result: { outcome: 'CREATED' } });
  expect(sent.map((request) => inputOf(request).accounts.length)).toEqual([1_000, 1]);
  expect(await listOf(client.all.giveawayOffers())).toEqual([{ id: 'a' }, { id: 'b' }]);
});
