import {
  GIVEAWAY_WINNER_MACHINE,
  type GiveawayWinnerAction,
  type GiveawayWinnerKind,
  type GiveawayWinnerState,
} from '@backcounter/domain';
import { actionRefusal } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { type Selection, selectionOf } from '../../../graphql/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../../listing/list-connection.ts';
import { runList } from '../../../listing/run-list.ts';
import type { GiveawayNames } from '../giveaway-people.graphql.ts';
import { giveawayWinnerList } from './giveaway-winner.list.ts';
import type { WinnerEnums } from './winner-enums.graphql.ts';
import { forfeitWinner, fulfilWinner, type WinnerPlace } from './winner-state.ts';

interface WinnerRow {
  readonly position: number;
  readonly giveawayId: string;
  readonly accountId: string;
  readonly accountNumber: number;
  readonly accountName: string | null;
  readonly entryId: string;
  readonly kind: GiveawayWinnerKind;
  readonly state: GiveawayWinnerState;
  readonly prizeId: string | null;
  readonly prizeRank: number;
  readonly prizeTitle: Readonly<Record<string, string>>;
  readonly claimDeadline: string | null;
  readonly notifiedAt: string | null;
  readonly claimedAt: string | null;
  readonly fulfilledAt: string | null;
  readonly forfeitedReason: string | null;
  readonly fulfilmentNote: string | null;
  readonly replacedByPosition: number | null;
  readonly replacesPosition: number | null;
  readonly couponLast4: string | null;
  readonly pointsTransferId: string | null;
  readonly problems: readonly string[] | null;
  /** Word of the condition of FORFEIT that does not hold. */
  readonly unmet: string | null;
}

/** Enums and short types that lists of winners share with others. */
export interface WinnerTypes extends WinnerEnums {
  readonly list: ListTypes;
  readonly names: GiveawayNames;
}

const SEARCH_MATCHES = ['NUMBER', 'NONE'] as const;
const { FORFEIT, FULFIL } = GIVEAWAY_WINNER_MACHINE.actions;

/** Who was drawn, as staff see it, and what they do about it. */
export function addWinners(builder: Builder, types: WinnerTypes): void {
  const row = addRow(builder, types);
  addWinnerList(builder, types, row);
  builder.mutationField('forfeitGiveawayWinner', (t) =>
    t.field({
      type: row,
      description:
        'Takes the prize from whoever is not eligible or silent; the next alternate in the order of the draw gets it.',
      extensions: needs(FORFEIT.permission),
      args: {
        giveawayId: t.arg.id({ required: true }),
        position: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, said, context, info) => {
        await forfeitWinner(context, said);
        return readWinner(context, said, selectionOf(info));
      },
    }),
  );
  builder.mutationField('fulfilGiveawayWinner', (t) =>
    t.field({
      type: row,
      description:
        'Says that a claimed prize was handed over; a code is given now where there was none when it was claimed.',
      extensions: needs(FULFIL.permission),
      args: {
        giveawayId: t.arg.id({ required: true }),
        position: t.arg.int({ required: true }),
        note: t.arg.string(),
      },
      resolve: async (_root, said, context, info) => {
        await fulfilWinner(context, said);
        return readWinner(context, said, selectionOf(info));
      },
    }),
  );
}

function isOpen(
  action: GiveawayWinnerAction,
  { state, unmet }: Pick<WinnerRow, 'state' | 'unmet'>,
  { caller, now }: RequestContext,
): boolean {
  const facts = { state, unmet: unmet === null ? [] : [unmet] };
  return actionRefusal(GIVEAWAY_WINNER_MACHINE, action, facts, caller, now) === null;
}

async function readWinner(
  context: RequestContext,
  { giveawayId, position }: WinnerPlace,
  selection: Selection,
): Promise<WinnerRow> {
  const page = await runList<WinnerRow>(
    giveawayWinnerList,
    context,
    { filter: { giveaway: { in: [giveawayId] } }, first: 1 },
    { nodes: selection },
    { scope: 'one winner', condition: (values) => `r.draw_position = ${values.add(position)}::int` },
  );
  const [node] = page.nodes;
  if (node === undefined) throw new Error('A winner was not found again.');
  return node;
}

function addRow(builder: Builder, { names, state, kind }: WinnerTypes) {
  const review = builder.objectRef<readonly string[]>('GiveawayWinnerReview').implement({
    description: 'Whether the account could still take part, on the day of its entry.',
    fields: (t) => ({
      isEligible: t.boolean({ resolve: (problems) => problems.length === 0 }),
      problems: t.stringList({
        description: 'Words of `GiveawayEntryOutcome`, such as TOO_YOUNG.',
        resolve: (problems) => [...problems],
      }),
    }),
  });
  return builder.objectRef<WinnerRow>('GiveawayWinner').implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ giveawayId, position }) => `${giveawayId}:${position}` }),
      position: t.exposeInt('position', { description: 'In the order of the draw, from 1 on.' }),
      account: t.field({
        type: names.account,
        resolve: ({ accountId, accountNumber, accountName }) => ({
          id: accountId,
          publicNo: accountNumber,
          name: accountName,
        }),
      }),
      entryId: t.exposeID('entryId'),
      kind: t.expose('kind', { type: kind }),
      state: t.expose('state', { type: state }),
      prize: t.field({
        type: names.prize,
        nullable: true,
        description: 'Null for an alternate who has none.',
        resolve: ({ prizeId, prizeRank, prizeTitle }) =>
          prizeId === null ? null : { id: prizeId, rank: prizeRank, titleI18n: prizeTitle },
      }),
      claimDeadline: t.expose('claimDeadline', {
        type: 'DateTime',
        nullable: true,
        description: 'First instant at which it is too late to claim.',
      }),
      notifiedAt: t.expose('notifiedAt', { type: 'DateTime', nullable: true }),
      claimedAt: t.expose('claimedAt', { type: 'DateTime', nullable: true }),
      fulfilledAt: t.expose('fulfilledAt', { type: 'DateTime', nullable: true }),
      forfeitedReason: t.exposeString('forfeitedReason', { nullable: true }),
      fulfilmentNote: t.exposeString('fulfilmentNote', { nullable: true }),
      replacedByPosition: t.exposeInt('replacedByPosition', { nullable: true }),
      replacesPosition: t.exposeInt('replacesPosition', { nullable: true }),
      couponLast4: t.exposeString('couponLast4', { nullable: true, description: 'End of the code that was won.' }),
      pointsTransferId: t.exposeID('pointsTransferId', { nullable: true }),
      review: t.field({ type: review, resolve: ({ problems }) => problems ?? [] }),
      canForfeit: t.boolean({ resolve: (row, _args, context) => isOpen('FORFEIT', row, context) }),
      canFulfil: t.boolean({
        resolve: ({ state: current }, _args, context) => isOpen('FULFIL', { state: current, unmet: null }, context),
      }),
    }),
  });
}

function addWinnerList(builder: Builder, { list, state, kind }: WinnerTypes, row: ReturnType<typeof addRow>): void {
  const stateFilter = addEnumFilter(builder, 'GiveawayWinnerStateFilter', state);
  const kindFilter = addEnumFilter(builder, 'GiveawayWinnerKindFilter', kind);
  const filter = builder.inputType('GiveawayWinnerFilter', {
    description: '`giveaway.in` names exactly one.',
    fields: (t) => ({
      giveaway: t.field({ type: list.idFilter }),
      account: t.field({ type: list.idFilter }),
      state: t.field({ type: stateFilter }),
      kind: t.field({ type: kindFilter }),
    }),
  });
  const sort = addListSort(builder, list, 'GiveawayWinner', ['POSITION']);
  const searchMatch = builder.enumType('GiveawayWinnerSearchMatch', { values: SEARCH_MATCHES });
  const connection = addSearchedConnection(builder, list, 'GiveawayWinner', row, searchMatch);
  builder.queryField('giveawayWinners', (t) =>
    t.field({
      type: connection,
      description: 'Who was drawn in one giveaway; `filter.giveaway` says which.',
      extensions: needs('giveaway.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'Position, or number of an account.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) => runList<WinnerRow>(giveawayWinnerList, context, args, selectionOf(info)),
    }),
  );
}
