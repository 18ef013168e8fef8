import type { GiveawayClaimOutcome } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../../graphql/repeated-mutation.ts';
import { localeArg } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { localName } from '../../../graphql/schema/reference-data.ts';
import { type EntryTypes, entrantFields } from '../entry/entry.graphql.ts';
import { claimPrize, type Participation, readParticipation, type WonRecord } from './claim.service.ts';
import type { WinnerEnums } from './winner-enums.graphql.ts';

const OUTCOMES: Readonly<Record<GiveawayClaimOutcome, string>> = {
  CLAIMED: 'Done: people hand the prize over.',
  GRANTED: 'Done: the account has the prize.',
  NOT_ANNOUNCED: 'Refused: winners are not announced yet.',
  NOT_A_WINNER: 'Refused: the account has won nothing.',
  FORFEITED: 'Refused: the account has lost the prize.',
  CLAIM_EXPIRED: 'Refused: the time to claim is over.',
  ACCOUNT_NOT_ACTIVE: 'Refused: the account is not active.',
};

/** What machine clients do for winners: say what was won, and claim it. */
export function addClaims(builder: Builder, { entry }: EntryTypes, { state }: WinnerEnums): void {
  const won = builder.objectRef<WonRecord>('GiveawayWin').implement({
    description: 'What an account has won.',
    fields: (t) => ({
      position: t.exposeInt('position', { description: 'Position in the order of the draw, from 1.' }),
      state: t.expose('state', { type: state, description: 'What has become of it.' }),
      prizeRank: t.exposeInt('prizeRank', { description: 'Rank of the prize; 1 is drawn first.' }),
      prizeTitle: t.string({
        description: 'Title of the prize in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ prizeTitle }, { locale }) => localName(prizeTitle, locale),
      }),
      points: t.exposeInt('prizePoints', { nullable: true, description: 'Points that were won; null unless POINTS.' }),
      claimDeadline: t.expose('claimDeadline', {
        type: 'DateTime',
        nullable: true,
        description: 'First instant at which it is too late to claim; null for whoever was not told.',
      }),
      couponCode: t.exposeString('couponCode', {
        nullable: true,
        extensions: NEVER_STORED,
        description: "The account's own code; null where no code was won or it is not given yet.",
      }),
    }),
  });
  const outcome = addEnum(builder, 'GiveawayClaimOutcome', 'What became of a claim.', OUTCOMES);
  const participation = builder.objectRef<Participation>('GiveawayParticipation').implement({
    description: 'How an account takes part in a giveaway.',
    fields: (t) => ({
      entry: t.expose('entry', {
        type: entry,
        nullable: true,
        description: 'Its entry; null where it has not entered.',
      }),
      won: t.expose('won', {
        type: won,
        nullable: true,
        description: 'Null before the giveaway is announced, and for whoever has won nothing.',
      }),
    }),
  });
  addMutation(builder, 'claimGiveawayPrize', {
    description: 'Claims what an account has won. Points and codes are there at once. Claiming twice is claiming once.',
    extensions: { ...needsScope('giveaway.enter'), ...IN_ONE_STATEMENT, ...RUNS_AGAIN },
    input: entrantFields,
    resolve: (input, context) => claimPrize(context, input),
    payload: (t) => ({
      outcome: t.expose('outcome', { type: outcome, description: 'What became of it.' }),
      isReplayed: t.exposeBoolean('isReplayed', { description: 'True where it was claimed before.' }),
      won: t.expose('won', {
        type: won,
        nullable: true,
        description: 'What the account has won; null where it has won nothing.',
      }),
    }),
  });
  builder.queryField('giveawayParticipation', (t) =>
    t.field({
      type: participation,
      description: 'How an account takes part in a giveaway, and what it has won.',
      extensions: needsScope('giveaway.enter'),
      args: {
        giveawayId: t.arg.id({ required: true, description: 'Id of the giveaway.' }),
        accountId: t.arg.id({ description: 'Id of the account; either this or `firebaseId`.' }),
        firebaseId: t.arg.string({ description: 'Firebase id of the account; either this or `accountId`.' }),
      },
      resolve: (_root, args, context) => readParticipation(context, args),
    }),
  );
}
