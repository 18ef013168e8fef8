import { useMessages } from '@backcounter/i18n/react';
import type { ComponentType } from 'react';
import styles from './change-list.module.css';
import { changedField, changedValue } from './change-words.ts';

/** A field's values before and after. */
export interface RecordChange {
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly isMasked: boolean;
  /** Names of the records whose ids are in the values: a text, or texts by language. */
  readonly names?: unknown;
}

/** Labels of fields and texts of values. */
export interface ChangeWords {
  readonly labelOf: (field: string) => string;
  readonly wordsOf: (field: string, value: unknown) => string;
}

export interface ChangeListProps extends ChangeWords {
  readonly changes: readonly RecordChange[];
}

/** Changes field by field, from and to; values that this person may not see are marked as hidden. */
export function ChangeList({ changes, labelOf, wordsOf }: ChangeListProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <dl className={styles['changes']}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt className="bc-muted">{changedField(change.field, labelOf(change.field), messages)}</dt>
          <dd>
            {change.isMasked ? (
              <span className={styles['hidden']}>{t('records.history.hidden')}</span>
            ) : (
              <>
                <del>
                  <span className="bc-sr-only">{t('records.history.from')}</span>
                  <bdi>{changedValue(change, change.before, wordsOf, messages)}</bdi>
                </del>
                <span className={styles['arrow']} aria-hidden="true">
                  →
                </span>
                <ins>
                  <span className="bc-sr-only">{t('records.history.to')}</span>
                  <bdi>{changedValue(change, change.after, wordsOf, messages)}</bdi>
                </ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Changes of a record in another layout than a list. */
export interface ChangesProps extends Pick<ChangeListProps, 'changes'> {
  readonly View?: ComponentType<ChangeListProps>;
}

/** Changes of a kind of record in its own words, for pages of other features. */
export const changesIn =
  (useWords: (changes: readonly RecordChange[]) => ChangeWords) =>
  ({ changes, View = ChangeList }: ChangesProps) => <View changes={changes} {...useWords(changes)} />;
