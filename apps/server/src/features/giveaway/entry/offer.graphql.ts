import type { GiveawayPrizeKind, GiveawayStatus, GiveawayWinnerKind, GiveawayWinnerState } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import { localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { boundsOf } from '../../../references/client-bounds.ts';
import { frozenFields } from '../frozen-fields.graphql.ts';
import type { GiveawayEnums } from '../giveaway-enums.graphql.ts';
import type { WinnerEnums } from '../winner/winner-enums.graphql.ts';
import { notFound } from './entry.service.ts';

type Texts = Readonly<Record<string, string>>;

interface OfferedPrize {
  readonly rank: number;
  readonly titleI18n: Texts;
  readonly quantity: number;
  readonly kind: GiveawayPrizeKind;
  readonly points: number | null;
  readonly imageUrl: string | null;
}

interface Offer {
  readonly id: string;
  readonly code: string;
  readonly status: GiveawayStatus;
  readonly titleI18n: Texts;
  readonly descriptionI18n: Texts;
  readonly rulesI18n: Texts;
  readonly rulesHash: string;
  readonly countryCodes: readonly string[];
  readonly minAge: number;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawAt: string;
  readonly timezone: string;
  readonly maxTicketsPerAccount: number;
  readonly maxEntries: number | null;
  readonly entryCostPoints: number;
  readonly claimDays: number;
  readonly prizes: readonly OfferedPrize[];
  readonly publishedAt: string;
  readonly seedCommitment: string;
  readonly seedRevealed: string | null;
  readonly entriesRoot: string | null;
  readonly entriesCount: number | null;
  readonly ticketsCount: number | null;
  readonly frozenAt: string | null;
  readonly drawnAt: string | null;
}

interface Result {
  readonly position: number;
  readonly accountId: string;
  readonly entryId: string;
  readonly kind: GiveawayWinnerKind;
  readonly state: GiveawayWinnerState;
  readonly prizeRank: number | null;
  readonly claimDeadline: string | null;
}

const PAGE_MAX = 100;
const RESULTS_MAX = 1_000;

const OFFERS = statementFor(`
  select r.id, r.code, giveaway_status(r.state, r.opens_at, r.closes_at, now())::text as status, r.title_i18n as "titleI18n",
    r.description_i18n as "descriptionI18n", r.rules_i18n as "rulesI18n", encode(r.rules_hash, 'hex') as "rulesHash",
    r.country_codes::text[] as "countryCodes", r.min_age as "minAge", r.opens_at as "opensAt", r.closes_at as "closesAt", r.draw_at as "drawAt",
    r.timezone, r.max_tickets_per_account as "maxTicketsPerAccount", r.max_entries as "maxEntries", r.entry_cost_points as "entryCostPoints",
    r.claim_days as "claimDays", r.published_at as "publishedAt", encode(r.seed_commitment, 'hex') as "seedCommitment",
    encode(r.seed_revealed, 'hex') as "seedRevealed", encode(r.entries_root, 'hex') as "entriesRoot", r.entries_count as "entriesCount",
    r.tickets_count as "ticketsCount", r.frozen_at as "frozenAt", r.drawn_at as "drawnAt",
    (select coalesce(jsonb_agg(jsonb_build_object('rank', p.rank, 'titleI18n', p.title_i18n, 'quantity', p.quantity, 'kind', p.kind,
      'points', p.points, 'imageUrl', p.image_url) order by p.rank), '[]') from giveaway_prize p where p.giveaway_id = r.id) as prizes
  from giveaway r where r.published_at is not null and ($1::uuid is null or r.id = $1) and ($2::uuid is null or r.id > $2)
    and ($3::text is null or giveaway_status(r.state, r.opens_at, r.closes_at, now())::text = $3)
  order by r.id limit $4`);

const RESULTS = statementFor(`
  select w.draw_position as position, w.account_id as "accountId", w.entry_id as "entryId", w.kind::text as kind, w.state::text as state,
    (select p.rank from giveaway_prize p where p.giveaway_id = w.giveaway_id and p.id = w.prize_id) as "prizeRank",
    w.claim_deadline as "claimDeadline"
  from giveaway_winner w join giveaway g on g.id = w.giveaway_id and g.state in ('ANNOUNCED', 'SETTLED')
  where w.giveaway_id = $1 and w.draw_position > $2
    and ($4::text[] is null or exists (select from account a where a.id = w.account_id and a.country_code::text = any($4)))
  order by w.draw_position limit $3`);

/** Adds the public data of giveaways, and their results once announced, for programs that offer them to people. */
export function addOffers(builder: Builder, enums: GiveawayEnums, winners: WinnerEnums): void {
  const offer = addOffer(builder, enums);
  const scope = { extensions: needsScope('giveaway.enter') };
  builder.queryField('giveawayOffers', (t) =>
    t.field({
      extensions: needsScope('giveaway.read'),
      type: [offer],
      description: `Published giveaways in the order of creation, at most ${PAGE_MAX}; with an id, that one.`,
      args: {
        id: t.arg.id({ description: 'Id of a giveaway; absent: all.' }),
        status: t.arg({
          type: enums.status,
          description: 'Only giveaways with this status at this moment; absent: all.',
        }),
        first: t.arg.int({ description: `Number of rows; absent: ${PAGE_MAX}.` }),
        after: t.arg.id({ description: 'The last id of the page before.' }),
      },
      resolve: (_root, { id, status, first, after }, { sql, signal }) => {
        if ((id != null && !isUuid(id)) || (after != null && !isUuid(after))) return [];
        const values = [id ?? null, after ?? null, status ?? null, pageOf(first, PAGE_MAX)];
        return sql.rows<Offer>(OFFERS, values, { signal, timeoutMs: LIST_TIMEOUT_MS });
      },
    }),
  );
  const result = addResult(builder, winners);
  builder.queryField('giveawayResults', (t) =>
    t.field({
      ...scope,
      type: [result],
      description: `Winners and alternates in the order of the draw, at most ${RESULTS_MAX}, for notifying winners; empty before the giveaway is announced.`,
      args: {
        giveawayId: t.arg.id({ required: true, description: 'Id of the giveaway.' }),
        first: t.arg.int({ description: `Number of rows; absent: ${RESULTS_MAX}.` }),
        after: t.arg.int({ description: 'The last position of the page before.' }),
      },
      resolve: (_root, { giveawayId, first, after }, { caller, sql, signal }) => {
        if (!isUuid(giveawayId)) throw notFound();
        const values = [giveawayId, after ?? 0, pageOf(first, RESULTS_MAX), boundsOf(caller)?.countries ?? null];
        return sql.rows<Result>(RESULTS, values, { signal, timeoutMs: LIST_TIMEOUT_MS });
      },
    }),
  );
}

function pageOf(first: number | null | undefined, max: number): number {
  return Math.min(Math.max(first ?? max, 1), max);
}

function addOffer(builder: Builder, { status, prizeKind }: GiveawayEnums) {
  const prize = builder.objectRef<OfferedPrize>('GiveawayOfferPrize').implement({
    extensions: IN_PUBLIC,
    description: 'One or more equal prizes of a published giveaway.',
    fields: (t) => ({
      rank: t.exposeInt('rank', { description: 'Order of the draw; 1 is drawn first.' }),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, args) => localName(titleI18n, args.locale),
      }),
      quantity: t.exposeInt('quantity', { description: 'Number of equal prizes.' }),
      kind: t.expose('kind', { type: prizeKind, description: 'Kind of the prize.' }),
      points: t.exposeInt('points', orNull('Points of each prize; null unless POINTS.')),
      imageUrl: t.exposeString(
        'imageUrl',
        orNull('Path of its picture on this server, which anyone may load; null without one.'),
      ),
    }),
  });
  return builder.objectRef<Offer>('GiveawayOffer').implement({
    extensions: IN_PUBLIC,
    description: 'Public data of a giveaway.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      status: t.expose('status', { type: status, description: 'Its state at this moment.' }),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ titleI18n }, args) => localName(titleI18n, args.locale),
      }),
      description: t.string({
        description: 'Its description in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ descriptionI18n }, args) => localName(descriptionI18n, args.locale),
      }),
      rules: t.string({
        description: 'Its official rules in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ rulesI18n }, args) => localName(rulesI18n, args.locale),
      }),
      rulesHash: t.exposeString('rulesHash', { description: 'SHA-256 in hex of all terms fixed at publication.' }),
      countryCodes: t.stringList({
        description: 'Countries whose accounts can enter, ISO 3166-1 alpha-2.',
        resolve: ({ countryCodes }) => [...countryCodes],
      }),
      minAge: t.exposeInt('minAge', { description: 'Minimum age in years on the day of the entry in `timezone`.' }),
      opensAt: t.expose('opensAt', { type: 'DateTime', description: 'Start of the entry period.' }),
      closesAt: t.expose('closesAt', {
        type: 'DateTime',
        description: 'End of the entry period, exclusive.',
      }),
      drawAt: t.expose('drawAt', { type: 'DateTime', description: 'When winners are drawn.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone in which its dates are displayed.' }),
      maxTicketsPerAccount: t.exposeInt('maxTicketsPerAccount', {
        description: 'Maximum number of tickets per account.',
      }),
      maxEntries: t.exposeInt('maxEntries', orNull('Maximum number of accounts; null: no limit.')),
      entryCostPoints: t.exposeInt('entryCostPoints', { description: 'Points that each ticket costs; 0: free.' }),
      claimDays: t.exposeInt('claimDays', { description: 'Length of the claim period in days.' }),
      prizes: t.expose('prizes', { type: [prize], description: 'Prizes in the order in which they are drawn.' }),
      publishedAt: t.expose('publishedAt', { type: 'DateTime', description: 'When it was published.' }),
      seedCommitment: t.exposeString('seedCommitment', {
        description: 'Hash of the seed in hex, public before the first entry.',
      }),
      ...frozenFields(t),
    }),
  });
}

function addResult(builder: Builder, { kind, state }: WinnerEnums) {
  return builder.objectRef<Result>('GiveawayResult').implement({
    extensions: IN_PUBLIC,
    description: 'A drawn winner or alternate.',
    fields: (t) => ({
      position: t.exposeInt('position', { description: 'Position in the order of the draw, from 1.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account.' }),
      entryId: t.exposeID('entryId', { description: 'Id of the entry.' }),
      kind: t.expose('kind', { type: kind, description: 'How it was drawn.' }),
      state: t.expose('state', { type: state, description: 'State of the winner.' }),
      prizeRank: t.exposeInt('prizeRank', orNull('Rank of the prize; null for an alternate without one.')),
      claimDeadline: t.expose(
        'claimDeadline',
        orNull('End of the claim period, exclusive; null before the winner is notified.', 'DateTime'),
      ),
    }),
  });
}
