import type { UiIcon } from '@backcounter/ui';
import { IconAt, IconHash, IconPhone, IconReceipt, IconTicket, IconUser, IconWaveSine } from '@tabler/icons-react';
import type { AccountSearchMatch } from '../../generated/graphql.ts';
import { findSimilarWords } from '../../lib/format/similar-words.ts';
import type { ListColumn } from '../../listing/list-definition.ts';
import type { AccountListRow } from './account-columns.tsx';
import { accountMatchLabel } from './account-match-label.ts';

interface MatchShape {
  readonly icon: UiIcon;
  readonly read?: (row: AccountListRow) => string | null | undefined;
}

/** Kinds of match by their key: an icon, and the value where no other column may have it. */
const KEYS: Readonly<Record<string, MatchShape>> = {
  COUPON: { icon: IconTicket },
  EMAIL: { icon: IconAt, read: ({ email }) => email },
  FIREBASE: { icon: IconHash, read: ({ firebaseId }) => firebaseId },
  ID: { icon: IconHash, read: ({ id }) => id },
  NUMBER: { icon: IconHash },
  PHONE: { icon: IconPhone, read: ({ phone }) => phone },
  RECEIPT: { icon: IconReceipt },
};

function shapeOf(match: AccountSearchMatch): MatchShape {
  if (match === 'NAME_SIMILAR') return { icon: IconWaveSine };
  return KEYS[match.split('_')[0] ?? ''] ?? { icon: IconUser };
}

/** The best way in which an account matches the search. */
export const accountMatchColumn: ListColumn<AccountListRow> = {
  key: 'matched-on',
  headerKey: 'account.matched.column',
  width: 208,
  sort: 'match',
  findSimilar: (search, { matchedOn, displayName }) =>
    displayName && matchedOn?.includes('NAME') ? findSimilarWords(search, displayName) : null,
  render: (row, { t }) => {
    const { matchedOn } = row;
    if (!matchedOn) return null;
    const { icon: Icon, read } = shapeOf(matchedOn);
    const value = read?.(row);
    return (
      <span className="bc-hidden">
        <Icon size={15} stroke={1.75} aria-hidden /> {t(accountMatchLabel(matchedOn))}
        {value ? (
          <>
            {' '}
            <span className="bc-code" dir="ltr">
              {value}
            </span>
          </>
        ) : null}
      </span>
    );
  },
};
