import type { GiveawayDrawMode, GiveawayPrizeKind, GiveawayState, GiveawayStatus } from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';

const STATES: Readonly<Record<GiveawayState, string>> = {
  DRAFT: 'Being prepared; only staff see it.',
  PUBLISHED: 'Rules, prizes and dates are fixed; people can enter between `opensAt` and `closesAt`.',
  FROZEN: 'Entries are closed and their list is fixed; waiting for the draw.',
  DRAWN: 'Winners are drawn but not reviewed or notified yet.',
  ANNOUNCED: 'Winners have been notified and can claim.',
  SETTLED: 'Complete: every prize was given or forfeited.',
  CANCELED: 'Canceled before the freeze; points are refunded.',
};

const STATUSES: Readonly<Record<GiveawayStatus, string>> = {
  DRAFT: STATES.DRAFT,
  SCHEDULED: 'Published; `opensAt` is still to come.',
  OPEN: 'People can enter.',
  CLOSED: 'Entries are closed; the list is about to be frozen.',
  FROZEN: STATES.FROZEN,
  DRAWN: STATES.DRAWN,
  ANNOUNCED: STATES.ANNOUNCED,
  SETTLED: STATES.SETTLED,
  CANCELED: STATES.CANCELED,
};

const PRIZE_KINDS: Readonly<Record<GiveawayPrizeKind, string>> = {
  POINTS: 'Points, credited from the escrow when the prize is claimed.',
  COUPON: 'One code of a campaign, assigned when the prize is claimed.',
  PHYSICAL: 'A physical prize, delivered by staff.',
};

const DRAW_MODES: Readonly<Record<GiveawayDrawMode, string>> = {
  COMMIT_REVEAL: 'From a seed whose hash is public before the first entry.',
};

/** GraphQL enums that the files of this feature share. */
export interface GiveawayEnums {
  readonly state: EnumRef<BuilderTypes, GiveawayState>;
  readonly status: EnumRef<BuilderTypes, GiveawayStatus>;
  readonly prizeKind: EnumRef<BuilderTypes, GiveawayPrizeKind>;
  readonly drawMode: EnumRef<BuilderTypes, GiveawayDrawMode>;
}

/** Adds the enums of giveaways. */
export function addGiveawayEnums(builder: Builder): GiveawayEnums {
  return {
    state: addEnum(builder, 'GiveawayState', 'State set by staff or the draw.', STATES),
    status: addEnum(builder, 'GiveawayStatus', 'The state, with PUBLISHED divided by time.', STATUSES),
    prizeKind: addEnum(builder, 'GiveawayPrizeKind', 'Kind of a prize.', PRIZE_KINDS),
    drawMode: addEnum(builder, 'GiveawayDrawMode', 'Source of the randomness of a draw.', DRAW_MODES),
  };
}
