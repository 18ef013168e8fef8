import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { z } from 'zod';
import { bestEffort } from '../../../db/best-effort.ts';
import type { EffectContext, RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { pause } from '../../../live/pause.ts';
import { OWN_CAMPAIGNS, seesAllCampaigns } from './campaign-visibility.ts';

/** Events that are announced to streamers. */
type AnnouncementKind = 'PAUSED' | 'RESUMED' | 'ENDED' | 'CANCELED';

/** The latest unread event of a campaign of the reader. The reason is visible to staff only. */
export interface CampaignAnnouncement {
  readonly campaignId: string;
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
  readonly kind: AnnouncementKind;
  readonly at: string;
}

/** Older events are not announced. */
const DAYS = 30;
/** Maximum per response; more follow when these are read. */
const ANNOUNCEMENTS_MAX = 20;
/** Minimum time between two updates of a reader. */
const QUIET_MS = 1_000;
/** Later ends are looked up again after this time. */
const LOOK_MS = 3_600_000;

const UNREAD = `
  select r.id as "campaignId", r.code, r.name, r.timezone, e.kind::text as kind, e.at
  from ${OWN_CAMPAIGNS}
    left join campaign_announcement_read d on d.campaign_id = r.id and d.staff_sub = me.staff_sub
    cross join lateral (select a.kind, case a.kind when 'CANCELED' then r.canceled_at when 'ENDED' then r.ends_at else r.state_changed_at end as at
      from campaign_announcement(r, now()) as a (kind)) as e
  where me.staff_sub = $1 and e.kind is not null
    and e.at > greatest(cs.created_at, now() - interval '${DAYS} days', d.read_until)
  order by e.at desc, r.id limit ${ANNOUNCEMENTS_MAX}`;
const NEXT_END = `
  select least(extract(epoch from min(r.ends_at) - now()) * 1000, ${LOOK_MS})::float8 as ms from ${OWN_CAMPAIGNS}
  where me.staff_sub = $1 and r.state in ('ACTIVE', 'PAUSED') and r.ends_at > now()`;

/** Unread announcements of the caller, newest first; empty for callers who are not streamers. */
export function readAnnouncements(context: RequestContext): Promise<CampaignAnnouncement[]> {
  if (seesAllCampaigns(context.caller)) return Promise.resolve([]);
  return rowsOf(context, UNREAD);
}

/** Unread announcements of the caller, immediately and after each change, until the signal of the context aborts. */
export async function* followAnnouncements(context: RequestContext): AsyncGenerator<CampaignAnnouncement[]> {
  const { signal } = context;
  const notices = context.services.live.follow('campaign_changed', signal)[Symbol.asyncIterator]();
  let sent: readonly CampaignAnnouncement[] | null = null;
  let heard = notices.next();
  while (!signal.aborted) {
    // Looked up before reading, so that an end in between is either read or scheduled.
    const nextEnd = Date.now() + (await untilNextEnd(context));
    const unread = await readAgain(context, sent);
    if (JSON.stringify(unread) !== JSON.stringify(sent)) yield [...unread];
    sent = unread;
    await pause(QUIET_MS, signal);
    const waiting = new AbortController();
    const atEnd = pause(Math.max(0, nextEnd - Date.now()), AbortSignal.any([signal, waiting.signal]));
    if (await Promise.race([heard.then(() => true), atEnd.then(() => false)])) heard = notices.next();
    waiting.abort();
  }
}

/** Keeps the last announcements if reading fails; the first read throws. */
async function readAgain(
  context: RequestContext,
  sent: readonly CampaignAnnouncement[] | null,
): Promise<readonly CampaignAnnouncement[]> {
  if (sent === null) return readAnnouncements(context);
  return (await bestEffort('announcements of campaigns', () => readAnnouncements(context))) ?? sent;
}

/** Milliseconds until the next end of a campaign, which sends no notice. */
async function untilNextEnd(context: RequestContext): Promise<number> {
  const next = await bestEffort('next end of a campaign', () => rowsOf<{ ms: number | null }>(context, NEXT_END));
  return next?.[0]?.ms ?? LOOK_MS;
}

const readInput = z.array(z.object({ campaignId: z.uuid(), at: z.date() })).max(ANNOUNCEMENTS_MAX);

/**
 * Marks events of these campaigns up to the given instants as read; later events are announced again. Campaigns of other streamers are
 * ignored.
 * @throws AppError `field.invalid`
 */
export async function dismissAnnouncements(
  context: EffectContext,
  given: readonly { readonly campaignId: string; readonly at: Date }[],
): Promise<void> {
  const parsed = readInput.safeParse(given);
  if (!parsed.success)
    throw new AppError('field.invalid', {
      message: 'Some announcements are invalid.',
      details: { fields: { announcements: [{ rule: 'invalid' }] } },
    });
  await sql`
    with written as (
      insert into campaign_announcement_read as d (staff_sub, campaign_id, read_until)
      select me.staff_sub, cs.campaign_id, max(least(g.at, now()))
      from unnest(${parsed.data.map(({ campaignId }) => campaignId)}::uuid[], ${parsed.data.map(({ at }) => at)}::timestamptz[]) as g (campaign_id, at)
        join campaign_streamer cs on cs.campaign_id = g.campaign_id and cs.removed_at is null
        join streamer me on me.id = cs.streamer_id and me.staff_sub = ${context.caller.sub}
      group by me.staff_sub, cs.campaign_id order by cs.campaign_id
      on conflict (staff_sub, campaign_id) do update set read_until = greatest(d.read_until, excluded.read_until)
      returning d.campaign_id
    )
    select pg_notify('campaign_changed', campaign_id::text) from written`.execute(context.db);
}

function rowsOf<Row>({ sql: runner, caller, signal }: RequestContext, text: string): Promise<Row[]> {
  return runner.rows<Row>(statementFor(text), [caller.sub], { signal, timeoutMs: LIST_TIMEOUT_MS });
}
