import type { AccountSearchMatch } from '../../generated/graphql.ts';
import type { PastedProps } from '../../listing/list-definition.ts';
import { PastedList } from '../../listing/pasted/pasted-list.tsx';
import { accountMatchLabel } from './account-match-label.ts';

/** Takes lists of keys of accounts. */
export function PastedAccounts(props: PastedProps) {
  return <PastedList {...props} list="ACCOUNTS" labelOf={(match) => accountMatchLabel(match as AccountSearchMatch)} />;
}
