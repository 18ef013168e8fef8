import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { useReference } from '../record/reference.ts';
import { errorWords } from './error-text.ts';

/** Properties of {@link ProblemWords}. */
export interface ProblemWordsProps {
  readonly error: unknown;
  /** Replaces the text of the error's code. */
  readonly words?: string | undefined;
}

/** The error's text, and its reference id for support, if any. */
export function ProblemWords({ error, words }: ProblemWordsProps) {
  const messages = useMessages();
  const reference = useReference(error);
  return (
    <>
      {words ?? errorWords(error, messages)}{' '}
      {reference ? <IdChip value={reference.id} labels={{ copy: reference.copy, copied: reference.copied }} /> : null}
    </>
  );
}
