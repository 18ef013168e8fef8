import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
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
        <b className="bc-strong">{summary}</b> {note ? <span className="bc-muted">{note}</span> : null}
      </p>
      {action ? <div className="bc-flex">{action}</div> : null}
      {filter ?? null}
    </div>
  );
}

/** "Latest 3 days ago", after the summary. */
export function Latest({ at }: { readonly at: Date }) {
  const { t, locale, timeZone } = useMessages();
  return (
    <>
      {t('records.tab.latest')} <RelativeTime value={at} locale={locale} timeZone={timeZone} />
    </>
  );
}
