import type { SegmentRule } from '@backcounter/domain';
import { readWholeSetting } from '../../../db/setting.ts';
import { type RequestContext, readingContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { accountList } from '../account.list.ts';
import { segmentCondition } from './segment-condition.ts';

/** Whether a push of a marketing topic would reach a member now, and the first reason if not. */
export const REACH = {
  REACHABLE: 'A push reaches them.',
  ACCOUNT_NOT_ACTIVE: 'The account is suspended or closed.',
  NO_CONSENT: 'They did not agree to marketing.',
  NO_DEVICE: 'They have no device with a current token.',
  FREQUENCY_CAP: 'They received as many pushes as the caps allow.',
} as const;

/** Members of one reason. */
export interface ReachCount {
  readonly reason: keyof typeof REACH;
  readonly count: number;
}

/** Members by reach. */
export interface SegmentReach {
  /** False: estimated from a sample of pages, which is the same each time. */
  readonly isExact: boolean;
  readonly reasons: readonly ReachCount[];
}

/** Up to this many members, at the last daily count, each one is read. */
const EXACT_MAX = 20_000;

const TIMEOUT_MS = 5_000;

/**
 * Members of a rule by whether marketing reaches them, with the rules of notifications; subscriptions depend on the
 * topic, so they are not counted. `members` is the last daily count.
 * @throws AppError `query.timed-out`, and as lists do
 */
export async function readReach(
  request: RequestContext,
  rule: SegmentRule,
  members: number | null,
): Promise<SegmentReach> {
  const context = await readingContext(request);
  const values = new SqlValues();
  const { caller, now } = context;
  const condition = segmentCondition(accountList, rule, { values, caller, now, isForFew: true });
  const perDay = values.add(await readWholeSetting(context.db, 'push.cap_per_day'));
  const perWeek = values.add(await readWholeSetting(context.db, 'push.cap_per_week'));
  const sentWithin = (hours: number) =>
    `(select count(*) from unnest(f.sent_at) as s(at) where s.at > now() - interval '${hours} hours')`;
  const percent = Math.min(100, (100 * EXACT_MAX) / Math.max(members ?? 0, 1));
  const isExact = percent === 100;
  const sample = isExact ? '' : ` tablesample system (${values.add(percent)}::float4) repeatable (1)`;
  const rows = await context.sql.rows<ReachCount>(
    {
      name: null,
      text: `select coalesce(notification_exclusion('MARKETING', true, a.state, a.push_consent, true)::text,
          case when not exists (select from account_device v where v.account_id = a.id and v.invalidated_at is null
              and v.token_refreshed_at > now() - interval '60 days') then 'NO_DEVICE'
            when exists (select from push_frequency f where f.account_id = a.id
              and (${sentWithin(24)} >= ${perDay}::int or ${sentWithin(168)} >= ${perWeek}::int)) then 'FREQUENCY_CAP'
            else 'REACHABLE' end) as reason, count(*)::int as count
        from ${accountList.from}${sample} where ${condition} group by 1`,
    },
    values.list,
    { signal: context.signal, timeoutMs: TIMEOUT_MS, isCostly: true },
  );
  const found = new Map(rows.map(({ reason, count }) => [reason, count]));
  const reasons = Object.keys(REACH) as ReachCount['reason'][];
  return {
    isExact,
    reasons: reasons.map((reason) => ({ reason, count: Math.round(((found.get(reason) ?? 0) * 100) / percent) })),
  };
}
