import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { usePageTitle } from './page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** Beside the title, such as a count. */
  readonly note?: ReactNode;
  /** Primary button last. */
  readonly actions?: ReactNode;
}

/** Title of a page; also the document's title and the last breadcrumb. */
export function PageHeader({ title, note, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header className={styles['header']}>
      <h1 className="bc-shrink bc-break" tabIndex={-1}>
        {title}
      </h1>
      {note ? <div className="bc-faint">{note}</div> : null}
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </header>
  );
}
