import { may } from '@backcounter/domain';
import type { AccountSearchMatch } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import type { RecordFinder } from '../../lib/record/record-finder.ts';
import { say } from '../../lib/settings/i18n.ts';
import { findAccountsQuery } from './account-finder.operations.ts';
import { accountMatchKey } from './account-match.ts';
import { accountMatchLabel } from './account-match-label.ts';

const SHOWN = 6;
/** Kinds of match that find at most one account. */
const EXACT: readonly AccountSearchMatch[] = ['EMAIL', 'FIREBASE_ID', 'ID', 'NUMBER', 'PHONE'];

/** Accounts by number, e-mail, phone, Firebase id, id or name: the search of their list. */
export const accountFinder: RecordFinder = {
  hintKey: (roles) => (may(roles, 'account.read-contact') ? 'account.search.contact' : 'account.search.plain'),
  async find(text, locale, signal) {
    const { accounts } = await load(findAccountsQuery, { search: text, first: SHOWN, locale }, signal);
    const { nodes, pageInfo, matchedBy = null } = accounts;
    return {
      records: nodes.map(
        ({ id, number, displayName = null, firebaseId = null, hasPicture, state, country, matchedOn }) => ({
          href: `/accounts/${id}`,
          title: displayName ?? say('account.place.nameless', { number: String(number) }),
          detail: [
            ...(matchedOn ? [say(accountMatchLabel(matchedOn))] : []),
            String(number),
            country.name,
            ...(state === 'ACTIVE' ? [] : [say(`account.state.${state}`)]),
          ].join(' · '),
          face: { id, displayName, firebaseId, hasPicture },
          isSimilar: matchedOn === 'NAME_SIMILAR',
        }),
      ),
      matchKey: nodes.length > 0 || matchedBy === 'NOT_PERMITTED' ? accountMatchKey(matchedBy) : null,
      isExact: nodes.length === 1 && matchedBy !== null && EXACT.includes(matchedBy),
      hasMore: pageInfo.hasNextPage,
    };
  },
};
