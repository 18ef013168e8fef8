import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { rowSelection, type Selection, selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { runList } from '../../listing/run-list.ts';
import { pointsEntryList } from './points-entry.list.ts';
import { type PointsParty, partiesOf, partyOf } from './points-party.ts';
import type { TransferRow } from './points-transfer.ts';
import type { PointsTypes } from './points-types.graphql.ts';

interface EntryRow
  extends Omit<TransferRow, 'amount' | 'credit' | 'creditWalletId' | 'debit' | 'debitWalletId' | 'id'> {
  readonly seq: number;
  readonly walletId: string;
  readonly transferId: string;
  readonly delta: number;
  readonly balanceAfter: number | null;
  readonly claimedAt: string | null;
  readonly otherWalletId: string;
  readonly hash: string | null;
  otherSide: PointsParty;
}

const SEARCH_MATCHES = ['ID', 'NUMBER', 'REFERENCE', 'NONE'] as const;

/** The entries of a wallet, newest first. */
export function addPointsEntries(builder: Builder, list: ListTypes, types: PointsTypes): void {
  const entry = addEntryType(builder, types);
  const { idFilter, instantFilter, numberFilter, textFilter, listStart } = list;
  const match = builder.enumType('PointsEntrySearchMatch', { values: SEARCH_MATCHES });
  const codeFilter = addEnumFilter(builder, 'PointsCodeFilter', types.code);
  const filter = builder.inputType('PointsEntryFilter', {
    fields: (t) => ({
      wallet: t.field({ type: idFilter, description: 'Needed: `in` names exactly one wallet.' }),
      code: t.field({ type: codeFilter }),
      isCredit: t.boolean({ description: 'Points came in, or went out.' }),
      amount: t.field({ type: numberFilter, description: 'Points moved, whichever way.' }),
      recorded: t.field({ type: instantFilter }),
      occurred: t.field({ type: instantFilter }),
      reference: t.field({ type: textFilter }),
      person: t.field({ type: textFilter, description: 'Subjects of staff and machine clients.' }),
    }),
  });
  const sort = addListSort(builder, list, 'PointsEntry', ['RECORDED']);
  const connection = addSearchedConnection(builder, list, 'PointsEntry', entry, match);
  builder.queryField('pointsEntries', (t) =>
    t.field({
      type: connection,
      description: 'Entries of one wallet in the order in which they were recorded; `filter.wallet` says which.',
      extensions: needs('points.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'Id of a transfer, number of an entry, or a whole reference.' }),
        startAt: t.arg({ type: listStart }),
      },
      resolve: async (_root, args, context, info) => {
        const selection = selectionOf(info);
        const page = await runList<EntryRow>(pointsEntryList, context, args, selection);
        await addOtherSides(context, page.nodes, rowSelection(selection));
        return page;
      },
    }),
  );
}

function addEntryType(builder: Builder, { code, party }: PointsTypes) {
  return builder.objectRef<EntryRow>('PointsEntry').implement({
    fields: (t) => ({
      id: t.id({ description: 'Wallet and number.', resolve: ({ walletId, seq }) => `${walletId}:${seq}` }),
      seq: t.expose('seq', { type: 'SafeInt', description: '1, 2, 3, … within the wallet.' }),
      walletId: t.exposeID('walletId'),
      transferId: t.exposeID('transferId'),
      delta: t.expose('delta', { type: 'SafeInt', description: 'Points in, or out when negative.' }),
      balanceAfter: t.expose('balanceAfter', {
        type: 'SafeInt',
        nullable: true,
        description: 'Null in wallets of the product itself, as is the hash.',
      }),
      code: t.expose('code', { type: code }),
      reason: t.exposeString('reason', { nullable: true }),
      referenceType: t.exposeString('referenceType', { nullable: true }),
      referenceId: t.exposeString('referenceId', { nullable: true }),
      occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
      claimedAt: t.expose('claimedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the sender said that it happened.',
      }),
      recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
      reversalOf: t.exposeID('reversalOf', { nullable: true, description: 'The transfer that this one takes back.' }),
      reversedBy: t.exposeID('reversedBy', { nullable: true, description: 'The transfer that takes this one back.' }),
      by: t.field({ type: 'StaffRef', resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName }) }),
      otherSide: t.expose('otherSide', { type: party }),
      hash: t.exposeString('hash', { nullable: true, description: 'SHA-256 in hexadecimal digits.' }),
    }),
  });
}

async function addOtherSides(
  context: RequestContext,
  rows: readonly EntryRow[],
  nodes: Selection | undefined,
): Promise<void> {
  if (nodes?.['otherSide'] === undefined) return;
  const parties = await partiesOf(
    context,
    rows.map(({ otherWalletId }) => otherWalletId),
  );
  for (const row of rows) row.otherSide = partyOf(parties, row.otherWalletId);
}
