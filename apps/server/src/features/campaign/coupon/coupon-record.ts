import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import { columnsAsked } from '../../../listing/list-columns.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { type CouponRow, couponList } from './coupon.list.ts';
import { couponNotFound, couponRows } from './coupon-access.ts';

/** Key of a coupon, which starts with the campaign. */
export interface CouponKey {
  readonly campaignId: string;
  readonly id: string;
}

/** One coupon with the requested columns. @throws AppError `record.not-found`, also if the caller may not see it */
export async function findCoupon(
  context: RequestContext,
  { campaignId, id }: CouponKey,
  selection: Selection,
): Promise<CouponRow> {
  if (!isUuid(id) || !isUuid(campaignId)) throw couponNotFound();
  const values = new SqlValues();
  const conditions = [`k.campaign_id = ${values.add(campaignId)}::uuid`, `k.id = ${values.add(id)}::uuid`];
  const own = couponRows(context.caller);
  if (own !== null) conditions.push(own.condition(values));
  const { columns, joins } = columnsAsked(couponList, selection);
  const text = `select ${columns} from ${couponList.from}${joins} where ${conditions.join(' and ')}`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = await context.sql.rows<CouponRow>(statementFor(text), values.list, options);
  if (row === undefined) throw couponNotFound();
  return row;
}
