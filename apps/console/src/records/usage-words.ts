import { useMessages } from '@backcounter/i18n/react';
import { formatList } from '../lib/format/formats.ts';
import { isKey } from '../lib/settings/message-key.ts';
import type { EntityRecordPart } from './entity-definition.ts';

type Usages = EntityRecordPart['usedBy'];

/** Number of references to a record, all kinds together. */
export function usageOf(usages: Usages): number {
  return usages.reduce((sum, { count }) => sum + count, 0);
}

/** "Used by 9,210 accounts and 2 topics", or not used. */
export function useUsageWords(usages: Usages): string {
  const { t, locale, figure } = useMessages();
  const used = usages.filter(({ count }) => count > 0);
  if (used.length === 0) return t('crud.usage.none');
  const parts = used.map(({ kind, count, isLowerBound }) => {
    const shown = `${figure(count)}${isLowerBound ? '+' : ''}`;
    const key = `crud.usage.${kind}`;
    return t(isKey(key) ? key : 'crud.usage.other', { count, figure: shown });
  });
  return t('crud.usage.by', { users: formatList(parts, locale, 'conjunction') });
}
