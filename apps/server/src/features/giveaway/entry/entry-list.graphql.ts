import {
  GIVEAWAY_ENTRY_MACHINE,
  type GiveawayEntryAction,
  type GiveawayEntryState,
  type GiveawayStatus,
  type GiveawayWinnerState,
} from '@backcounter/domain';
import { actionRefusal } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { localName } from '../../../graphql/reference-data.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { selectionOf } from '../../../graphql/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import {
  addEnumFilter,
  addListConnection,
  addListSort,
  addSearchedConnection,
} from '../../../listing/list-connection.ts';
import { runList } from '../../../listing/run-list.ts';
import type { GiveawayEnums } from '../giveaway.graphql.ts';
import type { GiveawayNames } from '../giveaway-people.graphql.ts';
import type { WinnerEnums } from '../winner/winner-enums.graphql.ts';
import type { EntryTypes } from './entry.graphql.ts';
import { changeEntryState } from './entry-state.ts';
import { accountGiveawayList, giveawayEntryList } from './giveaway-entry.list.ts';

interface EntryListRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountNumber: number;
  readonly accountName: string | null;
  readonly tickets: number;
  readonly state: GiveawayEntryState;
  readonly stateReason: string | null;
  readonly pointsPaid: number;
  readonly enteredAt: string;
  readonly changedAt: string;
  readonly isGateOpen: boolean;
}

interface AccountGiveawayRow {
  readonly id: string;
  readonly giveawayId: string;
  readonly giveawayCode: string;
  readonly giveawayTitle: Readonly<Record<string, string>>;
  readonly giveawayStatus: GiveawayStatus;
  readonly tickets: number;
  readonly state: GiveawayEntryState;
  readonly pointsPaid: number;
  readonly enteredAt: string;
  readonly winnerState: GiveawayWinnerState | null;
  readonly winnerPosition: number | null;
  readonly prizeTitleI18n: Readonly<Record<string, string>> | null;
}

const SEARCH_MATCHES = ['ID', 'NUMBER', 'NONE'] as const;

/** What the lists of entries share. */
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

/** Entries as staff see them: of a giveaway, of an account, and what takes one out of the draw. */
export function addEntryLists(builder: Builder, types: EntryListTypes): void {
  const { list, entry, names } = types;
  const inputs = addInputs(builder, types);
  const row = builder.objectRef<EntryListRow>('GiveawayEntry').implement({
    description: 'An entry as staff see it.',
    fields: (t) => ({
      id: t.exposeID('id'),
      account: t.field({
        type: names.account,
        resolve: ({ accountId, accountNumber, accountName }) => ({
          id: accountId,
          publicNo: accountNumber,
          name: accountName,
        }),
      }),
      tickets: t.exposeInt('tickets'),
      state: t.expose('state', { type: entry.state }),
      stateReason: t.exposeString('stateReason', { nullable: true }),
      pointsPaid: t.exposeInt('pointsPaid', {
        description: 'Points that its tickets have cost and that have not gone back.',
      }),
      enteredAt: t.expose('enteredAt', { type: 'DateTime' }),
      changedAt: t.expose('changedAt', { type: 'DateTime' }),
      canDisqualify: t.boolean({
        resolve: (row, _args, context) => isOpen('DISQUALIFY', row, context),
      }),
      canReinstate: t.boolean({
        resolve: (row, _args, context) => isOpen('REINSTATE', row, context),
      }),
    }),
  });
  const filter = builder.inputType('GiveawayEntryFilter', {
    description: '`giveaway.in` names exactly one.',
    fields: (t) => ({
      giveaway: t.field({ type: list.idFilter }),
      account: t.field({ type: list.idFilter }),
      state: t.field({ type: inputs.stateFilter }),
      entered: t.field({ type: list.instantFilter }),
      tickets: t.field({ type: list.numberFilter }),
    }),
  });
  const searchMatch = builder.enumType('GiveawayEntrySearchMatch', { values: SEARCH_MATCHES });
  const connection = addSearchedConnection(builder, list, 'GiveawayEntry', row, searchMatch);
  builder.queryField('giveawayEntries', (t) =>
    t.field({
      type: connection,
      description: 'Entries of one giveaway; `filter.giveaway` says which.',
      extensions: needs('giveaway.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: inputs.sort }),
        search: t.arg.string({ description: 'Id of an entry or account, or number of an account.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<EntryListRow>(giveawayEntryList, context, args, selectionOf(info)),
    }),
  );
  for (const [name, action] of [
    ['disqualifyGiveawayEntry', 'DISQUALIFY'],
    ['reinstateGiveawayEntry', 'REINSTATE'],
  ] as const) {
    const { to, permission } = GIVEAWAY_ENTRY_MACHINE.actions[action];
    builder.mutationField(name, (t) =>
      t.field({
        type: row,
        description: `Until the entries are frozen; the entry is ${to} then.`,
        extensions: needs(permission),
        args: {
          giveawayId: t.arg.id({ required: true }),
          entryId: t.arg.id({ required: true }),
          reason: t.arg.string({ required: true }),
        },
        resolve: async (_root, { giveawayId, entryId, reason }, context, info) => {
          await changeEntryState(context, { giveawayId, entryId, action, reason });
          const page = await runList<EntryListRow>(
            giveawayEntryList,
            context,
            { filter: { giveaway: { in: [giveawayId] } }, first: 1 },
            { nodes: selectionOf(info) },
            { scope: 'one entry', condition: (values) => `r.id = ${values.add(entryId)}::uuid` },
          );
          const [node] = page.nodes;
          if (node === undefined) throw new Error('An entry was not found again.');
          return node;
        },
      }),
    );
  }
  addAccountGiveaways(builder, types, inputs);
}

function addInputs(builder: Builder, { list, entry }: EntryListTypes) {
  const sort = addListSort(builder, list, 'GiveawayEntry', ['ENTERED']);
  const stateFilter = addEnumFilter(builder, 'GiveawayEntryStateFilter', entry.state);
  return { sort, stateFilter };
}

function addAccountGiveaways(
  builder: Builder,
  { list, enums, entry, winners: { state: winnerState } }: EntryListTypes,
  inputs: ReturnType<typeof addInputs>,
): void {
  const giveaway = builder.objectRef<AccountGiveawayRow>('AccountGiveawayName').implement({
    fields: (t) => ({
      id: t.exposeID('giveawayId'),
      code: t.exposeString('giveawayCode'),
      title: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ giveawayTitle }, { locale }) => localName(giveawayTitle, locale),
      }),
      status: t.expose('giveawayStatus', { type: enums.status }),
    }),
  });
  const row = builder.objectRef<AccountGiveawayRow>('AccountGiveaway').implement({
    description: 'A giveaway that an account has entered.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Of the entry.' }),
      giveaway: t.field({ type: giveaway, resolve: (one) => one }),
      tickets: t.exposeInt('tickets'),
      state: t.expose('state', { type: entry.state }),
      pointsPaid: t.exposeInt('pointsPaid'),
      enteredAt: t.expose('enteredAt', { type: 'DateTime' }),
      winnerState: t.expose('winnerState', {
        type: winnerState,
        nullable: true,
        description: 'Null unless it was drawn and the giveaway is announced.',
      }),
      winnerPosition: t.exposeInt('winnerPosition', { nullable: true }),
      prizeTitle: t.string({
        nullable: true,
        args: { locale: t.arg.string() },
        resolve: ({ prizeTitleI18n }, { locale }) =>
          prizeTitleI18n === null ? null : localName(prizeTitleI18n, locale),
      }),
    }),
  });
  const winnerFilter = addEnumFilter(builder, 'AccountGiveawayWinnerStateFilter', winnerState);
  const filter = builder.inputType('AccountGiveawayFilter', {
    description: '`account.in` names exactly one.',
    fields: (t) => ({
      account: t.field({ type: list.idFilter }),
      state: t.field({ type: inputs.stateFilter }),
      entered: t.field({ type: list.instantFilter }),
      winnerState: t.field({ type: winnerFilter }),
    }),
  });
  const connection = addListConnection(builder, list, 'AccountGiveaway', row);
  builder.queryField('accountGiveaways', (t) =>
    t.field({
      type: connection,
      description: 'Giveaways that one account has entered; `filter.account` says which.',
      extensions: needs('account.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: inputs.sort }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<AccountGiveawayRow>(accountGiveawayList, context, args, selectionOf(info)),
    }),
  );
}
