import { type ReactNode, useId } from 'react';
import styles from './side.module.css';

interface SideCardProps {
  readonly title: string;
  /** At the end of the title's line. */
  readonly note?: ReactNode;
  readonly tone?: 'warning' | undefined;
  /** Spans both columns of a wide side. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A consequence of the form's values, beside it. */
export function SideCard({ title, note, tone, isWide = false, children }: SideCardProps) {
  const heading = useId();
  return (
    <section className={styles['card']} aria-labelledby={heading} data-card-tone={tone} data-wide={isWide || undefined}>
      <header>
        <h3 id={heading}>{title}</h3>
        {note}
      </header>
      {children}
    </section>
  );
}

/** Cards below each other in one half of a wide side. */
export function SideColumn({ children }: { readonly children: ReactNode }) {
  return <div className={styles['column']}>{children}</div>;
}
