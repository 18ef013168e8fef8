import { ProblemWords, type ProblemWordsProps } from '../lib/api/problem-words.tsx';
import { useFocusIfLost } from '../lib/page/focus-if-lost.ts';

/** What went wrong with what a dialog was to do, and the reference that support asks for, where there is one. */
export function DialogProblem(props: ProblemWordsProps) {
  const place = useFocusIfLost<HTMLParagraphElement>(props.error ?? props.words);
  return (
    <p ref={place} className="bc-dialog-problem" role="alert" tabIndex={-1}>
      <ProblemWords {...props} />
    </p>
  );
}
