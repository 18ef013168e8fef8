import { useMessages } from '@backcounter/i18n/react';
import styles from './change-list.module.css';

/** A field's values before and after. */
export interface RecordChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly isMasked: boolean;
}

interface ChangeListProps {
  readonly changes: readonly RecordChange[];
  readonly labelOf: (field: string) => string;
  readonly wordsOf: (field: string, value: unknown) => string;
}

/** Changes field by field, from and to; values that this person may not see are marked as hidden. */
export function ChangeList({ changes, labelOf, wordsOf }: ChangeListProps) {
  const { t } = useMessages();
  return (
    <dl className={styles['changes']}>
      {changes.map(({ field, before, after, isMasked }) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
          <dd>
            {isMasked ? (
              <span className={styles['hidden']}>{t('records.history.hidden')}</span>
            ) : (
              <>
                <del>
                  <span className="bc-sr-only">{t('records.history.from')}</span>
                  <bdi>{wordsOf(field, before)}</bdi>
                </del>
                <span className={styles['arrow']} aria-hidden="true">
                  →
                </span>
                <ins>
                  <span className="bc-sr-only">{t('records.history.to')}</span>
                  <bdi>{wordsOf(field, after)}</bdi>
                </ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
