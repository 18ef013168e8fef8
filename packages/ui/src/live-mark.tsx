import type { ReactNode } from 'react';
import './live-mark.css';

/** Properties of {@link LiveMark}. */
export interface LiveMarkProps {
  /** The live state in words, since the dot alone is not enough. */
  readonly children: ReactNode;
  /** The state may be outdated: the dot is hollow, and the words should say since when. */
  readonly isStale?: boolean;
  /** `plain` in grids and bars (default), `pill` (outlined, 22 px high) in headers. */
  readonly variant?: 'plain' | 'pill';
}

/** A state that is updated live. */
export function LiveMark({ children, isStale = false, variant = 'plain' }: LiveMarkProps) {
  return (
    <span className="bc-live" data-stale={isStale || undefined} data-variant={variant}>
      <span className="bc-live-dot" aria-hidden="true" />
      <span className="bc-live-words">{children}</span>
    </span>
  );
}
