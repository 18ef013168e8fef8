import { choicesOf, filterOptions } from '../../crud/fields/choices.ts';
import { accountBadgeOptionsQuery, accountTopicOptionsQuery } from './account-choices.operations.ts';

/** Badges that an account may have, for its filter. */
export const badgeOptions = filterOptions(choicesOf('badge', accountBadgeOptionsQuery));
/** Topics that an account may be subscribed to, for its filter. */
export const topicOptions = filterOptions(choicesOf('topic', accountTopicOptionsQuery));
