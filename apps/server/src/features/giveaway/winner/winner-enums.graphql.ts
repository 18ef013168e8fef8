import type { GiveawayWinnerKind, GiveawayWinnerState } from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';

const STATES: Readonly<Record<GiveawayWinnerState, string>> = {
  DRAWN: 'Drawn; not notified yet.',
  NOTIFIED: 'Told; can claim.',
  CLAIMED: 'Has claimed the prize and is waiting for it.',
  FULFILLED: 'Has the prize.',
  FORFEITED: 'The prize was forfeited.',
  PROMOTED: 'An alternate who got a forfeited prize; not notified yet.',
  UNUSED: 'An alternate who was not needed.',
};

const KINDS: Readonly<Record<GiveawayWinnerKind, string>> = {
  WINNER: 'Drawn for a prize.',
  ALTERNATE: 'Drawn to replace a winner whose prize is forfeited.',
};

/** GraphQL enums of winners. */
export interface WinnerEnums {
  readonly state: EnumRef<BuilderTypes, GiveawayWinnerState>;
  readonly kind: EnumRef<BuilderTypes, GiveawayWinnerKind>;
}

/** Adds the kinds and states of winners. */
export function addWinnerEnums(builder: Builder): WinnerEnums {
  return {
    state: addEnum(builder, 'GiveawayWinnerState', 'State of a winner or alternate.', STATES),
    kind: addEnum(builder, 'GiveawayWinnerKind', 'Kind of a drawn position.', KINDS),
  };
}
