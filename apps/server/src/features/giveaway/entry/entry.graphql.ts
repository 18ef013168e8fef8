import { GIVEAWAY_ENTRY_OUTCOMES, GIVEAWAY_ENTRY_STATES, POINTS_LIMITS } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { changeEntry, type EntryResult } from './entry.service.ts';
import type { EntryRecord } from './entry-statement.ts';

/** Types that entries have in common. */
export type EntryTypes = ReturnType<typeof addEntries>;

/** What machine clients do with entries: enter, add tickets, withdraw. */
export function addEntries(builder: Builder) {
  const state = builder.enumType('GiveawayEntryState', { values: GIVEAWAY_ENTRY_STATES });
  const entry = builder.objectRef<EntryRecord>('GiveawayParticipationEntry').implement({
    description: 'An entry as machine clients see it.',
    fields: (t) => ({
      id: t.exposeID('id'),
      giveawayId: t.exposeID('giveawayId'),
      accountId: t.exposeID('accountId'),
      tickets: t.exposeInt('tickets'),
      state: t.expose('state', { type: state }),
      pointsPaid: t.exposeInt('pointsPaid', { description: 'Points that its tickets have cost.' }),
      enteredAt: t.expose('enteredAt', { type: 'DateTime' }),
    }),
  });
  const result = builder.objectRef<EntryResult>('GiveawayEntryResult').implement({
    fields: (t) => ({
      outcome: t.expose('outcome', {
        type: builder.enumType('GiveawayEntryOutcome', { values: GIVEAWAY_ENTRY_OUTCOMES }),
      }),
      isReplayed: t.exposeBoolean('isReplayed', { description: 'The same was asked for and done before.' }),
      details: t.field({
        type: 'JSON',
        description: 'Figures of the rule that refused it, such as `opensAt`, `minAge` or `maxTickets`.',
        resolve: ({ details }) => details,
      }),
      entry: t.expose('entry', {
        type: entry,
        nullable: true,
        description: 'The entry as it is now; null where there is none.',
      }),
    }),
  });
  const key = {
    required: true,
    description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, the client's own for ever in this giveaway: the same key is the same change.`,
  } as const;
  const ticketInput = builder.inputType('GiveawayTicketsInput', {
    description: 'Whose entry: `accountId` or `firebaseId`.',
    fields: (t) => ({
      key: t.string(key),
      giveawayId: t.id({ required: true }),
      accountId: t.id(),
      firebaseId: t.string(),
      tickets: t.int({ description: '1 unless told.' }),
    }),
  });
  const withdrawal = builder.inputType('WithdrawGiveawayEntryInput', {
    description: 'Whose entry: `accountId` or `firebaseId`.',
    fields: (t) => ({
      key: t.string(key),
      giveawayId: t.id({ required: true }),
      accountId: t.id(),
      firebaseId: t.string(),
    }),
  });
  const scope = { extensions: { ...needsScope('giveaway.enter'), ...IN_ONE_STATEMENT } };
  builder.mutationField('enterGiveaway', (t) =>
    t.field({
      ...scope,
      type: result,
      description:
        'Enters an account, once, and takes the points that its tickets cost. Who has withdrawn may enter again.',
      args: { input: t.arg({ type: ticketInput, required: true }) },
      resolve: (_root, { input }, context) => changeEntry(context, 'ENTER', input),
    }),
  );
  builder.mutationField('addGiveawayTickets', (t) =>
    t.field({
      ...scope,
      type: result,
      description: 'Adds tickets to an entry, as many as an account may have.',
      args: { input: t.arg({ type: ticketInput, required: true }) },
      resolve: (_root, { input }, context) => changeEntry(context, 'ADD', input),
    }),
  );
  builder.mutationField('withdrawGiveawayEntry', (t) =>
    t.field({
      ...scope,
      type: result,
      description: 'Takes an entry back, and gives back the points that it has cost.',
      args: { input: t.arg({ type: withdrawal, required: true }) },
      resolve: (_root, { input }, context) => changeEntry(context, 'WITHDRAW', input),
    }),
  );
  return { state, entry };
}
