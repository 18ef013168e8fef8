import { useMessages } from '@backcounter/i18n/react';
import { SegmentTerm } from '../../segment/public.tsx';
import styles from '../campaign.module.css';
import { ruleSentences, type Terms } from './campaign-preview.tsx';

interface RuleListProps {
  readonly terms: Terms;
  /** Name of the gift; null: none. */
  readonly gift: string | null;
}

/** The rules of a campaign in sentences. */
export function RuleList({ terms, gift }: RuleListProps) {
  const formats = useMessages();
  return (
    <ul className={styles['rules']}>
      {ruleSentences(terms, gift, formats).map((sentence) => (
        <li key={sentence} dir="auto">
          {sentence}
        </li>
      ))}
      {terms.segmentId === null ? null : <SegmentTerm id={terms.segmentId} />}
    </ul>
  );
}
