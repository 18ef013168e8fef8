import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface DrillProps {
  readonly to: string;
  /** Narrows the list; null where no list shows the same. */
  readonly search: Readonly<Record<string, string>> | null;
  readonly children: ReactNode;
}

/** Leads from a figure to the rows that it counts; the words alone where there are none to show. */
export function Drill({ to, search, children }: DrillProps) {
  if (search === null) return children;
  return (
    <Link to={to} search={search} className="bc-drill" preload={false}>
      {children}
    </Link>
  );
}
