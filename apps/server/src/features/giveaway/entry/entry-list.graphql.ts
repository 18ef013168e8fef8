import { GIVEAWAY_ENTRY_MACHINE, type GiveawayEntryAction } from '@backcounter/domain';
import type { InputRef, ObjectRef } from '@pothos/core';
import { actionRefusal } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addMutation, auditReason } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { type Selection, selectionOf } from '../../../graphql/schema/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import type { ListArguments } from '../../../listing/list-arguments.ts';
import { addEnumFilter, addListConnection, addListSort } from '../../../listing/list-connection.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import { runList } from '../../../listing/run-list.ts';
import type { GiveawayEnums } from '../giveaway-enums.graphql.ts';
import type { GiveawayNames } from '../giveaway-people.graphql.ts';
import type { WinnerEnums } from '../winner/winner-enums.graphql.ts';
import type { EntryTypes } from './entry.graphql.ts';
import { changeEntryState } from './entry-state.ts';
import {
  type AccountGiveawayRow,
  accountGiveawayList,
  type EntryListRow,
  giveawayEntryList,
} from './giveaway-entry.list.ts';

const SEARCH_MATCHES = {
  ID: 'As the id of an entry or account.',
  NUMBER: 'As the number of an account.',
  NONE: 'As nothing that can be found.',
};

/** GraphQL types that the lists of entries use. */
export interface EntryListTypes {
  readonly list: ListTypes;
  readonly enums: GiveawayEnums;
  readonly entry: EntryTypes;
  readonly names: GiveawayNames;
  readonly winners: WinnerEnums;
}

function isOpen(
  action: GiveawayEntryAction,
  { state, isGateOpen }: EntryListRow,
  { caller, now }: RequestContext,
): boolean {
  const unmet = isGateOpen ? [] : ['fixed'];
  return actionRefusal(GIVEAWAY_ENTRY_MACHINE, action, { state, unmet }, caller, now) === null;
}

/** Adds entries for staff: of a giveaway, of an account, and the decisions about them. */
export function addEntryLists(builder: Builder, types: EntryListTypes): void {
  const { list, entry, names } = types;
  const inputs: EntryInputs = {
    sort: addListSort(builder, list, 'GiveawayEntry', ['ENTERED']),
    stateFilter: addEnumFilter(builder, 'GiveawayEntryStateFilter', entry.state),
  };
  const row = builder.objectRef<EntryListRow>('GiveawayEntry').implement({
    description: 'An entry as staff see it.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      account: t.field({
        type: names.account,
        description: 'Account of the entry.',
        resolve: ({ accountId, accountNumber, accountName }) => ({
          id: accountId,
          publicNo: accountNumber,
          name: accountName,
        }),
      }),
      tickets: t.exposeInt('tickets', { description: 'Number of its tickets.' }),
      state: t.expose('state', { type: entry.state, description: 'Whether it takes part.' }),
      stateReason: t.exposeString('stateReason', orNull('Why it was disqualified; null unless it is.')),
      pointsPaid: t.exposeInt('pointsPaid', {
        description: 'Points paid for its tickets and not refunded.',
      }),
      enteredAt: t.expose('enteredAt', { type: 'DateTime', description: 'When the account entered.' }),
      changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When it last changed.' }),
      canDisqualify: t.boolean({
        description: 'True if the caller may disqualify it now.',
        resolve: (row, _args, context) => isOpen('DISQUALIFY', row, context),
      }),
      canReinstate: t.boolean({
        description: 'True if the caller may reinstate it now.',
        resolve: (row, _args, context) => isOpen('REINSTATE', row, context),
      }),
    }),
  });
  addListQuery<EntryListRow>(builder, list, {
    name: 'giveawayEntries',
    description: 'Entries of one giveaway; `filter.giveaway` selects it.',
    permission: 'giveaway.read',
    list: giveawayEntryList,
    connection: ['GiveawayEntry', row, 'Kind of search text that was recognised.', SEARCH_MATCHES],
    filter: ['GiveawayEntryFilter', 'Filters of the list; `giveaway.in` names exactly one.'],
    enums: { state: inputs.stateFilter },
    sort: inputs.sort,
    search: 'Id of an entry or account, or number of an account.',
  });
  addDecision(builder, row, 'DISQUALIFY', 'Excludes an entry from the draw, until the entries are frozen.');
  addDecision(builder, row, 'REINSTATE', 'Reinstates a disqualified entry, until the entries are frozen.');
  addAccountGiveaways(builder, types, inputs);
}

function addDecision(
  builder: Builder,
  row: ObjectRef<BuilderTypes, EntryListRow>,
  action: GiveawayEntryAction,
  description: string,
): void {
  addMutation(builder, `${action.toLowerCase()}GiveawayEntry`, {
    description,
    extensions: needs(GIVEAWAY_ENTRY_MACHINE.actions[action].permission),
    input: (t) => ({
      giveawayId: t.id({ required: true, description: 'Id of the giveaway.' }),
      entryId: t.id({ required: true, description: 'Id of the entry.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ giveawayId, entryId, reason }, context) => {
      await changeEntryState(context, { giveawayId, entryId, action, reason });
      return { giveawayId, entryId };
    },
    payload: (t) => ({
      giveawayEntry: t.field({
        type: row,
        description: 'The entry after the change.',
        resolve: (place, _args, context, info) => readEntry(context, place, selectionOf(info)),
      }),
    }),
  });
}

async function readEntry(
  context: RequestContext,
  { giveawayId, entryId }: { readonly giveawayId: string; readonly entryId: string },
  selection: Selection,
): Promise<EntryListRow> {
  const page = await runList<EntryListRow>(
    giveawayEntryList,
    context,
    { filter: { giveaway: { in: [giveawayId] } }, first: 1 },
    { nodes: selection },
    { scope: 'one entry', condition: (values) => `r.id = ${values.add(entryId)}::uuid` },
  );
  const [node] = page.nodes;
  if (node === undefined) throw new Error('A changed entry was not found.');
  return node;
}

/** Inputs of both lists. */
interface EntryInputs {
  readonly sort: InputRef<NonNullable<ListArguments['sort']>>;
  readonly stateFilter: InputRef<object>;
}

function addAccountGiveaways(
  builder: Builder,
  { list, enums, entry, winners: { state: winnerState } }: EntryListTypes,
  inputs: EntryInputs,
): void {
  const giveaway = builder.objectRef<AccountGiveawayRow>('AccountGiveawayName').implement({
    description: 'A giveaway that an account has entered.',
    fields: (t) => ({
      id: t.exposeID('giveawayId', { description: 'Its id.' }),
      code: t.exposeString('giveawayCode', { description: 'Its code.' }),
      title: t.string({
        description: 'Its title in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ giveawayTitle }, { locale }) => localName(giveawayTitle, locale),
      }),
      status: t.expose('giveawayStatus', { type: enums.status, description: 'Its state at this moment.' }),
    }),
  });
  const row = builder.objectRef<AccountGiveawayRow>('AccountGiveaway').implement({
    description: 'An entry of an account in a giveaway.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the entry.' }),
      giveaway: t.field({ type: giveaway, description: 'The giveaway.', resolve: (one) => one }),
      tickets: t.exposeInt('tickets', { description: 'Number of tickets.' }),
      state: t.expose('state', { type: entry.state, description: 'State of the entry.' }),
      pointsPaid: t.exposeInt('pointsPaid', {
        description: 'Points paid for the tickets and not refunded.',
      }),
      enteredAt: t.expose('enteredAt', { type: 'DateTime', description: 'When the account entered.' }),
      winnerState: t.expose(
        'winnerState',
        orNull('Null unless it was drawn and the giveaway is announced.', winnerState),
      ),
      winnerPosition: t.exposeInt(
        'winnerPosition',
        orNull('Position in the order of the draw, from 1; null as `winnerState`.'),
      ),
      prizeTitle: t.string({
        nullable: true,
        description: 'Title of the prize in one language; null without a prize.',
        args: { locale: localeArg(t) },
        resolve: ({ prizeTitleI18n }, { locale }) =>
          prizeTitleI18n === null ? null : localName(prizeTitleI18n, locale),
      }),
    }),
  });
  addListQuery<AccountGiveawayRow>(builder, list, {
    name: 'accountGiveaways',
    description: 'Giveaways that one account has entered; `filter.account` selects it.',
    permission: 'account.read',
    list: accountGiveawayList,
    connection: addListConnection(builder, list, 'AccountGiveaway', row),
    filter: ['AccountGiveawayFilter', 'Filters of the list; `account.in` names exactly one.'],
    enums: { state: inputs.stateFilter, winnerState },
    sort: inputs.sort,
    search: null,
  });
}
