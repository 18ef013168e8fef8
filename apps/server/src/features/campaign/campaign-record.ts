import {
  CAMPAIGN_FIELDS_OPEN,
  CAMPAIGN_MACHINE,
  type CampaignAction,
  type CampaignState,
  campaignFields,
  type Exposure,
  worstCaseExposure,
} from '@backcounter/domain';
import { type ActionFacts, type ActionRight, actionRights, refuseAction } from '../../crud/state-change.ts';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { isUuid, rowConditions } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';
import { type CampaignRow, campaignListFor } from './campaign.list.ts';
import { campaignNotFound, seesAllCampaigns } from './streamer/campaign-visibility.ts';

/** One campaign with the requested columns. @throws AppError `record.not-found`, also if the caller may not see it */
export async function readCampaign(context: RequestContext, id: string, selection: Selection): Promise<CampaignRow> {
  const definition = campaignListFor(context.caller);
  const { columns, joins } = columnsAsked(definition, selection);
  const values = new SqlValues();
  const conditions = [`r.id = ${values.add(id)}::uuid`, ...rowConditions(definition, context.caller, values)];
  const text = `select ${columns} from ${definition.from}${joins} where ${conditions.join(' and ')}`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<CampaignRow>(statementFor(text), values.list, options) : [];
  if (row === undefined) throw campaignNotFound();
  return row;
}

type ExposureRow = Pick<
  CampaignRow,
  | 'rewardType'
  | 'amountMinor'
  | 'points'
  | 'currency'
  | 'maxDiscountMinor'
  | 'codeMode'
  | 'couponsLimit'
  | 'couponsOrdered'
  | 'perCouponLimit'
  | 'redemptionsLimit'
  | 'budgetMinor'
  | 'isApproved'
>;

/** The worst case: the maximum number of unique codes, or the existing shared codes. */
export function exposureOf(row: ExposureRow): Exposure {
  const coupons = row.codeMode === 'UNIQUE' ? row.couponsLimit : Number(row.couponsOrdered);
  const exposure = worstCaseExposure({ ...row, coupons });
  return { ...exposure, needsAdmin: exposure.needsAdmin && !row.isApproved };
}

/** Fields that can be changed now. */
export function openFieldsOf({
  state,
  codeMode,
  couponsOrdered,
}: Pick<CampaignRow, 'state' | 'codeMode' | 'couponsOrdered'>): readonly string[] {
  if (!CAMPAIGN_MACHINE.actions.EDIT.from.includes(state)) return [];
  const hasCodes = Number(couponsOrdered) > 0;
  const fields: readonly string[] = state === 'DRAFT' ? Object.keys(campaignFields.shape) : CAMPAIGN_FIELDS_OPEN;
  return fields.filter((field) => {
    if (field === 'codeMode' || field === 'codePrefix') return !hasCodes;
    return field !== 'perCouponLimit' || codeMode === 'SHARED' || !hasCodes;
  });
}

type ActionRow = ExposureRow & Pick<CampaignRow, 'state' | 'hasEnded' | 'reserved' | 'isRedeemed'>;

/** Actions of the caller on the current campaign. */
export function campaignActions(
  row: ActionRow,
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
): ActionRight<CampaignAction>[] {
  // Others may change nothing, and their rows have fewer columns.
  const facts = seesAllCampaigns(caller) ? factsOf(row) : { state: row.state };
  return actionRights(CAMPAIGN_MACHINE, facts, caller, now);
}

/** @throws AppError if state, conditions or permissions do not allow the action now */
export function refuseCampaign(
  row: ActionRow,
  action: CampaignAction,
  context: Pick<RequestContext, 'caller' | 'now'>,
): void {
  refuseAction(CAMPAIGN_MACHINE, action, factsOf(row), context, PROBLEMS);
}

function factsOf(row: ActionRow): ActionFacts<CampaignState> {
  const unmet = [
    row.hasEnded ? 'ended' : 'not-ended',
    ...(Number(row.couponsOrdered) === 0 ? ['without-coupons'] : []),
    ...(Number(row.reserved) > 0 ? ['has-reservations'] : []),
  ];
  const circumstances = [...(exposureOf(row).needsAdmin ? ['large'] : []), ...(row.isRedeemed ? ['redeemed'] : [])];
  return { state: row.state, unmet, circumstances };
}

const PROBLEMS = {
  'campaign.without-coupons': { message: 'The campaign has no codes.' },
  'campaign.has-reservations': { message: 'Codes of the campaign are reserved.' },
};

/** A streamer's code as the caller may see it: whole for its owner and for callers who may reveal codes, else its end. */
export function shownCode(
  code: string | null,
  caller: Caller,
): { readonly code: string | null; readonly isMasked: boolean } {
  if (code === null) return { code, isMasked: false };
  // Streamers never get other streamers' codes, so this one is their own.
  const isWhole = !seesAllCampaigns(caller) || callerMay(caller, 'coupon.reveal');
  return isWhole
    ? { code, isMasked: false }
    : { code: `••••${code.slice(-Math.min(4, Math.floor(code.length / 2)))}`, isMasked: true };
}
