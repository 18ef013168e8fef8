import { REDEMPTION_LIMITS, REDEMPTION_MACHINE, type RedemptionState } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { NEVER_STORED } from '../../../graphql/repeated-mutation.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import { type Selection, selectionOf } from '../../../graphql/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../../listing/list-connection.ts';
import { runList } from '../../../listing/run-list.ts';
import type { RedemptionTypes } from './redemption.graphql.ts';
import { accountRedemptionList, campaignRedemptionList } from './redemption.list.ts';
import { rollBackRedemption } from './redemption.service.ts';

interface RedemptionRow {
  readonly id: string;
  readonly state: RedemptionState;
  readonly couponId: string;
  readonly codeLast4: string;
  readonly campaignId: string;
  readonly campaignCode: string;
  readonly campaignName: string;
  readonly storeId: string | null;
  readonly storeSid: string;
  readonly storeName: string;
  readonly streamerId: string | null;
  readonly streamerName: string;
  readonly accountId: string;
  readonly accountNumber: number;
  readonly accountName: string | null;
  readonly orderReference: string | null;
  readonly orderMinor: number | null;
  readonly discountMinor: number | null;
  readonly currency: string | null;
  readonly points: number | null;
  readonly commissionMinor: number | null;
  readonly reservedAt: string;
  readonly reservedUntil: string | null;
  readonly confirmedAt: string | null;
  readonly releasedAt: string | null;
  readonly isLapsed: boolean;
  readonly rolledBackAt: string | null;
  readonly rolledBackBySub: string | null;
  readonly rolledBackByName: string | null;
  readonly rollbackReason: string | null;
  readonly isReversible: boolean;
}

const { ROLL_BACK } = REDEMPTION_MACHINE.actions;
const SEARCH_MATCHES = ['ID', 'CODE', 'REFERENCE', 'NONE'] as const;

/** Redemptions as staff see them: of a campaign, of an account, and what takes one back. */
export function addRedemptionLists(builder: Builder, list: ListTypes, types: RedemptionTypes): void {
  const row = addRow(builder, types);
  const match = builder.enumType('RedemptionSearchMatch', { values: SEARCH_MATCHES });
  const connection = addSearchedConnection(builder, list, 'CouponRedemption', row, match);
  const sort = addListSort(builder, list, 'Redemption', ['RESERVED']);
  builder.queryField('campaignRedemptions', (t) =>
    t.field({
      type: connection,
      description:
        'Redemptions of one campaign; `filter.campaign` says which. The person of a streamer sees those of own codes.',
      extensions: needs('redemption.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({
          type: addFilter(builder, list, types, 'CampaignRedemptionFilter', 'campaign'),
          required: true,
        }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({
          description: 'Id, whole reference of the order, or whole code for those who may see codes.',
        }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<RedemptionRow>(campaignRedemptionList, context, args, selectionOf(info)),
    }),
  );
  builder.queryField('accountRedemptions', (t) =>
    t.field({
      type: connection,
      description: 'Redemptions of one account; `filter.account` says which.',
      extensions: needs('account.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: addFilter(builder, list, types, 'AccountRedemptionFilter', 'account'), required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({
          description: 'Id, whole reference of the order, or whole code for those who may see codes.',
        }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<RedemptionRow>(accountRedemptionList, context, args, selectionOf(info)),
    }),
  );
  builder.mutationField('rollBackRedemption', (t) =>
    t.field({
      type: row,
      description: `Takes a confirmed redemption back, within ${REDEMPTION_LIMITS.rollBackDays} days: the use, the budget, the points and the commission.`,
      extensions: needs(ROLL_BACK.permission),
      args: { id: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
      resolve: async (_root, { id, reason }, context, info) => {
        const campaignId = await rollBackRedemption(context, id, reason);
        return readRedemption(context, campaignId, id, selectionOf(info));
      },
    }),
  );
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

function addFilter(
  builder: Builder,
  { idFilter, instantFilter, numberFilter }: ListTypes,
  { state }: RedemptionTypes,
  name: 'AccountRedemptionFilter' | 'CampaignRedemptionFilter',
  within: 'account' | 'campaign',
) {
  return builder.inputType(name, {
    description: `\`${within}.in\` names exactly one.`,
    fields: (t) => ({
      campaign: t.field({ type: idFilter }),
      account: t.field({ type: idFilter }),
      state: t.field({
        type: addEnumFilter(
          builder,
          name === 'AccountRedemptionFilter' ? 'AccountRedemptionStateFilter' : 'CampaignRedemptionStateFilter',
          state,
        ),
      }),
      store: t.field({ type: idFilter }),
      streamer: t.field({ type: idFilter }),
      reserved: t.field({ type: instantFilter }),
      confirmed: t.field({ type: instantFilter }),
      discount: t.field({ type: numberFilter, description: 'Minor units.' }),
      order: t.field({ type: numberFilter, description: 'Minor units.' }),
    }),
  });
}

function addRow(builder: Builder, { state }: RedemptionTypes) {
  const named = <Name extends string>(name: Name) =>
    builder.objectRef<{ readonly id: string; readonly name: string; readonly code: string | null }>(name);
  const campaign = named('RedemptionCampaign').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code', { nullable: true }),
      name: t.exposeString('name'),
    }),
  });
  const store = named('RedemptionStore').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      sid: t.exposeString('code', { nullable: true }),
      name: t.exposeString('name'),
    }),
  });
  const streamer = named('RedemptionStreamer').implement({
    fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
  });
  const account = builder
    .objectRef<{ readonly id: string; readonly publicNo: number; readonly name: string | null }>('RedemptionAccount')
    .implement({
      fields: (t) => ({
        id: t.exposeID('id'),
        publicNo: t.expose('publicNo', { type: 'SafeInt' }),
        name: t.exposeString('name', { nullable: true, extensions: NEVER_STORED }),
      }),
    });
  return builder.objectRef<RedemptionRow>('CouponRedemption').implement({
    description: 'A use of a code as staff see it.',
    fields: (t) => ({
      id: t.exposeID('id'),
      state: t.expose('state', { type: state }),
      couponId: t.exposeID('couponId'),
      codeLast4: t.exposeString('codeLast4', { description: 'The last four signs of the code.' }),
      campaign: t.field({
        type: campaign,
        resolve: ({ campaignId, campaignCode, campaignName }) => ({
          id: campaignId,
          code: campaignCode,
          name: campaignName,
        }),
      }),
      store: t.field({
        type: store,
        nullable: true,
        resolve: ({ storeId, storeSid, storeName }) =>
          storeId === null ? null : { id: storeId, code: storeSid, name: storeName },
      }),
      streamer: t.field({
        type: streamer,
        nullable: true,
        resolve: ({ streamerId, streamerName }) =>
          streamerId === null ? null : { id: streamerId, code: null, name: streamerName },
      }),
      account: t.field({
        type: account,
        nullable: true,
        description: 'Null for the person of a streamer.',
        resolve: ({ accountId, accountNumber, accountName }, _args, { caller }) =>
          callerMay(caller, 'campaign.read-all') || callerMay(caller, 'account.read')
            ? { id: accountId, publicNo: accountNumber, name: callerMay(caller, 'account.read') ? accountName : null }
            : null,
      }),
      orderReference: t.exposeString('orderReference', { nullable: true }),
      orderMinor: t.expose('orderMinor', { type: 'SafeInt', nullable: true }),
      discountMinor: t.expose('discountMinor', { type: 'SafeInt', nullable: true }),
      currency: t.exposeString('currency', { nullable: true }),
      points: t.exposeInt('points', { nullable: true }),
      commissionMinor: t.expose('commissionMinor', { type: 'SafeInt', nullable: true }),
      reservedAt: t.expose('reservedAt', { type: 'DateTime' }),
      reservedUntil: t.expose('reservedUntil', { type: 'DateTime', nullable: true }),
      confirmedAt: t.expose('confirmedAt', { type: 'DateTime', nullable: true }),
      releasedAt: t.expose('releasedAt', { type: 'DateTime', nullable: true }),
      isLapsed: t.exposeBoolean('isLapsed', {
        description: 'It was released because nobody had confirmed it in time.',
      }),
      rolledBackAt: t.expose('rolledBackAt', { type: 'DateTime', nullable: true }),
      rolledBackBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ rolledBackBySub, rolledBackByName }) =>
          rolledBackBySub === null ? null : { sub: rolledBackBySub, name: rolledBackByName ?? rolledBackBySub },
      }),
      rollbackReason: t.exposeString('rollbackReason', { nullable: true }),
      canRollBack: t.boolean({
        resolve: ({ isReversible }, _args, { caller }) => isReversible && callerMay(caller, ROLL_BACK.permission),
      }),
    }),
  });
}
