import { useFocusIfLost } from '../lib/focus-if-lost.ts';
import { ProblemWords, type ProblemWordsProps } from '../lib/problem-words.tsx';

/** What went wrong with what a dialog was to do, and the reference that support asks for, where there is one. */
export function DialogProblem(props: ProblemWordsProps) {
  const place = useFocusIfLost<HTMLParagraphElement>(props.error ?? props.words);
  return (
    <p ref={place} className="bc-dialog-problem" role="alert" tabIndex={-1}>
      <ProblemWords {...props} />
    </p>
  );
}
