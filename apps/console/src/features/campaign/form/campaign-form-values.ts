import {
  CAMPAIGN_LIMITS,
  type CampaignCodeMode,
  type CampaignReward,
  type CampaignTerms,
  campaignRecord,
} from '@backcounter/domain';
import { idsOf, idText } from '../../../lib/format/id-text.ts';
import { emptyValues, type FormValues, formInput, formValues, valueAt } from '../../../records/form/field-map.ts';
import type { FieldValues } from '../../../records/form/record-merge.ts';

/** A partner of a campaign, as in the API. */
export interface PartnerTerms {
  readonly streamerId: string;
  readonly sharedCode?: string | null;
  readonly couponQuota: number;
  readonly commissionBp: number;
}

/** The editable fields of a campaign, as in the API. */
export interface CampaignRecordTerms {
  readonly segmentId: string | null;
  readonly storeIds: readonly string[];
  readonly areaIds: readonly string[];
  readonly partners: readonly PartnerTerms[];
}

/** The values of partners, under their ids. */
type PartnerValues = {
  readonly [path: `streamers.${string}.sharedCode`]: string | null;
  readonly [path: `streamers.${string}.${'commissionBp' | 'couponQuota'}`]: number | string | null;
};

/** Values of the campaign form. */
export type CampaignValues = FormValues<typeof campaignRecord.fields> & {
  readonly storeIds: string | null;
  readonly areaIds: string | null;
} & PartnerValues;

const TERMS = Object.keys(campaignRecord.fields);

const OF_REWARD: Readonly<Record<string, readonly CampaignReward[]>> = {
  percentBp: ['PERCENT'],
  maxDiscountMinor: ['PERCENT'],
  amountMinor: ['AMOUNT'],
  points: ['POINTS'],
  giftTextI18n: ['GIFT'],
  budgetMinor: ['PERCENT', 'AMOUNT'],
};

const OF_CODES: Readonly<Record<string, CampaignCodeMode>> = {
  codePrefix: 'UNIQUE',
  couponQuota: 'UNIQUE',
  sharedCode: 'SHARED',
};

/** False for a value of another reward or kind of codes: it stays in the form and is not saved. */
export function isMeant(values: CampaignValues, field: string): boolean {
  const [root = field, , part] = field.split('.');
  const rewards: readonly (CampaignReward | null)[] | undefined = OF_REWARD[root];
  const codes = OF_CODES[part ?? root];
  return (
    (rewards === undefined || rewards.includes(values.rewardType)) && (codes === undefined || codes === values.codeMode)
  );
}

/** Values of an empty form. */
export function newCampaignValues(timezone: string, reservationSeconds: number | null): CampaignValues {
  return {
    ...emptyValues(campaignRecord.fields),
    rewardType: 'PERCENT',
    firstOrderOnly: false,
    codeMode: 'UNIQUE',
    couponsLimit: CAMPAIGN_LIMITS.couponsDefault,
    perCouponLimit: 1,
    perAccountLimit: 1,
    reservationSeconds,
    timezone,
    storeIds: null,
    areaIds: null,
  };
}

/** Name of a partner's field in the form. */
export const partnerField = <Field extends keyof Omit<PartnerTerms, 'streamerId'>>(streamerId: string, field: Field) =>
  `streamers.${streamerId}.${field}` as const;

/** A campaign as form values: one value per field, and three per partner under the partner's id. */
export function campaignFormValues(record: object & CampaignRecordTerms): CampaignValues {
  return {
    // Without an entry the form has no input for the gift.
    ...emptyValues(campaignRecord.fields),
    ...formValues(record, campaignRecord.fields),
    storeIds: idText(record.storeIds),
    areaIds: idText(record.areaIds),
    ...Object.fromEntries(record.partners.flatMap((partner) => Object.entries(partnerValues(partner)))),
  };
}

/** The three values of a partner. A commission, even an empty one, marks the partner as included. */
export function partnerValues({ streamerId, sharedCode, couponQuota, commissionBp }: PartnerTerms): PartnerValues {
  return {
    [partnerField(streamerId, 'commissionBp')]: commissionBp,
    [partnerField(streamerId, 'sharedCode')]: sharedCode ?? null,
    [partnerField(streamerId, 'couponQuota')]: couponQuota,
  } as PartnerValues;
}

/** Ids of the partners in the form, in the order in which they were added. */
export function partnerIds(values: CampaignValues): readonly string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const id = /^streamers\.(.+)\.commissionBp$/.exec(field)?.[1];
    return id !== undefined && value !== null && value !== undefined ? [id] : [];
  });
}

/** The whole campaign as input of the API; fields of another reward or kind of codes are null. */
export function campaignInput(values: CampaignValues) {
  const isShared = values.codeMode === 'SHARED';
  const other = TERMS.filter((field) => !isMeant(values, field)).map((field) => [field, null]);
  const streamers = partnerIds(values).map((streamerId) => ({
    streamerId,
    commissionBp: values[partnerField(streamerId, 'commissionBp')],
    ...(isShared
      ? { sharedCode: valueAt(values, partnerField(streamerId, 'sharedCode')) }
      : { couponQuota: values[partnerField(streamerId, 'couponQuota')] ?? 0 }),
  }));
  return {
    ...formInput(values, campaignRecord.fields),
    ...Object.fromEntries(other),
    storeIds: idsOf(values.storeIds),
    areaIds: idsOf(values.areaIds),
    streamers,
  };
}

/** Form values as the rules between fields take them. A missing start or end is set to a value that breaks no rule. */
export function campaignTerms(values: CampaignValues): CampaignTerms {
  const { startsAt, endsAt, ...input } = campaignInput(values);
  const starts = startsAt === null ? null : Date.parse(startsAt);
  const ends = endsAt === null ? null : Date.parse(endsAt);
  return {
    ...input,
    startsAt: new Date(starts ?? (ends ?? Date.UTC(2001)) - 1),
    endsAt: new Date(ends ?? (starts ?? Date.UTC(2001)) + 1),
  } as CampaignTerms;
}

/** Replaces a server's list index by the partner's id: `streamers.0.sharedCode` -> `streamers.<id>.sharedCode`. */
export function byPartner<Value>(
  fields: Readonly<Record<string, Value>>,
  values: CampaignValues,
): Readonly<Record<string, Value>> {
  const ids = partnerIds(values);
  return Object.fromEntries(
    Object.entries(fields).map(([path, value]) => [
      path.replace(/(^|\.)streamers\.(\d+)/, (whole, before: string, place: string) => {
        const id = ids[Number(place)];
        return id === undefined ? whole : `${before}streamers.${id}`;
      }),
      value,
    ]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The campaign of a conflict, with its lists as form values; lists that it does not carry are omitted. */
export function currentTerms(current: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { storeIds, areaIds, streamers, ...plain } = current;
  const text = (ids: unknown) => (Array.isArray(ids) ? idText(ids.map(String)) : undefined);
  const lists = { storeIds: text(storeIds), areaIds: text(areaIds), streamers: partnersOf(streamers) };
  return { ...plain, ...Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined)) };
}

function partnersOf(streamers: unknown): FieldValues | undefined {
  if (!Array.isArray(streamers)) return undefined;
  const prefix = 'streamers.'.length;
  const values = streamers.filter(isRecord).flatMap((each) =>
    Object.entries(
      partnerValues({
        streamerId: String(each['streamerId']),
        sharedCode: each['sharedCode'] == null ? null : String(each['sharedCode']),
        couponQuota: Number(each['couponQuota'] ?? 0),
        commissionBp: Number(each['commissionBp'] ?? 0),
      }),
    ),
  );
  return Object.fromEntries(values.map(([field, value]) => [field.slice(prefix), value]));
}
