import { EmptyState } from '@backcounter/ui';
import type { ComponentProps } from 'react';
import styles from './tab-rows.module.css';

/** A tab of a record without content, as a card. */
export function TabEmpty(props: ComponentProps<typeof EmptyState>) {
  return (
    <div className={styles['tab']}>
      <div className={styles['empty']}>
        <EmptyState {...props} />
      </div>
    </div>
  );
}
