import type { DrawRules } from '@backcounter/domain';
import type { ClientBase } from 'pg';
import { stableId } from '../stable-id.ts';
import type { DemoEntry, DemoFreeze } from './giveaway-course.ts';
import type { GiveawayPlan } from './giveaway-plan.ts';
import type { Course } from './giveaway-record.ts';

/** Tables to analyse after the seed. */
export const GIVEAWAY_TABLES =
  'giveaway, giveaway_prize, giveaway_tally, giveaway_entry, giveaway_transaction, giveaway_winner, giveaway_leaf_chunk';

/** A giveaway with all its rows. */
export interface DemoGiveaway {
  readonly id: string;
  readonly plan: GiveawayPlan;
  readonly actor: string;
  readonly created: Date;
  readonly published: Date | null;
  readonly opens: Date;
  readonly closes: Date;
  readonly draw: Date;
  readonly announced: Date | null;
  readonly settled: Date | null;
  readonly canceled: Date | null;
  readonly sponsor: string | null;
  readonly prizes: readonly (DrawRules['prizes'][number] & { readonly id: string })[];
  readonly rules: DrawRules;
  readonly escrow: number;
  /** In hex; null for a draft. */
  readonly secrets: {
    readonly purse: string;
    readonly salt: string;
    readonly rulesHash: string;
    readonly seed: string;
    readonly commitment: string;
    readonly sealed: string;
  } | null;
  readonly entries: readonly DemoEntry[];
  readonly freeze: DemoFreeze | null;
  readonly course: Course | null;
}

const json = (rows: readonly object[]): string => JSON.stringify(rows);
const FREEZE_MS = 400;
const DRAW_MS = 300;
const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
const drawnOf = ({ plan, draw }: DemoGiveaway) =>
  ['DRAWN', 'ANNOUNCED', 'SETTLED'].includes(plan.state) ? later(draw, DRAW_MS) : null;

/** Key of the picture of a demo giveaway. */
export function demoGiveawayImagePath(code: string): string {
  return `giveaways/demo-${code.toLowerCase()}.png`;
}

/** Key of the picture of a demo prize. */
export function demoPrizeKey(code: string, rank: number): string {
  return `prizes/${stableId(`picture of prize ${rank} of ${code}`)}.png`;
}

/** When a giveaway entered its current state. */
function changedAt(giveaway: DemoGiveaway): Date {
  const { created, published, settled, announced, canceled, freeze, closes } = giveaway;
  const frozen = freeze === null ? null : later(closes, FREEZE_MS);
  return settled ?? announced ?? canceled ?? drawnOf(giveaway) ?? frozen ?? published ?? created;
}

/** Writes giveaways with their terms and current state. */
export async function writeTerms(client: ClientBase, giveaways: readonly DemoGiveaway[]): Promise<void> {
  const rows = giveaways.map((giveaway) => {
    const { id, plan, actor, created, published, rules, secrets, freeze, closes, announced, settled, canceled } =
      giveaway;
    const drawn = drawnOf(giveaway);
    const steps = [published, freeze, drawn, announced, settled, canceled].filter((step) => step !== null);
    return {
      ...{ id, code: plan.code, title: plan.title, description: plan.description, rules: rules.rulesI18n },
      ...{
        rulesHash: secrets?.rulesHash ?? null,
        store: giveaway.sponsor,
        countries: rules.countryCodes,
        age: plan.minAge,
      },
      ...{ opens: giveaway.opens, closes, draw: giveaway.draw, zone: plan.timezone, tickets: plan.maxTickets },
      ...{ most: plan.maxEntries ?? null, cost: plan.cost, alternates: plan.alternates, days: plan.claimDays },
      ...{ agreed: plan.cost > 0 && published !== null ? actor : null, escrow: giveaway.escrow, state: plan.state },
      ...{ reason: plan.reason ?? null, changed: changedAt(giveaway), published, announced, settled, canceled },
      ...{ commitment: secrets?.commitment ?? null, sealed: secrets?.sealed ?? null, salt: secrets?.salt ?? null },
      seed: drawn === null ? null : (secrets?.seed ?? null),
      root: freeze === null ? null : Buffer.from(freeze.root).toString('hex'),
      entries: freeze?.entries.length ?? null,
      ticketSum: freeze?.tickets.reduce((sum, own) => sum + own, 0) ?? null,
      frozen: freeze === null ? null : later(closes, FREEZE_MS),
      ...{ drawn, image: demoGiveawayImagePath(plan.code), created, actor, version: 1 + steps.length },
    };
  });
  await client.query(
    `insert into giveaway (id, code, title_i18n, description_i18n, rules_i18n, rules_hash, store_id, country_codes, min_age, opens_at, closes_at,
      draw_at, timezone, max_tickets_per_account, max_entries, entry_cost_points, alternates, claim_days, consideration_accepted_by,
      escrow_points, state, state_reason, state_changed_at, published_at, announced_at, settled_at, canceled_at, seed_commitment,
      seed_encrypted, pseudonym_salt, seed_revealed, entries_root, entries_count, tickets_count, frozen_at, drawn_at, image_path, created_at,
      created_by, updated_at, updated_by, version)
    select g.id, g.code, g.title, g.description, g.rules, decode(g."rulesHash", 'hex'), g.store, g.countries, g.age, g.opens, g.closes, g.draw,
      g.zone, g.tickets, g.most, g.cost, g.alternates, g.days, g.agreed, g.escrow, g.state, g.reason, g.changed, g.published, g.announced,
      g.settled, g.canceled, decode(g.commitment, 'hex'), decode(g.sealed, 'hex'), decode(g.salt, 'hex'), decode(g.seed, 'hex'),
      decode(g.root, 'hex'), g.entries, g."ticketSum", g.frozen, g.drawn, g.image, g.created, g.actor, g.changed, g.actor, g.version
    from jsonb_to_recordset($1::jsonb) as g (id uuid, code text, title jsonb, description jsonb, rules jsonb, "rulesHash" text, store uuid,
      countries char(2)[], age smallint, opens timestamptz, closes timestamptz, draw timestamptz, zone text, tickets smallint, most int,
      cost int, alternates smallint, days smallint, agreed text, escrow bigint, state giveaway_state, reason text, changed timestamptz,
      published timestamptz, announced timestamptz, settled timestamptz, canceled timestamptz, commitment text, sealed text, salt text,
      seed text, root text, entries int, "ticketSum" bigint, frozen timestamptz, drawn timestamptz, image text, created timestamptz, actor text, version int)`,
    [json(rows)],
  );
  // Prizes can't change after publication; these were there from the start.
  await client.query('alter table giveaway_prize disable trigger giveaway_prize_check_change');
  const prizes = giveaways.flatMap(({ id: giveaway, plan, prizes: all }) =>
    all.map((prize) => ({ giveaway, ...prize, image: `/files/${demoPrizeKey(plan.code, prize.rank)}` })),
  );
  await client.query(
    `insert into giveaway_prize (id, giveaway_id, rank, title_i18n, quantity, kind, points, campaign_id, value_minor, currency, image_url)
    select p.id, p.giveaway, p.rank, p."titleI18n", p.quantity, p.kind, p.points, p."campaignId", p."valueMinor", p.currency, p.image
    from jsonb_to_recordset($1::jsonb) as p (id uuid, giveaway uuid, rank smallint, "titleI18n" jsonb, quantity smallint, kind giveaway_prize_kind,
      points int, "campaignId" uuid, "valueMinor" bigint, currency text, image text)`,
    [json(prizes)],
  );
  await client.query('alter table giveaway_prize enable trigger giveaway_prize_check_change');
  const purses = giveaways.flatMap(({ id, secrets, published }) =>
    secrets === null ? [] : [{ id: secrets.purse, owner: id, made: published }],
  );
  await client.query(
    `insert into points_wallet (id, owner_type, owner_id, created_at)
    select w.id, 'GIVEAWAY', w.owner, w.made from jsonb_to_recordset($1::jsonb) as w (id uuid, owner uuid, made timestamptz)`,
    [json(purses)],
  );
  const transfers = giveaways.flatMap(({ course }) => course?.transfers ?? []);
  await client.query(
    `insert into seed_giveaway_transfer select t.debit, t.credit, t.amount, t.code, t.at, t.reason, t.ref, t."by", t.noise
    from jsonb_to_recordset($1::jsonb) as t (debit uuid, credit uuid, amount bigint, code points_transfer_code, at timestamptz, reason text,
      ref text, "by" text, noise text)`,
    [json(transfers)],
  );
}

/** Writes entries, frozen lists and counters. */
export async function writeEntries(client: ClientBase, giveaways: readonly DemoGiveaway[]): Promise<void> {
  const entries = giveaways.flatMap(({ id: giveaway, plan, entries: all }) =>
    all.map(({ added: _added, wallet: _wallet, disqualified: _disqualified, ...entry }) => ({
      ...{ giveaway, ...entry },
      reason: entry.state === 'DISQUALIFIED' ? entry.reason : null,
      paid: plan.state === 'CANCELED' ? 0 : plan.cost * entry.tickets,
    })),
  );
  await client.query(
    `insert into giveaway_entry (id, giveaway_id, account_id, entered_at, changed_at, points_paid, tickets, state, state_reason)
    select e.id, e.giveaway, e.account, e.entered, e.changed, e.paid, e.tickets, e.state, e.reason
    from jsonb_to_recordset($1::jsonb) as e (id uuid, giveaway uuid, account uuid, entered timestamptz, changed timestamptz, paid int,
      tickets smallint, state giveaway_entry_state, reason text) order by e.id`,
    [json(entries)],
  );
  await client.query('alter table giveaway_leaf_chunk disable trigger giveaway_leaf_chunk_in_time');
  const chunks = giveaways.flatMap(({ id: giveaway, freeze }) =>
    (freeze?.chunks ?? []).map((chunk) => ({ giveaway, ...chunk })),
  );
  await client.query(
    `insert into giveaway_leaf_chunk (giveaway_id, chunk_index, first_entry_id, ticket_start, tickets, root)
    select c.giveaway, c.index, c.first, c.start, decode(c.tickets, 'hex'), decode(c.root, 'hex')
    from jsonb_to_recordset($1::jsonb) as c (giveaway uuid, index int, first uuid, start bigint, tickets text, root text)`,
    [json(chunks)],
  );
  await client.query('alter table giveaway_leaf_chunk enable trigger giveaway_leaf_chunk_in_time');
  await client.query(`
    update giveaway_tally t set entries = e.valid, tickets = e.tickets, withdrawn = e.withdrawn, disqualified = e.disqualified, points_held = e.held
    from (
      select giveaway_id, count(*) filter (where state = 'VALID') as valid, coalesce(sum(tickets) filter (where state = 'VALID'), 0) as tickets,
        count(*) filter (where state = 'WITHDRAWN') as withdrawn, count(*) filter (where state = 'DISQUALIFIED') as disqualified,
        sum(points_paid) as held
      from giveaway_entry group by giveaway_id
    ) as e where e.giveaway_id = t.giveaway_id`);
}

/** Writes winners, events and audit events; the ledger must already have the transfers that they name. */
export async function writeGiveawayRecords(client: ClientBase, giveaways: readonly DemoGiveaway[]): Promise<void> {
  const winners = giveaways.flatMap(({ id: giveaway, course }) =>
    (course?.winners ?? []).map((winner) => ({ giveaway, ...winner })),
  );
  await client.query(
    `insert into giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind, state, claim_deadline, notified_at, claimed_at,
      fulfilled_at, forfeited_at, forfeited_reason, replaced_by_position, points_transfer_id)
    select w.giveaway, w.position, w.entry, w.account, w.prize, w.kind, w.state, w.deadline, w.notified, w.claimed, w.fulfilled, w.forfeited, w.reason,
      w."replacedBy", w.transfer
    from jsonb_to_recordset($1::jsonb) as w (giveaway uuid, position smallint, entry uuid, account uuid, prize uuid, kind giveaway_winner_kind,
      state giveaway_winner_state, deadline timestamptz, notified timestamptz, claimed timestamptz, fulfilled timestamptz,
      forfeited timestamptz, reason text, "replacedBy" smallint, transfer uuid)`,
    [json(winners)],
  );
  const events = giveaways.flatMap(({ id: giveaway, course }) =>
    (course?.events ?? []).map((event, place) => ({ giveaway, seq: place + 1, ...event })),
  );
  await client.query(
    `insert into giveaway_transaction (giveaway_id, seq, account_id, entry_id, prize_id, points_transfer_id, occurred_at, points, type, actor, tickets,
      actor_sub, reason, data)
    select x.giveaway, x.seq, x.account, x.entry, x.prize, x.transfer, x.at, x.points, x.type, x.actor, x.tickets, x.sub, x.reason, x.data
    from jsonb_to_recordset($1::jsonb) as x (giveaway uuid, seq bigint, account uuid, entry uuid, prize uuid, transfer uuid, at timestamptz,
      points bigint, type giveaway_transaction_type, actor giveaway_actor, tickets smallint, sub text, reason text, data jsonb)
    order by x.giveaway, x.seq`,
    [json(events)],
  );
  await client.query(`update giveaway_tally t set last_seq = x.newest
    from (select giveaway_id, max(seq) as newest from giveaway_transaction group by giveaway_id) as x where x.giveaway_id = t.giveaway_id`);
  await writeHistory(client, giveaways);
}

const SYSTEM = 'system';

async function writeHistory(client: ClientBase, giveaways: readonly DemoGiveaway[]): Promise<void> {
  const events = giveaways.flatMap((giveaway) => {
    const { id, plan, actor, created, published, freeze, closes, announced, settled, canceled } = giveaway;
    const drawn = drawnOf(giveaway);
    const step = (
      verb: string,
      at: Date | null,
      by: string,
      states: readonly [string, string],
      reason: string | null = null,
    ) => (at === null ? [] : [{ id, actor: by, at, action: `giveaway.${verb}`, reason, changes: { state: states } }]);
    const made = { code: [null, plan.code], titleI18n: [null, plan.title] };
    return [
      { id, actor, at: created, action: 'giveaway.create', reason: null, changes: made },
      ...step('publish', published, actor, ['DRAFT', 'PUBLISHED'], 'Checked with the lawyers'),
      ...step('freeze', freeze === null ? null : later(closes, FREEZE_MS), SYSTEM, ['PUBLISHED', 'FROZEN']),
      ...step('draw', drawn, SYSTEM, ['FROZEN', 'DRAWN']),
      ...step('announce', announced, actor, ['DRAWN', 'ANNOUNCED']),
      ...step('settle', settled, actor, ['ANNOUNCED', 'SETTLED'], 'Every prize is given'),
      ...step('cancel', canceled, actor, ['PUBLISHED', 'CANCELED'], plan.reason ?? null),
    ];
  });
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select e.at, e.actor, case e.actor when '${SYSTEM}' then '{}' else array['ADMIN'] end, 'seed-' || left(md5(e.id || e.action), 16), e.action,
      'giveaway', e.id, 'DONE', e.reason, e.changes
    from jsonb_to_recordset($1::jsonb) as e (id text, actor text, at timestamptz, action text, reason text, changes jsonb) order by e.at`,
    [json(events)],
  );
}
