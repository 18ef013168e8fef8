import {
  type CampaignCodeMode,
  type CampaignReward,
  type CampaignState,
  type CampaignStatus,
  campaignRecord,
  currencyExponent,
} from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import type { EntityRefs } from '../../crud/record.graphql.ts';
import { type FieldEnums, outputFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { forwardArgs, localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { addRecordQuery } from '../../graphql/schema/record-query.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { staffField, stampFields } from '../../graphql/schema/shared-fields.ts';
import { CAMPAIGN_FIELDS, type CampaignArea, type CampaignRow, type CampaignStore } from './campaign.list.ts';
import {
  addExposure,
  addFigures,
  addMomentTypes,
  addPlaceTypes,
  addRight,
  addStreamerPlaceType,
} from './campaign-parts.graphql.ts';
import { campaignActions, exposureOf, openFieldsOf, readCampaign } from './campaign-record.ts';
import { reservationSecondsDefault } from './campaign-write.ts';
import { seesAllCampaigns } from './streamer/campaign-visibility.ts';

const STATES: Readonly<Record<CampaignState, string>> = {
  DRAFT: 'Being prepared; no code is valid.',
  ACTIVE: 'Activated: it runs within its time and limits.',
  PAUSED: 'Paused by a person, or because codes were guessed.',
  CANCELED: 'Ended early, without return.',
  ARCHIVED: 'Put away.',
};

const STATUSES: Readonly<Record<CampaignStatus, string>> = {
  DRAFT: STATES.DRAFT,
  SCHEDULED: 'Activated, and not started yet.',
  RUNNING: 'Codes can be redeemed.',
  EXHAUSTED: 'Its budget or its limit of uses is used up.',
  PAUSED: STATES.PAUSED,
  EXPIRED: 'Its end has passed.',
  CANCELED: STATES.CANCELED,
  ARCHIVED: STATES.ARCHIVED,
};

/** Enums shared by the parts of this feature. */
export interface CampaignEnums extends FieldEnums {
  readonly state: EnumRef<BuilderTypes, CampaignState>;
  readonly status: EnumRef<BuilderTypes, CampaignStatus>;
  readonly rewardType: EnumRef<BuilderTypes, CampaignReward>;
  readonly codeMode: EnumRef<BuilderTypes, CampaignCodeMode>;
}

/** Adds the enums of campaigns. */
export function addCampaignEnums(builder: Builder): CampaignEnums {
  const { rewardType, codeMode } = campaignRecord.fields;
  return {
    state: addEnum(builder, 'CampaignState', 'State set by staff; `docs/states.md` shows the transitions.', STATES),
    status: addEnum(
      builder,
      'CampaignStatus',
      'The state set by staff; for an active campaign derived from its window and limits.',
      STATUSES,
    ),
    rewardType: addEnum(builder, 'CampaignReward', rewardType.description, rewardType.values),
    codeMode: addEnum(builder, 'CampaignCodeMode', codeMode.description, codeMode.values),
  };
}

/** The type of a campaign. */
export type CampaignRef = ObjectRef<BuilderTypes, CampaignRow>;

/** The types of a campaign and of the places where it is valid. */
export interface CampaignTypes {
  readonly campaign: CampaignRef;
  readonly store: ObjectRef<BuilderTypes, CampaignStore>;
  readonly area: ObjectRef<BuilderTypes, CampaignArea>;
}

/** `Campaign` and `campaign(id)`. */
export function addCampaignType(
  builder: Builder,
  enums: CampaignEnums,
  streamers: EntityRefs,
  history: AuditConnectionRef,
): CampaignTypes {
  const { store, area } = addPlaceTypes(builder);
  const streamer = addStreamerPlaceType(builder, streamers);
  const figures = addFigures(builder);
  const { partner, pulse } = addMomentTypes(builder);
  const exposure = addExposure(builder);
  const right = addRight(builder);
  const all = needs('campaign.read-all');
  const campaign = builder.objectRef<CampaignRow>('Campaign').implement({
    description: 'A campaign with coupon codes.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the campaign.' }),
      ...outputFields(t, CAMPAIGN_FIELDS, enums),
      giftText: t.string({
        nullable: true,
        description: 'Name of the gift in one language; null unless GIFT.',
        args: { locale: localeArg(t) },
        resolve: ({ giftTextI18n }, { locale }) => (giftTextI18n === null ? null : localName(giftTextI18n, locale)),
      }),
      currencyExponent: t.int({
        nullable: true,
        description: 'Number of decimal places of the minor unit; null without a currency.',
        resolve: ({ currency }) => (currency === null ? null : currencyExponent(currency)),
      }),
      state: t.expose('state', { type: enums.state, description: 'State set by staff.' }),
      status: t.expose('status', { type: enums.status, description: 'Current status.' }),
      stateReason: t.exposeString('stateReason', {
        nullable: true,
        description: 'Why it is in its state; null without a reason, or where the caller lacks `campaign.read-all`.',
        extensions: all,
      }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime', description: 'When its state last changed.' }),
      activatedAt: t.expose('activatedAt', orNull('When it was activated; null for a draft.', 'DateTime')),
      ...stampFields(t),
      updatedBy: staffField(
        t,
        'updatedBy',
        'Author of the last change; null where no person did it, or where the caller lacks `campaign.read-all`.',
        all,
      ),
      segment: t.expose('segment', {
        type: 'SegmentRef',
        nullable: true,
        extensions: all,
        description:
          'Segment that accounts are members of when they use a code; null: any account, or where the caller lacks `campaign.read-all`.',
      }),
      stores: t.expose('stores', {
        type: [store],
        description:
          'Stores where codes are valid; without stores and areas they are valid wherever the currency is used.',
      }),
      areas: t.expose('areas', { type: [area], description: 'Areas in whose stores codes are valid.' }),
      streamers: t.expose('streamers', {
        type: [streamer],
        description: 'Streamers on the campaign; a streamer sees only their own place.',
      }),
      figures: t.field({
        type: figures,
        description: 'Figures of the whole campaign; a streamer sees only their own.',
        resolve: (row) => row,
      }),
      partnerFigures: t.expose('partnerFigures', {
        type: [partner],
        description: 'Results of each streamer, including removed ones; a streamer sees only their own.',
      }),
      pulse: t.field({
        type: pulse,
        nullable: true,
        extensions: all,
        description: 'Current activity; null where the caller lacks `campaign.read-all`.',
        resolve: ({ lastHour, refusedToday }) =>
          lastHour === null || refusedToday === null ? null : { lastHour, refusedToday },
      }),
      exposure: t.field({
        type: exposure,
        nullable: true,
        extensions: all,
        description: 'Maximum cost; null where the caller lacks `campaign.read-all`.',
        resolve: (row, _args, { caller }) => (seesAllCampaigns(caller) ? exposureOf(row) : null),
      }),
      openFields: t.stringList({
        description: 'Fields that the caller may change now.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'campaign.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'Actions on it: whether the caller may do each now, and the reason if not.',
        resolve: (row, _args, context) => campaignActions(row, context),
      }),
      history: t.field({
        type: history,
        nullable: true,
        description: 'Its audit trail, newest first; null where the caller lacks `campaign.read-all`.',
        extensions: all,
        args: forwardArgs(t),
        resolve: (row, args, context, info) =>
          seesAllCampaigns(context.caller)
            ? auditHistory(context, { type: 'campaign', id: row.id }, args, selectionOf(info))
            : null,
      }),
    }),
  });
  builder.queryField('campaignReservationDefault', (t) =>
    t.field({
      type: 'SafeInt',
      description: 'Seconds that a new campaign holds a use by default; the setting `coupon.reservation_seconds`.',
      extensions: needs('campaign.edit'),
      resolve: (_root, _args, { db }) => reservationSecondsDefault(db),
    }),
  );
  addRecordQuery(builder, 'campaign', {
    type: campaign,
    description: 'One campaign; null where there is none that the caller may see.',
    permission: 'campaign.read',
    id: 'The campaign.',
    read: readCampaign,
  });
  return { campaign, store, area };
}
