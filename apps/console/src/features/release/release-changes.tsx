import { changesIn } from '../../records/history/change-list.tsx';
import { richHistory } from '../../records/history/rich-history.tsx';
import { releaseFormValues } from './form/release-form-values.ts';
import { useReleaseWords } from './form/use-release-words.ts';
import { type ReleaseRecord, releases } from './release.entity.ts';

/** History of a release with earlier values: its texts, and its number while that is open. */
export const ReleaseChanges = richHistory<ReleaseRecord>(
  releases,
  (release) => useReleaseWords(releaseFormValues(release)),
  (release) => {
    const isOpen = (field: string) =>
      /^(list|title|text)\./.test(field) || (field === 'number' && release.openFields.includes('number'));
    return Object.fromEntries(Object.entries(releaseFormValues(release)).filter(([field]) => isOpen(field)));
  },
);

/** Changes of some release in its own words, for places outside of its page. */
export const ReleaseChangeList = changesIn(() => useReleaseWords());
