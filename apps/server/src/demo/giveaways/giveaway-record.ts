import type { DemoEntry, DemoFreeze, DemoPosition } from './giveaway-course.ts';
import type { GiveawayPlan } from './giveaway-plan.ts';
import { type DemoTransfer, demoTransfer } from './giveaway-transfers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const APP = 'demo-pos';
const WRONG = 'Works for the supplier of the prize';

/** An event of a giveaway. */
export interface DemoEvent {
  readonly type: string;
  readonly at: Date;
  readonly actor: 'SYSTEM' | 'ACCOUNT' | 'STAFF';
  readonly sub: string | null;
  readonly account?: string;
  readonly entry?: string;
  readonly tickets?: number;
  readonly prize?: string;
  readonly transfer?: string;
  readonly points?: number;
  readonly reason?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A position and its outcome. */
export interface DemoWinner {
  readonly position: number;
  readonly entry: string;
  readonly account: string;
  readonly prize: string | null;
  readonly kind: 'WINNER' | 'ALTERNATE';
  state: 'DRAWN' | 'NOTIFIED' | 'CLAIMED' | 'FULFILLED' | 'FORFEITED' | 'PROMOTED' | 'UNUSED';
  readonly deadline: Date | null;
  readonly notified: Date | null;
  readonly claimed: Date | null;
  readonly fulfilled: Date | null;
  readonly forfeited: Date | null;
  readonly reason: string | null;
  readonly replacedBy: number | null;
  readonly transfer: string | null;
}

/** Facts from which the course of a giveaway is generated. */
export interface CourseFacts {
  readonly id: string;
  readonly plan: GiveawayPlan;
  readonly actor: string;
  readonly purse: string;
  readonly sponsor: string | null;
  readonly prizes: readonly { readonly id: string; readonly rank: number }[];
  readonly escrow: number;
  readonly published: Date;
  readonly closes: Date;
  readonly draw: Date;
  readonly announced: Date | null;
  readonly settled: Date | null;
  readonly canceled: Date | null;
  readonly entries: readonly DemoEntry[];
  readonly freeze: DemoFreeze | null;
  readonly positions: readonly DemoPosition[];
  readonly seed: string;
  readonly key: string;
}

interface Notice {
  readonly prize: string | null;
  readonly notified: Date;
  readonly deadline: Date;
}

/** The company's issuance wallet. */
export const ISSUANCE = '00000000-0000-7000-8000-000000000001';
const SYSTEM = { actor: 'SYSTEM', sub: null } as const;
const after = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);

/** Events in order, winners in their final state, and transferred points. */
export interface Course {
  readonly transfers: readonly DemoTransfer[];
  readonly events: readonly DemoEvent[];
  readonly winners: readonly DemoWinner[];
}

/** Generates the course of a giveaway. */
export function courseOf(facts: CourseFacts): Course {
  const transfers: DemoTransfer[] = [];
  const events: DemoEvent[] = [];
  const move = (transfer: Omit<DemoTransfer, 'id' | 'ref' | 'noise' | 'reason'> & { reason?: string }): string => {
    const noise = `giveaway ${facts.id} ${transfer.code} ${transfer.debit} ${transfer.credit} ${transfer.at.getTime()}`;
    const isOwn = transfer.code !== 'ISSUE';
    const made = demoTransfer({ reason: null, ...transfer, ref: isOwn ? facts.id : null, noise });
    transfers.push(made);
    return made.id;
  };
  publication(facts, events, move);
  entering(facts, events, move);
  const winners = facts.positions.length > 0 ? outcome(facts, events, move) : [];
  ending(facts, events, move, transfers);
  const ordered = events
    .map((event, place) => ({ event, place }))
    .sort((a, b) => a.event.at.getTime() - b.event.at.getTime() || a.place - b.place)
    .map(({ event }) => event);
  return { transfers, events: ordered, winners };
}

type Move = (transfer: Omit<DemoTransfer, 'id' | 'ref' | 'noise' | 'reason'> & { reason?: string }) => string;

function publication(facts: CourseFacts, events: DemoEvent[], move: Move): void {
  const { published, escrow, sponsor, purse, actor } = facts;
  const staff = { actor: 'STAFF', sub: actor } as const;
  events.push({ type: 'PUBLISHED', at: published, ...staff, data: {} });
  if (escrow === 0) return;
  if (sponsor !== null) {
    const before = after(published, -60_000);
    const reason = 'Points for prizes';
    move({ debit: ISSUANCE, credit: sponsor, amount: escrow, code: 'ISSUE', at: before, reason, by: 'system' });
  }
  const from = sponsor ?? ISSUANCE;
  const transfer = move({
    debit: from,
    credit: purse,
    amount: escrow,
    code: 'GIVEAWAY_FUND',
    at: published,
    by: actor,
  });
  events.push({ type: 'FUNDED', at: published, ...staff, transfer, points: escrow });
}

function entering({ entries, plan, purse, actor }: CourseFacts, events: DemoEvent[], move: Move): void {
  const app = { actor: 'ACCOUNT', sub: APP } as const;
  for (const entry of entries) {
    const who = { account: entry.account, entry: entry.id };
    const first = entry.tickets - (entry.added?.tickets ?? 0);
    const pay = (tickets: number, at: Date) => {
      const amount = plan.cost * tickets;
      if (amount === 0) return {};
      const transfer = move({ debit: entry.wallet, credit: purse, amount, code: 'GIVEAWAY_ENTRY', at, by: APP });
      return { transfer, points: amount };
    };
    events.push({ type: 'ENTERED', at: entry.entered, ...app, ...who, tickets: first, ...pay(first, entry.entered) });
    if (entry.added !== null) {
      const { tickets, at } = entry.added;
      events.push({ type: 'TICKETS_ADDED', at, ...app, ...who, tickets, ...pay(tickets, at) });
    }
    const changed = { at: entry.changed, ...who, tickets: entry.tickets };
    if (entry.state === 'WITHDRAWN') events.push({ type: 'WITHDRAWN', ...app, ...changed });
    if (entry.disqualified !== null) {
      const staff = { actor: 'STAFF', sub: actor } as const;
      events.push({ ...changed, ...staff, type: 'DISQUALIFIED', at: entry.disqualified, reason: entry.reason ?? '' });
      events.push({ ...changed, ...staff, type: 'REINSTATED', reason: 'Was another person' });
    }
    if (entry.state === 'DISQUALIFIED')
      events.push({ type: 'DISQUALIFIED', actor: 'STAFF', sub: actor, reason: entry.reason ?? '', ...changed });
  }
}

/** Generates what happens to winners: claims, forfeits and promotions. */
function outcome(facts: CourseFacts, events: DemoEvent[], move: Move): readonly DemoWinner[] {
  const { plan, positions, freeze, closes, draw, announced, actor, purse, seed, key } = facts;
  const frozen = after(closes, 400);
  const tickets = freeze?.tickets.reduce((sum, own) => sum + own, 0) ?? 0;
  const root = Buffer.from(freeze?.root ?? []).toString('hex');
  events.push({ type: 'FROZEN', at: frozen, ...SYSTEM, data: { root, entries: freeze?.entries.length ?? 0, tickets } });
  if (plan.state === 'FROZEN') return [];
  const drawn = after(draw, 300);
  events.push({ type: 'DRAWN', at: drawn, ...SYSTEM, data: { seed, key } });
  const prizeOf = (rank: number | null) => facts.prizes.find((prize) => prize.rank === rank)?.id ?? null;
  for (const { position, entry, rank, ticket, remaining } of positions) {
    const prize = prizeOf(rank);
    const type = prize === null ? 'ALTERNATE_DRAWN' : 'WON';
    const about = { account: entry.account, entry: entry.id, ...(prize === null ? {} : { prize }) };
    events.push({ type, at: drawn, ...SYSTEM, ...about, data: { position, ticket, remaining } });
  }
  const alternates = positions.filter(({ rank }) => rank === null);
  const staff = { actor: 'STAFF', sub: actor } as const;
  const app = { actor: 'ACCOUNT', sub: APP } as const;
  const kindOf = (rank: number | null) => plan.prizes[(rank ?? 0) - 1];
  const winners = new Map<number, DemoWinner>();
  const put = (
    { position, entry, rank }: DemoPosition,
    state: DemoWinner['state'],
    more: Partial<DemoWinner> = {},
  ): void => {
    winners.set(position, {
      ...{ position, entry: entry.id, account: entry.account, prize: prizeOf(rank) },
      ...{ kind: rank === null ? 'ALTERNATE' : 'WINNER', state, deadline: null, notified: null, claimed: null },
      ...{ fulfilled: null, forfeited: null, reason: null, replacedBy: null, transfer: null },
      ...more,
    } as DemoWinner);
  };
  for (const position of positions) put(position, 'DRAWN');
  if (announced === null) return [...winners.values()];
  events.push({ type: 'ANNOUNCED', at: announced, ...staff });

  const notify = (place: DemoPosition, prize: string | null, at: Date, by: typeof staff | typeof SYSTEM) => {
    const claimDeadline = after(at, plan.claimDays * DAY_MS);
    events.push({
      ...{ type: 'NOTIFIED', at, ...by, account: place.entry.account, entry: place.entry.id },
      ...(prize === null ? {} : { prize }),
      data: { position: place.position, claimDeadline: claimDeadline.toISOString() },
    });
    return { prize, notified: at, deadline: claimDeadline };
  };
  /** Claims a prize: points are granted at once, an item on delivery. */
  const claim = (place: DemoPosition, rank: number | null, notice: Notice, hours: number, isOver: boolean) => {
    const at = after(notice.notified, hours * HOUR_MS);
    const who = {
      account: place.entry.account,
      entry: place.entry.id,
      ...(notice.prize ? { prize: notice.prize } : {}),
    };
    const data = { position: place.position };
    events.push({ type: 'CLAIMED', at, ...app, ...who, data });
    const prize = kindOf(rank);
    if (prize?.kind === 'POINTS') {
      const amount = prize.points ?? 0;
      const credit = place.entry.wallet;
      const transfer = move({ debit: purse, credit, amount, code: 'GIVEAWAY_PRIZE', at: after(at, 20), by: APP });
      events.push({ type: 'PRIZE_GRANTED', at: after(at, 20), ...app, ...who, transfer, points: amount, data });
      put(place, 'FULFILLED', { ...notice, claimed: at, fulfilled: after(at, 20), transfer });
    } else if (isOver) {
      const given = after(at, 30 * HOUR_MS);
      events.push({ type: 'PRIZE_GRANTED', at: given, ...staff, ...who, data });
      put(place, 'FULFILLED', { ...notice, claimed: at, fulfilled: given });
    } else put(place, 'CLAIMED', { ...notice, claimed: at });
  };
  const isSettled = plan.state === 'SETTLED';
  let nextAlternate = 0;
  /** The prize goes to the next alternate in drawn order. */
  const forfeit = (place: DemoPosition, notice: Notice | null, at: Date, reason: string, isClaimed: boolean) => {
    const who = { account: place.entry.account, entry: place.entry.id };
    const prize = prizeOf(place.rank);
    events.push({
      ...{ type: 'FORFEITED', at, ...staff, ...who, reason, data: { position: place.position } },
      ...(prize ? { prize } : {}),
    });
    const next = alternates[nextAlternate];
    nextAlternate += 1;
    const lost = { ...(notice ?? {}), forfeited: at, reason, replacedBy: next?.position ?? null };
    put(place, 'FORFEITED', lost);
    if (next === undefined) return;
    const data = { position: next.position, replaces: place.position };
    const moved = { account: next.entry.account, entry: next.entry.id, ...(prize ? { prize } : {}) };
    events.push({ type: 'PROMOTED', at: after(at, 1), ...SYSTEM, ...moved, data });
    const nextNotice = notify(next, prize, after(at, 2), SYSTEM);
    if (isClaimed) claim(next, place.rank, nextNotice, 20, isSettled);
    else put(next, 'NOTIFIED', nextNotice);
  };

  const won = positions.filter(({ rank }) => rank !== null);
  for (const place of won) {
    const notice = notify(place, prizeOf(place.rank), announced, staff);
    const turn = place.position % 5;
    if (isSettled && place.position === 2) forfeit(place, notice, after(notice.deadline, -2 * DAY_MS), WRONG, true);
    else if (isSettled) claim(place, place.rank, notice, 5 + place.position * 9, true);
    else if (turn === 4) forfeit(place, notice, after(announced, 40 * HOUR_MS), WRONG, false);
    else if (turn === 2) put(place, 'NOTIFIED', notice);
    else claim(place, place.rank, notice, 3 + place.position * 7, turn === 1);
  }
  if (isSettled)
    for (const winner of winners.values())
      if (winner.kind === 'ALTERNATE' && winner.state === 'DRAWN') winner.state = 'UNUSED';
  return [...winners.values()].sort((a, b) => a.position - b.position);
}

function ending(facts: CourseFacts, events: DemoEvent[], move: Move, transfers: readonly DemoTransfer[]): void {
  const { settled, canceled, purse, sponsor, actor, plan, entries } = facts;
  const end = settled ?? canceled;
  if (end === null) return;
  const staff = { actor: 'STAFF', sub: actor } as const;
  if (canceled !== null) events.push({ type: 'CANCELED', at: canceled, ...staff, reason: plan.reason ?? '' });
  if (canceled !== null && plan.cost > 0)
    for (const [place, entry] of entries.entries()) {
      const at = after(canceled, 1_000 + place);
      const amount = plan.cost * entry.tickets;
      const transfer = move({ debit: purse, credit: entry.wallet, amount, code: 'GIVEAWAY_REFUND', at, by: 'system' });
      events.push({
        type: 'REFUNDED',
        at,
        ...SYSTEM,
        account: entry.account,
        entry: entry.id,
        transfer,
        points: amount,
      });
    }
  const sum = (wallet: 'debit' | 'credit') =>
    transfers.reduce((total, transfer) => total + (transfer[wallet] === purse ? transfer.amount : 0), 0);
  const left = sum('credit') - sum('debit');
  const at = after(end, canceled === null ? 0 : 60_000);
  if (left > 0) {
    const credit = sponsor ?? ISSUANCE;
    const transfer = move({ debit: purse, credit, amount: left, code: 'GIVEAWAY_REFUND', at, by: 'system' });
    events.push({ type: 'LEFTOVER_RETURNED', at, ...SYSTEM, transfer, points: left, data: { of: 'PRIZES' } });
  }
  if (settled !== null) events.push({ type: 'SETTLED', at: settled, ...staff, reason: 'Every prize is given' });
}
