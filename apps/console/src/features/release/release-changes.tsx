import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { changesIn } from '../../records/history/change-list.tsx';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { rightTo } from '../../records/state-actions.ts';
import { releaseFormValues } from './form/release-form-values.ts';
import { useReleaseWords } from './form/use-release-words.ts';
import { releaseDocuments } from './release-record.operations.ts';
import type { ReleaseRecord } from './use-release.ts';

interface ReleaseChangesProps {
  readonly release: ReleaseRecord;
  /** Opens the form with old values in it. */
  readonly onPutBack: (earlier: EarlierValues) => void;
}

/** History of a release with earlier values. */
export function ReleaseChanges({ release, onPutBack }: ReleaseChangesProps) {
  const { t } = useMessages();
  const values = useMemo(() => releaseFormValues(release), [release]);
  const words = useReleaseWords(values);
  const present = useMemo(() => {
    const isText = (field: string) => /^(list|title|text)\./.test(field);
    const isOpen = (field: string) => isText(field) || (field === 'number' && release.openFields.includes('number'));
    return Object.fromEntries(Object.entries(values).filter(([field]) => isOpen(field)));
  }, [values, release.openFields]);
  return (
    <HistoryTab
      {...words}
      putBack={{
        present,
        open: rightTo(release, 'EDIT')?.isAllowed ? onPutBack : null,
        whyNot: t('error.access.denied'),
      }}
      queryKey={['release', release.id, 'history']}
      id={release.id}
      document={releaseDocuments.history}
    />
  );
}

/** Changes of some release in its own words, for places outside of its page. */
export const ReleaseChangeList = changesIn(() => useReleaseWords());
