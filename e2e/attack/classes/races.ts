import { randomUUID } from 'node:crypto';
import { type AttackClass, type Attempt, must, mustBeClean } from '../attack.ts';
import type { Answer, Target } from '../target.ts';

const MARKED = { 'x-backcounter-mutation': '1' };

/** Sends the same or similar requests several times at once, and checks the number of effects. */
async function race(
  times: number,
  send: (index: number) => Promise<Answer>,
  hasEffect: (answer: Answer) => boolean,
  effects = 1,
) {
  const answers = await Promise.all(Array.from({ length: times }, (_, index) => send(index)));
  answers.forEach(mustBeClean);
  const had = answers.filter(hasEffect).length;
  must(
    had === effects,
    `${had} effects instead of ${effects}`,
    answers.find((answer) => !hasEffect(answer)) ?? answers[0],
  );
  return answers.filter(hasEffect);
}

const tell =
  (token: string, target: Target) =>
  (document: string, variables: Readonly<Record<string, unknown>> = {}) =>
    target.graphql(token, document, variables, MARKED);
type Tell = ReturnType<typeof tell>;

async function read<T>(send: Tell, document: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
  const answer = await send(document, variables);
  must(answer.json?.errors === undefined && answer.json?.data != null, 'The demo cannot be read', answer);
  return answer.json.data as T;
}

interface Node {
  readonly id: string;
  readonly version: number;
}

const TRANSFER = 'mutation($t:TransferPointsInput!){r:transferPoints(input:$t){outcome transferId}}';
const BALANCE = 'query($id:ID!){pointsWallet(owner:{type:ACCOUNT,id:$id}){balance}}';

/** Points: a balance can't be spent twice. */
async function ofPoints(admin: Tell, machine: Tell): Promise<Attempt[]> {
  const { accounts } = await read<{ accounts: { nodes: Node[] } }>(
    admin,
    '{accounts(first:20,filter:{state:{in:[ACTIVE]}}){nodes{id version}}}',
  );
  const accountOf = (index: number) => accounts.nodes[index]?.id ?? '';
  const outcome = (word: string) => (answer: Answer) => answer.json?.data?.r?.outcome === word;
  const issue = (id: string, amount: number) =>
    machine(TRANSFER, {
      t: { key: randomUUID(), from: { system: 'ISSUANCE' }, to: { accountId: id }, amount, code: 'ISSUE' },
    });
  const spend = (id: string, amount: number, key: string = randomUUID()) => ({
    key,
    from: { accountId: id },
    to: { system: 'BREAKAGE' },
    amount,
    code: 'SPEND',
  });
  const balanceOf = async (id: string) =>
    (await read<{ pointsWallet: { balance: number } }>(admin, BALANCE, { id })).pointsWallet.balance;
  const overspent = (index: number, share: number, orders: number, effects: number): Attempt => ({
    title: `${orders} orders of a ${share}th of the balance`,
    run: async () => {
      const id = accountOf(index);
      await issue(id, 1_000);
      const amount = Math.floor((await balanceOf(id)) / share);
      await race(orders, () => machine(TRANSFER, { t: spend(id, amount) }), outcome('POSTED'), effects);
      must((await balanceOf(id)) < amount, 'There is more left than there may be');
    },
  });
  return [
    overspent(0, 1, 20, 1),
    overspent(1, 3, 20, 3),
    {
      title: '8 batches that each spend the whole balance 5 times',
      run: async () => {
        const id = accountOf(2);
        await issue(id, 1_000);
        const amount = await balanceOf(id);
        const document =
          'mutation($t:[PointsTransferInput!]!){r:transferPointsBatch(input:{transfers:$t}){results{outcome}}}';
        const batch = () => machine(document, { t: Array.from({ length: 5 }, () => spend(id, amount)) });
        await race(8, batch, ({ text }) => text.split('POSTED').length === 2);
      },
    },
    {
      title: 'one order sent 20 times',
      run: async () => {
        const id = accountOf(3);
        await issue(id, 1_000);
        const before = await balanceOf(id);
        const t = spend(id, 1);
        await race(20, () => machine(TRANSFER, { t }), outcome('POSTED'));
        must((await balanceOf(id)) === before - 1, 'Paid more than once');
      },
    },
    {
      title: 'one transfer reversed 10 times',
      run: async () => {
        const id = accountOf(4);
        const before = await balanceOf(id);
        const transferId = (await issue(id, 500)).json.data.r.transferId as string;
        const reverse = () =>
          admin('mutation($i:ReversePointsTransferInput!){reversePointsTransfer(input:$i){pointsTransfer{id}}}', {
            i: { key: randomUUID(), reason: 'A race', transferId },
          });
        await race(10, reverse, ({ json }) => json?.data?.reversePointsTransfer != null);
        must((await balanceOf(id)) === before, 'Reversed more than once');
      },
    },
    {
      title: 'one account suspended 10 times',
      run: async () => {
        const account = accounts.nodes[5];
        const input = { id: account?.id, expectedVersion: account?.version, reason: 'A race' };
        const suspend = () =>
          admin('mutation($i:SuspendAccountInput!){suspendAccount(input:$i) { account {id} }}', { i: input });
        await race(10, suspend, ({ json }) => json?.data?.suspendAccount != null);
      },
    },
  ];
}

const REDEEM = (verb: 'redeemCoupon' | 'reserveCoupon') =>
  `mutation($i:${verb === 'redeemCoupon' ? 'Redeem' : 'Reserve'}CouponInput!){r:${verb}(input:$i){outcome isReplayed redemption{id}}}`;
const GENERATE = 'mutation($i:GenerateCouponsInput!){generateCoupons(input:$i){couponBatch{id}}}';
const HOUR_MS = 3_600_000;

/** An active campaign with single-use codes. */
async function campaignOf(admin: Tell, terms: Readonly<Record<string, unknown>>, count: number) {
  const input = {
    code: `RACE-${randomUUID().slice(0, 8)}`.toUpperCase(),
    name: 'Race',
    rewardType: 'AMOUNT',
    amountMinor: 500,
    currency: 'EUR',
    startsAt: new Date(Date.now() - HOUR_MS).toISOString(),
    endsAt: new Date(Date.now() + 48 * HOUR_MS).toISOString(),
    timezone: 'Europe/Berlin',
    codeMode: 'UNIQUE',
    couponsLimit: 100,
    ...terms,
  };
  const {
    createCampaign: { campaign: made },
  } = await read<{ createCampaign: { campaign: Node & { code: string; exposure: object } } }>(
    admin,
    'mutation($i:CreateCampaignInput!){createCampaign(input:$i){campaign{id version code exposure{uses points discountMinor}}}}',
    { i: input },
  );
  await read(admin, GENERATE, { i: { campaignId: made.id, count } });
  await read(
    admin,
    'mutation($id:ID!,$v:Int!,$a:AgreedExposureInput!,$c:String){activateCampaign(input:{id:$id,expectedVersion:$v,agreed:$a,confirmCode:$c,reason:"A race"}){campaign{id}}}',
    { id: made.id, v: made.version, a: made.exposure, c: made.code },
  );
  const { coupons } = await read<{ coupons: { nodes: { id: string }[] } }>(
    admin,
    'query($c:[ID!]){coupons(first:100,filter:{campaign:{in:$c}}){nodes{id}}}',
    { c: [made.id] },
  );
  const { revealCoupons } = await read<{ revealCoupons: { coupons: { id: string; code: string }[] } }>(
    admin,
    'mutation($c:ID!,$i:[ID!]!){revealCoupons(input:{campaignId:$c,ids:$i}){coupons{id code}}}',
    { c: made.id, i: coupons.nodes.map(({ id }) => id) },
  );
  return { id: made.id, codes: revealCoupons.coupons };
}

/** Coupons: a single-use code is used once, and a budget is spent once. */
async function ofCoupons(admin: Tell, machine: Tell): Promise<Attempt[]> {
  const { accounts } = await read<{ accounts: { nodes: Node[] } }>(
    admin,
    '{accounts(first:40,filter:{state:{in:[ACTIVE]}}){nodes{id}}}',
  );
  const accountOf = (index: number) => accounts.nodes[20 + index]?.id;
  const campaign = await campaignOf(admin, { perAccountLimit: 20 }, 20);
  const personal = await campaignOf(admin, { perAccountLimit: 1 }, 12);
  const limited = await campaignOf(admin, { redemptionsLimit: 3 }, 12);
  const usable = () => {
    const { id = '', code = '' } = campaign.codes.pop() ?? {};
    return { id, input: { code, accountId: accountOf(0), orderMinor: 10_000 } };
  };
  const isNew = (word: string) => (answer: Answer) =>
    answer.json?.data?.r?.outcome === word && answer.json.data.r.isReplayed === false;
  const fewer = (
    title: string,
    codes: readonly { code: string }[],
    whose: (index: number) => string | undefined,
    effects: number,
  ): Attempt => ({
    title,
    run: async () => {
      const redeem = (index: number) =>
        machine(REDEEM('redeemCoupon'), {
          i: { code: codes[index]?.code, accountId: whose(index), orderMinor: 10_000, key: randomUUID() },
        });
      await race(12, redeem, isNew('CONFIRMED'), effects);
    },
  });
  const usesOf = async (id: string) =>
    (
      await read<{ coupon: { usesConfirmed: number; usesReserved: number } }>(
        admin,
        'query($c:ID!,$i:ID!){coupon(campaignId:$c,id:$i){usesConfirmed usesReserved}}',
        { c: campaign.id, i: id },
      )
    ).coupon;
  return [
    {
      title: 'one code redeemed 12 times',
      run: async () => {
        const { input, id: couponId } = usable();
        await race(
          12,
          () => machine(REDEEM('redeemCoupon'), { i: { ...input, key: randomUUID() } }),
          isNew('CONFIRMED'),
        );
        must((await usesOf(couponId)).usesConfirmed === 1, 'Used more than once');
      },
    },
    {
      title: 'one redemption sent 12 times',
      run: async () => {
        const { input, id: couponId } = usable();
        const i = { ...input, key: randomUUID() };
        await race(12, () => machine(REDEEM('redeemCoupon'), { i }), isNew('CONFIRMED'));
        must((await usesOf(couponId)).usesConfirmed === 1, 'Used more than once');
      },
    },
    {
      title: 'one code reserved 12 times',
      run: async () => {
        const { input, id: couponId } = usable();
        await race(
          12,
          () => machine(REDEEM('reserveCoupon'), { i: { ...input, key: randomUUID() } }),
          isNew('RESERVED'),
        );
        must((await usesOf(couponId)).usesReserved === 1, 'Held more than once');
      },
    },
    {
      title: 'one reservation confirmed and released at once, and rolled back 8 times',
      run: async () => {
        const { input, id: couponId } = usable();
        const held = await machine(REDEEM('reserveCoupon'), { i: { ...input, key: randomUUID() } });
        const id = held.json?.data?.r?.redemption?.id as string;
        must(id !== undefined, 'Nothing is held', held);
        const end = (verb: string) =>
          machine(`mutation($i:ID!){r:${verb}(input:{redemptionId:$i}){outcome isReplayed}}`, { i: id });
        const [won] = await race(
          12,
          (index) => end(index % 2 === 0 ? 'confirmRedemption' : 'releaseRedemption'),
          (answer) => isNew('CONFIRMED')(answer) || isNew('RELEASED')(answer),
        );
        const isConfirmed = won?.json.data.r.outcome === 'CONFIRMED';
        must((await usesOf(couponId)).usesConfirmed === (isConfirmed ? 1 : 0), 'The uses are wrong');
        if (!isConfirmed) return;
        const back = () =>
          admin('mutation($i:ID!){rollBackRedemption(input:{id:$i,reason:"A race"}){redemption{id}}}', { i: id });
        await race(8, back, ({ json }) => json?.data?.rollBackRedemption != null);
        must((await usesOf(couponId)).usesConfirmed === 0, 'The use did not come back once');
      },
    },
    fewer('12 codes of a campaign for 3 redemptions', limited.codes, accountOf, 3),
    fewer('12 codes of a campaign for 1 redemption an account', personal.codes, () => accountOf(0), 1),
    {
      title: '8 orders of all codes that are left',
      run: async () => {
        const order = () => admin(GENERATE, { i: { campaignId: campaign.id, count: 80 } });
        await race(8, order, ({ json }) => json?.data?.generateCoupons != null);
      },
    },
  ];
}

interface Giveaway extends Node {
  readonly status: string;
  readonly code: string;
  readonly countryCodes: readonly string[];
}

/** Giveaways: one entry, one announcement, one prize. */
async function ofGiveaways(admin: Tell, machine: Tell): Promise<Attempt[]> {
  const giveaways = async (...status: string[]) =>
    (
      await read<{ giveaways: { nodes: Giveaway[] } }>(
        admin,
        'query($s:[GiveawayStatus!]){giveaways(first:20,filter:{status:{in:$s}}){nodes{id version status code countryCodes}}}',
        { s: status },
      )
    ).giveaways.nodes;
  const attempts: Attempt[] = [];
  for (const { id } of await giveaways('ANNOUNCED', 'SETTLED')) {
    const { giveawayResults } = await read<{
      giveawayResults: { accountId: string; state: string; position: number }[];
    }>(machine, 'query($g:ID!){giveawayResults(giveawayId:$g,first:1000){accountId state position}}', { g: id });
    for (const { accountId } of giveawayResults
      .filter(({ state }) => state === 'NOTIFIED' || state === 'DRAWN')
      .slice(0, 2))
      attempts.push({
        title: `a prize of ${id} claimed 12 times by ${accountId}`,
        run: async () => {
          const claim = () =>
            machine(
              'mutation($i:ClaimGiveawayPrizeInput!){r:claimGiveawayPrize(input:$i){outcome isReplayed won{points}}}',
              {
                i: { giveawayId: id, accountId },
              },
            );
          const balance = async () =>
            (await read<{ pointsWallet: { balance: number } }>(admin, BALANCE, { id: accountId })).pointsWallet.balance;
          const before = await balance();
          const [won] = await race(12, claim, ({ json }) => json?.data?.r?.isReplayed === false);
          const points = won?.json.data.r.won?.points ?? 0;
          must([before, before + points].includes(await balance()), 'The points came more than once', won);
        },
      });
  }
  const change = (title: string, giveaway: Giveaway | undefined, document: string): Attempt => ({
    title: `${title} 8 times`,
    run: async () => {
      must(giveaway !== undefined, 'There is no such giveaway');
      const { id, version, code } = giveaway as Giveaway;
      await race(
        8,
        () => admin(document, { id, v: version, c: code }),
        ({ json }) => json?.data?.r != null,
      );
    },
  });
  const [drawn] = await giveaways('DRAWN');
  const open = (await giveaways('OPEN'))[0];
  const { accounts } = await read<{ accounts: { nodes: Node[] } }>(
    admin,
    'query($c:[String!]){accounts(first:100,filter:{state:{in:[ACTIVE]},country:{in:$c}}){nodes{id version}}}',
    { c: open?.countryCodes },
  );
  return [
    ...attempts,
    change(
      'a drawn giveaway announced',
      drawn,
      'mutation($id:ID!,$v:Int!){r:announceGiveaway(input:{id:$id,expectedVersion:$v,hasReviewed:true}){giveaway{id}}}',
    ),
    change(
      'an open giveaway cancelled',
      (await giveaways('OPEN'))[1],
      'mutation($id:ID!,$v:Int!,$c:String!){r:cancelGiveaway(input:{id:$id,expectedVersion:$v,confirmCode:$c,reason:"A race"}){giveaway{id}}}',
    ),
    {
      title: 'one account entered 12 times',
      run: async () => {
        for (const { id } of accounts.nodes) {
          const enter = () =>
            machine('mutation($i:EnterGiveawayInput!){r:enterGiveaway(input:$i){outcome}}', {
              i: { giveawayId: open?.id, accountId: id, key: randomUUID() },
            });
          const answers = await Promise.all(Array.from({ length: 12 }, enter));
          answers.forEach(mustBeClean);
          const outcomes = answers.map(({ json }) => json?.data?.r?.outcome as string);
          if (!outcomes.includes('ENTERED')) continue;
          must(outcomes.filter((outcome) => outcome === 'ENTERED').length === 1, outcomes.join(' '));
          return;
        }
        throw new Error('No account may enter');
      },
    },
  ];
}

const races: AttackClass = {
  name: 'races for one effect',
  covers:
    'CWE-362, CWE-367: gift cards, coupons and balances spent twice at once (Shopify, Starbucks, WooCommerce advisories)',
  settings: 'open-documents',
  attempts: async (target) => {
    const admin = tell(await target.token('admin'), target);
    const machine = tell(await target.machine(), target);
    return [
      ...(await ofPoints(admin, machine)),
      ...(await ofCoupons(admin, machine)),
      ...(await ofGiveaways(admin, machine)),
    ];
  },
};

/** Classes about concurrent requests. */
export const ATTACKS: readonly AttackClass[] = [races];
