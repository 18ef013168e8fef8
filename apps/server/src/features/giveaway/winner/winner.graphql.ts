import { GIVEAWAY_WINNER_MACHINE, type GiveawayWinnerAction } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { actionRefusal } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addMutation, auditReason } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { type Selection, selectionOf } from '../../../graphql/schema/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import { runList } from '../../../listing/run-list.ts';
import type { GiveawayNames } from '../giveaway-people.graphql.ts';
import { giveawayWinnerList, type WinnerRow } from './giveaway-winner.list.ts';
import type { WinnerEnums } from './winner-enums.graphql.ts';
import { forfeitWinner, fulfilWinner, type WinnerPlace } from './winner-state.ts';

type WinnerRef = ObjectRef<BuilderTypes, WinnerRow>;

/** GraphQL types that lists of winners share with others. */
export interface WinnerTypes extends WinnerEnums {
  readonly list: ListTypes;
  readonly names: GiveawayNames;
}

const SEARCH_MATCHES = {
  NUMBER: 'As a position or the number of an account.',
  NONE: 'As nothing that can be found.',
};
const { FORFEIT, FULFIL } = GIVEAWAY_WINNER_MACHINE.actions;

/** Adds the list of winners for staff and the mutations on winners. */
export function addWinners(builder: Builder, types: WinnerTypes): void {
  const row = addRow(builder, types);
  addWinnerList(builder, types, row);
  const payload = payloadOf(row);
  addMutation(builder, 'forfeitGiveawayWinner', {
    description:
      'Forfeits the prize of a winner who is not eligible or does not respond; the next alternate in the order of the draw gets it.',
    extensions: needs(FORFEIT.permission),
    input: (t) => ({ ...placeFields(t), reason: auditReason(t, true) }),
    resolve: async (said, context) => {
      await forfeitWinner(context, said);
      return said;
    },
    payload,
  });
  addMutation(builder, 'fulfilGiveawayWinner', {
    description: 'Marks a claimed prize as delivered; a code is assigned now if none was free when it was claimed.',
    extensions: needs(FULFIL.permission),
    input: (t) => ({
      ...placeFields(t),
      note: t.string({ description: 'How it was delivered; stored with the winner, not in the audit trail.' }),
    }),
    resolve: async (said, context) => {
      await fulfilWinner(context, said);
      return said;
    },
    payload,
  });
}

function placeFields(t: PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>) {
  return {
    giveawayId: t.id({ required: true, description: 'Id of the giveaway.' }),
    position: t.int({ required: true, description: 'Position in the order of the draw, from 1.' }),
  };
}

function payloadOf(row: WinnerRef) {
  return (t: PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, WinnerPlace>) => ({
    giveawayWinner: t.field({
      type: row,
      description: 'The winner after the change.',
      resolve: (place, _args, context, info) => readWinner(context, place, selectionOf(info)),
    }),
  });
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
  if (node === undefined) throw new Error('A changed winner was not found.');
  return node;
}

function addRow(builder: Builder, { names, state, kind }: WinnerTypes): WinnerRef {
  const review = builder.objectRef<readonly string[]>('GiveawayWinnerReview').implement({
    description: 'Eligibility of the account on the day of its entry.',
    fields: (t) => ({
      isEligible: t.boolean({
        description: 'True where `problems` is empty.',
        resolve: (problems) => problems.length === 0,
      }),
      problems: t.stringList({
        description: 'Values of `GiveawayEntryOutcome`, such as TOO_YOUNG.',
        resolve: (problems) => [...problems],
      }),
    }),
  });
  return builder.objectRef<WinnerRow>('GiveawayWinner').implement({
    description: 'A drawn winner or alternate, as staff see it.',
    fields: (t) => ({
      id: t.id({
        description: 'Id of the giveaway, a colon, and `position`.',
        resolve: ({ giveawayId, position }) => `${giveawayId}:${position}`,
      }),
      position: t.exposeInt('position', { description: 'Position in the order of the draw, from 1.' }),
      account: t.field({
        type: names.account,
        description: 'Drawn account.',
        resolve: ({ accountId, accountNumber, accountName }) => ({
          id: accountId,
          publicNo: accountNumber,
          name: accountName,
        }),
      }),
      entryId: t.exposeID('entryId', { description: 'Id of the entry that was drawn.' }),
      kind: t.expose('kind', { type: kind, description: 'How it was drawn.' }),
      state: t.expose('state', { type: state, description: 'State of the winner.' }),
      prize: t.field({
        type: names.prize,
        nullable: true,
        description: 'The prize; null for an alternate without one.',
        resolve: ({ prizeId, prizeRank, prizeTitle }) =>
          prizeId === null ? null : { id: prizeId, rank: prizeRank, titleI18n: prizeTitle },
      }),
      claimDeadline: t.expose(
        'claimDeadline',
        orNull('End of the claim period, exclusive; null before the winner is notified.', 'DateTime'),
      ),
      notifiedAt: t.expose('notifiedAt', orNull('When the winner was notified; null before.', 'DateTime')),
      claimedAt: t.expose('claimedAt', orNull('When the prize was claimed; null before.', 'DateTime')),
      fulfilledAt: t.expose('fulfilledAt', orNull('When the prize was given; null before.', 'DateTime')),
      forfeitedReason: t.exposeString('forfeitedReason', orNull('Why the prize was forfeited; null unless it was.')),
      fulfilmentNote: t.exposeString(
        'fulfilmentNote',
        orNull('How the prize was delivered, as noted by staff; null without a note.'),
      ),
      replacedByPosition: t.exposeInt(
        'replacedByPosition',
        orNull('Position of the alternate who got the prize; null if none.'),
      ),
      replacesPosition: t.exposeInt(
        'replacesPosition',
        orNull('Position of the winner whose prize this alternate got; null otherwise.'),
      ),
      couponLast4: t.exposeString(
        'couponLast4',
        orNull('Last four characters of the code that was won; null without one.'),
      ),
      pointsTransferId: t.exposeID(
        'pointsTransferId',
        orNull('Id of the transfer of the points that were won; null without one.'),
      ),
      review: t.field({
        type: review,
        description: 'Eligibility of the account.',
        resolve: ({ problems }) => problems ?? [],
      }),
      canForfeit: t.boolean({
        description: 'True if the caller may forfeit the prize now.',
        resolve: (row, _args, context) => isOpen('FORFEIT', row, context),
      }),
      canFulfil: t.boolean({
        description: 'True if the caller may mark the prize as delivered now.',
        resolve: ({ state: current }, _args, context) => isOpen('FULFIL', { state: current, unmet: null }, context),
      }),
    }),
  });
}

function addWinnerList(builder: Builder, { list, state, kind }: WinnerTypes, row: WinnerRef): void {
  addListQuery<WinnerRow>(builder, list, {
    name: 'giveawayWinners',
    description: 'Winners and alternates of one giveaway; `filter.giveaway` selects it.',
    permission: 'giveaway.read',
    list: giveawayWinnerList,
    connection: ['GiveawayWinner', row, 'Kind of search text that was recognised.', SEARCH_MATCHES],
    filter: ['GiveawayWinnerFilter', 'Filters of the list; `giveaway.in` names exactly one.'],
    enums: { state, kind },
    sort: ['GiveawayWinner'],
    search: 'Position, or number of an account.',
  });
}
