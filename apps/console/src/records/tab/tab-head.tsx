import type { ReactNode } from 'react';
import styles from './tab-head.module.css';

/** Properties of {@link TabHead}. */
export interface TabHeadProps {
  /** The figures that matter, as one sentence. */
  readonly summary: ReactNode;
  /** The rest of the line, such as the latest row. */
  readonly note?: ReactNode;
  readonly filter?: ReactNode;
  /** At most one. */
  readonly action?: ReactNode;
}

/** The head of a record's tab: its figures in one line, an action, and filters. */
export function TabHead({ summary, note, filter, action }: TabHeadProps) {
  return (
    <div className={styles['head']}>
      <p>
        <b>{summary}</b> {note ? <span>{note}</span> : null}
      </p>
      {action ? <div className={styles['action']}>{action}</div> : null}
      {filter ?? null}
    </div>
  );
}
