import type { ReactNode } from 'react';
import './live-mark.css';

/** Properties of {@link LiveMark}. */
export interface LiveMarkProps {
  /** What is so at this moment, in words: the dot never stands alone. */
  readonly children: ReactNode;
  /** Nobody knows whether it still is so: the dot is hollow, and the words should say since when. */
  readonly isStale?: boolean;
  /** `plain` in grids and bars (default), `pill` (outlined, 22 px high) in headers. */
  readonly variant?: 'plain' | 'pill';
}

/** Something that is so now, and is kept up to date. */
export function LiveMark({ children, isStale = false, variant = 'plain' }: LiveMarkProps) {
  return (
    <span className="bc-live" data-stale={isStale || undefined} data-variant={variant}>
      <span className="bc-live-dot" aria-hidden="true" />
      <span className="bc-live-words">{children}</span>
    </span>
  );
}
