import { REDEMPTION_LIMITS, REDEMPTION_MACHINE } from '@backcounter/domain';
import { needs, needsScope } from '../../../graphql/authorise.ts';
import { NEVER_STORED } from '../../../graphql/repeated-mutation.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation, auditReason } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { type Selection, selectionOf } from '../../../graphql/schema/selection.ts';
import { staffField } from '../../../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addListSort, addSearchedConnection } from '../../../listing/list-connection.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import { runList } from '../../../listing/run-list.ts';
import { orderFields } from './order-fields.graphql.ts';
import type { RedemptionStateRef } from './redemption.graphql.ts';
import { accountRedemptionList, campaignRedemptionList, type RedemptionRow } from './redemption.list.ts';
import { rollBackRedemption } from './redemption.service.ts';

const { ROLL_BACK } = REDEMPTION_MACHINE.actions;
const SEARCH_MATCHES = {
  ID: 'Id of a redemption.',
  CODE: 'A whole code.',
  REFERENCE: 'Whole reference of an order.',
  NONE: 'None of these.',
} as const;
const SEARCHES = 'Id, whole reference of the order, or whole code (needs `coupon.reveal`).';

/** Redemptions for staff: those of a campaign, those of an account, and the rollback. */
export function addRedemptionLists(builder: Builder, list: ListTypes, state: RedemptionStateRef): void {
  const row = addRow(builder, state);
  const match = addEnum(builder, 'RedemptionSearchMatch', 'Meaning of a search text.', SEARCH_MATCHES);
  const connection = addSearchedConnection(builder, list, 'CouponRedemption', row, match);
  const sort = addListSort(builder, list, 'Redemption', ['RESERVED']);
  const shared = { connection, sort, search: SEARCHES, enums: { state } };
  addListQuery(builder, list, {
    ...shared,
    name: 'campaignRedemptions',
    description: 'Redemptions of the campaign in `filter.campaign`. Streamers see those of their own codes.',
    permission: 'redemption.read',
    list: campaignRedemptionList,
    filter: ['CampaignRedemptionFilter', 'Redemptions to list; `campaign.in` names exactly one.'],
  });
  addListQuery(builder, list, {
    ...shared,
    name: 'accountRedemptions',
    description: 'Redemptions of the account in `filter.account`.',
    permission: 'account.read',
    list: accountRedemptionList,
    filter: ['AccountRedemptionFilter', 'Redemptions to list; `account.in` names exactly one.'],
  });
  addMutation(builder, 'rollBackRedemption', {
    description: `Rolls back a confirmed redemption within ${REDEMPTION_LIMITS.rollBackDays} days, with its use, budget, points and commission. Machine clients roll back only their own, and may repeat it.`,
    extensions: { ...needs(ROLL_BACK.permission), ...needsScope('redemption.roll-back') },
    input: (t) => ({
      id: t.id({ required: true, description: 'The redemption to roll back.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ id, reason }, context) => ({ id, ...(await rollBackRedemption(context, id, reason)) }),
    payload: (t) => ({
      redemptionId: t.exposeID('id', { description: 'The redemption, which is rolled back now.' }),
      isReplayed: t.exposeBoolean('isReplayed', {
        description: 'Whether it was rolled back before, so that nothing changed; an error for staff.',
      }),
      redemption: t.field({
        type: row,
        description: 'The redemption after the change.',
        resolve: ({ id, campaignId }, _args, context, info) =>
          readRedemption(context, campaignId, id, selectionOf(info)),
      }),
    }),
  });
}

async function readRedemption(
  context: RequestContext,
  campaignId: string,
  id: string,
  selection: Selection,
): Promise<RedemptionRow> {
  const page = await runList<RedemptionRow>(
    campaignRedemptionList,
    context,
    { filter: { campaign: { in: [campaignId] } }, first: 1 },
    { nodes: selection },
    { scope: 'one redemption', condition: (values) => `r.id = ${values.add(id)}::uuid` },
  );
  const [node] = page.nodes;
  if (node === undefined) throw new Error('A redemption was not found again.');
  return node;
}

function addRow(builder: Builder, state: RedemptionStateRef) {
  const named = <Name extends string>(name: Name) =>
    builder.objectRef<{ readonly id: string; readonly name: string; readonly code: string | null }>(name);
  const campaign = named('RedemptionCampaign').implement({
    description: 'Campaign of a redemption.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the campaign.' }),
      code: t.exposeString('code', orNull('Code of the campaign.')),
      name: t.exposeString('name', { description: 'Name of the campaign.' }),
    }),
  });
  const store = named('RedemptionStore').implement({
    description: 'Store of a redemption.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the store.' }),
      sid: t.exposeString('code', orNull('Sid of the store.')),
      name: t.exposeString('name', { description: 'Name of the store.' }),
    }),
  });
  const streamer = named('RedemptionStreamer').implement({
    description: 'Streamer whose code was used.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the streamer.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
    }),
  });
  const account = builder
    .objectRef<{ readonly id: string; readonly publicNo: number; readonly name: string | null }>('RedemptionAccount')
    .implement({
      description: 'Account that used a code.',
      fields: (t) => ({
        id: t.exposeID('id', { description: 'Id of the account.' }),
        publicNo: t.expose('publicNo', { type: 'SafeInt', description: 'Number of the account.' }),
        name: t.exposeString('name', {
          nullable: true,
          description: 'Name of the account; null without one, or where the caller lacks `account.read`.',
          extensions: NEVER_STORED,
        }),
      }),
    });
  return builder.objectRef<RedemptionRow>('CouponRedemption').implement({
    description: 'A use of a code, for staff.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the redemption.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      couponId: t.exposeID('couponId', { description: 'The code that was used.' }),
      codeLast4: t.exposeString('codeLast4', { description: 'Last four characters of the code.' }),
      campaign: t.field({
        type: campaign,
        description: 'Campaign of the code.',
        resolve: ({ campaignId, campaignCode, campaignName }) => ({
          id: campaignId,
          code: campaignCode,
          name: campaignName,
        }),
      }),
      store: t.field({
        type: store,
        nullable: true,
        description: 'Where it was used; null without a store.',
        resolve: ({ storeId, storeSid, storeName }) =>
          storeId === null ? null : { id: storeId, code: storeSid, name: storeName },
      }),
      streamer: t.field({
        type: streamer,
        nullable: true,
        description: 'Streamer of the code; null without one.',
        resolve: ({ streamerId, streamerName }) =>
          streamerId === null ? null : { id: streamerId, code: null, name: streamerName },
      }),
      account: t.field({
        type: account,
        nullable: true,
        description: 'Account that used it; null for callers who may read neither all campaigns nor accounts.',
        resolve: ({ accountId, accountNumber, accountName }, _args, { caller }) =>
          callerMay(caller, 'campaign.read-all') || callerMay(caller, 'account.read')
            ? { id: accountId, publicNo: accountNumber, name: callerMay(caller, 'account.read') ? accountName : null }
            : null,
      }),
      ...orderFields(t),
      points: t.exposeInt('points', orNull('Points of this use; null where the reward is not points.')),
      commissionMinor: t.expose(
        'commissionMinor',
        orNull('Commission of the streamer in minor units; null where there is none.', 'SafeInt'),
      ),
      reservedAt: t.expose('reservedAt', { type: 'DateTime', description: 'When the use was reserved.' }),
      reservedUntil: t.expose(
        'reservedUntil',
        orNull('When the reservation expires or would have expired; null if it was not held.', 'DateTime'),
      ),
      confirmedAt: t.expose('confirmedAt', orNull('When it was confirmed; null unless confirmed.', 'DateTime')),
      releasedAt: t.expose('releasedAt', orNull('When it was released; null unless released.', 'DateTime')),
      isLapsed: t.exposeBoolean('isLapsed', {
        description: 'Whether it was released because it was not confirmed in time.',
      }),
      rolledBackAt: t.expose('rolledBackAt', orNull('When it was rolled back; null unless rolled back.', 'DateTime')),
      rolledBackBy: staffField(t, 'rolledBackBy', 'Staff member who rolled it back; null unless rolled back.'),
      rollbackReason: t.exposeString('rollbackReason', orNull('Why it was rolled back; null unless rolled back.')),
      canRollBack: t.boolean({
        description: 'Whether the caller may roll it back now.',
        resolve: ({ isReversible }, _args, { caller }) => isReversible && callerMay(caller, ROLL_BACK.permission),
      }),
    }),
  });
}
