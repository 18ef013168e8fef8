import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/builder.ts';
import { addGiveawayEnums, addGiveawayType } from './giveaway.graphql.ts';
import { addGiveawayChoices } from './giveaway-choices.graphql.ts';
import { addGiveawayList } from './giveaway-list.graphql.ts';
import { addGiveawayMutations } from './giveaway-mutation.graphql.ts';

/** Giveaways, from the draft to the last prize; the draw itself comes on top. */
export function addGiveaway(builder: Builder, shared: EntityTypes): void {
  const enums = addGiveawayEnums(builder);
  const types = addGiveawayType(builder, enums, shared.history);
  addGiveawayList(builder, shared.list, enums, types.giveaway);
  addGiveawayMutations(builder, enums, types.giveaway);
  addGiveawayChoices(builder, types);
}
