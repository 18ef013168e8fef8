import {
  CAMPAIGN_LIMITS,
  type CampaignCodeMode,
  type CampaignReward,
  type CampaignTerms,
  campaignRecord,
} from '@backcounter/domain';
import { idsOf, idText } from '../../../lib/format/id-text.ts';
import { formValues, valueAt } from '../../../records/form/field-map.ts';
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
  readonly storeIds: readonly string[];
  readonly areaIds: readonly string[];
  readonly partners: readonly PartnerTerms[];
}

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
export function isMeant(values: FieldValues, field: string): boolean {
  const [root = field, , part] = field.split('.');
  const rewards: readonly unknown[] | undefined = OF_REWARD[root];
  const codes = OF_CODES[part ?? root];
  return (
    (rewards === undefined || rewards.includes(values['rewardType'])) &&
    (codes === undefined || codes === values['codeMode'])
  );
}

/** Values of an empty form. */
export function newCampaignValues(timezone: string): FieldValues {
  const { giftTextI18n: _byLanguage, ...empty } = Object.fromEntries(TERMS.map((field) => [field, null]));
  return {
    ...empty,
    rewardType: 'PERCENT',
    'giftTextI18n.en-US': null,
    firstOrderOnly: false,
    codeMode: 'UNIQUE',
    couponsLimit: CAMPAIGN_LIMITS.couponsDefault,
    perCouponLimit: 1,
    perAccountLimit: 1,
    reservationSeconds: CAMPAIGN_LIMITS.reservationSecondsDefault,
    timezone,
    storeIds: null,
    areaIds: null,
  };
}

/** Name of a partner's field in the form. */
export const partnerField = (streamerId: string, field: keyof Omit<PartnerTerms, 'streamerId'>): string =>
  `streamers.${streamerId}.${field}`;

/** A campaign as form values: one value per field, and three per partner under the partner's id. */
export function campaignFormValues(record: object & CampaignRecordTerms): FieldValues {
  return {
    // Without this entry the form has no input for the gift.
    'giftTextI18n.en-US': null,
    ...formValues(Object.fromEntries(Object.entries(record)), TERMS),
    storeIds: idText(record.storeIds),
    areaIds: idText(record.areaIds),
    ...Object.fromEntries(record.partners.flatMap((partner) => Object.entries(partnerValues(partner)))),
  };
}

/** The three values of a partner. A commission, even an empty one, marks the partner as included. */
export function partnerValues({ streamerId, sharedCode, couponQuota, commissionBp }: PartnerTerms): FieldValues {
  return {
    [partnerField(streamerId, 'commissionBp')]: commissionBp,
    [partnerField(streamerId, 'sharedCode')]: sharedCode ?? null,
    [partnerField(streamerId, 'couponQuota')]: couponQuota,
  };
}

/** Ids of the partners in the form, in the order in which they were added. */
export function partnerIds(values: FieldValues): readonly string[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const id = /^streamers\.(.+)\.commissionBp$/.exec(field)?.[1];
    return id !== undefined && value !== null && value !== undefined ? [id] : [];
  });
}

/** The whole campaign as input of the API; fields of another reward or kind of codes are null. */
export function campaignInput(values: FieldValues): Readonly<Record<string, unknown>> {
  const isShared = values['codeMode'] === 'SHARED';
  const plain = TERMS.map((field) => [field, isMeant(values, field) ? valueAt(values, field) : null] as const);
  const streamers = partnerIds(values).map((streamerId) => ({
    streamerId,
    commissionBp: values[partnerField(streamerId, 'commissionBp')],
    ...(isShared
      ? { sharedCode: valueAt(values, partnerField(streamerId, 'sharedCode')) }
      : { couponQuota: values[partnerField(streamerId, 'couponQuota')] ?? 0 }),
  }));
  return {
    ...Object.fromEntries(plain),
    storeIds: idsOf(values['storeIds']),
    areaIds: idsOf(values['areaIds']),
    streamers,
  };
}

/** Fields of the API that differ between `mine` and `base`, with the values of `mine`. */
export function campaignPatch(mine: FieldValues, base: FieldValues): Readonly<Record<string, unknown>> {
  const before = campaignInput(base);
  return Object.fromEntries(
    Object.entries(campaignInput(mine)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  );
}

/** Form values as the rules between fields take them. A missing start or end is set to a value that breaks no rule. */
export function campaignTerms(values: FieldValues): CampaignTerms {
  const { startsAt, endsAt, ...input } = campaignInput(values);
  const starts = typeof startsAt === 'string' ? Date.parse(startsAt) : null;
  const ends = typeof endsAt === 'string' ? Date.parse(endsAt) : null;
  return {
    ...input,
    startsAt: new Date(starts ?? (ends ?? Date.UTC(2001)) - 1),
    endsAt: new Date(ends ?? (starts ?? Date.UTC(2001)) + 1),
  } as CampaignTerms;
}

/** Replaces a server's list index by the partner's id: `streamers.0.sharedCode` -> `streamers.<id>.sharedCode`. */
export function byPartner<Value>(
  fields: Readonly<Record<string, Value>>,
  values: FieldValues,
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
        sharedCode: typeof each['sharedCode'] === 'string' ? each['sharedCode'] : null,
        couponQuota: Number(each['couponQuota'] ?? 0),
        commissionBp: Number(each['commissionBp'] ?? 0),
      }),
    ),
  );
  return Object.fromEntries(values.map(([field, value]) => [field.slice(prefix), value]));
}
