import { foldSymbols } from '@backcounter/domain';
import { chanceOf } from '../demo-chance.ts';
import { stableIdAt } from '../stable-id.ts';
import type { CampaignPlan } from './campaign-plans.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Relative number of uses on each day of the week from Sunday, and in each hour from 10 to 24. */
const WEEK = [1.3, 0.6, 0.65, 0.8, 0.95, 1.4, 1.6];
const FIRST_HOUR = 10;
const HOURS = [0.5, 0.7, 1, 0.9, 0.7, 0.7, 0.9, 1.2, 1.6, 2, 2.4, 2.2, 1.4, 0.6];
const OPENS_HOUR = 8;
const CLOSES_HOUR = 22;
const HELD_MS = 900_000;
const REASONS = ['Order was returned', 'Redeemed at the wrong till', 'The customer asked for it'];

/** A code with counted uses. */
export interface DemoCode {
  readonly id: string;
  readonly code: string;
  readonly streamer: string | null;
  readonly from: Date;
  readonly until: Date | null;
}
/** A use of a code, with the columns of its row. */
export interface DemoUse {
  readonly id: string;
  readonly coupon: string;
  readonly account: string;
  readonly store: string | null;
  readonly streamer: string | null;
  readonly state: 'RESERVED' | 'CONFIRMED' | 'RELEASED' | 'ROLLED_BACK';
  readonly slice: number;
  readonly use: number | null;
  readonly reference: string;
  readonly order: number | null;
  readonly discount: number | null;
  readonly currency: string | null;
  readonly points: number | null;
  readonly commission: number | null;
  readonly at: Date;
  readonly until: Date | null;
  readonly confirmed: Date | null;
  readonly released: Date | null;
  readonly rolledBack: Date | null;
  readonly rolledBackBy: string | null;
  readonly reason: string | null;
  readonly key: string;
}
interface Crowd {
  readonly accounts: readonly string[];
  readonly stores: readonly string[];
}

/**
 * Picks an index by weight.
 *
 * @param share from 0 to 1
 */
function pick(weights: readonly number[], share: number): number {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}

/** Times of uses between two instants, with more at the end of the week and in the evening. */
export function busyTimes(count: number, from: Date, to: Date, chance: () => number): Date[] {
  const first = Math.floor(from.getTime() / DAY_MS);
  const days = Array.from({ length: Math.ceil(to.getTime() / DAY_MS) - first }, (_, day) => first + day);
  // Interest is highest at the start and decreases.
  const weights = days.map((day, index) => (WEEK[(day + 4) % 7] ?? 1) * (0.6 + 0.8 * Math.exp(-index / 6)));
  const times: number[] = [];
  while (times.length < count) {
    const day = days[pick(weights, chance())] ?? first;
    const at = day * DAY_MS + (FIRST_HOUR + pick(HOURS, chance()) + chance()) * HOUR_MS;
    if (at >= from.getTime() && at < to.getTime()) times.push(Math.floor(at));
  }
  return times.sort((a, b) => a - b).map((at) => new Date(at));
}

function discountOf({ reward }: CampaignPlan, order: number): number | null {
  if (reward.type === 'AMOUNT') return Math.min(order, reward.amountMinor);
  if (reward.type === 'PERCENT')
    return Math.min(order, reward.maxMinor ?? order, Math.round((order * reward.percentBp) / 10_000));
  return null;
}

/** Generates uses of codes with account, time, place and amount; each account occurs once. */
export function demoUses(
  plan: CampaignPlan,
  codes: readonly DemoCode[],
  crowd: Crowd,
  window: { readonly from: Date; readonly to: Date },
  colleague: string,
): DemoUse[] {
  const chance = chanceOf(`uses of ${plan.code}`);
  const isShared = plan.mode === 'SHARED';
  const count = Math.min(plan.uses, crowd.accounts.length, isShared ? plan.uses : codes.length);
  if (count === 0 || codes.length === 0 || window.to.getTime() - window.from.getTime() < DAY_MS / 4) return [];
  const isRunning = plan.state === 'ACTIVE' && plan.endDay > 0 && plan.budgetUsed !== 1;
  const free = codes.map((_code, index) => index);
  const start = Math.floor(chance() * crowd.accounts.length);
  const uses: DemoUse[] = [];
  const hours = new Intl.DateTimeFormat('en-US', { timeZone: plan.timezone, hour: 'numeric', hourCycle: 'h23' });
  // Stores are closed at night; the app isn't.
  const storeAt = (instant: Date, share: number) => {
    const hour = Number(hours.format(instant));
    if (hour < OPENS_HOUR || hour >= CLOSES_HOUR) return null;
    return crowd.stores[Math.floor(share ** 1.8 * crowd.stores.length)] ?? null;
  };
  const settled = new Date(window.to.getTime() - HOUR_MS);
  for (const [index, at] of busyTimes(count, window.from, settled, chance).entries()) {
    // Early codes and early partners are used more.
    const place = Math.floor(chance() ** (isShared ? 1.7 : 1.15) * (isShared ? codes.length : free.length));
    const code = codes[isShared ? place : (free[place] ?? 0)];
    if (!code || at < code.from || (code.until && at >= code.until)) continue;
    if (!isShared) free.splice(place, 1);
    const order = Math.max(plan.minOrderMinor ?? 0, Math.round((plan.order * (0.5 + 1.3 * chance())) / 5) * 5);
    const luck = chance();
    const held = isRunning && index >= count - 3;
    const isBack = luck < 0.05 && plan.reward.type !== 'POINTS';
    const state = held ? 'RESERVED' : luck < 0.03 ? 'RELEASED' : isBack ? 'ROLLED_BACK' : 'CONFIRMED';
    const reserved = held ? new Date(window.to.getTime() - (count - index) * 70_000) : at;
    const confirmed = state === 'CONFIRMED' || state === 'ROLLED_BACK' ? new Date(at.getTime() + 20_000) : null;
    const rolled = state === 'ROLLED_BACK' ? Math.min(at.getTime() + 2 * DAY_MS, window.to.getTime()) : null;
    const rate = plan.streamers.find(({ key }) => key === code.streamer)?.commissionBp ?? 0;
    const isMoney = plan.currency !== undefined;
    uses.push({
      id: stableIdAt(`use ${index} of ${plan.code}`, reserved),
      coupon: code.id,
      account: crowd.accounts[(start + index) % crowd.accounts.length] ?? '',
      store: chance() < 0.72 ? storeAt(reserved, chance()) : null,
      streamer: code.streamer,
      state,
      slice: isShared ? index % 16 : 0,
      use: isShared ? null : 1,
      reference: `O-${foldSymbols(
        Math.floor(chance() * 36 ** 6)
          .toString(36)
          .toUpperCase(),
      ).padStart(6, '0')}`,
      order: isMoney ? order : null,
      discount: isMoney ? discountOf(plan, order) : null,
      currency: plan.currency ?? null,
      points: plan.reward.type === 'POINTS' ? plan.reward.points : null,
      commission: isMoney && rate > 0 && confirmed ? Math.round((order * rate) / 10_000) : null,
      at: reserved,
      until: new Date(reserved.getTime() + HELD_MS),
      confirmed,
      released: state === 'RELEASED' ? new Date(at.getTime() + HELD_MS) : null,
      rolledBack: rolled === null ? null : new Date(rolled),
      rolledBackBy: rolled === null ? null : colleague,
      reason: rolled === null ? null : (REASONS[index % REASONS.length] ?? null),
      key: `seed-${plan.code}-${index}`,
    });
  }
  return uses;
}
