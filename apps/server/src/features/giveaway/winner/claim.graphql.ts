import type { GiveawayClaimOutcome } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../../graphql/repeated-mutation.ts';
import { localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { type EntryTypes, entrantFields } from '../entry/entry.graphql.ts';
import { claimPrize, type Participation, readParticipation, type WonRecord } from './claim.service.ts';
import type { WinnerEnums } from './winner-enums.graphql.ts';

const OUTCOMES: Readonly<Record<GiveawayClaimOutcome, string>> = {
  CLAIMED: 'Done: staff will deliver the prize.',
  GRANTED: 'Done: the account has the prize.',
  NOT_ANNOUNCED: 'Refused: winners are not announced yet.',
  NOT_A_WINNER: 'Refused: the account has no prize.',
  FORFEITED: 'Refused: the prize was forfeited.',
  CLAIM_EXPIRED: 'Refused: the claim period has ended.',
  ACCOUNT_NOT_ACTIVE: 'Refused: the account is not active.',
};

/** Adds the query and mutation by which machine clients read and claim prizes. */
export function addClaims(builder: Builder, { entry }: EntryTypes, { state }: WinnerEnums): void {
  const won = builder.objectRef<WonRecord>('GiveawayWin').implement({
    extensions: IN_PUBLIC,
    description: 'Prize of an account.',
    fields: (t) => ({
      position: t.exposeInt('position', { description: 'Position in the order of the draw, from 1.' }),
      state: t.expose('state', { type: state, description: 'State of the winner.' }),
      prizeRank: t.exposeInt('prizeRank', { description: 'Rank of the prize; 1 is drawn first.' }),
      prizeTitle: t.string({
        description: 'Title of the prize in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ prizeTitle }, { locale }) => localName(prizeTitle, locale),
      }),
      points: t.exposeInt('prizePoints', orNull('Points that were won; null unless POINTS.')),
      prizeImageUrl: t.exposeString(
        'prizeImageUrl',
        orNull('Path of the picture of the prize on this server, which anyone may load; null without one.'),
      ),
      claimDeadline: t.expose(
        'claimDeadline',
        orNull('End of the claim period, exclusive; null before the winner is notified.', 'DateTime'),
      ),
      couponCode: t.exposeString('couponCode', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'The won code; null if the prize is not a code or none is assigned yet.',
      }),
    }),
  });
  const outcome = addEnum(builder, 'GiveawayClaimOutcome', 'Outcome of a claim.', OUTCOMES);
  const participation = builder.objectRef<Participation>('GiveawayParticipation').implement({
    extensions: IN_PUBLIC,
    description: 'Participation of an account in a giveaway.',
    fields: (t) => ({
      entry: t.expose('entry', orNull('Its entry; null if it has not entered.', entry)),
      won: t.expose('won', orNull('Its prize; null before the giveaway is announced, and without a prize.', won)),
    }),
  });
  addMutation(builder, 'claimGiveawayPrize', {
    description:
      'Claims the prize of an account. Points and codes are given at once. Repeated claims have no further effect.',
    extensions: { ...needsScope('giveaway.enter'), ...IN_ONE_STATEMENT, ...RUNS_AGAIN },
    input: entrantFields,
    resolve: (input, context) => claimPrize(context, input),
    payload: (t) => ({
      outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the claim.' }),
      isReplayed: t.exposeBoolean('isReplayed', { description: 'True if it had been claimed before.' }),
      won: t.expose('won', orNull('Prize of the account; null without one.', won)),
    }),
  });
  builder.queryField('giveawayParticipation', (t) =>
    t.field({
      type: participation,
      description: 'Participation and prize of an account in a giveaway.',
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
