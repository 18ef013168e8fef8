import { load } from '../../lib/api/graphql-client.ts';
import type { FilterOption, OptionContext } from '../../listing/list-definition.ts';
import { choicesOf, filterOptions } from '../../records/fields/choices.ts';
import {
  accountBadgeOptionsQuery,
  accountSegmentOptionsQuery,
  accountTopicOptionsQuery,
} from './account-choices.operations.ts';

/** Badges that an account may have, for its filter. */
export const badgeOptions = filterOptions(choicesOf('badge', accountBadgeOptionsQuery));
/** Topics that an account may be subscribed to, for its filter. */
export const topicOptions = filterOptions(choicesOf('topic', accountTopicOptionsQuery));
/** Segments that an account may be in, for its filter. */
export async function segmentOptions({ signal }: OptionContext): Promise<readonly FilterOption[]> {
  const { segments } = await load(accountSegmentOptionsQuery, {}, signal);
  return segments.nodes.map(({ id, name }) => ({ value: id, label: name }));
}
