import { AppError } from '@backcounter/domain';
import { bestEffort } from '../../../db/best-effort.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import type { Notices } from '../../../live/database-notices.ts';
import { pause } from '../../../live/pause.ts';
import { CODE_END } from '../redemption/redemption.list.ts';
import { type CampaignAlert, readAlerts, statisticsScope } from './campaign-statistics.ts';

/** A recent event of a code. */
export interface TickerEntry {
  readonly id: string;
  readonly kind: 'CONFIRMED' | 'ROLLED_BACK';
  readonly at: string;
  readonly codeLast4: string;
  readonly storeName: string | null;
  readonly streamerName: string | null;
  readonly orderMinor: number | null;
  readonly discountMinor: number | null;
  readonly points: number | null;
  readonly currency: string | null;
}

/** Minimum time between two updates of a reader. */
const QUIET_MS = 1_000;
/** Maximum number of events per update. */
const ENTRIES_MAX = 20;
/** Overlap of reads: a transaction that commits late has an earlier instant than events that were read already. */
const OVERLAP_MS = 10_000;

const ENTRIES = `
  select r.id, e.kind, e.at, ${CODE_END} as "codeLast4", s.name as "storeName", p.display_name as "streamerName",
    r.order_minor as "orderMinor", r.discount_minor as "discountMinor", r.points, r.currency
  from (
    (select 'CONFIRMED' as kind, id, confirmed_at as at from coupon_redemption
      where campaign_id = $1::uuid and confirmed_at > $2::timestamptz and ($3::uuid is null or streamer_id = $3::uuid)
      order by confirmed_at desc limit ${ENTRIES_MAX})
    union all
    (select 'ROLLED_BACK', id, rolled_back_at from coupon_redemption
      where campaign_id = $1::uuid and rolled_back_at > $2::timestamptz and ($3::uuid is null or streamer_id = $3::uuid)
      order by rolled_back_at desc limit ${ENTRIES_MAX})
  ) as e join coupon_redemption r on r.campaign_id = $1::uuid and r.id = e.id
    left join store s on s.id = r.store_id left join streamer p on p.id = r.streamer_id
  order by e.at desc, r.id desc limit ${ENTRIES_MAX}`;

/**
 * Confirmations and rollbacks of a campaign, newest first: the last 20 immediately, then new ones, at most once a second, until the signal
 * of the context aborts or the caller may no longer see the campaign. Streamers get only those of their own codes.
 * @throws AppError `record.not-found`
 */
export async function* followRedemptions(context: RequestContext, campaignId: string): AsyncGenerator<TickerEntry[]> {
  const seeing = new AbortController();
  const signal = AbortSignal.any([context.signal, seeing.signal]);
  const notices = context.services.live.follow('redemption_settled', signal);
  const changes = context.services.live.follow('campaign_changed', signal);
  const { streamerId } = await statisticsScope(context, { campaignId });
  void endUnseen(context, campaignId, changes, seeing);
  try {
    yield* readTicker(context, campaignId, streamerId, notices, signal);
  } finally {
    seeing.abort();
  }
}

/** Aborts once the caller may no longer see the campaign, such as a streamer who was removed from it. */
async function endUnseen(
  context: RequestContext,
  campaignId: string,
  changes: AsyncIterable<Notices<string>>,
  seeing: AbortController,
): Promise<void> {
  for await (const { payloads, isIncomplete } of changes) {
    if (!isIncomplete && !payloads.includes(campaignId.toLowerCase())) continue;
    const isSeen = await bestEffort('visibility of a campaign', () => maySee(context, campaignId));
    if (isSeen === false) seeing.abort();
  }
}

async function maySee(context: RequestContext, campaignId: string): Promise<boolean> {
  try {
    await statisticsScope(context, { campaignId });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'record.not-found') return false;
    throw error;
  }
}

async function* readTicker(
  context: RequestContext,
  campaignId: string,
  streamerId: string | null,
  notices: AsyncIterable<Notices<string>>,
  signal: AbortSignal,
): AsyncGenerator<TickerEntry[]> {
  const read = (since: Date): Promise<TickerEntry[]> =>
    context.sql.rows<TickerEntry>(statementFor(ENTRIES), [campaignId, since, streamerId], {
      signal,
      timeoutMs: LIST_TIMEOUT_MS,
    });
  const nameOf = ({ id, kind }: TickerEntry): string => `${kind} ${id}`;
  const first = await read(new Date(0));
  yield first;
  let latest = Math.max(0, ...first.map(({ at }) => Date.parse(at)));
  let seen = new Map(first.map((entry) => [nameOf(entry), Date.parse(entry.at)]));
  for await (const { payloads, isIncomplete } of notices) {
    if (!isIncomplete && !payloads.includes(campaignId.toLowerCase())) continue;
    const since = latest - OVERLAP_MS;
    const entries = await bestEffort('ticker of redemptions', () => read(new Date(since)));
    const news = (entries ?? []).filter((entry) => !seen.has(nameOf(entry)));
    if (news.length > 0) {
      latest = Math.max(latest, ...news.map(({ at }) => Date.parse(at)));
      seen = new Map(
        [...seen, ...news.map((entry) => [nameOf(entry), Date.parse(entry.at)] as const)].filter(
          ([, at]) => at > since,
        ),
      );
      yield news;
    }
    await pause(QUIET_MS, signal);
  }
}

/** The newest alerts immediately, then each new one, of one campaign or of all, until the signal of the context aborts. */
export async function* followAlerts(
  context: RequestContext,
  campaignId: string | null,
): AsyncGenerator<CampaignAlert[]> {
  const notices = context.services.live.follow('campaign_alerted', context.signal);
  const first = await readAlerts(context, campaignId);
  yield first;
  const known = new Set(first.map(({ id }) => id));
  for await (const { payloads, isIncomplete } of notices) {
    if (!isIncomplete && campaignId !== null && !payloads.includes(campaignId.toLowerCase())) continue;
    const alerts = await bestEffort('alerts of campaigns', () => readAlerts(context, campaignId));
    const news = (alerts ?? []).filter(({ id }) => !known.has(id));
    for (const { id } of news) known.add(id);
    if (news.length > 0) yield news;
    await pause(QUIET_MS, context.signal);
  }
}
