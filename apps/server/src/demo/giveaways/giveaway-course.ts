import {
  CHUNK_LEAVES,
  type DrawRules,
  drawKey,
  drawnPrizes,
  drawWinners,
  leafHasher,
  merkleRoot,
  pseudonymOf,
  RootBuilder,
} from '@backcounter/domain';
import { busyTimes } from '../campaigns/campaign-uses.ts';
import { chanceOf } from '../demo-chance.ts';
import { stableIdAt } from '../stable-id.ts';
import type { GiveawayPlan } from './giveaway-plan.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.25;
/** Minimum age of an account to enter. */
const ACCOUNT_DAYS = 7;
const DISQUALIFIED_REASONS = ['Same person as another account', 'Entered by a script', 'Asked to be taken out'];

/** An account that may enter. */
export interface Entrant {
  readonly id: string;
  readonly number: number;
  readonly country: string;
  readonly born: Date | null;
  readonly created: Date;
  readonly wallet: string;
  /** When the account first had points; null: never. */
  readonly earned: Date | null;
}

/** An entry, with the columns of its row. */
export interface DemoEntry {
  readonly id: string;
  readonly account: string;
  readonly wallet: string;
  readonly tickets: number;
  /** Tickets added later, and when. */
  readonly added: { readonly tickets: number; readonly at: Date } | null;
  /** When it was disqualified before it was reinstated; else null. */
  readonly disqualified: Date | null;
  readonly state: 'VALID' | 'WITHDRAWN' | 'DISQUALIFIED';
  readonly reason: string | null;
  readonly entered: Date;
  readonly changed: Date;
}

/** Up to 1,024 entries of the frozen list. */
export interface DemoChunk {
  readonly index: number;
  readonly first: string;
  readonly start: number;
  /** One byte per entry, in hex like the roots. */
  readonly tickets: string;
  readonly root: string;
}

/** The frozen list. */
export interface DemoFreeze {
  readonly entries: readonly DemoEntry[];
  readonly tickets: readonly number[];
  readonly chunks: readonly DemoChunk[];
  readonly root: Uint8Array;
}

/** One position of a draw. */
export interface DemoPosition {
  readonly position: number;
  readonly entry: DemoEntry;
  /** Rank of the prize; null for an alternate. */
  readonly rank: number | null;
  readonly ticket: number;
  readonly remaining: number;
}

/** Generates entries with times, tickets and withdrawals; each account enters once. */
export function demoEntries(
  plan: GiveawayPlan,
  giveaway: string,
  crowd: readonly Entrant[],
  window: { readonly from: Date; readonly to: Date },
): DemoEntry[] {
  const chance = chanceOf(`entries of ${plan.code}`);
  const age = plan.minAge * YEAR_DAYS * DAY_MS;
  const may = crowd.filter(
    ({ country, born, created, earned }) =>
      plan.countries.includes(country) &&
      born !== null &&
      window.from.getTime() - born.getTime() > age &&
      window.from.getTime() - created.getTime() > ACCOUNT_DAYS * DAY_MS &&
      (plan.cost === 0 || (earned !== null && earned < window.from)),
  );
  const count = Math.min(plan.most, Math.floor(may.length * plan.share));
  if (count === 0) return [];
  const start = Math.floor(chance() * may.length);
  return busyTimes(count, window.from, window.to, chance).map((entered, place) => {
    // A step coprime to the length would reach every account once; adjacent accounts do for a demo.
    const { id: account, wallet } = may[(start + place) % may.length] as Entrant;
    const first = plan.maxTickets === 1 ? 1 : 1 + Math.floor(chance() ** 2 * plan.maxTickets);
    const later = new Date(entered.getTime() + Math.floor((0.1 + chance()) * DAY_MS));
    const more = chance() < 0.15 && first < plan.maxTickets && later < window.to ? 1 : 0;
    const luck = chance();
    // Paid entries stay valid, so that escrow matches payments.
    const leaves = plan.cost === 0 && place > 3 && later < window.to;
    const state = leaves && luck < 0.012 ? 'WITHDRAWN' : leaves && luck < 0.022 ? 'DISQUALIFIED' : 'VALID';
    const reason = DISQUALIFIED_REASONS[Math.floor(luck * 10_000) % DISQUALIFIED_REASONS.length] ?? null;
    const isBack = leaves && state === 'VALID' && luck < 0.028 && more === 0;
    const isChanged = state !== 'VALID' || more > 0 || isBack;
    return {
      id: stableIdAt(`entry of ${account} in ${giveaway}`, entered),
      account,
      wallet,
      tickets: first + (state === 'VALID' ? more : 0),
      added: state === 'VALID' && more > 0 ? { tickets: more, at: later } : null,
      state,
      reason: state === 'DISQUALIFIED' || isBack ? reason : null,
      // Reinstated before the last change of the entry.
      disqualified: isBack ? new Date((entered.getTime() + later.getTime()) / 2) : null,
      entered,
      changed: isChanged ? later : entered,
    };
  });
}

/** The frozen list: valid entries by id, as leaves of a tree. */
export function demoFreeze(entries: readonly DemoEntry[], salt: Uint8Array): DemoFreeze {
  const valid = entries.filter(({ state }) => state === 'VALID').sort((a, b) => (a.id < b.id ? -1 : 1));
  const tickets = valid.map((entry) => entry.tickets);
  const hash = leafHasher();
  const tree = new RootBuilder();
  const chunks: DemoChunk[] = [];
  let start = 0;
  for (let first = 0; first < valid.length; first += CHUNK_LEAVES) {
    const part = valid.slice(first, first + CHUNK_LEAVES);
    const begin = start;
    const leaves = Buffer.concat(
      part.map(({ id, account, tickets: own }) => {
        const leaf = hash({ id, pseudonym: pseudonymOf(salt, account), tickets: own, ticketStart: start });
        start += own;
        return leaf;
      }),
    );
    const root = merkleRoot(leaves);
    tree.add(root);
    chunks.push({
      index: chunks.length,
      first: part[0]?.id ?? '',
      start: begin,
      tickets: Buffer.from(part.map(({ tickets: own }) => own)).toString('hex'),
      root: Buffer.from(root).toString('hex'),
    });
  }
  return { entries: valid, tickets, chunks, root: tree.root() };
}

/** Positions drawn from a frozen list with a seed. */
export function demoDraw(
  freeze: DemoFreeze,
  rules: Pick<DrawRules, 'giveawayId' | 'prizes' | 'alternates'>,
  seed: Uint8Array,
): { readonly key: Uint8Array; readonly positions: readonly DemoPosition[] } {
  const key = drawKey(rules.giveawayId, freeze.root, seed);
  const prizes = drawnPrizes(rules);
  const positions = drawWinners(freeze.tickets, key, prizes.length).map(({ index, remaining, ticket }, place) => ({
    ...{ position: place + 1, entry: freeze.entries[index] as DemoEntry, rank: prizes[place] ?? null },
    ...{ remaining, ticket },
  }));
  return { key, positions };
}
