import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { accountHistoryQuery } from './account.operations.ts';
import { accountWords } from './account-words.ts';
import { accountFormValues, DERIVED_FIELDS } from './edit/account-form-values.ts';
import type { AccountRecord } from './use-account.ts';

interface AccountHistoryProps {
  readonly account: AccountRecord;
  /** Opens the form with earlier values. */
  readonly onRestore: (earlier: EarlierValues) => void;
}

/** Change history of the account. */
export function AccountHistory({ account, onRestore }: AccountHistoryProps) {
  const messages = useMessages();
  const { t } = messages;
  const words = accountWords(messages);
  const present = useMemo(() => accountFormValues(account), [account]);
  const edit = account.actions.find(({ action }) => action === 'EDIT');
  return (
    <HistoryTab
      {...words}
      putBack={
        edit === undefined || edit.refusal === 'access.denied' || account.state === 'ERASED'
          ? undefined
          : {
              present,
              derived: DERIVED_FIELDS,
              open: edit.isAllowed ? onRestore : null,
              whyNot: t('account.action.not-now', { state: t(`account.state.${account.state}`) }),
            }
      }
      queryKey={['account-history', account.id]}
      id={account.id}
      document={accountHistoryQuery}
    />
  );
}
