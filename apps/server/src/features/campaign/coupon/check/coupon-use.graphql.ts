import { needs } from '../../../../graphql/authorise.ts';
import type { RequestContext } from '../../../../graphql/request-context.ts';
import type { Builder } from '../../../../graphql/schema/builder.ts';
import { orNull } from '../../../../graphql/schema/or-null.ts';
import { SqlValues } from '../../../../listing/list-definition.ts';
import { filterConditions, resolveFilter } from '../../../../listing/list-filter.ts';
import { couponList } from '../coupon.list.ts';
import { CAMPAIGN_STATUS, statusIn } from '../coupon-sql.ts';

interface UseGroup {
  readonly by: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly count: number;
}

/** State and use of pasted coupons, such as leaked ones. */
export function addCouponUse(builder: Builder): void {
  const group = builder.objectRef<UseGroup>('CouponUseGroup').implement({
    description: 'Coupons of a status or campaign, or uses by an account or in a store.',
    fields: (t) => ({
      by: t.exposeString('by', {
        description:
          'STATUS, CAMPAIGN, ACCOUNT or STORE; REISSUABLE and REISSUED: coupons whose holders can get, or have, a new code.',
      }),
      id: t.exposeID('id', orNull('The status or record; null for uses outside of stores.')),
      name: t.exposeString('name', orNull('Name, or number of an account; null for a status.')),
      count: t.exposeInt('count', { description: 'Coupons, or uses that are held or confirmed.' }),
    }),
  });
  builder.queryField('couponUse', (t) =>
    t.field({
      type: [group],
      description: 'State and use of coupons in pasted selections of the caller: the 20 largest groups of each kind.',
      extensions: needs('coupon.check'),
      args: { selections: t.arg.idList({ required: true, description: 'At most 10 selections.' }) },
      resolve: (_root, { selections }, context) => readCouponUse(context, selections),
    }),
  );
}

/** A statement for each selection, so that none takes long. */
async function readCouponUse(context: RequestContext, selections: readonly string[]): Promise<UseGroup[]> {
  await resolveFilter(couponList, { pasted: { in: selections } }, context);
  const rows: UseGroup[] = [];
  for (const selection of new Set(selections)) rows.push(...(await readGroups(context, selection)));
  const groups = [...Map.groupBy(rows, ({ by, id }) => `${by} ${id}`).values()].flatMap(([first, ...same]) =>
    first === undefined ? [] : { ...first, count: same.reduce((sum, { count }) => sum + count, first.count) },
  );
  const kinds = Map.groupBy(groups, ({ by }) => by).values();
  return [...kinds].flatMap((kind) => kind.sort((a, b) => b.count - a.count).slice(0, 20));
}

async function readGroups(context: RequestContext, selection: string): Promise<UseGroup[]> {
  const values = new SqlValues();
  const filter = await resolveFilter(couponList, { pasted: { in: [selection] } }, context);
  const where = filterConditions(couponList, filter, values, context.caller, context.now).join(' and ');
  const text = `with chosen as materialized (select k.* from coupon k where ${where}), run as materialized (
      select c.id, c.name, ${CAMPAIGN_STATUS} as status from campaign c where c.id in (select campaign_id from chosen)
    ), used as materialized (
      select r.account_id, r.store_id, count(*)::int as count from chosen c
        join coupon_redemption r on r.coupon_id = c.id and r.campaign_id = c.campaign_id and r.state in ('RESERVED', 'CONFIRMED') group by 1, 2
    )
    select 'STATUS' as by, ${statusIn('c.status')}::text as id, null as name, count(*)::int as count from chosen k join run c on c.id = k.campaign_id group by 2
    union all select 'CAMPAIGN', c.id::text, c.name, count(*)::int from chosen k join run c on c.id = k.campaign_id group by c.id, c.name
    union all select 'ACCOUNT', a.id::text, a.public_no::text, sum(count)::int from used join account a on a.id = account_id group by a.id
    union all select 'STORE', s.id::text, s.name, sum(count)::int from used left join store s on s.id = store_id group by s.id
    union all select 'REISSUABLE', null, null, count(*)::int from chosen k where k.account_id is not null and coupon_is_reissuable(k.campaign_id, k.id) having count(*) > 0
    union all select 'REISSUED', null, null, count(*)::int from chosen k where k.account_id is not null and coupon_is_replaced(k.campaign_id, k.id) having count(*) > 0`;
  const options = { signal: context.signal, timeoutMs: 2_500, isCostly: true } as const;
  return context.sql.rows<UseGroup>({ text, name: null }, values.list, options);
}
