import { useMessages } from '@backcounter/i18n/react';
import { request } from '../../lib/graphql-client.ts';
import { HistoryTab } from '../../records/history-tab.tsx';
import { accountHistoryQuery } from './account.operations.ts';
import { accountWords } from './account-words.ts';
import { type AccountRecord, useAreas } from './use-account.ts';

const PAGE_SIZE = 25;

/** Who changed this account. */
export function AccountHistory({ account }: { readonly account: AccountRecord }) {
  const messages = useMessages();
  const areas = useAreas(account.country.code);
  const words = accountWords(messages, (id) => areas.data?.find((area) => area.id === id)?.name);
  return (
    <HistoryTab
      {...words}
      queryKey={['account-history', account.id]}
      load={async (after, signal) => {
        const answer = await request(
          accountHistoryQuery,
          { id: account.id, first: PAGE_SIZE, after },
          { signal, isQuiet: true },
        );
        const history = answer.account?.history;
        const next = history?.pageInfo.hasNextPage ? (history.pageInfo.endCursor ?? null) : null;
        return { entries: history?.nodes ?? [], next };
      }}
    />
  );
}
