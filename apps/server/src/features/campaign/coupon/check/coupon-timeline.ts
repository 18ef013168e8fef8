import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../db/client.ts';

/** Kinds of coupon events. */
const STORY_KINDS = [
  'ORDERED',
  'MADE',
  'REVEALED',
  'DISABLED',
  'ENABLED',
  'RESERVED',
  'CONFIRMED',
  'RELEASED',
  'LAPSED',
  'ROLLED_BACK',
] as const;

/** An event of a coupon. */
export interface StoryEvent {
  readonly at: Date;
  readonly kind: (typeof STORY_KINDS)[number];
  /** Person who did it; null if no person did. */
  readonly bySub: string | null;
  readonly byName: string | null;
  readonly reason: string | null;
  readonly batchNumber: number | null;
  readonly redemptionId: string | null;
  readonly accountId: string | null;
  readonly accountNumber: number | null;
  readonly storeName: string | null;
  readonly orderRef: string | null;
  readonly discountMinor: number | null;
  readonly currency: string | null;
  readonly points: number | null;
}

/** Maximum uses, and maximum staff actions, of a timeline: the latest ones, as a shared code may have a million uses. */
const TOLD_MAX = 100;

/** The timeline of a coupon, oldest first. */
export async function readStory(
  db: Kysely<Database>,
  key: { readonly campaignId: string; readonly id: string },
): Promise<StoryEvent[]> {
  const { rows } = await sql<StoryEvent>`
    with events as (
      select b.created_at as at, 'ORDERED' as kind, b.created_by as by, null as reason, b.number as batch, null::uuid as redemption
      from coupon k join coupon_batch b on b.campaign_id = k.campaign_id and b.id = k.batch_id
      where k.campaign_id = ${key.campaignId} and k.id = ${key.id}
      union all
      select uuid_v7_instant(${key.id}::uuid), 'MADE', null, null, null, null
      union all
      (select e.occurred_at, case e.action when 'coupon.reveal' then 'REVEALED' when 'coupon.disable' then 'DISABLED' else 'ENABLED' end,
        e.actor_sub, e.reason, null, null
      from staff_audit_event e
      where e.entity_type = 'coupon' and e.entity_id = ${key.id} and e.outcome = 'DONE'
        and e.action in ('coupon.reveal', 'coupon.disable', 'coupon.enable')
      order by e.occurred_at desc, e.id desc limit ${TOLD_MAX})
      union all
      select h.at, h.kind, h.by, h.reason, null, r.id
      from (select * from coupon_redemption r where r.coupon_id = ${key.id} order by r.id desc limit ${TOLD_MAX}) as r,
        lateral (values (r.reserved_at, 'RESERVED', null, null), (r.confirmed_at, 'CONFIRMED', null, null),
          (r.released_at, case when r.released_at >= r.reserved_until then 'LAPSED' else 'RELEASED' end, null, null), (r.rolled_back_at, 'ROLLED_BACK', r.rolled_back_by, r.rollback_reason))
          as h (at, kind, by, reason)
      where h.at is not null
    )
    select e.at, e.kind, e.by as "bySub", u.display_name as "byName", e.reason, e.batch as "batchNumber", e.redemption as "redemptionId",
      r.account_id as "accountId", a.public_no::int8 as "accountNumber", s.name as "storeName", r.order_ref as "orderRef",
      r.discount_minor as "discountMinor", r.currency, r.points
    from events e
      left join staff_user u on u.sub = e.by
      left join coupon_redemption r on r.campaign_id = ${key.campaignId} and r.id = e.redemption
      left join account a on a.id = r.account_id
      left join store s on s.id = r.store_id
    order by e.at, array_position(${[...STORY_KINDS]}::text[], e.kind)`.execute(db);
  return rows;
}
