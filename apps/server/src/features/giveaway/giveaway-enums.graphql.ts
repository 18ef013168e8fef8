import type { GiveawayDrawMode, GiveawayPrizeKind, GiveawayState, GiveawayStatus } from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';

const STATES: Readonly<Record<GiveawayState, string>> = {
  DRAFT: 'Being prepared; only staff see it.',
  PUBLISHED: 'Rules, prizes and dates are promised; people can enter between `opensAt` and `closesAt`.',
  FROZEN: 'Entries have closed and their list is fixed; waits for the draw.',
  DRAWN: 'Winners are drawn and wait for a review; nobody has been told.',
  ANNOUNCED: 'Winners have been told and can claim.',
  SETTLED: 'Over: every prize was given or forfeited.',
  CANCELED: 'Called off before the freeze; points go back.',
};

const STATUSES: Readonly<Record<GiveawayStatus, string>> = {
  DRAFT: STATES.DRAFT,
  SCHEDULED: 'Published; `opensAt` is still to come.',
  OPEN: 'People can enter.',
  CLOSED: 'Entries have closed; the list is about to be frozen.',
  FROZEN: STATES.FROZEN,
  DRAWN: STATES.DRAWN,
  ANNOUNCED: STATES.ANNOUNCED,
  SETTLED: STATES.SETTLED,
  CANCELED: STATES.CANCELED,
};

const PRIZE_KINDS: Readonly<Record<GiveawayPrizeKind, string>> = {
  POINTS: 'Points, credited from the escrow when the prize is claimed.',
  COUPON: 'One code of a campaign, given when the prize is claimed.',
  PHYSICAL: 'A thing that people hand over.',
};

const DRAW_MODES: Readonly<Record<GiveawayDrawMode, string>> = {
  COMMIT_REVEAL: 'From a seed whose hash is public before anybody can enter.',
};

/** The enums that the parts of this feature share. */
export interface GiveawayEnums {
  readonly state: EnumRef<BuilderTypes, GiveawayState>;
  readonly status: EnumRef<BuilderTypes, GiveawayStatus>;
  readonly prizeKind: EnumRef<BuilderTypes, GiveawayPrizeKind>;
  readonly drawMode: EnumRef<BuilderTypes, GiveawayDrawMode>;
}

/** Adds the enums of giveaways. */
export function addGiveawayEnums(builder: Builder): GiveawayEnums {
  return {
    state: addEnum(builder, 'GiveawayState', 'State that a person or the draw has set.', STATES),
    status: addEnum(builder, 'GiveawayStatus', 'The state, or what time makes of a published giveaway.', STATUSES),
    prizeKind: addEnum(builder, 'GiveawayPrizeKind', 'What a prize is.', PRIZE_KINDS),
    drawMode: addEnum(builder, 'GiveawayDrawMode', 'Where the randomness of a draw comes from.', DRAW_MODES),
  };
}
