import { GIVEAWAY_WINNER_KINDS, GIVEAWAY_WINNER_STATES } from '@backcounter/domain';
import type { Builder } from '../../../graphql/builder.ts';

/** The enums of whoever was drawn. */
export type WinnerEnums = ReturnType<typeof addWinnerEnums>;

/** How somebody was drawn, and what has become of it. */
export function addWinnerEnums(builder: Builder) {
  return {
    state: builder.enumType('GiveawayWinnerState', { values: GIVEAWAY_WINNER_STATES }),
    kind: builder.enumType('GiveawayWinnerKind', { values: GIVEAWAY_WINNER_KINDS }),
  };
}
