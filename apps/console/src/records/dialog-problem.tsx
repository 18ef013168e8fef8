import { ProblemWords, type ProblemWordsProps } from '../lib/api/problem-words.tsx';
import { useFocusIfLost } from '../lib/page/focus-if-lost.ts';

/** The error of a dialog's action, and its reference id for support, if any. */
export function DialogProblem(props: ProblemWordsProps) {
  const place = useFocusIfLost<HTMLParagraphElement>(props.error ?? props.words);
  return (
    <p ref={place} className="bc-dialog-problem" role="alert" tabIndex={-1}>
      <ProblemWords {...props} />
    </p>
  );
}
