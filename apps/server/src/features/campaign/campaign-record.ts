import {
  CAMPAIGN_FIELDS_OPEN,
  type CampaignCodeMode,
  type CampaignReward,
  type CampaignState,
  type CampaignStatus,
  campaignFields,
  campaignTransitions,
  type ErrorCode,
  type Exposure,
  type LocalizedText,
  type StreamerPlatform,
  type StreamerState,
  worstCaseExposure,
} from '@backcounter/domain';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { Selection } from '../../graphql/selection.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import { isUuid, rowConditions } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';
import { campaignListFor } from './campaign.list.ts';
import { campaignNotFound, seesAllCampaigns } from './campaign-visibility.ts';

/** A campaign as far as it was asked for; members are named as the columns of its list. */
export interface CampaignRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly rewardType: CampaignReward;
  readonly percentBp: number | null;
  readonly amountMinor: number | null;
  readonly points: number | null;
  readonly giftTextI18n: LocalizedText | null;
  readonly currency: string | null;
  readonly maxDiscountMinor: number | null;
  readonly minOrderMinor: number | null;
  readonly firstOrderOnly: boolean;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly codeMode: CampaignCodeMode;
  readonly codePrefix: string | null;
  readonly couponsLimit: number;
  readonly perCouponLimit: number;
  readonly perAccountLimit: number;
  readonly redemptionsLimit: number | null;
  readonly budgetMinor: number | null;
  readonly reservationSeconds: number;
  readonly state: CampaignState;
  readonly status: CampaignStatus;
  readonly stateReason: string | null;
  readonly stateChangedAt: string;
  readonly activatedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  readonly version: number;
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
  /** Null for whoever does not see all of a campaign, as is `refusedToday`. */
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

/** A partner of a campaign. */
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

/** What a partner brought to a campaign. */
export interface PartnerFigures {
  readonly streamerId: string;
  readonly redeemed: number;
  readonly commissionMinor: number;
}

/** What may be done with a campaign, in the order in which it is offered. */
export const CAMPAIGN_ACTIONS = ['EDIT', 'ACTIVATE', 'PAUSE', 'RESUME', 'CANCEL', 'ARCHIVE', 'DUPLICATE'] as const;
/** One of the actions. */
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/** Says whether an action is open to the caller, and the error code that it would answer with where it isn't. */
export interface CampaignActionRight {
  readonly action: CampaignAction;
  readonly isAllowed: boolean;
  readonly refusal: ErrorCode | null;
}

/** One campaign with the columns that are asked for. @throws AppError `record.not-found`, also for one that the caller may not see */
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

/** The worst case: as many codes as may be made where they are unique, the codes that there are where they are shared. */
export function exposureOf(row: ExposureRow): Exposure {
  const coupons = row.codeMode === 'UNIQUE' ? row.couponsLimit : Number(row.couponsOrdered);
  return worstCaseExposure({ ...row, coupons });
}

/** Fields that a form may change now. */
export function openFieldsOf({
  state,
  codeMode,
  couponsOrdered,
}: Pick<CampaignRow, 'state' | 'codeMode' | 'couponsOrdered'>): readonly string[] {
  if (state === 'CANCELED' || state === 'ARCHIVED') return [];
  const hasCodes = Number(couponsOrdered) > 0;
  const fields: readonly string[] = state === 'DRAFT' ? Object.keys(campaignFields.shape) : CAMPAIGN_FIELDS_OPEN;
  return fields.filter((field) => {
    if (field === 'codeMode' || field === 'codePrefix') return !hasCodes;
    return field !== 'perCouponLimit' || codeMode === 'SHARED' || !hasCodes;
  });
}

type ActionRow = ExposureRow & Pick<CampaignRow, 'state' | 'hasEnded' | 'reserved' | 'isRedeemed'>;

/** What the caller may do with a campaign as it is now. */
export function campaignActions(row: ActionRow, caller: Caller): CampaignActionRight[] {
  return CAMPAIGN_ACTIONS.map((action) => {
    const refusal = refusalOf(action, row, caller);
    return { action, isAllowed: refusal === null, refusal };
  });
}

export function refusalOf(action: CampaignAction, row: ActionRow, caller: Caller): ErrorCode | null {
  const isEdit = action === 'EDIT' || action === 'DUPLICATE';
  if (!callerMay(caller, isEdit ? 'campaign.edit' : 'campaign.run')) return 'access.denied';
  if (action === 'DUPLICATE') return null;
  if (action === 'EDIT') return openFieldsOf(row).length > 0 ? null : 'state.invalid-transition';
  const { from, to } = CAMPAIGN_STEPS[action];
  const isOpen = from.includes(row.state) && campaignTransitions(row.state, row.hasEnded).includes(to);
  if (!isOpen) return 'state.invalid-transition';
  if (action === 'ACTIVATE') {
    if (Number(row.couponsOrdered) === 0) return 'campaign.without-coupons';
    if (exposureOf(row).needsAdmin && !callerMay(caller, 'campaign.run-large')) return 'access.denied';
  }
  if (action === 'CANCEL' && row.isRedeemed && !callerMay(caller, 'campaign.cancel-redeemed')) return 'access.denied';
  return action === 'ARCHIVE' && Number(row.reserved) > 0 ? 'campaign.has-reservations' : null;
}

/** From which states an action leads where. */
export const CAMPAIGN_STEPS: Readonly<
  Record<CampaignStep, { readonly from: readonly CampaignState[]; readonly to: CampaignState }>
> = {
  ACTIVATE: { from: ['DRAFT'], to: 'ACTIVE' },
  PAUSE: { from: ['ACTIVE'], to: 'PAUSED' },
  RESUME: { from: ['PAUSED'], to: 'ACTIVE' },
  CANCEL: { from: ['ACTIVE', 'PAUSED'], to: 'CANCELED' },
  ARCHIVE: { from: ['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELED'], to: 'ARCHIVED' },
};
/** An action that leads to another state. */
export type CampaignStep = Exclude<CampaignAction, 'EDIT' | 'DUPLICATE'>;

/** A partner's code as somebody may see it: whole for its owner and those who reveal codes, else its end. */
export function shownCode(
  code: string | null,
  caller: Caller,
): { readonly code: string | null; readonly isMasked: boolean } {
  if (code === null) return { code, isMasked: false };
  // Others' codes never reach a partner's person, so one that does is their own.
  const isWhole = !seesAllCampaigns(caller) || callerMay(caller, 'coupon.reveal');
  return isWhole
    ? { code, isMasked: false }
    : { code: `••••${code.slice(-Math.min(4, Math.floor(code.length / 2)))}`, isMasked: true };
}
