import type pg from 'pg';

/** Totals of a campaign's counters. */
export async function countersOf(pool: pg.Pool, campaignId: string) {
  const { rows } = await pool.query<{ redemptions: number; discount: number; points: number }>(
    `select coalesce(sum(redemptions_used), 0)::bigint as redemptions, coalesce(sum(discount_used_minor), 0)::bigint as discount,
       coalesce(sum(points_used), 0)::bigint as points from campaign_slice where campaign_id = $1`,
    [campaignId],
  );
  return rows[0];
}

/** Counters of campaigns, limits, codes, days and points that differ from the sums of their redemptions. Empty if all are right. */
export async function uncounted(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    with open as (
      select r.*, r.state in ('RESERVED', 'CONFIRMED') as is_used from coupon_redemption r
    ), campaign_sum as (
      select c.id, coalesce(count(o.id) filter (where o.is_used), 0) as uses,
        coalesce(sum(o.discount_minor) filter (where o.is_used), 0) as discount, coalesce(sum(o.points) filter (where o.is_used), 0) as points
      from campaign c left join open o on o.campaign_id = c.id where c.state <> 'DRAFT' group by c.id
    )
    select 'campaign' as fault, s.id::text from campaign_sum s join campaign c on c.id = s.id, lateral (
        select sum(redemptions_used) as uses, sum(discount_used_minor) as discount, sum(points_used) as points,
          sum(redemptions_cap) as uses_cap, sum(budget_cap_minor) as budget_cap from campaign_slice where campaign_id = s.id) as k
      where (k.uses, k.discount, k.points) is distinct from (s.uses, s.discount, s.points)
        or (k.uses_cap, k.budget_cap) is distinct from (c.redemptions_limit, c.budget_minor)
        or k.uses > c.redemptions_limit or k.discount > c.budget_minor
    union all
    select 'coupon', k.id::text from coupon k join campaign c on c.id = k.campaign_id
      where c.code_mode = 'UNIQUE' and row(k.redemptions_count, k.reserved_count)::text is distinct from (
        select row(count(*) filter (where state = 'CONFIRMED'), count(*) filter (where state = 'RESERVED'))::text
        from open where coupon_id = k.id)
    union all
    select 'coupon slice', s.coupon_id || ' ' || s.slice from coupon_slice s
      where row(s.redemptions_count, s.reserved_count)::text is distinct from (
        select row(count(*) filter (where state = 'CONFIRMED'), count(*) filter (where state = 'RESERVED'))::text
        from open where coupon_id = s.coupon_id and slice = s.slice)
    union all
    select 'shared limit', k.id::text from coupon k join coupon_slice s on s.coupon_id = k.id
      group by k.id, k.max_redemptions having sum(s.redemptions_cap) <> k.max_redemptions
    union all
    select 'day', c.id::text from campaign c
      where (select row(coalesce(sum(confirmed - rolled_back), 0), coalesce(sum(discount_minor), 0), coalesce(sum(points), 0), coalesce(sum(commission_minor), 0),
          coalesce(sum(order_minor), 0))::text from campaign_daily where campaign_id = c.id)
        is distinct from (select row(count(*), coalesce(sum(discount_minor), 0), coalesce(sum(points), 0), coalesce(sum(commission_minor), 0),
          coalesce(sum(order_minor), 0))::text from open where campaign_id = c.id and state = 'CONFIRMED')
    union all
    select 'points', o.id::text from open o left join points_transfer t on t.id = o.points_transfer_id
      where (o.points is not null and o.state in ('CONFIRMED', 'ROLLED_BACK')) <> (t.id is not null)
        or t.amount <> o.points
        or (o.state = 'ROLLED_BACK' and t.id is not null and not exists (select from points_transfer b where b.reversal_of = t.id))
    union all
    select 'account limit', o.campaign_id || ' ' || o.account_id from open o join campaign c on c.id = o.campaign_id where o.is_used
      group by o.campaign_id, o.account_id, c.per_account_limit having count(*) > c.per_account_limit`);
  return rows;
}
