import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { z } from 'zod';
import { bestEffort } from '../../../db/best-effort.ts';
import type { EffectContext, RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { pause } from '../../../live/pause.ts';
import { OWN_CAMPAIGNS, seesAllCampaigns } from './campaign-visibility.ts';

/** What a partner can be told about a campaign. */
type AnnouncementKind = 'PAUSED' | 'RESUMED' | 'ENDED' | 'CANCELED';

/** What happened last to a campaign that names the reader, and was not read. Why it happened is for staff. */
export interface CampaignAnnouncement {
  readonly campaignId: string;
  readonly code: string;
  readonly name: string;
  readonly timezone: string;
  readonly kind: AnnouncementKind;
  readonly at: string;
}

/** News that are older are no news. */
const DAYS = 30;
/** Told at once; more follow when these are read. */
const TOLD_MAX = 20;
/** However much happens, a reader is told at most once in this time. */
const QUIET_MS = 1_000;
/** Ends that are further away are looked up again by then. */
const LOOK_MS = 3_600_000;

const UNREAD = `
  select r.id as "campaignId", r.code, r.name, r.timezone, e.kind::text as kind, e.at
  from ${OWN_CAMPAIGNS}
    left join campaign_announcement_read d on d.campaign_id = r.id and d.staff_sub = me.staff_sub
    cross join lateral (select a.kind, case a.kind when 'CANCELED' then r.canceled_at when 'ENDED' then r.ends_at else r.state_changed_at end as at
      from campaign_announcement(r, now()) as a (kind)) as e
  where me.staff_sub = $1 and e.kind is not null
    and e.at > greatest(cs.created_at, now() - interval '${DAYS} days', d.read_until)
  order by e.at desc, r.id limit ${TOLD_MAX}`;
const NEXT_END = `
  select least(extract(epoch from min(r.ends_at) - now()) * 1000, ${LOOK_MS})::float8 as ms from ${OWN_CAMPAIGNS}
  where me.staff_sub = $1 and r.state in ('ACTIVE', 'PAUSED') and r.ends_at > now()`;

/** What the caller has not read yet, newest first; nothing for whoever is nobody's person. */
export function readAnnouncements(context: RequestContext): Promise<CampaignAnnouncement[]> {
  if (seesAllCampaigns(context.caller)) return Promise.resolve([]);
  return rowsOf(context, UNREAD);
}

/** What the caller has not read yet, at once and whenever that changes, until the signal of the context aborts. */
export async function* followAnnouncements(context: RequestContext): AsyncGenerator<CampaignAnnouncement[]> {
  const { signal } = context;
  const notices = context.services.live.follow('campaign_changed', signal)[Symbol.asyncIterator]();
  let told: readonly CampaignAnnouncement[] | null = null;
  let heard = notices.next();
  while (!signal.aborted) {
    // Before it is read: what ends in between is read at once or looked for at its instant.
    const nextEnd = Date.now() + (await untilNextEnd(context));
    const unread = await readAgain(context, told);
    if (JSON.stringify(unread) !== JSON.stringify(told)) yield [...unread];
    told = unread;
    await pause(QUIET_MS, signal);
    const waiting = new AbortController();
    const atEnd = pause(Math.max(0, nextEnd - Date.now()), AbortSignal.any([signal, waiting.signal]));
    if (await Promise.race([heard.then(() => true), atEnd.then(() => false)])) heard = notices.next();
    waiting.abort();
  }
}

/** What was told stays true until it can be read again; whoever is told for the first time learns of the failure. */
async function readAgain(
  context: RequestContext,
  told: readonly CampaignAnnouncement[] | null,
): Promise<readonly CampaignAnnouncement[]> {
  if (told === null) return readAnnouncements(context);
  return (await bestEffort('announcements of campaigns', () => readAnnouncements(context))) ?? told;
}

/** A campaign ends by the clock; nobody tells of it. In milliseconds. */
async function untilNextEnd(context: RequestContext): Promise<number> {
  const next = await bestEffort('next end of a campaign', () => rowsOf<{ ms: number | null }>(context, NEXT_END));
  return next?.[0]?.ms ?? LOOK_MS;
}

const readInput = z.array(z.object({ campaignId: z.uuid(), at: z.date() })).max(TOLD_MAX);

/**
 * Notes that the caller has read what happened to these campaigns up to then; later events are told again. Campaigns that do not name the
 * caller are passed over.
 * @throws AppError `field.invalid`
 */
export async function dismissAnnouncements(
  context: EffectContext,
  given: readonly { readonly campaignId: string; readonly at: Date }[],
): Promise<void> {
  const parsed = readInput.safeParse(given);
  if (!parsed.success)
    throw new AppError('field.invalid', {
      message: 'Some announcements are none.',
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
