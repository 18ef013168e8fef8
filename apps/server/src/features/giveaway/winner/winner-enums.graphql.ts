import type { GiveawayWinnerKind, GiveawayWinnerState } from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';

const STATES: Readonly<Record<GiveawayWinnerState, string>> = {
  DRAWN: 'Drawn; has not been told.',
  NOTIFIED: 'Told; can claim.',
  CLAIMED: 'Has claimed the prize and waits for it.',
  FULFILLED: 'Has the prize.',
  FORFEITED: 'Has lost the prize.',
  PROMOTED: 'An alternate who got a prize that somebody else lost; has not been told.',
  UNUSED: 'An alternate who was not needed.',
};

const KINDS: Readonly<Record<GiveawayWinnerKind, string>> = {
  WINNER: 'Drawn for a prize.',
  ALTERNATE: 'Drawn to take the place of a winner who loses the prize.',
};

/** The enums of whoever was drawn. */
export interface WinnerEnums {
  readonly state: EnumRef<BuilderTypes, GiveawayWinnerState>;
  readonly kind: EnumRef<BuilderTypes, GiveawayWinnerKind>;
}

/** How somebody was drawn, and what has become of it. */
export function addWinnerEnums(builder: Builder): WinnerEnums {
  return {
    state: addEnum(builder, 'GiveawayWinnerState', 'State of somebody who was drawn.', STATES),
    kind: addEnum(builder, 'GiveawayWinnerKind', 'How somebody was drawn.', KINDS),
  };
}
