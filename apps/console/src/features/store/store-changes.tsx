import { storeRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { formValues } from '../../records/form/field-map.ts';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import type { StoreRecord } from './store.steps.ts';
import { storeDocuments } from './store-record.operations.ts';
import { useStoreWords } from './use-store-words.ts';

interface StoreChangesProps {
  readonly store: StoreRecord;
  /** Opens the form with earlier values; null for people who may never edit. */
  readonly onRestore: ((earlier: EarlierValues) => void) | null;
}

/** Change history of the store. */
export function StoreChanges({ store, onRestore }: StoreChangesProps) {
  const { t } = useMessages();
  const { labelOf, wordsOf } = useStoreWords();
  const present = useMemo(() => formValues(store, storeRecord.patch.shape), [store]);
  return (
    <HistoryTab
      labelOf={labelOf}
      wordsOf={wordsOf}
      putBack={
        onRestore === null
          ? undefined
          : {
              present,
              open: store.actions.includes('EDIT') ? onRestore : null,
              whyNot: t('store.action.not-now', { state: t(`store.state.${store.state}`) }),
            }
      }
      queryKey={['entity-history', 'store', store.id]}
      id={store.id}
      document={storeDocuments.history}
    />
  );
}
