import type { ReactNode } from 'react';
import styles from './record-list-tab.module.css';
import { TabHead, type TabHeadProps } from './tab/tab-head.tsx';

interface RecordListTabProps {
  readonly head?: TabHeadProps;
  readonly above?: ReactNode;
  /** The list, and what it opens. */
  readonly children: ReactNode;
}

/** A list as a record's tab: it fills the height below the header, so that its footer stays in view. */
export function RecordListTab({ head, above, children }: RecordListTabProps) {
  return (
    <div className={styles['tab']} data-list-tab>
      {head === undefined ? null : (
        <div className={styles['head']}>
          <TabHead {...head} />
        </div>
      )}
      {above}
      <div className={styles['list']}>{children}</div>
    </div>
  );
}
