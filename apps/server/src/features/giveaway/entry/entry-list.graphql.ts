import type { GiveawayEntryState, GiveawayStatus, GiveawayWinnerState } from '@backcounter/domain';
import { countOf } from '../../../audit/audit.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { localName } from '../../../graphql/reference-data.ts';
import { callerMay } from '../../../graphql/request-context.ts';
import { selectionOf } from '../../../graphql/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { type ListPage, runList } from '../../../listing/run-list.ts';
import type { GiveawayEnums } from '../giveaway.graphql.ts';
import type { GiveawayNames } from '../giveaway-people.graphql.ts';
import type { WinnerEnums } from '../winner/winner-enums.graphql.ts';
import type { EntryTypes } from './entry.graphql.ts';
import { setEntryState } from './entry-state.ts';
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
        resolve: ({ state, isGateOpen }, _args, { caller }) =>
          state === 'VALID' && isGateOpen && callerMay(caller, 'giveaway.disqualify'),
      }),
      canReinstate: t.boolean({
        resolve: ({ state, isGateOpen }, _args, { caller }) =>
          state === 'DISQUALIFIED' && isGateOpen && callerMay(caller, 'giveaway.disqualify'),
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
  const connection = builder.objectRef<ListPage<EntryListRow>>('GiveawayEntryConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [row] }),
      pageInfo: t.expose('pageInfo', { type: list.pageInfo }),
      count: t.field({ type: list.listCount, resolve: countOf }),
      matchedBy: t.field({
        type: searchMatch,
        nullable: true,
        resolve: ({ matchedBy }) => matchedBy as (typeof SEARCH_MATCHES)[number] | null,
      }),
    }),
  });
  builder.queryField('giveawayEntries', (t) =>
    t.field({
      type: connection,
      description: 'Entries of one giveaway; `filter.giveaway` says which.',
      extensions: needs('giveaway.read'),
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        last: t.arg.int(),
        before: t.arg.string(),
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: inputs.sort }),
        search: t.arg.string({ description: 'Id of an entry or account, or number of an account.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<EntryListRow>(giveawayEntryList, context, args, selectionOf(info)),
    }),
  );
  for (const [name, state] of [
    ['disqualifyGiveawayEntry', 'DISQUALIFIED'],
    ['reinstateGiveawayEntry', 'VALID'],
  ] as const) {
    builder.mutationField(name, (t) =>
      t.field({
        type: row,
        description: `Until the entries are frozen; the entry is ${state} then.`,
        extensions: needs('giveaway.disqualify'),
        args: {
          giveawayId: t.arg.id({ required: true }),
          entryId: t.arg.id({ required: true }),
          reason: t.arg.string({ required: true }),
        },
        resolve: async (_root, { giveawayId, entryId, reason }, context, info) => {
          await setEntryState(context, { giveawayId, entryId, state, reason });
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
  const sortKey = builder.enumType('GiveawayEntrySortKey', { values: ['ENTERED'] as const });
  const sort = builder.inputType('GiveawayEntrySort', {
    fields: (t) => ({
      key: t.field({ type: sortKey, required: true }),
      direction: t.field({ type: list.sortDirection, required: true }),
    }),
  });
  const stateFilter = builder.inputType('GiveawayEntryStateFilter', {
    fields: (t) => ({ in: t.field({ type: [entry.state] }), notIn: t.field({ type: [entry.state] }) }),
  });
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
  const winnerFilter = builder.inputType('AccountGiveawayWinnerStateFilter', {
    fields: (t) => ({ in: t.field({ type: [winnerState] }), notIn: t.field({ type: [winnerState] }) }),
  });
  const filter = builder.inputType('AccountGiveawayFilter', {
    description: '`account.in` names exactly one.',
    fields: (t) => ({
      account: t.field({ type: list.idFilter }),
      state: t.field({ type: inputs.stateFilter }),
      entered: t.field({ type: list.instantFilter }),
      winnerState: t.field({ type: winnerFilter }),
    }),
  });
  const connection = builder.objectRef<ListPage<AccountGiveawayRow>>('AccountGiveawayConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [row] }),
      pageInfo: t.expose('pageInfo', { type: list.pageInfo }),
      count: t.field({ type: list.listCount, resolve: countOf }),
    }),
  });
  builder.queryField('accountGiveaways', (t) =>
    t.field({
      type: connection,
      description: 'Giveaways that one account has entered; `filter.account` says which.',
      extensions: needs('account.read'),
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        last: t.arg.int(),
        before: t.arg.string(),
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: inputs.sort }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<AccountGiveawayRow>(accountGiveawayList, context, args, selectionOf(info)),
    }),
  );
}
