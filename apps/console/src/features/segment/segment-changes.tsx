import { may, segmentRecord } from '@backcounter/domain';
import { useMemo } from 'react';
import { currentRoles } from '../../lib/settings/session.ts';
import { useEntityWords } from '../../records/entity-words.ts';
import { formValues } from '../../records/form/field-map.ts';
import { changesIn } from '../../records/history/change-list.tsx';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { type SegmentRecord, segments } from './segment.entity.tsx';
import { segmentDocuments } from './segment-record.operations.ts';

interface SegmentChangesProps {
  readonly segment: SegmentRecord;
  readonly onRestore: (earlier: EarlierValues) => void;
}

/** Change history of a segment. */
export function SegmentChanges({ segment, onRestore }: SegmentChangesProps) {
  const words = useEntityWords(segments, segment);
  const present = useMemo(() => formValues(segment, segmentRecord.patch.shape), [segment]);
  return (
    <HistoryTab
      {...words}
      {...(may(currentRoles(), 'segment.edit') && {
        putBack: {
          present,
          open: segment.actions.includes('EDIT') ? onRestore : null,
          whyNot: '',
        },
      })}
      queryKey={['entity-history', 'segment', segment.id]}
      id={segment.id}
      document={segmentDocuments.history}
    />
  );
}

/** Changes of a segment with its labels, for pages of other features. */
export const SegmentChangeList = changesIn(() => useEntityWords(segments, null));
