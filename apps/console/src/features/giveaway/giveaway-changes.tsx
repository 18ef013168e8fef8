import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import type { FieldValues } from '../../records/form/record-merge.ts';
import { changesIn } from '../../records/history/change-list.tsx';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { rightTo } from '../../records/state-actions.ts';
import { giveawayFormValues } from './form/giveaway-form-values.ts';
import { editedTerms } from './form/giveaway-record-terms.ts';
import { useGiveawayWords } from './form/use-giveaway-words.ts';
import { giveawayDocuments } from './giveaway-record.operations.ts';
import type { GiveawayRecord } from './use-giveaway.ts';

/** Fields whose earlier values the form can restore one at a time. */
const RESTORABLE = [
  'minAge',
  'maxTicketsPerAccount',
  'maxEntries',
  'entryCostPoints',
  'alternates',
  'claimDays',
] as const;

interface GiveawayChangesProps {
  readonly giveaway: GiveawayRecord;
  /** Opens the form with earlier values. */
  readonly onRestore: (earlier: EarlierValues) => void;
}

/** Change history of the giveaway. */
export function GiveawayChanges({ giveaway, onRestore }: GiveawayChangesProps) {
  const { t } = useMessages();
  const words = useGiveawayWords();
  const present = useMemo(() => {
    const values: FieldValues = giveawayFormValues(editedTerms(giveaway));
    const texts = Object.keys(values).filter((field) => /^(title|description)I18n\./.test(field));
    return Object.fromEntries([...RESTORABLE, ...texts].map((field) => [field, values[field] ?? null]));
  }, [giveaway]);
  return (
    <HistoryTab
      {...words}
      putBack={{
        present,
        open: rightTo(giveaway, 'EDIT')?.isAllowed ? onRestore : null,
        whyNot: t('giveaway.action.not-now', { state: t(`giveaway.status.${giveaway.status}`) }),
      }}
      queryKey={['giveaway', giveaway.id, 'history']}
      id={giveaway.id}
      document={giveawayDocuments.history}
    />
  );
}

/** Changes of a giveaway with its labels, for pages of other features. */
export const GiveawayChangeList = changesIn(useGiveawayWords);
