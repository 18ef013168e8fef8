import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from '../dashboard.module.css';

interface DrillProps {
  readonly to: string;
  /** Search parameters of the list; null if no list shows the same. */
  readonly search: Readonly<Record<string, string>> | null;
  readonly children: ReactNode;
}

/** Links a figure to the rows that it counts; plain text if there is no such list. */
export function Drill({ to, search, children }: DrillProps) {
  if (search === null) return children;
  return (
    <Link to={to} search={search} className={styles['drill']} preload={false}>
      {children}
    </Link>
  );
}
