import { useMessages } from '@backcounter/i18n/react';
import type { FieldValues } from '../form/record-merge.ts';
import type { TabPart } from '../record-screen.tsx';
import type { RichRecord, RichRow } from '../rich-record.ts';
import { rightTo } from '../state-actions.ts';
import type { ChangeWords } from './change-list.tsx';
import { HistoryTab } from './history-tab.tsx';

/**
 * Change history of a kind of record. `present`: the values with which a form would open now; only its fields can be
 * restored.
 */
export const richHistory =
  <Row extends RichRow>(
    kind: RichRecord<Row>,
    useWords: (record: Row) => ChangeWords,
    present: (record: Row) => FieldValues,
  ) =>
  ({ record, moves }: TabPart<Row>) => {
    const { t } = useMessages();
    return (
      <HistoryTab
        {...useWords(record)}
        putBack={{
          present: present(record),
          open: rightTo(record, 'EDIT')?.isAllowed ? moves.edit : null,
          whyNot: kind.notNow(record, t),
        }}
        queryKey={[kind.noun, record.id, 'history']}
        id={record.id}
        document={kind.documents.history}
      />
    );
  };
