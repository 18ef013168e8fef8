import {
  actionsOf,
  CAMPAIGN_CODE_MODES,
  CAMPAIGN_MACHINE,
  CAMPAIGN_REWARDS,
  CAMPAIGN_STATES,
  CAMPAIGN_STATUSES,
  type CampaignAction,
  currencyExponent,
  type Exposure,
} from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import type { EntityRefs } from '../../crud/record.graphql.ts';
import type { ActionRight } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { localName } from '../../graphql/reference-data.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { LAST_HOUR_MAX } from './campaign.list.ts';
import {
  type CampaignArea,
  type CampaignRow,
  type CampaignStore,
  type CampaignStreamer,
  campaignActions,
  exposureOf,
  openFieldsOf,
  type PartnerFigures,
  readCampaign,
  shownCode,
} from './campaign-record.ts';
import { seesAllCampaigns } from './campaign-visibility.ts';

/** The enums that the parts of this feature share. */
export function addCampaignEnums(builder: Builder) {
  return {
    state: builder.enumType('CampaignState', { values: CAMPAIGN_STATES }),
    status: builder.enumType('CampaignStatus', {
      description: 'The state that a person has set, or what time and counters make of an active campaign.',
      values: CAMPAIGN_STATUSES,
    }),
    reward: builder.enumType('CampaignReward', { values: CAMPAIGN_REWARDS }),
    codeMode: builder.enumType('CampaignCodeMode', { values: CAMPAIGN_CODE_MODES }),
  };
}

/** The enums of campaigns. */
export type CampaignEnums = ReturnType<typeof addCampaignEnums>;
/** The types of a campaign and of the places where it is valid. */
export type CampaignTypes = ReturnType<typeof addCampaignType>;
/** The type of a campaign. */
export type CampaignRef = CampaignTypes['campaign'];

/** A campaign as people read it, and `campaign(id)`. */
export function addCampaignType(
  builder: Builder,
  enums: CampaignEnums,
  streamers: EntityRefs,
  history: AuditConnectionRef,
) {
  const { store, area } = addPlaceTypes(builder);
  const streamer = addStreamerPlaceType(builder, streamers);
  const figures = addFigures(builder);
  const { partner, pulse } = addMomentTypes(builder);
  const exposure = addExposure(builder);
  const right = addRight(builder);
  const all = needs('campaign.read-all');
  const campaign = builder.objectRef<CampaignRow>('Campaign').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      name: t.exposeString('name'),
      description: t.exposeString('description', { nullable: true }),
      rewardType: t.expose('rewardType', { type: enums.reward }),
      percentBp: t.exposeInt('percentBp', { nullable: true, description: 'Basis points: 10000 is all of the order.' }),
      amountMinor: t.expose('amountMinor', {
        type: 'SafeInt',
        nullable: true,
        description: 'Minor units, as all money.',
      }),
      points: t.exposeInt('points', { nullable: true }),
      giftTextI18n: t.expose('giftTextI18n', { type: 'LocalizedText', nullable: true }),
      giftText: t.string({
        nullable: true,
        args: { locale: t.arg.string() },
        resolve: ({ giftTextI18n }, { locale }) => (giftTextI18n === null ? null : localName(giftTextI18n, locale)),
      }),
      currency: t.exposeString('currency', { nullable: true }),
      currencyExponent: t.int({
        nullable: true,
        description: 'Decimal places of the minor unit.',
        resolve: ({ currency }) => (currency === null ? null : currencyExponent(currency)),
      }),
      maxDiscountMinor: t.expose('maxDiscountMinor', { type: 'SafeInt', nullable: true }),
      minOrderMinor: t.expose('minOrderMinor', { type: 'SafeInt', nullable: true }),
      firstOrderOnly: t.exposeBoolean('firstOrderOnly'),
      startsAt: t.expose('startsAt', { type: 'DateTime' }),
      endsAt: t.expose('endsAt', { type: 'DateTime', description: 'First instant that no longer belongs to it.' }),
      timezone: t.exposeString('timezone'),
      codeMode: t.expose('codeMode', { type: enums.codeMode }),
      codePrefix: t.exposeString('codePrefix', { nullable: true }),
      couponsLimit: t.exposeInt('couponsLimit'),
      perCouponLimit: t.exposeInt('perCouponLimit'),
      perAccountLimit: t.exposeInt('perAccountLimit'),
      redemptionsLimit: t.exposeInt('redemptionsLimit', {
        nullable: true,
        extensions: all,
        description: 'Null: no limit; also for people without `campaign.read-all`.',
      }),
      budgetMinor: t.expose('budgetMinor', { type: 'SafeInt', nullable: true, extensions: all }),
      reservationSeconds: t.exposeInt('reservationSeconds'),
      state: t.expose('state', { type: enums.state }),
      status: t.expose('status', { type: enums.status }),
      stateReason: t.exposeString('stateReason', { nullable: true, extensions: all }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime' }),
      activatedAt: t.expose('activatedAt', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        extensions: all,
        resolve: ({ updatedBySub: sub, updatedByName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      version: t.exposeInt('version'),
      stores: t.expose('stores', { type: [store] }),
      areas: t.expose('areas', { type: [area] }),
      streamers: t.expose('streamers', {
        type: [streamer],
        description: 'Partners; the person of one sees the own place alone.',
      }),
      figures: t.field({
        type: figures,
        description: 'Of the whole campaign; the person of a partner sees what is the own.',
        resolve: (row) => row,
      }),
      partnerFigures: t.expose('partnerFigures', {
        type: [partner],
        description: 'What partners brought, those who were taken off included; the person of one sees the own alone.',
      }),
      pulse: t.field({
        type: pulse,
        nullable: true,
        extensions: all,
        description: 'How it goes at this moment.',
        resolve: ({ lastHour, refusedToday }) =>
          lastHour === null || refusedToday === null ? null : { lastHour, refusedToday },
      }),
      exposure: t.field({
        type: exposure,
        nullable: true,
        extensions: all,
        description: 'The most that it can cost.',
        resolve: (row, _args, { caller }) => (seesAllCampaigns(caller) ? exposureOf(row) : null),
      }),
      openFields: t.stringList({
        description: 'Fields that this person may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'campaign.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'What this person may do with it now, and why not.',
        resolve: (row, _args, context) => campaignActions(row, context),
      }),
      history: t.field({
        type: history,
        nullable: true,
        extensions: all,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: (row, args, context, info) =>
          seesAllCampaigns(context.caller)
            ? auditHistory(context, { type: 'campaign', id: row.id }, args, selectionOf(info))
            : null,
      }),
    }),
  });
  builder.queryField('campaign', (t) =>
    t.field({
      type: campaign,
      nullable: true,
      extensions: needs('campaign.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readCampaign(context, id, selectionOf(info)),
    }),
  );
  return { campaign, store, area };
}

function addPlaceTypes(builder: Builder) {
  const store = builder.objectRef<CampaignStore>('CampaignStore').implement({
    fields: (t) => ({ id: t.exposeID('id'), sid: t.exposeString('sid'), name: t.exposeString('name') }),
  });
  const area = builder.objectRef<CampaignArea>('CampaignArea').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      countryCode: t.exposeString('countryCode'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ nameI18n }, { locale }) => localName(nameI18n, locale),
      }),
    }),
  });
  return { store, area };
}

function addStreamerPlaceType(builder: Builder, { enums }: EntityRefs) {
  const { platform, state } = enums;
  if (platform === undefined || state === undefined) throw new Error('Streamers have lost an enum.');
  return builder.objectRef<CampaignStreamer>('CampaignStreamer').implement({
    description: 'A partner on a campaign.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Of the streamer.' }),
      displayName: t.exposeString('displayName'),
      platform: t.field({ type: platform, resolve: (row) => row.platform }),
      state: t.field({ type: state, resolve: (row) => row.state }),
      sharedCouponId: t.exposeID('sharedCouponId', { nullable: true }),
      code: t.string({
        nullable: true,
        description: 'The shared code; its end for those who may not see codes.',
        resolve: ({ code }, _args, { caller }) => shownCode(code, caller).code,
      }),
      isCodeMasked: t.boolean({ resolve: ({ code }, _args, { caller }) => shownCode(code, caller).isMasked }),
      couponQuota: t.exposeInt('couponQuota', { description: 'Codes that the partner may order.' }),
      couponsOrdered: t.exposeInt('couponsOrdered'),
      commissionBp: t.exposeInt('commissionBp', { description: 'Basis points of each order.' }),
    }),
  });
}

function addFigures(builder: Builder) {
  return builder.objectRef<CampaignRow>('CampaignFigures').implement({
    fields: (t) => ({
      coupons: t.expose('coupons', { type: 'SafeInt', description: 'Codes that there are.' }),
      reserved: t.expose('reserved', { type: 'SafeInt', description: 'Uses that are held at this moment.' }),
      redeemed: t.field({
        type: 'SafeInt',
        description: 'Confirmed uses.',
        resolve: ({ used, reserved }) => Math.max(0, Number(used) - Number(reserved)),
      }),
      discountMinor: t.expose('discountUsedMinor', { type: 'SafeInt', description: 'Given away or held.' }),
      discountHeldMinor: t.expose('discountHeldMinor', { type: 'SafeInt', description: 'Of it, what is only held.' }),
      points: t.expose('pointsUsed', { type: 'SafeInt' }),
      redemptionsLimit: t.exposeInt('redemptionsLimit', { nullable: true }),
      budgetMinor: t.expose('budgetMinor', { type: 'SafeInt', nullable: true }),
      budgetUse: t.int({
        nullable: true,
        description: 'Percent of the budget that is given away or held; null without a budget.',
        resolve: ({ discountUsedMinor, budgetMinor }) =>
          budgetMinor === null ? null : Math.floor((100 * Number(discountUsedMinor)) / Number(budgetMinor)),
      }),
    }),
  });
}

function addMomentTypes(builder: Builder) {
  const partner = builder.objectRef<PartnerFigures>('CampaignPartnerFigures').implement({
    fields: (t) => ({
      streamerId: t.exposeID('streamerId'),
      redeemed: t.expose('redeemed', { type: 'SafeInt', description: 'Confirmed uses that were not rolled back.' }),
      commissionMinor: t.expose('commissionMinor', { type: 'SafeInt', description: 'Earned of them.' }),
    }),
  });
  const pulse = builder
    .objectRef<{ readonly lastHour: number; readonly refusedToday: number }>('CampaignPulse')
    .implement({
      fields: (t) => ({
        lastHour: t.int({
          description: `Redemptions that were confirmed within the last 60 minutes, at most ${LAST_HOUR_MAX}.`,
          resolve: ({ lastHour }) => Math.min(lastHour, LAST_HOUR_MAX),
        }),
        isLastHourMore: t.boolean({ resolve: ({ lastHour }) => lastHour > LAST_HOUR_MAX }),
        refusedToday: t.expose('refusedToday', {
          type: 'SafeInt',
          description: 'Refused codes since midnight in the zone of the campaign.',
        }),
      }),
    });
  return { partner, pulse };
}

function addExposure(builder: Builder) {
  return builder.objectRef<Exposure>('CampaignExposure').implement({
    fields: (t) => ({
      uses: t.expose('uses', { type: 'SafeInt' }),
      discountMinor: t.expose('discountMinor', { type: 'SafeInt', nullable: true, description: 'Null: no ceiling.' }),
      points: t.expose('points', { type: 'SafeInt' }),
      needsAdmin: t.exposeBoolean('needsAdmin', {
        description: 'An administrator has to activate it, with a reason and the code typed again.',
      }),
    }),
  });
}

function addRight(builder: Builder) {
  const action = builder.enumType('CampaignAction', { values: actionsOf(CAMPAIGN_MACHINE) });
  return builder.objectRef<ActionRight<CampaignAction>>('CampaignActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
}
