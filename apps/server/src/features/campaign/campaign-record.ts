import {
  CAMPAIGN_FIELDS_OPEN,
  CAMPAIGN_MACHINE,
  type CampaignAction,
  type CampaignState,
  type CampaignStatus,
  campaignFields,
  type campaignRecord,
  type Exposure,
  type LocalizedText,
  type StreamerPlatform,
  type StreamerState,
  worstCaseExposure,
} from '@backcounter/domain';
import type { StoredValues } from '../../crud/record-fields.ts';
import { type ActionFacts, type ActionRight, actionRights, refuseAction } from '../../crud/state-change.ts';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { SegmentRef } from '../../graphql/schema/builder.ts';
import type { Selection } from '../../graphql/schema/selection.ts';
import type { Stamped } from '../../graphql/schema/shared-fields.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { isUuid, rowConditions } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';
import { campaignListFor } from './campaign.list.ts';
import { campaignNotFound, seesAllCampaigns } from './streamer/campaign-visibility.ts';

/** The requested columns of a campaign, named as the columns of its list. */
export interface CampaignRow extends StoredValues<typeof campaignRecord>, Stamped {
  readonly id: string;
  readonly state: CampaignState;
  readonly status: CampaignStatus;
  readonly stateReason: string | null;
  readonly stateChangedAt: string;
  readonly activatedAt: string | null;
  readonly segment: SegmentRef | null;
  readonly stores: readonly CampaignStore[];
  readonly areas: readonly CampaignArea[];
  readonly streamers: readonly CampaignStreamer[];
  readonly coupons: number;
  readonly couponsOrdered: number;
  readonly reserved: number;
  readonly used: number;
  readonly discountUsedMinor: number;
  readonly discountHeldMinor: number;
  readonly pointsUsed: number;
  /** Null for callers who do not see the whole campaign, as is `refusedToday`. */
  readonly lastHour: number | null;
  readonly refusedToday: number | null;
  readonly partnerFigures: readonly PartnerFigures[];
  readonly hasEnded: boolean;
  readonly isRedeemed: boolean;
}

/** A store in which a campaign is valid. */
export interface CampaignStore {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

/** An area in whose stores a campaign is valid. */
export interface CampaignArea {
  readonly id: string;
  readonly code: string;
  readonly countryCode: string;
  readonly nameI18n: LocalizedText;
}

/** A streamer on a campaign. */
export interface CampaignStreamer {
  readonly id: string;
  readonly displayName: string;
  readonly platform: StreamerPlatform;
  readonly state: StreamerState;
  readonly sharedCouponId: string | null;
  readonly code: string | null;
  readonly couponQuota: number;
  readonly couponsOrdered: number;
  readonly commissionBp: number;
}

/** Results of a streamer in a campaign. */
export interface PartnerFigures {
  readonly streamerId: string;
  readonly redeemed: number;
  readonly commissionMinor: number;
}

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
>;

/** The worst case: the maximum number of unique codes, or the existing shared codes. */
export function exposureOf(row: ExposureRow): Exposure {
  const coupons = row.codeMode === 'UNIQUE' ? row.couponsLimit : Number(row.couponsOrdered);
  return worstCaseExposure({ ...row, coupons });
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
