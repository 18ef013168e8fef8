import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addGiveawayDraw } from './draw/draw.graphql.ts';
import { addEntries } from './entry/entry.graphql.ts';
import { addEntryLists } from './entry/entry-list.graphql.ts';
import { addOffers } from './entry/offer.graphql.ts';
import { addGiveawayType } from './giveaway.graphql.ts';
import { addGiveawayChoices } from './giveaway-choices.graphql.ts';
import { addGiveawayEnums } from './giveaway-enums.graphql.ts';
import { addGiveawayList } from './giveaway-list.graphql.ts';
import { addGiveawayMutations } from './giveaway-mutation.graphql.ts';
import { addGiveawayNames } from './giveaway-people.graphql.ts';
import { addGiveawayTransactions } from './transaction/giveaway-transaction.graphql.ts';
import { addClaims } from './winner/claim.graphql.ts';
import { addWinners } from './winner/winner.graphql.ts';
import { addWinnerEnums } from './winner/winner-enums.graphql.ts';

/** Giveaways, from the draft to the last prize. */
export function addGiveaway(builder: Builder, { list, history }: EntityTypes): void {
  const enums = addGiveawayEnums(builder);
  const types = addGiveawayType(builder, enums, history);
  const names = addGiveawayNames(builder);
  const winners = addWinnerEnums(builder);
  addGiveawayList(builder, list, enums, types.giveaway);
  addGiveawayMutations(builder, enums, types.giveaway);
  addGiveawayChoices(builder, types);
  addGiveawayTransactions(builder, list, names);
  const entry = addEntries(builder);
  addEntryLists(builder, { list, enums, entry, names, winners });
  addWinners(builder, { list, names, ...winners });
  addClaims(builder, entry, winners);
  addOffers(builder, enums, winners);
  addGiveawayDraw(builder, winners);
}
