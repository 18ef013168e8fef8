import { type GiveawayEntryOutcome, type GiveawayEntryState, POINTS_LIMITS } from '@backcounter/domain';
import type { EnumRef, FieldMap, ObjectRef } from '@pothos/core';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation, type InputFields, type PayloadFields } from '../../../graphql/schema/mutation.ts';
import { changeEntry, type EntryResult } from './entry.service.ts';
import type { EntryRecord } from './entry-statement.ts';

type EntryPayload = (t: PayloadFields<EntryResult>) => FieldMap;

const STATES: Readonly<Record<GiveawayEntryState, string>> = {
  VALID: 'Takes part in the draw.',
  WITHDRAWN: 'The account has withdrawn it; it can enter again while the giveaway is open.',
  DISQUALIFIED: 'Staff have taken it out of the draw.',
};

const OUTCOMES: Readonly<Record<GiveawayEntryOutcome, string>> = {
  ENTERED: 'Done: the account takes part.',
  TICKETS_ADDED: 'Done: the entry has more tickets.',
  WITHDRAWN: 'Done: the entry is taken back.',
  CANCELED: 'Refused: the giveaway is canceled.',
  NOT_OPEN_YET: 'Refused: the giveaway is not open yet.',
  CLOSED: 'Refused: entries have closed.',
  DISQUALIFIED: 'Refused: the entry is disqualified.',
  ALREADY_ENTERED: 'Refused: the account has entered already.',
  NOT_ENTERED: 'Refused: the account has not entered.',
  ACCOUNT_NOT_ACTIVE: 'Refused: the account is not active.',
  STAFF_ACCOUNT: 'Refused: the account belongs to staff.',
  WRONG_COUNTRY: 'Refused: the giveaway is not open to the country of the account.',
  BIRTH_DATE_UNKNOWN: 'Refused: the giveaway has a lowest age, and the date of birth is not known.',
  TOO_YOUNG: 'Refused: the person is too young.',
  ACCOUNT_TOO_NEW: 'Refused: the account is younger than the setting `giveaway.min_account_age_days`.',
  TOO_MANY_TICKETS: 'Refused: the account would have more tickets than it can have.',
  FULL: 'Refused: the giveaway has as many entries as it can have.',
  WALLET_FROZEN: 'Refused: the wallet of the account is frozen.',
  POINTS_INSUFFICIENT: 'Refused: the account has too few points for the tickets.',
};

/** Types that entries have in common. */
export interface EntryTypes {
  readonly state: EnumRef<BuilderTypes, GiveawayEntryState>;
  readonly entry: ObjectRef<BuilderTypes, EntryRecord>;
}

/** What machine clients do with entries: enter, add tickets, withdraw. */
export function addEntries(builder: Builder): EntryTypes {
  const state = addEnum(builder, 'GiveawayEntryState', 'State of an entry.', STATES);
  const entry = builder.objectRef<EntryRecord>('GiveawayParticipationEntry').implement({
    description: 'An entry as machine clients see it.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      giveawayId: t.exposeID('giveawayId', { description: 'Id of the giveaway.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account.' }),
      tickets: t.exposeInt('tickets', { description: 'Number of its tickets.' }),
      state: t.expose('state', { type: state, description: 'Whether it takes part.' }),
      pointsPaid: t.exposeInt('pointsPaid', {
        description: 'Points that its tickets have cost and that have not gone back.',
      }),
      enteredAt: t.expose('enteredAt', { type: 'DateTime', description: 'When the account entered.' }),
    }),
  });
  addEntryMutations(builder, resultFields(builder, entry));
  return { state, entry };
}

function addEntryMutations(builder: Builder, payload: EntryPayload): void {
  const extensions = { ...needsScope('giveaway.enter'), ...IN_ONE_STATEMENT };
  addMutation(builder, 'enterGiveaway', {
    description:
      'Enters an account, once, and takes the points that its tickets cost. Who has withdrawn may enter again.',
    extensions,
    input: (t) => ({ ...keyAndEntrant(t), tickets: t.int({ description: 'Number of tickets; absent: 1.' }) }),
    resolve: (input, context) => changeEntry(context, 'ENTER', input),
    payload,
  });
  addMutation(builder, 'addGiveawayTickets', {
    description: 'Adds tickets to an entry, as many as an account may have.',
    extensions,
    input: (t) => ({ ...keyAndEntrant(t), tickets: t.int({ description: 'Number of tickets to add; absent: 1.' }) }),
    resolve: (input, context) => changeEntry(context, 'ADD', input),
    payload,
  });
  addMutation(builder, 'withdrawGiveawayEntry', {
    description: 'Takes an entry back, and gives back the points that it has cost.',
    extensions,
    input: keyAndEntrant,
    resolve: (input, context) => changeEntry(context, 'WITHDRAW', input),
    payload,
  });
}

function keyAndEntrant(t: InputFields) {
  return {
    key: t.string({
      required: true,
      description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, the client's own for ever in this giveaway: the same key is the same change.`,
    }),
    ...entrantFields(t),
  };
}

/** Which giveaway, and whose part in it. */
export function entrantFields(t: InputFields) {
  return {
    giveawayId: t.id({ required: true, description: 'Id of the giveaway.' }),
    accountId: t.id({ description: 'Id of the account; either this or `firebaseId`.' }),
    firebaseId: t.string({ description: 'Firebase id of the account; either this or `accountId`.' }),
  };
}

/** Payload fields of what becomes of a change of an entry. */
function resultFields(builder: Builder, entry: ObjectRef<BuilderTypes, EntryRecord>): EntryPayload {
  const outcome = addEnum(builder, 'GiveawayEntryOutcome', 'What became of a change of an entry.', OUTCOMES);
  return (t) => ({
    outcome: t.expose('outcome', { type: outcome, description: 'What became of it.' }),
    isReplayed: t.exposeBoolean('isReplayed', { description: 'True where the same was asked for and done before.' }),
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
  });
}
