import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { Mark } from '../layout/mark.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** Inside the shell, without the logo and the empty canvas around it. */
  readonly isInShell?: boolean;
}

/** A page with a single message. */
export function Notice({ title, children, actions, isInShell = false }: NoticeProps) {
  usePageTitle(title);
  const Outer = isInShell ? 'div' : 'main';
  return (
    <Outer className={styles['notice']} data-notice data-in-shell={isInShell || undefined}>
      {isInShell ? null : <Mark size={44} />}
      <h1>{title}</h1>
      {children}
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </Outer>
  );
}

/** A transitional page; shows its text only after a delay. */
export function Passing({ text }: { readonly text: string }) {
  usePageTitle(text);
  return (
    <main className={styles['notice']}>
      <p className={styles['progress']} role="status">
        {text}
      </p>
    </main>
  );
}
