import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestToken } from '../../testing/test-app.ts';

const test = await fileApp();
const owner = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 30);
});

const ISSUE = `mutation($i: IssueAccountCardInput!) { it: issueAccountCard(input: $i) { account { card version } } }`;
const MEMBER = `query($by: MemberInput!) { it: member(by: $by) { id displayName email phone } }`;
const POST = `mutation($i: TransferPointsInput!) { it: transferPoints(input: $i) { outcome transferId toBalance } }`;

const send = async (query: string, variables: object, token: TestToken = 'machine', headers = {}) =>
  (await test.send(query, { ...variables }, { token, headers })).body;
/** The answer, or the code of the error. */
async function ask(...call: Parameters<typeof send>) {
  const body = await send(...call);
  return body.errors?.[0].extensions.code ?? body.data.it;
}
const versionOf = async (id: string) => (await owner('select version from account where id = $1', [id]))[0].version;
const issue = async (id: string, more: object = {}) =>
  ask(ISSUE, { i: { id, expectedVersion: await versionOf(id), ...more } }, 'admin');
const cardOf = async (id: string, more: object = {}): Promise<string> => (await issue(id, more)).account.card;
/** A complete number with this beginning. */
const complete = async (digits: string): Promise<string> =>
  (await owner(`select $1 || card_check_digit($1) as number`, [digits]))[0].number;
/** A right number that no card has. */
const unissued = () => complete('999999999999');
const move = (from: object, to: object, more: object = {}) => ({
  i: { key: randomUUID(), code: 'EARN', amount: 50, from, to, ...more },
});
const earn = (card: string, more: object = {}) => move({ system: 'ISSUANCE' }, { card }, more);
const tries = async () =>
  (
    await owner(`select coalesce(sum(cardinality(tried_at)), 0)::int as n from coupon_try where subject_type = 'CARD'`)
  )[0].n;
const forget = () => owner(`delete from coupon_try`);

it('a program finds a member, earns, checks and redeems by card, without name and contact', async () => {
  const id = accountId(1);
  const card = await cardOf(id);
  expect(
    await ask(
      MEMBER,
      { by: { card: `${card.slice(0, 4)} ${card.slice(4, 9)}-${card.slice(9)}` } },
      'machine~account.read',
    ),
  ).toEqual({ id, displayName: null, email: null, phone: null });
  const first = earn(card, { key: 'card-1' });
  expect(await ask(POST, first)).toMatchObject({ outcome: 'POSTED', toBalance: 50 });
  const checked = 'query($i: CheckCouponInput!) { it: checkCoupon(input: $i) { verdict } }';
  expect(await ask(checked, { i: { code: 'SPRINGTIME', card } })).toMatchObject({ verdict: 'UNKNOWN_CODE' });
  const redeem = 'mutation($i: RedeemCouponInput!) { it: redeemCoupon(input: $i) { outcome } }';
  expect(await ask(redeem, { i: { key: randomUUID(), code: 'SPRINGTIME', card } })).toEqual({
    outcome: 'UNKNOWN_CODE',
  });
  expect(await ask(redeem, { i: { key: randomUUID(), code: 'SPRINGTIME', card, accountId: id } })).toBe(
    'field.invalid',
  );
  expect(await ask(checked, { i: { code: 'SPRINGTIME', card } }, 'admin')).toBe('access.denied');
  const coupons = 'query($by: MemberInput!) { it: usableCoupons(by: $by) { code } }';
  expect(await ask(coupons, { by: { card } })).toEqual([]);
  // An answer that was lost is the same after the card has ended.
  await cardOf(id);
  expect(await ask(POST, first)).toMatchObject({ outcome: 'REPLAYED' });
  expect(await ask(POST, earn(card))).toBe('card.replaced');
});

it('points leave a card with a scope of its own', async () => {
  const card = await cardOf(accountId(2));
  expect(await ask(POST, earn(card))).toMatchObject({ outcome: 'POSTED' });
  const spend = move({ card }, { system: 'BREAKAGE' }, { code: 'SPEND', amount: 20 });
  expect(await ask(POST, spend, 'machine~points.transfer')).toBe('access.denied');
  const batch = `mutation($i: TransferPointsBatchInput!) { it: transferPointsBatch(input: $i) { results { outcome code field } } }`;
  const mixed = { i: { transfers: [spend.i, earn(card).i, earn('123').i, earn(await unissued()).i] } };
  expect((await ask(batch, mixed, 'machine~points.transfer')).results).toEqual([
    { outcome: 'REFUSED', code: 'access.denied', field: null },
    { outcome: 'POSTED', code: null, field: null },
    { outcome: 'REFUSED', code: 'field.invalid', field: 'card' },
    { outcome: 'REFUSED', code: 'record.not-found', field: null },
  ]);
  expect(await ask(POST, spend, 'machine')).toMatchObject({ outcome: 'POSTED' });
  await forget();
});

it('a replaced card is refused by name, and without anything of the member', async () => {
  const id = accountId(3);
  const [old, current] = [await cardOf(id), await cardOf(id, { reason: 'lost' })];
  const before = await tries();
  for (const call of [() => send(MEMBER, { by: { card: old } }), () => send(POST, earn(old))]) {
    const { errors } = await call();
    expect(errors[0].extensions.code).toBe('card.replaced');
    expect(JSON.stringify(errors)).not.toMatch(new RegExp(`${id}|${old}|${current}`));
  }
  expect(await tries()).toBe(before);
  expect(await ask(MEMBER, { by: { card: current } })).toMatchObject({ id });
  const [event] = await owner(
    `select reason, changes, personal_changes from staff_audit_event where action = 'account.issue-card' and entity_id = $1
     order by occurred_at desc limit 1`,
    [id],
  );
  expect(event).toEqual({ reason: 'lost', changes: {}, personal_changes: { card: [old, current] } });
});

it('answers unknown, closed and erased cards with the same bytes, current or replaced, and counts each as a try', async () => {
  const [closed, erased] = [accountId(4), accountId(5)];
  const cards = [await unissued()];
  for (const id of [closed, erased]) cards.push(await cardOf(id), await cardOf(id));
  await owner(`update account set state = 'CLOSED', state_reason = 'r' where id = any($1)`, [[closed, erased]]);
  await owner(`select erase_account($1, 'system', '{}', 'r', null)`, [erased]);
  await forget();
  const plain = async (...call: Parameters<typeof send>) =>
    JSON.stringify(await send(...call)).replaceAll(/"referenceId":"[^"]*"/g, '');
  for (const answer of [
    (card: string) => plain(MEMBER, { by: { card } }),
    (card: string) => plain(POST, earn(card)),
    (card: string) => plain(POST, earn(card), 'machine', { 'idempotency-key': randomUUID() }),
  ]) {
    const answers = new Set<string>();
    for (const card of cards) answers.add(await answer(card));
    expect([...answers]).toHaveLength(1);
  }
  expect(await tries()).toBe(15);
  expect(
    await owner(
      `select card_number as number, account_id, ended_at is null as is_current from account_card where account_id is null`,
    ),
  ).toEqual(Array(2).fill({ number: null, account_id: null, is_current: false }));
  // The number of an erased account is not given again.
  expect(await issue(accountId(6), { number: cards[4] })).toBe('field.invalid');
  await forget();
});

it('checks 30 of 40 concurrent wrong cards, then refuses even right ones for a minute; mistyped ones do not count', async () => {
  const card = await cardOf(accountId(7));
  for (const typed of ['', '123', `${card.slice(0, 12)}${(Number(card[12]) + 1) % 10}`])
    expect(await ask(MEMBER, { by: { card: typed } })).toBe('field.invalid');
  expect(await tries()).toBe(0);
  const wrong = await Promise.all(Array.from({ length: 40 }, (_, n) => complete(String(800_000_000_000 + n))));
  const right = await owner('select n from unnest($1::text[]) as n where is_card_number(n)', [wrong]);
  expect(right.length).toBeGreaterThan(31);
  const answers = await Promise.all(right.map(({ n }) => ask(MEMBER, { by: { card: n } })));
  expect(answers.filter((answer) => answer === null)).toHaveLength(30);
  expect(answers.filter((answer) => answer === 'rate.limited')).toHaveLength(right.length - 30);
  const { errors } = await send(POST, earn(card));
  expect(errors[0].extensions).toMatchObject({
    code: 'rate.limited',
    details: { retryAfterSeconds: expect.any(Number) },
  });
  await owner(`update coupon_try set tried_at = array(select t - interval '1 minute' from unnest(tried_at) as t)`);
  expect(await ask(MEMBER, { by: { card } })).toMatchObject({ id: accountId(7) });
  await forget();
});

it('issues one card when two people replace it at once, and only to open accounts', async () => {
  const id = accountId(8);
  const first = await cardOf(id);
  const expectedVersion = await versionOf(id);
  const both = await Promise.all([1, 2].map(() => ask(ISSUE, { i: { id, expectedVersion } }, 'admin')));
  expect(both.filter((answer) => answer === 'record.conflict')).toHaveLength(1);
  const rows = await owner(
    'select card_number as number, ended_at is null as is_current from account_card where account_id = $1 order by issued_at',
    [id],
  );
  expect(rows).toEqual([
    { number: first, is_current: false },
    { number: both.find((answer) => answer !== 'record.conflict').account.card, is_current: true },
  ]);
  await owner(`update account set state = 'CLOSED', state_reason = 'r' where id = $1`, [id]);
  expect(await issue(id)).toBe('state.invalid-transition');
  expect(await ask(ISSUE, { i: { id, expectedVersion } }, 'marketing')).toBe('access.denied');
  const { it: seen } = (await send('query($id: ID!) { it: account(id: $id) { card } }', { id }, 'marketing')).data;
  expect(seen).toEqual({ card: null });
});

it('takes printed numbers with their check digit that are no number of a payment card, each once', async () => {
  // Luhn accepts this one; Damm's digit is right too.
  const luhn = await owner(
    `select p || card_check_digit(p) as n from (select (400000000000 + g)::text as p from generate_series(1, 500) g) t
     where not is_card_number(p || card_check_digit(p)) limit 1`,
  );
  for (const number of [luhn[0].n, '4222222222222', '1234567890120', '12', 'ABCDEFGHIJKLM'])
    expect(await issue(accountId(9), { number })).toBe('field.invalid');
  const own = (
    await owner(`select p || card_check_digit(p) as n from (select (500000000000 + g)::text as p from generate_series(1, 50) g) t
    where is_card_number(p || card_check_digit(p)) limit 1`)
  )[0].n;
  expect(await cardOf(accountId(9), { number: `${own.slice(0, 6)} ${own.slice(6)}` })).toBe(own);
  await cardOf(accountId(9));
  for (const id of [accountId(9), accountId(10)]) expect(await issue(id, { number: own })).toBe('field.invalid');
});

it('the database keeps each number for one account permanently, and changes of a card to its end', async () => {
  for (let round = 0; round < 100; round++)
    await owner('select issue_account_card($1, null)', [accountId(11 + (round % 10))]);
  const [{ cards, numbers, wrong }] = await owner(
    `select count(*)::int as cards, count(distinct card_number)::int as numbers, count(*) filter (where not is_card_number(card_number))::int as wrong
     from account_card where account_id = any($1)`,
    [Array.from({ length: 10 }, (_, n) => accountId(11 + n))],
  );
  expect({ cards, numbers, wrong }).toEqual({ cards: 100, numbers: 100, wrong: 0 });
  const [{ id, number }] = await owner(
    'select id, card_number as number from account_card where ended_at is not null and card_number is not null limit 1',
  );
  for (const change of [
    'ended_at = null',
    `ended_at = now() + interval '1 day'`,
    `card_number = '1', number_hash = card_number_key('1')`,
    `account_id = '${accountId(30)}'`,
  ])
    await expect(owner(`update account_card set ${change} where id = $1`, [id])).rejects.toMatchObject({
      code: 'BC002',
    });
  await expect(owner('delete from account_card where id = $1', [id])).rejects.toMatchObject({ code: 'BC002' });
  const insert = 'insert into account_card (account_id, card_number, number_hash) values ($1, $2, card_number_key($2))';
  await expect(owner(insert, [accountId(30), number])).rejects.toMatchObject({ code: '23505' });
  await expect(owner(insert, [accountId(11), await unissued()])).rejects.toMatchObject({ code: '23505' });
  await expect(
    test.database.pool.query('update account_card set card_number = null, account_id = null where id = $1', [id]),
  ).rejects.toMatchObject({ code: '42501' });
});
