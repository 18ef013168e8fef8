import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Figures, loop, median, post } from './load.ts';
import { startProduct } from './product.ts';
import { Report } from './report.ts';
import { signInMachine } from './sign-in.ts';
import { size } from './size.ts';

const accounts = size('BENCH_ACCOUNTS', 20_000, 400);
const rounds = size('BENCH_ROUNDS', 5, 1);
const seconds = size('BENCH_SECONDS', 3, 0.1);
/** Requests for one remaining use. */
const race = size('BENCH_RACE', 10_000, 200);
const CONNECTIONS = 8;
const RACE_CONNECTIONS = 64;
const CODES = size('BENCH_CODES', 100_000, 2_000);
/** Well-formed behind any prefix. */
const UNIQUE = '7K3M9QXTWBRB';

const RESERVE = 'mutation R($i: ReserveCouponInput!) { it: reserveCoupon(input: $i) { outcome redemption { id } } }';
const CONFIRM =
  'mutation C($id: ID!) { it: confirmRedemption(input: { redemptionId: $id }) { outcome redemption { id } } }';
const REDEEM = 'mutation R($i: RedeemCouponInput!) { it: redeemCoupon(input: $i) { outcome redemption { id } } }';

const product = await startProduct({ accounts, folder: `bench-redemption-${accounts}` });
const pool = new pg.Pool({ connectionString: product.ownerUrl, max: RACE_CONNECTIONS });
const report = new Report('redemption', 6);

interface Outcome {
  readonly outcome: string;
  readonly redemption: { readonly id: string } | null;
}

try {
  const people = await activeAccounts();
  const token = await signInMachine(product.url, 'coupon.redeem');
  await measurePairs(token, people);
  await measureRace(token, people);
  await report.finish();
} finally {
  await pool.end();
  await product.stop();
}

async function activeAccounts(): Promise<string[]> {
  const { rows: found } = await pool.query<{ id: string }>(
    `select a.id from account a join country c on c.code = a.country_code where a.state = 'ACTIVE' and c.currency = 'EUR' order by a.id limit 5000`,
  );
  return found.map(({ id }) => id);
}

/**
 * A running campaign with codes that consist of `prefix`, a number and a well-formed ending, or with one shared code.
 */
async function openCampaign(mode: 'SHARED' | 'UNIQUE', codes: number): Promise<string> {
  const name = `B${Date.now().toString(36).toUpperCase()}${mode.charAt(0)}`.slice(0, 24);
  const { rows: made } = await pool.query<{ id: string }>(
    `insert into campaign (code, name, reward_type, amount_minor, currency, starts_at, ends_at, timezone, code_mode, per_coupon_limit, per_account_limit)
     values ($1, $1, 'AMOUNT', 500, 'EUR', now() - interval '1 hour', now() + interval '1 day', 'Europe/Berlin', $2, $3, 100) returning id`,
    [name, mode, mode === 'SHARED' ? 1_000_000 : 1],
  );
  const campaign = made[0]?.id;
  const { rows: batch } = await pool.query<{ id: string }>(
    `insert into coupon_batch (campaign_id, requested, generated, state) values ($1, $2, $2, 'DONE') returning id`,
    [campaign, codes],
  );
  const prefix = randomUUID().slice(0, 3).toUpperCase();
  await pool.query(
    `insert into coupon (campaign_id, batch_id, code, max_redemptions)
     select $1, $2, case when $3 = 'SHARED' then $4 || 'SHARED' else $4 || lpad(n::text, 5, '0') || '${UNIQUE}' end, case when $3 = 'SHARED' then 1000000 else 1 end
     from generate_series(0, $5::int - 1) as n`,
    [campaign, batch[0]?.id, mode, prefix, codes],
  );
  await pool.query(`update campaign set state = 'ACTIVE' where id = $1`, [campaign]);
  return prefix;
}

async function ask(token: string, query: string, variables: object): Promise<Outcome> {
  const { status, text } = await post(
    `${product.url}/graphql`,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    JSON.stringify({ query, variables }),
  );
  const { data, errors } = JSON.parse(text) as { data?: { it: Outcome }; errors?: unknown };
  if (data?.it == null) throw new Error(`${status} ${JSON.stringify(errors)}`);
  return data.it;
}

async function measurePairs(token: string, people: readonly string[]): Promise<void> {
  const shared = await openCampaign('SHARED', 1);
  const unique = await openCampaign('UNIQUE', CODES);
  let count = 0;
  const person = (): string => people[count % people.length] ?? '';
  const codeOf = {
    shared: () => `${shared}SHARED`,
    unique: () => `${unique}${String(count).padStart(5, '0')}${UNIQUE}`,
  };
  const overHttp = (mode: keyof typeof codeOf) => async () => {
    count += 1;
    const input = { key: randomUUID(), code: codeOf[mode](), accountId: person(), orderMinor: 4_200 };
    const held = await ask(token, RESERVE, { i: input });
    const done = held.redemption === null ? held : await ask(token, CONFIRM, { id: held.redemption.id });
    if (done.outcome !== 'CONFIRMED') throw new Error(`${mode}: ${done.outcome}`);
  };
  const byDriver = (mode: keyof typeof codeOf) => async () => {
    count += 1;
    const { rows: held } = await pool.query<{ id: string; outcome: string }>({
      name: 'bench-reserve',
      text: `select o.outcome, (o.redeemed).id from reserve_coupon($1, $2, null, 4200, null, null, null, false, $3, $4, 'bench', null) as o`,
      values: [codeOf[mode](), person(), randomUUID(), createHash('sha256').update('bench').digest()],
    });
    const { rows: done } = await pool.query<{ outcome: string }>({
      name: 'bench-confirm',
      text: `select o.outcome from confirm_redemption($1, 'bench') as o`,
      values: [held[0]?.id],
    });
    if (done[0]?.outcome !== 'CONFIRMED') throw new Error(`${mode}: ${held[0]?.outcome}`);
  };
  const sides = {
    'shared code over HTTP': overHttp('shared'),
    'shared code by the driver': byDriver('shared'),
    'unique codes over HTTP': overHttp('unique'),
    'unique codes by the driver': byDriver('unique'),
  };
  const taken = new Map<string, Figures[]>(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [side, call] of Object.entries(sides)) {
      const figures = await loop(call, CONNECTIONS, seconds);
      if (round > 0) taken.get(side)?.push(figures);
    }
  const mid = (side: string, figure: keyof Figures): number =>
    median((taken.get(side) ?? []).map((each) => each[figure]));
  for (const codes of ['shared code', 'unique codes']) {
    const driver = `${codes} by the driver`;
    report.add(
      {
        name: `reserve + confirm, ${codes}, p95`,
        figure: mid(`${codes} over HTTP`, 'p95'),
        unit: 'ms',
        comparedWith: `the same statements by the driver ${mid(driver, 'p95').toFixed(1)} ms`,
        goal: 25,
      },
      {
        name: `reserve + confirm, ${codes}`,
        figure: mid(`${codes} over HTTP`, 'requestsPerSecond'),
        unit: 'redemptions/s',
        comparedWith: `the same statements by the driver ${Math.round(mid(driver, 'requestsPerSecond'))}/s`,
      },
    );
  }
}

/** Concurrent requests for one remaining use; a request answered with Retry-After is retried. */
async function measureRace(token: string, people: readonly string[]): Promise<void> {
  const prefix = await openCampaign('UNIQUE', 1);
  const code = `${prefix}00000${UNIQUE}`;
  const outcomes = new Map<string, number>();
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: RACE_CONNECTIONS }, async () => {
      while (next < race) {
        const accountId = people[next++ % people.length];
        const { outcome } = await ask(token, REDEEM, { i: { key: randomUUID(), code, accountId, orderMinor: 4_200 } });
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }),
  );
  const tookS = (performance.now() - started) / 1_000;
  report.add(
    {
      promise: 'P10',
      name: `${race} concurrent redemptions, one use left: served`,
      figure: outcomes.get('CONFIRMED') ?? 0,
      unit: 'redemptions',
      comparedWith: [...outcomes].map(([outcome, n]) => `${outcome} ${n}`).join(', '),
      goal: 1,
    },
    { promise: 'P10', name: 'the same', figure: tookS, unit: 's', goal: 5 },
  );
}
