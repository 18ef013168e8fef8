import { useMessages } from '@backcounter/i18n/react';
import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { accountWords } from './account-words.ts';

/** Changes of an account with its labels, for pages of other features. */
export function AccountChanges({ changes }: { readonly changes: readonly RecordChange[] }) {
  return <ChangeList changes={changes} {...accountWords(useMessages())} />;
}
