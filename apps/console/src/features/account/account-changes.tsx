import { useMessages } from '@backcounter/i18n/react';
import { ChangeList, type RecordChange } from '../../records/history/change-list.tsx';
import { accountWords } from './account-words.ts';
import { useAllAreas } from './use-account.ts';

/** Changes of an account with its labels, for pages of other features. */
export function AccountChanges({ changes }: { readonly changes: readonly RecordChange[] }) {
  const messages = useMessages();
  const areas = useAllAreas(changes.some(({ field }) => field === 'areaId'));
  const words = accountWords(messages, (id) => areas.data?.find((area) => area.id === id)?.name);
  return <ChangeList changes={changes} {...words} />;
}
