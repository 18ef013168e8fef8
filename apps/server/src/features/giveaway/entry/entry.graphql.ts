import { type GiveawayEntryOutcome, type GiveawayEntryState, POINTS_LIMITS } from '@backcounter/domain';
import type { EnumRef, FieldMap, ObjectRef } from '@pothos/core';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation, type InputFields, type PayloadFields } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { changeEntry, type EntryResult } from './entry.service.ts';
import type { EntryRecord } from './entry-statement.ts';

type EntryPayload = (t: PayloadFields<EntryResult>) => FieldMap;

const STATES: Readonly<Record<GiveawayEntryState, string>> = {
  VALID: 'Takes part in the draw.',
  WITHDRAWN: 'Withdrawn by the account, which can enter again while the giveaway is open.',
  DISQUALIFIED: 'Excluded from the draw by staff.',
};

const OUTCOMES: Readonly<Record<GiveawayEntryOutcome, string>> = {
  ENTERED: 'Done: the account takes part.',
  TICKETS_ADDED: 'Done: the entry has more tickets.',
  WITHDRAWN: 'Done: the entry is withdrawn.',
  CANCELED: 'Refused: the giveaway is canceled.',
  NOT_OPEN_YET: 'Refused: the giveaway is not open yet.',
  CLOSED: 'Refused: entries have closed.',
  DISQUALIFIED: 'Refused: the entry is disqualified.',
  ALREADY_ENTERED: 'Refused: the account has entered already.',
  NOT_ENTERED: 'Refused: the account has not entered.',
  ACCOUNT_NOT_ACTIVE: 'Refused: the account is not active.',
  STAFF_ACCOUNT: 'Refused: the account belongs to staff.',
  WRONG_COUNTRY: 'Refused: the giveaway is not open to the country of the account.',
  BIRTH_DATE_UNKNOWN: 'Refused: the giveaway has a minimum age, and the date of birth is not known.',
  TOO_YOUNG: 'Refused: the person is too young.',
  ACCOUNT_TOO_NEW: 'Refused: the account is younger than the setting `giveaway.min_account_age_days`.',
  NOT_IN_SEGMENT: 'Refused: the account is not in the segment that the giveaway is for.',
  TOO_MANY_TICKETS: 'Refused: the account would exceed its maximum number of tickets.',
  FULL: 'Refused: the giveaway has its maximum number of entries.',
  WALLET_FROZEN: 'Refused: the wallet of the account is frozen.',
  POINTS_INSUFFICIENT: 'Refused: the account has too few points for the tickets.',
};

/** GraphQL types of entries that other files use. */
export interface EntryTypes {
  readonly state: EnumRef<BuilderTypes, GiveawayEntryState>;
  readonly entry: ObjectRef<BuilderTypes, EntryRecord>;
}

/** Adds the mutations of machine clients: enter, add tickets, withdraw. */
export function addEntries(builder: Builder): EntryTypes {
  const state = addEnum(builder, 'GiveawayEntryState', 'State of an entry.', STATES);
  const entry = builder.objectRef<EntryRecord>('GiveawayParticipationEntry').implement({
    extensions: IN_PUBLIC,
    description: 'An entry as machine clients see it.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      giveawayId: t.exposeID('giveawayId', { description: 'Id of the giveaway.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account.' }),
      tickets: t.exposeInt('tickets', { description: 'Number of its tickets.' }),
      state: t.expose('state', { type: state, description: 'Whether it takes part.' }),
      pointsPaid: t.exposeInt('pointsPaid', {
        description: 'Points paid for its tickets and not refunded.',
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
      'Enters an account once and debits the points for its tickets. An account that has withdrawn may enter again.',
    extensions,
    input: (t) => ({ ...keyAndEntrant(t), tickets: t.int({ description: 'Number of tickets; absent: 1.' }) }),
    resolve: (input, context) => changeEntry(context, 'ENTER', input),
    payload,
  });
  addMutation(builder, 'addGiveawayTickets', {
    description: 'Adds tickets to an entry, up to the maximum per account.',
    extensions,
    input: (t) => ({ ...keyAndEntrant(t), tickets: t.int({ description: 'Number of tickets to add; absent: 1.' }) }),
    resolve: (input, context) => changeEntry(context, 'ADD', input),
    payload,
  });
  addMutation(builder, 'withdrawGiveawayEntry', {
    description: 'Withdraws an entry and refunds its points.',
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
      description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, unique per client and giveaway: the same key always means the same change.`,
    }),
    ...entrantFields(t),
  };
}

/** Input fields that select a giveaway and an account. */
export function entrantFields(t: InputFields) {
  return {
    giveawayId: t.id({ required: true, description: 'Id of the giveaway.' }),
    accountId: t.id({ description: 'Id of the account; either this or `firebaseId`.' }),
    firebaseId: t.string({ description: 'Firebase id of the account; either this or `accountId`.' }),
  };
}

/** Payload fields of a change of an entry. */
function resultFields(builder: Builder, entry: ObjectRef<BuilderTypes, EntryRecord>): EntryPayload {
  const outcome = addEnum(builder, 'GiveawayEntryOutcome', 'Outcome of a change of an entry.', OUTCOMES);
  return (t) => ({
    outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the change.' }),
    isReplayed: t.exposeBoolean('isReplayed', { description: 'True if the same request had been processed before.' }),
    details: t.field({
      type: 'JSON',
      description: 'Figures of the rule that refused it, such as `opensAt`, `minAge` or `maxTickets`.',
      resolve: ({ details }) => details,
    }),
    entry: t.expose('entry', orNull('The entry after the change; null if there is none.', entry)),
  });
}
