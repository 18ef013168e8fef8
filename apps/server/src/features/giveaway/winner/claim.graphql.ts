import { GIVEAWAY_CLAIM_OUTCOMES } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { localName } from '../../../graphql/reference-data.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../../graphql/repeated-mutation.ts';
import type { EntryTypes } from '../entry/entry.graphql.ts';
import {
  type ClaimResult,
  claimPrize,
  type Participation,
  readParticipation,
  type WonRecord,
} from './claim.service.ts';
import type { WinnerEnums } from './winner-enums.graphql.ts';

/** What machine clients do for winners: say what was won, and claim it. */
export function addClaims(builder: Builder, { entry }: EntryTypes, { state }: WinnerEnums): void {
  const won = builder.objectRef<WonRecord>('GiveawayWin').implement({
    description: 'What an account has won.',
    fields: (t) => ({
      position: t.exposeInt('position'),
      state: t.expose('state', { type: state }),
      prizeRank: t.exposeInt('prizeRank'),
      prizeTitle: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ prizeTitle }, { locale }) => localName(prizeTitle, locale),
      }),
      points: t.exposeInt('prizePoints', { nullable: true }),
      claimDeadline: t.expose('claimDeadline', {
        type: 'DateTime',
        nullable: true,
        description: 'First instant at which it is too late to claim.',
      }),
      couponCode: t.exposeString('couponCode', {
        nullable: true,
        extensions: NEVER_STORED,
        description: "The account's own code; null where no code was won or it is not given yet.",
      }),
    }),
  });
  const result = builder.objectRef<ClaimResult>('GiveawayClaimResult').implement({
    fields: (t) => ({
      outcome: t.expose('outcome', {
        type: builder.enumType('GiveawayClaimOutcome', { values: GIVEAWAY_CLAIM_OUTCOMES }),
      }),
      isReplayed: t.exposeBoolean('isReplayed', { description: 'It was claimed before.' }),
      won: t.expose('won', { type: won, nullable: true }),
    }),
  });
  const participation = builder.objectRef<Participation>('GiveawayParticipation').implement({
    fields: (t) => ({
      entry: t.expose('entry', { type: entry, nullable: true }),
      won: t.expose('won', {
        type: won,
        nullable: true,
        description: 'Null before the giveaway is announced, and for whoever has won nothing.',
      }),
    }),
  });
  const input = builder.inputType('ClaimGiveawayPrizeInput', {
    description: 'Whose prize: `accountId` or `firebaseId`.',
    fields: (t) => ({ giveawayId: t.id({ required: true }), accountId: t.id(), firebaseId: t.string() }),
  });
  builder.mutationField('claimGiveawayPrize', (t) =>
    t.field({
      type: result,
      description:
        'Claims what an account has won. Points and codes are there at once. Claiming twice is claiming once.',
      extensions: { ...needsScope('giveaway.enter'), ...IN_ONE_STATEMENT, ...RUNS_AGAIN },
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, args, context) => claimPrize(context, args.input),
    }),
  );
  builder.queryField('giveawayParticipation', (t) =>
    t.field({
      type: participation,
      description: 'How an account takes part in a giveaway, and what it has won.',
      extensions: needsScope('giveaway.enter'),
      args: { giveawayId: t.arg.id({ required: true }), accountId: t.arg.id(), firebaseId: t.arg.string() },
      resolve: (_root, args, context) => readParticipation(context, args),
    }),
  );
}
