import type { ReactNode } from 'react';
import './page-header.css';
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
    <header className="bc-page-header">
      <h1 tabIndex={-1}>{title}</h1>
      {note ? <div className="bc-page-header-note">{note}</div> : null}
      {actions ? <div className="bc-page-header-actions">{actions}</div> : null}
    </header>
  );
}
