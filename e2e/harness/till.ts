/**
 * A till that can be killed at any moment: `till.ts URL JOURNAL SALES`. It makes its sales with `@backcounter/client`
 * alone, notes each step in its journal when it is done, begins again where the journal ends, and compares its books
 * with the product's at the end. A line of output follows each step.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Answer, createClient, dataOf } from '@backcounter/client';

/** A finished step: the points that it moved into the customer's wallet, or the state of a redemption. */
export interface Step {
  readonly key: string;
  readonly customer: string;
  readonly points?: number;
  readonly redemption?: { readonly id: string; readonly state: string };
}

const AT_ONCE = 8;
const SALES_OF_CUSTOMER = 20;

/** The steps of a journal; the process may have died in its last line. */
export function readJournal(file: string): ReadonlyMap<string, Step> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return new Map(lines.filter((line) => line.endsWith('}')).map((line) => [JSON.parse(line).key, JSON.parse(line)]));
}

if (import.meta.main) {
  const [url = '', file = '', sales = ''] = process.argv.slice(2);
  const till = createClient({ url, clientId: 'demo-pos', clientSecret: 'demo-pos-secret', giveUpAfterMs: 240_000 });
  const customers = Math.ceil(Number(sales) / SALES_OF_CUSTOMER);
  const done = new Map(readJournal(file));
  // Ends a torn line.
  appendFileSync(file, '\n', { flush: true });

  const step = async (key: string, customer: string, act: () => Promise<Omit<Step, 'key' | 'customer'>>) => {
    const before = done.get(key);
    if (before !== undefined) return before;
    const now = { key, customer, ...(await act()) };
    appendFileSync(file, `${JSON.stringify(now)}\n`, { flush: true });
    done.set(key, now);
    console.log(key);
    return now;
  };
  const moved = (answer: Answer<unknown>, points: number) => {
    if (!answer.ok && answer.code !== 'points.insufficient') throw new Error(`${answer.code}: ${answer.message}`);
    return { points: answer.ok ? points : 0 };
  };

  const sell = async (place: number) => {
    const customer = `till-${place % customers}`;
    const wallet = { firebaseId: customer };
    const amount = 10 + (place % 90);
    const [sale, spend, back] = [`sale-${place}`, `spend-${place}`, `return-${place}`];
    await step(sale, customer, async () =>
      moved(
        await till.transferPoints({ key: sale, code: 'EARN', from: { system: 'ISSUANCE' }, to: wallet, amount }),
        amount,
      ),
    );
    if (place % 3 === 0)
      await step(spend, customer, async () => {
        if (dataOf(await till.member({ by: wallet }))?.state !== 'ACTIVE') throw new Error(`${customer} is not active`);
        const to = { system: 'BREAKAGE' } as const;
        return moved(await till.transferPoints({ key: spend, code: 'SPEND', from: wallet, to, amount: 25 }), -25);
      });
    if (place % 5 === 0)
      await step(back, customer, async () =>
        moved(await till.reversePoints({ key: back, transferKey: sale, reason: 'Returned' }), -amount),
      );
    if (place % 4 === 0) await redeem(place, customer);
  };

  const redeem = async (place: number, customer: string) => {
    const key = `coupon-${place}`;
    const use = { code: 'SORABAG', firebaseId: customer, orderMinor: 9_000 };
    // A step of its own: after a hold that was not noted, the check would refuse.
    const check = await step(`check-${place}`, customer, async () => {
      const { verdict } = dataOf(await till.checkCoupon(use));
      return { redemption: { id: '', state: verdict ?? 'REDEEMABLE' } };
    });
    if (check.redemption?.state !== 'REDEEMABLE') return;
    const held = await step(key, customer, async () => {
      const answer = await till.reserveCoupon({ key, ...use });
      return {
        redemption: { id: answer.ok ? answer.data.redemption.id : '', state: answer.ok ? 'RESERVED' : answer.code },
      };
    });
    const id = held.redemption?.id ?? '';
    if (id === '') return;
    await step(`confirm-${place}`, customer, async () => {
      dataOf(await till.confirmRedemption({ redemptionId: id }));
      return { redemption: { id, state: 'CONFIRMED' } };
    });
    if (place % 8 === 0)
      await step(`undo-${place}`, customer, async () => {
        dataOf(await till.rollBackRedemption({ id, reason: 'Returned' }));
        return { redemption: { id, state: 'ROLLED_BACK' } };
      });
  };

  const people = Array.from({ length: customers }, (_, place) => ({ firebaseId: `till-${place}`, countryCode: 'DE' }));
  for await (const _row of till.batch('syncAccounts', people));
  const places = Array.from({ length: Number(sales) }, (_, place) => place).values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const place of places) await sell(place);
    }),
  );

  for (const { firebaseId } of people) {
    const noted = [...done.values()].filter(({ customer, points }) => customer === firebaseId && points);
    const booked = new Map<string, number>();
    for await (const { key, delta } of till.all.memberEntries({ by: { firebaseId } })) booked.set(key ?? '', delta);
    const wrong = noted.filter(({ key, points }) => booked.get(key) !== points);
    if (wrong.length > 0 || booked.size !== noted.length)
      throw new Error(`${firebaseId}: ${booked.size} entries of ${noted.length}, wrong: ${JSON.stringify(wrong)}`);
  }
}
