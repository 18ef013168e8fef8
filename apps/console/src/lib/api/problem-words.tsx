import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { useReference } from '../record/reference.ts';
import { errorWords } from './error-text.ts';

/** Properties of {@link ProblemWords}. */
export interface ProblemWordsProps {
  readonly error: unknown;
  /** In place of what the code of the error says. */
  readonly words?: string | undefined;
}

/** What went wrong, and the reference that support asks for, where there is one. */
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
